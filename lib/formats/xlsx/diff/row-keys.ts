/**
 * Keys by which rows (and columns) of two versions are recognised: what the valued cells say, formulas without their
 * references, no styles, no cached results. 53 bits of a plain hash: keys only propose a pair, every pair is then
 * compared, so that a collision costs a strange alignment and never hides a change.
 */
import { cellValue, isBlank } from "../cell-value.ts";
import { formulaSkeleton } from "../formula-shift.ts";
import type { RawCell } from "../row-cells.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";

export class Hasher {
  #low = 0x811c9dc5;
  #high = 0x1b873593;

  add(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193);
    this.#high = Math.imul(this.#high ^ (word + (this.#low >>> 15)), 0x85ebca6b) ^ (this.#high >>> 13);
  }

  text(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at));
  }

  number(number: number): void {
    DOUBLE[0] = number === 0 ? 0 : number;
    this.add(WORDS[0] ?? 0);
    this.add(WORDS[1] ?? 0);
  }

  /** Never 0, which stands for a blank row. */
  get key(): number {
    const high = (this.#high ^ (this.#high >>> 15)) & 0x1fffff;
    return high * 4_294_967_296 + (this.#low >>> 0) + 1;
  }
}

const DOUBLE = new Float64Array(1);
const WORDS = new Int32Array(DOUBLE.buffer);

/** One cell's key, wherever it stands. */
export function cellKey(book: Workbook, sheet: Sheet, row: number, cell: RawCell): number {
  const hasher = new Hasher();
  addCell(hasher, book, sheet, row, cell);
  return hasher.key;
}

function addCell(hasher: Hasher, book: Workbook, sheet: Sheet, row: number, cell: RawCell): void {
  const formula = sheet.formula(row, cell);
  if (formula !== null) {
    hasher.add(1);
    hasher.text(formulaSkeleton(formula).trim());
    return;
  }
  const value = cellValue(book, cell);
  if (typeof value === "number") {
    hasher.add(2);
    hasher.number(value);
  } else if (typeof value === "string") {
    hasher.add(3);
    hasher.text(value);
  } else if (typeof value === "boolean") hasher.add(value ? 4 : 5);
  else if (value !== null) {
    hasher.add(6);
    hasher.text(value.error);
  }
}

/** How often each cell's key occurs in the first rows, wherever the cells stand. */
export function cellCounts(book: Workbook, sheet: Sheet, rows: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let index = 0; index < Math.min(sheet.rows.count, rows); index++)
    for (const cell of sheet.cells(index)) {
      if (isBlank(cell)) continue;
      const key = cellKey(book, sheet, sheet.rows.numbers[index] ?? 0, cell);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

/** @param column where a column lies in the common numbering; `null` leaves the cell out */
export function rowKey(
  book: Workbook,
  sheet: Sheet,
  index: number,
  column: (column: number) => number | null = (same) => same,
): number {
  const row = sheet.rows.numbers[index] ?? 0;
  const hasher = new Hasher();
  let some = false;
  for (const cell of sheet.cells(index)) {
    if (isBlank(cell)) continue;
    some = true;
    const place = column(cell.column);
    if (place === null) continue;
    hasher.add(place);
    addCell(hasher, book, sheet, row, cell);
  }
  return some ? hasher.key : 0;
}

const LESS = 0x3c;
const QUOTE = 0x22;

/**
 * A row's key from its bytes, place numbers left out: comparable only between sheets with equal string and style
 * tables. 0 where the row says nothing.
 */
export function rawRowKey(sheet: Sheet, index: number): number {
  const { bytes } = sheet;
  const end = sheet.rows.ends[index] ?? 0;
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  let some = false;
  for (let at = sheet.rows.opens[index] ?? 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ (byte + (low >>> 15)), 0x85ebca6b);
    if (byte === LESS) {
      const next = bytes[at + 1];
      if (next === 0x76 || next === 0x66 || next === 0x69) some = true;
    } else if (byte === QUOTE && bytes[at - 2] === 0x72 && (bytes[at - 3] ?? 0) <= 0x20) {
      // Inside of r="…": the column counts, the row number does not.
      for (at++; at < end && (bytes[at] ?? 0) >= 0x41; at++) low = Math.imul(low ^ (bytes[at] ?? 0), 0x01000193);
      while (at < end && bytes[at] !== QUOTE) at++;
    }
  }
  const mixed = (high ^ (high >>> 15)) & 0x1fffff;
  return some ? mixed * 4_294_967_296 + (low >>> 0) + 1 : 0;
}
