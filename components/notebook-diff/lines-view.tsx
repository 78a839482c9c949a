import { useMemo, useState } from "react";

import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import { plural } from "../ui/format.ts";
import { foldedLines, lineRows, sideRows, type LineFold, type LineRow } from "./lines.ts";

export interface LinesViewProps {
  readonly before: string;
  readonly after: string;
  readonly sideBySide: boolean;
  /** What the text is, for readers: "Source". */
  readonly label: string;
}

/** Lines of two versions in one column or two; long unchanged stretches fold. */
export function LinesView({ before, after, sideBySide, label }: LinesViewProps) {
  const [whole, setWhole] = useState(false);
  const rows = useMemo(() => lineRows(before, after), [before, after]);
  const shown = useMemo(() => (whole ? rows : foldedLines(rows)), [rows, whole]);
  const unfold = () => setWhole(true);
  if (!sideBySide)
    return (
      <div role="group" aria-label={label} className="overflow-x-auto py-1">
        {shown.map((row, n) =>
          row.mark === "fold" ? <Fold key={n} fold={row} onOpen={unfold} /> : <Line key={n} row={row} both />,
        )}
      </div>
    );
  return (
    <div role="group" aria-label={label} className="overflow-x-auto py-1">
      {sideRows(shown).map((row, n) =>
        row.mark === "fold" ? (
          <Fold key={n} fold={row} onOpen={unfold} />
        ) : (
          <div key={n} className="grid grid-cols-2">
            <div className="border-line min-w-0 border-r">
              {row.left === null ? null : <Line row={row.left} side="before" />}
            </div>
            <div className="min-w-0">{row.right === null ? null : <Line row={row.right} />}</div>
          </div>
        ),
      )}
    </div>
  );
}

/** One version alone. */
export function PlainLines({ text, label, mark = "same" }: { text: string; label: string; mark?: LineRow["mark"] }) {
  const rows = useMemo(
    () => (mark === "removed" ? lineRows(text, "") : mark === "added" ? lineRows("", text) : lineRows(text, text)),
    [text, mark],
  );
  return (
    <div role="group" aria-label={label} className="overflow-x-auto py-1">
      {rows.map((row, n) => (
        <Line key={n} row={row} />
      ))}
    </div>
  );
}

const MARKS: Readonly<Record<LineRow["mark"], readonly [sign: string, line: string, word: string]>> = {
  same: ["", "", ""],
  added: ["+", "bg-added-soft", "text-added bg-panel font-medium underline decoration-1"],
  removed: ["−", "bg-removed-soft", "text-removed bg-panel line-through decoration-1"],
};

function Line({
  row,
  both = false,
  side = "after",
}: {
  readonly row: LineRow;
  readonly both?: boolean;
  readonly side?: "before" | "after";
}) {
  const [sign, line, word] = MARKS[row.mark];
  const number = "text-ink-3 w-9 shrink-0 pr-2 text-right select-none";
  return (
    <div className={cx("mono flex min-h-[19px] text-[12px] leading-[19px]", line)}>
      {both ? (
        <>
          <span aria-hidden className={number}>
            {row.before ?? ""}
          </span>
          <span aria-hidden className={number}>
            {row.after ?? ""}
          </span>
        </>
      ) : (
        <span aria-hidden className={number}>
          {row[side] ?? row.before ?? row.after ?? ""}
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          "w-4 shrink-0 font-semibold select-none",
          row.mark === "added" && "text-added",
          row.mark === "removed" && "text-removed",
        )}
      >
        {sign}
      </span>
      {row.mark === "same" ? null : <span className="sr-only">{row.mark}: </span>}
      <bdi className="min-w-0 pr-3 break-words whitespace-pre-wrap">
        {row.runs.map(({ text, changed }, n) => (
          <span key={n} className={changed ? cx("rounded-sm", word) : undefined}>
            {visibleText(text)}
          </span>
        ))}
      </bdi>
    </div>
  );
}

function Fold({ fold, onOpen }: { readonly fold: LineFold; readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="text-ink-3 hover:bg-hover hover:text-ink ring-inside block w-full px-3 py-0.5 text-left text-xs"
    >
      … {plural(fold.count, "unchanged line")}
    </button>
  );
}
