/** Places and sizes of a sheet's grid. Columns and rows count from 0 here, and from A and 1 on the screen. */
import type { SheetWindowView } from "../../lib/contracts/records.ts";

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface CellRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

const CELL = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/;

/** null where it is no range. */
export function parseRange(text: string): CellRange | null {
  const [first = "", last = first] = text.split(":");
  const [from, to] = [parsePlace(first), parsePlace(last)];
  return from === null || to === null ? null : { from, to };
}

function parsePlace(text: string): CellPlace | null {
  const [, letters = "", row = ""] = CELL.exec(text) ?? [];
  if (letters === "") return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(row) - 1, column: column - 1 };
}

export function lettersOf(column: number): string {
  let [left, letters] = [column + 1, ""];
  while (left > 0) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
    left = Math.floor((left - 1) / 26);
  }
  return letters;
}

export const cellName = ({ row, column }: CellPlace): string => `${lettersOf(column)}${row + 1}`;

export const isIn = ({ from, to }: CellRange, row: number, column: number): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column;

const [NARROW, WIDE, CHARACTER, PADDING] = [64, 320, 7, 18];

/** Pixels, from the texts of the first window: columns must not jump when more rows come. */
export function columnWidthsOf({ columns, rows }: Pick<SheetWindowView, "columns" | "rows">): readonly number[] {
  const longest = columns.map(({ header }) => header?.length ?? 0);
  for (const { cells } of rows)
    for (const { column, text } of cells) longest[column] = Math.max(longest[column] ?? 0, Math.min(text.length, 60));
  return longest.map((length) => Math.max(NARROW, Math.min(WIDE, length * CHARACTER + PADDING)));
}

/** Where a key leads from a cell; null: nowhere. */
export function cellStep(key: string, from: CellPlace, rows: number, columns: number, page: number): CellPlace | null {
  const at = (row: number, column: number): CellPlace => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  switch (key) {
    case "ArrowDown":
      return at(from.row + 1, from.column);
    case "ArrowUp":
      return at(from.row - 1, from.column);
    case "ArrowLeft":
      return at(from.row, from.column - 1);
    case "ArrowRight":
      return at(from.row, from.column + 1);
    case "PageDown":
      return at(from.row + page, from.column);
    case "PageUp":
      return at(from.row - page, from.column);
    case "Home":
      return at(from.row, 0);
    case "End":
      return at(from.row, columns - 1);
    default:
      return null;
  }
}
