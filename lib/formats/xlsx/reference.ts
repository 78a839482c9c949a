/** Columns and cells in A1 notation. All numbers count from 1. */

export const MAX_ROW = 1_048_576;
export const MAX_COLUMN = 16_384;

const LETTERS: string[] = [""];

/** 1 → A, 27 → AA. */
export function columnLetters(column: number): string {
  const kept = LETTERS[column];
  if (kept !== undefined) return kept;
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  if (column <= MAX_COLUMN) LETTERS[column] = letters;
  return letters;
}

/** A → 1; NaN where it is no column. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at++) {
    const digit = letters.charCodeAt(at) & ~32;
    if (digit < 65 || digit > 90) return Number.NaN;
    column = column * 26 + digit - 64;
  }
  return column >= 1 && column <= MAX_COLUMN ? column : Number.NaN;
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** `$` is allowed and dropped; `null` where it is no cell of a sheet. */
export function parseCell(text: string): CellPlace | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(text);
  if (match === null) return null;
  const column = columnNumber(match[1] ?? "");
  const row = Number(match[2]);
  return Number.isNaN(column) || row < 1 || row > MAX_ROW ? null : { row, column };
}

export const formatCell = (row: number, column: number): string => columnLetters(column) + String(row);

export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** `B2`, `B2:D9`, `B:D`, `2:9`; corners in any order. */
export function parseArea(text: string): Area | null {
  const [first = "", second = first] = text.replaceAll("$", "").split(":");
  const start = parseCell(first);
  const end = parseCell(second);
  if (start !== null && end !== null)
    return {
      top: Math.min(start.row, end.row),
      left: Math.min(start.column, end.column),
      bottom: Math.max(start.row, end.row),
      right: Math.max(start.column, end.column),
    };
  const columns = [columnNumber(first), columnNumber(second)].sort((a, b) => a - b);
  if (first !== "" && columns.every((column) => !Number.isNaN(column)))
    return { top: 1, left: columns[0] ?? 1, bottom: MAX_ROW, right: columns[1] ?? MAX_COLUMN };
  if (!/^\d{1,7}$/.test(first) || !/^\d{1,7}$/.test(second)) return null;
  const rows = [Number(first), Number(second)].sort((a, b) => a - b);
  return { top: rows[0] ?? 1, left: 1, bottom: rows[1] ?? MAX_ROW, right: MAX_COLUMN };
}

export function formatArea(area: Area): string {
  const first = formatCell(area.top, area.left);
  const last = formatCell(area.bottom, area.right);
  return first === last ? first : `${first}:${last}`;
}

export const areasMeet = (a: Area, b: Area): boolean =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
