"use client";

import { useMemo } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { CHANGE_SIGNS } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { CAPTION, GUTTER, type PageSize, type RowLayout } from "./page-layout.ts";
import { markBoxes } from "./page-marks.ts";
import type { PageRow } from "./page-rows.ts";
import { absentWords, changeWords, rowTitle } from "./page-words.ts";
import { PdfPage, SeenWhenShown, type PageHit, type PageMark } from "./pdf-page.tsx";
import type { PdfDocument } from "./use-pdf.ts";

export interface RowSide {
  readonly document: PdfDocument | null;
  readonly size: PageSize;
  readonly hits: readonly PageHit[];
  readonly onSize: (page: number, size: PageSize) => void;
}

export interface PageRowViewProps {
  readonly row: PageRow;
  readonly layout: RowLayout;
  /** One side alone: a file that came or went, or a preview. */
  readonly sides: { readonly before?: RowSide; readonly after?: RowSide };
  /** The changes that are looked at. */
  readonly changes: readonly ReviewedChange[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
}

/** Two pages that belong together, what changed on them, and a place held where one of them is not there. */
export function PageRowView({ row, layout, sides, changes, current, onCurrent, onSeen }: PageRowViewProps) {
  const columns = [sides.before, sides.after].filter((side) => side !== undefined).length;
  return (
    <div className="relative" style={{ paddingInline: GUTTER }}>
      <div className="flex items-center gap-2 text-sm" style={{ height: CAPTION }}>
        <Title row={row} compared={columns === 2} />
        <ul aria-label="Changes on this page" className="flex min-w-0 items-center gap-1 overflow-hidden">
          {changes.map((change) => (
            <li key={change.id} className="min-w-0">
              <Chip change={change} current={change.id === current} onCurrent={onCurrent} />
            </li>
          ))}
        </ul>
      </div>
      <div
        className="grid justify-center"
        style={{ gridTemplateColumns: `repeat(${columns}, ${layout.width}px)`, columnGap: GUTTER }}
      >
        {(["before", "after"] as const).map((name) => {
          const side = sides[name];
          if (side === undefined) return null;
          return <Side key={name} {...{ name, side, row, layout, changes, current }} alone={columns === 1} />;
        })}
      </div>
      {changes.map((change) => (
        <SeenWhenShown
          key={change.id}
          at={CAPTION + lowestMark(change) * layout.pageHeight}
          onShown={() => onSeen([change.id])}
        />
      ))}
    </div>
  );
}

/** Of a file that came, went or is only looked at, no page is compared: none is called unchanged. */
function Title({ row, compared }: { readonly row: PageRow; readonly compared: boolean }) {
  const [sign, tone] = row.kind === "same" ? ["", ""] : CHANGE_SIGNS[row.kind];
  return (
    <h3 className="shrink-0 font-medium whitespace-nowrap">
      {sign === "" ? null : (
        <span aria-hidden className={cx("mono mr-1 font-semibold", tone)}>
          {sign}
        </span>
      )}
      {rowTitle(row)}
      {compared && row.kind === "same" ? <span className="text-ink-3 font-normal"> unchanged</span> : null}
    </h3>
  );
}

interface ChipProps {
  readonly change: ReviewedChange;
  readonly current: boolean;
  readonly onCurrent: (id: string) => void;
}

function Chip({ change, current, onCurrent }: ChipProps) {
  const [sign, tone] = CHANGE_SIGNS[change.kind];
  const { state } = change.verdict;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onCurrent(change.id)}
      className={cx(
        "ring-inside flex h-6 max-w-full items-center gap-1.5 rounded-md border px-1.5 text-sm",
        current ? "border-accent bg-accent-soft" : "border-line bg-panel hover:border-line-strong",
      )}
    >
      <DecisionDot state={state === "follows" ? "pending" : state} />
      <span aria-hidden className={cx("mono font-semibold", tone)}>
        {sign}
      </span>
      <span className="sr-only">{change.kind}, </span>
      <span className="cut">{changeWords(change)}</span>
      <ThreadsOnChanges changes={[change]} />
    </button>
  );
}

interface SideProps {
  readonly name: "before" | "after";
  readonly side: RowSide;
  readonly row: PageRow;
  readonly layout: RowLayout;
  readonly changes: readonly ReviewedChange[];
  readonly current: string | null;
  readonly alone: boolean;
}

function Side({ name, side, row, layout, changes, current, alone }: SideProps) {
  const page = row[name];
  const marks = useMemo(
    () =>
      changes.flatMap((change): PageMark[] =>
        markBoxes(change[name]).map((box) => ({
          id: change.id,
          box,
          tone: name === "before" ? "removed" : "added",
          here: change.id === current,
        })),
      ),
    [changes, current, name],
  );
  if (page === null)
    return (
      <div
        className="border-line text-ink-3 grid place-items-center border border-dashed p-3 text-center text-sm"
        style={{ height: layout.pageHeight }}
      >
        {absentWords(row)}
      </div>
    );
  const words = name === "before" ? "before" : "staged";
  if (side.document === null) return <div className="bg-line animate-pulse" style={{ height: layout.pageHeight }} />;
  return (
    <div className="flex justify-center">
      <PdfPage
        document={side.document}
        page={page}
        scale={layout.scale}
        size={side.size}
        marks={marks}
        hits={side.hits}
        label={alone ? `Page ${page}` : `Page ${page}, ${words}`}
        onSize={side.onSize}
      />
    </div>
  );
}

/** In parts of the page's height: down to there a change has to be in sight to have been seen. */
export function lowestMark(change: ReviewedChange): number {
  const boxes = [...markBoxes(change.before), ...markBoxes(change.after)];
  return Math.min(
    1,
    boxes.reduce((low, { top, height }) => Math.max(low, top + height), 0),
  );
}

export function highestMark(change: ReviewedChange): number {
  const tops = [...markBoxes(change.before), ...markBoxes(change.after)].map(({ top }) => top);
  return tops.length === 0 ? 0 : Math.max(0, Math.min(...tops));
}
