/** Short ways for tests to read, compare and apply. */
import type { Change, ChangeId } from "../../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../../format.ts";
import { applyToWorkbooks } from "../apply/apply.ts";
import { cellContent } from "../cell-value.ts";
import { xlsxFormat } from "../index.ts";
import { parseCell } from "../reference.ts";
import { parseWorkbook, type Workbook } from "../workbook.ts";

export function open(bytes: Uint8Array): Workbook {
  const read = parseWorkbook(bytes, DEFAULT_LIMITS);
  if (!read.ok) throw new Error(`not readable: ${JSON.stringify(read.error)}`);
  return read.value;
}

export const changesOf = (before: Uint8Array, after: Uint8Array): readonly Change[] =>
  xlsxFormat.diff(open(before), open(after), defaultWork()).changes;

export function applied(before: Uint8Array, after: Uint8Array, chosen: readonly ChangeId[]): Uint8Array {
  const result = applyToWorkbooks(open(before), open(after), chosen);
  if (!result.ok) throw new Error(`not applied: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function cellOf(book: Workbook, sheetName: string, place: string) {
  const sheet = book.sheets.find(({ name }) => name === sheetName);
  const at = parseCell(place);
  if (sheet === undefined || at === null) throw new Error(`no such place: ${sheetName}!${place}`);
  const cell = sheet.cellsOfRow(at.row).find(({ column }) => column === at.column);
  return cell === undefined ? null : cellContent(book, sheet, at.row, cell);
}

/** Changes as one line each: `kind facet address`. */
export const lines = (changes: readonly Change[]): string[] =>
  changes.map(({ kind, facet, address }) => {
    const place = Object.values(address).slice(1).map(String).join("!");
    return `${kind} ${facet} ${place}`;
  });
