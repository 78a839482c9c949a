/** What a selection of grid cells means: which place, which changes. Grid rows and columns count from 0. */
import type { GridCell, GridRow, SheetGridView } from "../../lib/contracts/sheets.ts";
import { columnLetters } from "./cell-view.ts";

export interface GridRange {
  readonly fromRow: number;
  readonly toRow: number;
  /** Of the answer's `columns`; null: whole rows. */
  readonly columns: { readonly from: number; readonly to: number } | null;
}

export interface SheetSelection {
  /** "D3", "D3:E5", "row 4", "rows 4–6": numbers of the staged version, of the base for what was removed. */
  readonly label: string;
  readonly ids: readonly string[];
  /** Where exactly one cell is selected. */
  readonly cell: GridCell | null;
  readonly row: GridRow | null;
  /** Row and column headings found beside the cell: "Services, Q3"; "" where there are none. */
  readonly heading: string;
}

type Columns = SheetGridView["columns"];

const rowNumber = (row: GridRow | undefined): string => String(row?.staged ?? row?.before ?? "?");
const letters = (columns: Columns, index: number): string =>
  columns[index]?.staged ?? columns[index]?.before ?? columnLetters(index);

export const cellAt = (row: GridRow | undefined, column: number): GridCell | undefined =>
  row?.cells.find((cell) => cell.column === column);

/** Ids in reading order, each once. A whole row counts with all that is in it. Rows that are not loaded count nothing. */
export function selectionOf(
  range: GridRange,
  rowAt: (index: number) => GridRow | undefined,
  columns: Columns,
): SheetSelection {
  const ids = new Set<string>();
  for (let index = range.fromRow; index <= range.toRow; index += 1) {
    const row = rowAt(index);
    if (row === undefined) continue;
    const whole = range.columns === null || row.kind === "added" || row.kind === "removed";
    if (whole && row.change !== undefined) ids.add(row.change);
    for (const cell of row.cells) {
      if (range.columns !== null && (cell.column < range.columns.from || cell.column > range.columns.to)) continue;
      if (cell.facet === "recalculated") continue;
      if (cell.change !== undefined) ids.add(cell.change);
      for (const other of cell.others ?? []) ids.add(other);
    }
  }
  const first = rowAt(range.fromRow);
  const last = rowAt(range.toRow);
  const single = range.fromRow === range.toRow;
  if (range.columns === null) {
    const label = single ? `row ${rowNumber(first)}` : `rows ${rowNumber(first)}–${rowNumber(last)}`;
    return { label, ids: [...ids], cell: null, row: single ? (first ?? null) : null, heading: "" };
  }
  const { from, to } = range.columns;
  const start = `${letters(columns, from)}${rowNumber(first)}`;
  const one = single && from === to;
  return {
    label: one ? start : `${start}:${letters(columns, to)}${rowNumber(last)}`,
    ids: [...ids],
    cell: one ? (cellAt(first, from) ?? null) : null,
    row: single ? (first ?? null) : null,
    heading: one ? headingOf(range.fromRow, from, rowAt) : "",
  };
}

const asText = (cell: GridCell | undefined): string => {
  const side = cell?.staged ?? cell?.before;
  return typeof side?.value === "string" ? side.text : "";
};

function headingOf(row: number, column: number, rowAt: (index: number) => GridRow | undefined): string {
  const beside = column === 0 ? "" : asText(cellAt(rowAt(row), 0));
  const above = row === 0 ? "" : asText(cellAt(rowAt(0), column));
  return [beside, above].filter((text) => text !== "").join(", ");
}

/** Whether stepping from change to change stops here: something to decide, and among those looked at (null: all). */
export const isStop = (cell: GridCell, only: ReadonlySet<string> | null = null): boolean =>
  cell.change !== undefined &&
  cell.facet !== "recalculated" &&
  (only === null || [cell.change, ...(cell.others ?? [])].some((id) => only.has(id)));

export interface GridPlace {
  readonly row: number;
  /** null: the row itself is the change. */
  readonly column: number | null;
}

/** The changes of one row in reading order. The row's own comes first, and stands for the cells it brought. */
export function stopsOf(row: GridRow, only: ReadonlySet<string> | null = null): readonly (number | null)[] {
  if (row.kind === "gap") return [];
  if (row.change !== undefined && row.kind !== "both") {
    const own = row.cells.filter((cell) => isStop(cell, only) && cell.change !== row.change && row.kind === "moved");
    return [...(only === null || only.has(row.change) ? [null] : []), ...own.map((cell) => cell.column)];
  }
  return row.cells.filter((cell) => isStop(cell, only)).map((cell) => cell.column);
}

/** The next place in `direction` inside one row, strictly after `from` (undefined: from the row's edge); undefined: none. */
export function stopInRow(
  row: GridRow,
  direction: 1 | -1,
  from?: number | null,
  only: ReadonlySet<string> | null = null,
): number | null | undefined {
  const order = (stop: number | null) => stop ?? -1;
  const stops = [...stopsOf(row, only)].sort((a, b) => (order(a) - order(b)) * direction);
  if (from === undefined) return stops[0];
  return stops.find((stop) => (order(stop) - order(from)) * direction > 0);
}
