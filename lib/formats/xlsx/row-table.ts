/**
 * Where the rows of a sheet lie in its bytes, and how many cells they hold, found in one pass without parsing a cell. Rows
 * without `r` follow their predecessor (ECMA-376 part 1, 18.3.1.73).
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { ReadError } from "../format.ts";
import { MAX_ROW } from "./reference.ts";

export interface RowTable {
  readonly count: number;
  /** Row numbers, rising. */
  readonly numbers: Uint32Array;
  /** `<` of the row's start tag, behind its start tag, and behind its end tag, in the sheet's bytes. */
  readonly starts: Uint32Array;
  readonly opens: Uint32Array;
  readonly ends: Uint32Array;
  /** From `<sheetData` to behind `</sheetData>`; both 0 where the part has none. */
  readonly dataStart: number;
  readonly dataEnd: number;
  /** How many elements are spelled as cells are. */
  readonly cells: number;
}

const damaged = (detail: string): Result<never, ReadError> => err({ reason: "damaged", detail });

export function scanRows(bytes: Uint8Array): Result<RowTable, ReadError> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dataStart = buffer.indexOf("<sheetData");
  const lists: Lists = { numbers: [], starts: [], opens: [], ends: [], cells: 0 };
  if (dataStart === -1) return ok(table(lists, 0, 0));
  const opened = buffer.indexOf(">", dataStart) + 1;
  if (opened === 0) return damaged("a sheet ends inside of a tag");
  if (bytes[opened - 2] === 0x2f) return ok(table(lists, dataStart, opened));
  const close = buffer.indexOf("</sheetData", opened);
  const dataEnd = close === -1 ? 0 : buffer.indexOf(">", close) + 1;
  if (close === -1 || dataEnd === 0) return damaged("the sheet data do not end");
  let last = 0;
  for (let at = buffer.indexOf("<row", opened); at !== -1 && at < close;) {
    const open = tagEnd(bytes, at + 4, close);
    if (open === -1) return damaged("a row's tag does not end");
    const number = rowNumber(bytes, at + 4, open) ?? last + 1;
    if (number <= last || number > MAX_ROW) return damaged(`row ${number} follows row ${last}`);
    last = number;
    const empty = bytes[open - 2] === 0x2f;
    const closing = empty ? open : rowEnd(bytes, open, close, lists);
    if (closing === -1) return damaged(`row ${number} does not end`);
    const end = empty ? open : buffer.indexOf(">", closing) + 1;
    lists.numbers.push(number);
    lists.starts.push(at);
    lists.opens.push(open);
    lists.ends.push(end);
    at = buffer.indexOf("<row", end);
  }
  return ok(table(lists, dataStart, dataEnd));
}

interface Lists {
  readonly numbers: number[];
  readonly starts: number[];
  readonly opens: number[];
  readonly ends: number[];
  cells: number;
}

const table = (lists: Lists, dataStart: number, dataEnd: number): RowTable => ({
  count: lists.numbers.length,
  numbers: Uint32Array.from(lists.numbers),
  starts: Uint32Array.from(lists.starts),
  opens: Uint32Array.from(lists.opens),
  ends: Uint32Array.from(lists.ends),
  dataStart,
  dataEnd,
  cells: lists.cells,
});

/** `</row` at or behind `from`; -1 where there is none before `limit`. Counts the cells that it passes. */
function rowEnd(bytes: Uint8Array, from: number, limit: number, counted: Lists): number {
  for (let at = from; at < limit; at++) {
    if (bytes[at] !== 0x3c) continue;
    const next = bytes[at + 1];
    if (next === 0x63) counted.cells++;
    else if (next === 0x2f && bytes[at + 2] === 0x72 && bytes[at + 3] === 0x6f && bytes[at + 4] === 0x77) return at;
  }
  return -1;
}

/** Behind the `>` that ends the tag, quotes respected; -1 where there is none before `limit`. */
function tagEnd(bytes: Uint8Array, from: number, limit: number): number {
  let quote = 0;
  for (let at = from; at < limit; at++) {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) quote = byte;
    else if (byte === 0x3e) return at + 1;
  }
  return -1;
}

/** The value of ` r="…"`, or `null` where the tag has none. */
function rowNumber(bytes: Uint8Array, from: number, end: number): number | null {
  for (let at = from; at < end - 3; at++) {
    if (bytes[at] !== 0x72 || bytes[at + 1] !== 0x3d || (bytes[at - 1] ?? 0) > 0x20) continue;
    let number = 0;
    for (let digit = at + 3; digit < end; digit++) {
      const value = (bytes[digit] ?? 0) - 0x30;
      if (value < 0 || value > 9) return digit === at + 3 ? null : number;
      number = number * 10 + value;
    }
  }
  return null;
}

/** The index of row `number`, or of the first row behind it with `~` applied, as in binary search. */
export function findRow(rows: RowTable, number: number): number {
  let low = 0;
  let high = rows.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows.numbers[middle] ?? 0;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}
