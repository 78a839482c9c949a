"use client";
/**
 * Handsontable behind our own small interface: read-only, windowed, drawn by `drawCell`. Rows come from a cache that
 * the parent owns; the table itself holds none, so that neither memory nor document grows with the diff.
 */
import { HotTable, type HotTableProps, type HotTableRef } from "@handsontable/react-wrapper";
import type Core from "handsontable/base";
import { memo, useEffect, useImperativeHandle, useMemo, useRef, useState, type FocusEvent, type Ref } from "react";

import type { GridRow, SheetGridView } from "../../lib/contracts/sheets.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import type { GridSideName, Shown } from "./cell-view.ts";
import { drawCell, GUTTERS, stretchTo } from "./draw-cell.ts";
import type { GridRange } from "./selection.ts";

import "handsontable/styles/handsontable.css";
import "handsontable/styles/ht-theme-classic-no-icons.css";
import "./grid.css";

export interface HotGridHandle {
  /** Draws again what is in sight. */
  readonly redraw: () => void;
  readonly select: (row: number, column: number | null) => void;
  /** Grid rows in sight, from 0. */
  readonly inSight: () => readonly [from: number, to: number];
  readonly focus: () => void;
  /** Marks what is selected in the grid beside, instead of a selection of its own: focus and keys stay there. */
  readonly mirror: (range: GridRange) => void;
  /** What scrolls; null before the table stands. */
  readonly scroller: () => HTMLElement | null;
}

export interface HotGridProps {
  readonly handle: Ref<HotGridHandle>;
  readonly label: string;
  readonly columns: SheetGridView["columns"];
  /** Pixels, by sheet column. */
  readonly widths: readonly number[];
  readonly totalRows: number;
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly version: ShownVersion;
  readonly shown: Shown;
  readonly side: GridSideName;
  /** Open threads on a change; always the same function: `redraw` shows what is new. */
  readonly threadsOn: (change: string) => number;
  readonly onSelect: (range: GridRange) => void;
  /** Rows in sight changed: load them. */
  readonly onScroll: () => void;
  /** The table stands, and can be told to select. */
  readonly onReady: () => void;
  readonly licenseKey: string;
}

const ROW = 27;
const GAP = 22;
const GUTTER = 40;
/** Pixels, by side: the gutter of the other version's numbers has room for a sign. */
const GUTTER_WIDTHS: Readonly<Record<GridSideName, readonly [was: number, row: number]>> = {
  alone: [GUTTER, GUTTER],
  left: [GUTTER, 20],
  right: [20, GUTTER],
};
const SCROLLBAR = 16;

/** The letter in the staged version; added and removed columns carry their sign, moved ones where they were. */
function headerOf({ before, staged }: SheetGridView["columns"][number], side: GridSideName): string {
  if (side === "left") return before === null ? "" : staged === null ? `− ${before}` : before;
  if (side === "right") return staged === null ? "" : before === null ? `+ ${staged}` : staged;
  if (before === null) return `+ ${staged ?? ""}`;
  if (staged === null) return `− ${before}`;
  return before === staged ? staged : `${staged} (was ${before})`;
}

