import { useMemo } from "react";

import { visibleText } from "../files/visible-name.ts";
import { wordRuns, type WordRun } from "../review/word-diff.ts";
import { MarkedWords } from "./slide-texts.tsx";

export interface SlideNotesProps {
  /** "" where there are none. */
  readonly before: string;
  readonly after: string;
}

/** What the speaker reads, once where both sides say the same. */
export function SlideNotes({ before, after }: SlideNotesProps) {
  const runs = useMemo(() => wordRuns(before, after), [before, after]);
  if (before === "" && after === "") return null;
  return (
    <section aria-label="Speaker notes" className="border-line bg-panel overflow-hidden rounded-md border text-sm">
      <h3 className="border-line min-h-8 border-b px-3 py-1.5 font-semibold">Speaker notes</h3>
      {before === after ? (
        <p className="px-3 py-2 break-words whitespace-pre-wrap">
          <bdi>{visibleText(after)}</bdi>
        </p>
      ) : (
        <div className="grid grid-cols-1 @min-[620px]:grid-cols-2">
          <Side side="before" runs={runs.before} />
          <Side side="after" runs={runs.after} />
        </div>
      )}
    </section>
  );
}

function Side({ side, runs }: { readonly side: "before" | "after"; readonly runs: readonly WordRun[] }) {
  return (
    <p className="border-line min-w-0 px-3 py-2 break-words whitespace-pre-wrap @min-[620px]:first:border-r">
      <span className="sr-only">{side}: </span>
      {runs.length === 0 ? <span className="text-ink-3">no notes</span> : null}
      <bdi>
        {runs.map(({ text, changed }, n) =>
          changed ? <MarkedWords key={n} side={side} text={text} /> : <span key={n}>{visibleText(text)}</span>,
        )}
      </bdi>
    </p>
  );
}
