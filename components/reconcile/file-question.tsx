import type { ReconcileFile, SideChoice } from "../../lib/contracts/reconcile.ts";
import { addressWords } from "../review/words.ts";
import { changeLine } from "../review/value-words.ts";
import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import { plural } from "../ui/format.ts";
import { Kbd } from "../ui/kbd.tsx";
import type { FoundConflict } from "./reconcile-rows.ts";
import { questionOf, SIDES } from "./reconcile-words.ts";
import { SidePreviews } from "./side-previews.tsx";

export interface FileQuestionProps {
  readonly workspace: string;
  readonly found: FoundConflict;
  readonly who: string;
  readonly choice: SideChoice | undefined;
  readonly current: boolean;
  readonly onChoose: ((choice: SideChoice) => void) | undefined;
}

/** What a file as a whole asks, in words: each choice with what comes of it. */
export function FileQuestion({ workspace, found, who, choice, current, onChoose }: FileQuestionProps) {
  const { file, conflict } = found;
  const { title, detail, outcomes } = questionOf(file, conflict, who);
  return (
    <section
      aria-label={title}
      aria-current={current || undefined}
      className={cx("border-line bg-panel m-3 shrink-0 overflow-hidden rounded-md border", current && "border-accent")}
    >
      <header className="bg-stale-soft px-3 py-2">
        <h3 className="font-semibold">
          <span aria-hidden className="text-stale">
            !{" "}
          </span>
          <bdi>{title}</bdi>
        </h3>
        {detail === null ? null : <p className="text-ink-2 text-sm">{detail}</p>}
      </header>
      <div role="radiogroup" aria-label={title}>
        {conflict.options.map((option, n) => (
          <button
            key={option}
            type="button"
            role="radio"
            aria-checked={choice === option}
            disabled={onChoose === undefined}
            onClick={() => onChoose?.(option)}
            className={cx(
              "border-line ring-inside grid w-full grid-cols-[16px_76px_1fr_auto] items-baseline gap-2 border-t px-3 py-2 text-left text-sm",
              choice === option ? "bg-accent-soft" : "not-disabled:hover:bg-hover",
            )}
          >
            <span
              aria-hidden
              className={cx(
                "size-3 self-center rounded-full border",
                choice === option ? "border-accent bg-accent" : "border-edge",
              )}
            />
            <b className="font-semibold">{SIDES[option]}</b>
            <span className="text-ink-2">
              <bdi>{outcomes[option]}</bdi>
            </span>
            {current ? (
              <span aria-hidden>
                <Kbd>{String(n + 1)}</Kbd>
              </span>
            ) : (
              <span />
            )}
          </button>
        ))}
      </div>
      <Sides file={file} who={who} />
      {current && conflict.about === "file" ? <SidePreviews workspace={workspace} found={found} who={who} /> : null}
    </section>
  );
}

function Sides({ file, who }: { readonly file: ReconcileFile; readonly who: string }) {
  const { accepted, staged } = file.lost;
  if (accepted.count + staged.count === 0) return null;
  return (
    <div className="border-line grid gap-px border-t sm:grid-cols-2">
      {accepted.count === 0 ? null : <SideChanges title="In the accepted version" of={accepted} />}
      {staged.count === 0 ? null : <SideChanges title={`Staged by ${who}`} of={staged} />}
    </div>
  );
}

const SHOWN = 8;

export function SideChanges({ title, of }: { readonly title: string; readonly of: ReconcileFile["lost"]["accepted"] }) {
  const changes = of.changes.slice(0, SHOWN);
  return (
    <div className="min-w-0 px-3 py-2 text-sm">
      <h4 className="text-ink-3 text-xs font-medium">
        <bdi>{title}</bdi>: {plural(of.count, "change")}
      </h4>
      <ul>
        {changes.map((change) => (
          <li key={change.id} className="flex min-w-0 gap-2">
            <span className="text-ink-3 shrink-0">{addressWords(change.address, true)}</span>
            <bdi className="cut">{visibleText(changeLine(change))}</bdi>
          </li>
        ))}
      </ul>
      {of.count > changes.length ? (
        <p className="text-ink-3">and {plural(of.count - changes.length, "more change", "more changes")}</p>
      ) : null}
    </div>
  );
}
