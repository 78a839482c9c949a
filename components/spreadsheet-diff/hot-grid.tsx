"use client";
/**
 * Handsontable behind our own small interface: read-only, windowed, drawn by `drawCell`. Rows come from a cache that
 * the parent owns; the table itself holds none, so that neither memory nor document grows with the diff.
 */
import { HotTable, type HotTableProps, type HotTableRef } from "@handsontable/react-wrapper";
import { memo, useEffect, useImperativeHandle, useMemo, useRef, type Ref } from "react";

import type { GridRow, SheetGridView } from "../../lib/contracts/sheets.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import type { Shown } from "./cell-view.ts";
import { drawCell, GUTTERS } from "./draw-cell.ts";
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
  readonly onSelect: (range: GridRange) => void;
  /** Rows in sight changed: load them. */
  readonly onScroll: () => void;
  readonly licenseKey: string;
}

const ROW = 27;
const GAP = 22;
const GUTTER = 40;

/** The letter in the staged version; added and removed columns carry their sign, moved ones where they were. */
function headerOf({ before, staged }: SheetGridView["columns"][number]): string {
  if (before === null) return `+ ${staged ?? ""}`;
  if (staged === null) return `− ${before}`;
  return before === staged ? staged : `${staged} (was ${before})`;
}

function HotGridBase(props: HotGridProps) {
  const { handle, label, columns, widths, totalRows, rowAt, version, shown, onScroll, licenseKey } = props;
  const table = useRef<HotTableRef>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(handle, () => ({
    redraw: () => table.current?.hotInstance?.render(),
    select: (row, column) => {
      const at = column === null ? 1 : column + GUTTERS;
      table.current?.hotInstance?.selectCell(row, at, row, at, true, false);
    },
    inSight: () => {
      const hot = table.current?.hotInstance;
      return [hot?.getFirstRenderedVisibleRow() ?? 0, hot?.getLastRenderedVisibleRow() ?? 0];
    },
    focus: () => table.current?.hotInstance?.listen(),
  }));
  const settings = useMemo<HotTableProps>(
    () => ({
      injectCoreCss: false,
      themeName: "ht-theme-classic",
      licenseKey,
      // One empty array a row: the table needs their number, the drawing takes rows from the cache.
      data: Array.from({ length: totalRows }, () => []),
      columns: Array.from({ length: columns.length + GUTTERS }, () => ({ data: () => null })),
      colHeaders: ["was", "row", ...columns.map(headerOf)],
      colWidths: [GUTTER, GUTTER, ...widths],
      rowHeights: (index: number) => (rowAt(index)?.kind === "gap" ? GAP : ROW),
      fixedColumnsStart: GUTTERS,
      readOnly: true,
      editor: false,
      width: "100%",
      height: "100%",
      stretchH: "all",
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
        drawCell(td, rowAt(row), column, version, shown);
      },
      afterSelection: (row, column, toRow, toColumn) => {
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
    [columns, widths, totalRows, rowAt, version, shown, licenseKey],
  );
  useEffect(() => onScroll(), [onScroll, totalRows]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => table.current?.hotInstance?.refreshDimensions());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="sheet-grid bg-panel relative min-h-0 flex-1 overflow-hidden"
      data-shortcuts="allow"
      role="region"
      aria-label={label}
    >
      <HotTable ref={table} {...settings} />
    </div>
  );
}

/** Drawn anew only when what it shows changes: every set of settings costs a walk over the table. */
export const HotGrid = memo(HotGridBase);
export default HotGrid;