function HotGridBase(props: HotGridProps) {
  const { handle, label, columns, widths, totalRows, rowAt, version, shown, side, threadsOn } = props;
  const { onScroll, licenseKey } = props;
  const table = useRef<HotTableRef>(null);
  const [space, setSpace] = useState(0);
  const gutters = GUTTER_WIDTHS[side];
  const fitted = useMemo(() => stretchTo(widths, space - gutters[0] - gutters[1] - 1), [widths, space, gutters]);
  const mirrored = useRef<GridRange | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(handle, () => ({
    redraw: () => table.current?.hotInstance?.render(),
    select: (row, column) => {
      const hot = table.current?.hotInstance;
      if (hot === null || hot === undefined) return;
      const at = column === null ? 1 : column + GUTTERS;
      bringIntoSight(hot, row, at);
      hot.selectCell(row, at, row, at, false, false);
    },
    inSight: () => {
      const hot = table.current?.hotInstance;
      return [hot?.getFirstRenderedVisibleRow() ?? 0, hot?.getLastRenderedVisibleRow() ?? 0];
    },
    focus: () => table.current?.hotInstance?.listen(),
    mirror: (range) => {
      const hot = table.current?.hotInstance;
      if (hot === null || hot === undefined) return;
      if (hot.getSelectedLast() !== undefined) hot.deselectCell();
      mirrored.current = range;
      markMirrored(hot, range);
    },
    scroller: () => table.current?.hotInstance?.rootElement.querySelector<HTMLElement>(".ht_master .wtHolder") ?? null,
  }));
  const settings = useMemo<HotTableProps>(
    () => ({
      injectCoreCss: false,
      themeName: "ht-theme-classic",
      licenseKey,
      // One empty array a row: the table needs their number, the drawing takes rows from the cache.
      data: Array.from({ length: totalRows }, () => []),
      columns: Array.from({ length: columns.length + GUTTERS }, () => ({ data: () => null })),
      colHeaders: [
        side === "right" ? "" : "was",
        side === "left" ? "" : "row",
        ...columns.map((column) => headerOf(column, side)),
      ],
      colWidths: [...gutters, ...fitted],
      rowHeights: (index: number) => (rowAt(index)?.kind === "gap" ? GAP : ROW),
      fixedColumnsStart: GUTTERS,
      readOnly: true,
      editor: false,
      width: "100%",
      height: "100%",
      autoColumnSize: false,
      autoRowSize: false,
      autoWrapCol: false,
      autoWrapRow: false,
      tabNavigation: false,
      outsideClickDeselects: false,
      fillHandle: false,
      selectionMode: "range",
      readOnlyCellClassName: "",
      viewportColumnRenderingOffset: 4,
      hotRenderer: (_hot, td, row, column) => {
        drawCell(td, rowAt(row), column, { version, shown, side, columns, threadsOn });
        if (isWithin(mirrored.current, row, column - GUTTERS)) td.classList.add("mirrored");
      },
      afterRender: () => {
        const hot = table.current?.hotInstance;
        if (hot !== null && hot !== undefined) markStop(hot, stop.current);
        latest.current.onScroll();
      },
      afterSelection: (row, column, toRow, toColumn) => {
        stop.current = { row: Math.max(row, 0), column: Math.max(column, 0) };
        const hot = table.current?.hotInstance;
        if (hot !== null && hot !== undefined) markStop(hot, stop.current);
        mirrored.current = null;
        const range: GridRange = {
          fromRow: Math.max(0, Math.min(row, toRow)),
          toRow: Math.max(row, toRow),
          columns:
            Math.min(column, toColumn) < GUTTERS
              ? null
              : { from: Math.min(column, toColumn) - GUTTERS, to: Math.max(column, toColumn) - GUTTERS },
        };
        latest.current.onSelect(range);
      },
      afterScrollVertically: () => latest.current.onScroll(),
    }),
    [columns, fitted, gutters, totalRows, rowAt, version, shown, side, threadsOn, licenseKey],
  );
  useEffect(() => onScroll(), [onScroll, totalRows]);
  useEffect(() => latest.current.onReady(), []);
  const frame = useRef<HTMLDivElement>(null);
  const stop = useRef({ row: 0, column: GUTTERS });
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => {
      const hot = table.current?.hotInstance;
      if (hot === null || hot === undefined) return;
      const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 };
      setSpace(clientWidth - (latest.current.totalRows * ROW + ROW > clientHeight ? SCROLLBAR : 0));
      hot.refreshDimensions();
      markStop(hot, stop.current);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="sheet-grid bg-panel relative min-h-0 flex-1 overflow-hidden"
      onFocus={(event) => {
        const hot = table.current?.hotInstance;
        if (hot !== null && hot !== undefined) enter(hot, event);
      }}
      data-shortcuts="allow"
      role="region"
      aria-label={label}
    >
      <HotTable ref={table} {...settings} />
    </div>
  );
}

/** Rows above one that is brought into sight. */
const CONTEXT = 3;

/** What is wholly in sight stays where it is; else a screenful is turned at once, so that the next steps need no turning. */
function bringIntoSight(hot: Core, row: number, column: number): void {
  const away = {
    row: row < hot.getFirstFullyVisibleRow() || row > hot.getLastFullyVisibleRow(),
    column:
      column >= GUTTERS && (column < hot.getFirstFullyVisibleColumn() || column > hot.getLastFullyVisibleColumn()),
  };
  if (!away.row && !away.column) return;
  hot.scrollViewportTo({
    ...(away.row ? { row: Math.max(0, row - CONTEXT), verticalSnap: "top" } : {}),
    ...(away.column ? { col: column, horizontalSnap: "start" } : {}),
  });
}

/**
 * One tab stop into the grid: the cell that was selected last, or the first in sight. The scrolling boxes between the
 * grid and its rows lose their role and their own stop: readers must find rows directly inside the grid.
 */
function markStop(hot: Core, { row, column }: { readonly row: number; readonly column: number }): void {
  for (const holder of hot.rootElement.querySelectorAll(".wtHolder")) {
    holder.removeAttribute("role");
    holder.removeAttribute("tabindex");
  }
  const cell = hot.getCell(row, column) ?? hot.getCell(hot.getFirstRenderedVisibleRow(), GUTTERS);
  for (const other of hot.rootElement.querySelectorAll<HTMLElement>('td[tabindex="0"]')) {
    if (other !== cell) other.tabIndex = -1;
  }
  if (cell !== null) cell.tabIndex = 0;
}

const isWithin = (range: GridRange | null, row: number, column: number): boolean =>
  range !== null &&
  row >= range.fromRow &&
  row <= range.toRow &&
  (range.columns === null || (column >= range.columns.from && column <= range.columns.to));

/** What is drawn of a range; what is drawn later gets its mark with it. */
function markMirrored(hot: Core, range: GridRange): void {
  for (const cell of hot.rootElement.querySelectorAll("td.mirrored")) cell.classList.remove("mirrored");
  const from = Math.max(range.fromRow, hot.getFirstRenderedVisibleRow());
  const to = Math.min(range.toRow, hot.getLastRenderedVisibleRow());
  const columns = range.columns ?? { from: -GUTTERS, to: hot.countCols() - GUTTERS - 1 };
  for (let row = from; row <= to; row += 1)
    for (let column = columns.from; column <= columns.to; column += 1)
      hot.getCell(row, column + GUTTERS)?.classList.add("mirrored");
}

/** Tab or a click brings the focus in: the cell under it is selected, and the keys work. */
function enter(hot: Core, event: FocusEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLTableCellElement) || event.currentTarget.contains(event.relatedTarget)) return;
  const at = hot.getCoords(event.target);
  if (at === null || at.row === null || at.col === null || at.row < 0 || hot.isListening()) return;
  hot.selectCell(at.row, at.col);
}

/** Drawn anew only when what it shows changes: every set of settings costs a walk over the table. */
export const HotGrid = memo(HotGridBase);
