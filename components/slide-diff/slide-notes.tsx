import { useMemo } from "react";

import { visibleText } from "../files/visible-name.ts";
import { MarkedWords } from "./slide-texts.tsx";
import { cutByRanges, wordRanges, type TextRange } from "./word-ranges.ts";

export interface SlideNotesProps {
  /** "" where there are none. */
  readonly before: string;
  readonly after: string;
}

/** What the speaker reads, once where both sides say the same. */
export function SlideNotes({ before, after }: SlideNotesProps) {
  const ranges = useMemo(() => wordRanges(before, after), [before, after]);
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
          <Side side="before" text={before} ranges={ranges.before} />
          <Side side="after" text={after} ranges={ranges.after} />
        </div>
      )}
    </section>
  );
}

interface SideProps {
  readonly side: "before" | "after";
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

function Side({ side, text, ranges }: SideProps) {
  return (
    <p className="border-line min-w-0 px-3 py-2 break-words whitespace-pre-wrap @min-[620px]:first:border-r">
      <span className="sr-only">{side}: </span>
      {text === "" ? <span className="text-ink-3">no notes</span> : null}
      <bdi>
        {cutByRanges(text, 0, ranges).map(({ piece, marked }, n) =>
          marked ? <MarkedWords key={n} side={side} text={piece} /> : <span key={n}>{visibleText(piece)}</span>,
        )}
      </bdi>
    </p>
  );
}
