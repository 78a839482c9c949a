import { cx } from "../ui/cx.ts";
import { plural } from "../ui/format.ts";
import { addressWords } from "../review/words.ts";
import type { TextHunk } from "./hunks.ts";

export interface HunkListProps {
  readonly hunks: readonly TextHunk[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
}

const SHOWN = 50;
const LINES = 12;

export const HUNK_SIGNS: Readonly<Record<TextHunk["kind"], readonly [sign: string, tone: string, word: string]>> = {
  added: ["+", "text-added", "added"],
  removed: ["−", "text-removed", "removed"],
  modified: ["~", "text-changed", "changed"],
  moved: ["↕", "text-moved", "moved"],
};

/** The hunks as plain text, without an editor: what the server sends, and what stands there until the editor is loaded. */
export function HunkList({ hunks, current, onCurrent }: HunkListProps) {
  return (
    <ol aria-label="Changed lines" className="bg-panel min-h-0 flex-1 overflow-auto p-3">
      {hunks.slice(0, SHOWN).map((hunk) => {
        const [sign, tone, word] = HUNK_SIGNS[hunk.kind];
        return (
          <li
            key={hunk.id}
            aria-current={hunk.id === current || undefined}
            className="border-line aria-current:border-accent mb-3 overflow-hidden rounded-md border"
          >
            <button
              type="button"
              onClick={() => onCurrent(hunk.id)}
              className="bg-sunken hover:bg-hover ring-inside flex w-full items-center gap-2 px-3 py-1 text-left text-sm"
            >
              <span aria-hidden className={cx(tone, "font-semibold")}>
                {sign}
              </span>
              {addressWords(hunk.change.address)} {word}
            </button>
            <Side sign="−" text={hunk.before} className="bg-removed-soft text-removed" words="before" />
            <Side sign="+" text={hunk.after} className="bg-added-soft text-added" words="after" />
          </li>
        );
      })}
      {hunks.length > SHOWN ? (
        <li className="text-ink-3 text-sm">and {plural(hunks.length - SHOWN, "more hunk")}</li>
      ) : null}
    </ol>
  );
}

function Side({
  sign,
  text,
  className,
  words,
}: {
  readonly sign: string;
  readonly text: string;
  readonly className: string;
  readonly words: string;
}) {
  if (text === "") return null;
  const lines = text.replace(/\r?\n$/u, "").split("\n");
  return (
    <pre className={cx("mono overflow-x-auto px-3 py-1 leading-[18px]", className)}>
      <span className="sr-only">{words}: </span>
      {lines.slice(0, LINES).map((line, index) => (
        <span key={index} className="block">
          <span aria-hidden className="inline-block w-4 select-none">
            {sign}
          </span>
          <span className="text-ink">{line}</span>
        </span>
      ))}
      {lines.length > LINES ? (
        <span className="text-ink-3 block">… {plural(lines.length - LINES, "more line")}</span>
      ) : null}
    </pre>
  );
}
