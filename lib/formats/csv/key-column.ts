/**
 * The column by which rows are known: its texts are there and unique in both versions. The leftmost one, at most a few are
 * tried. A column of numbers with decimals measures something: that no two of them are equal is chance, and names no row.
 */
import type { Work } from "../format.ts";
import type { Axis } from "./axis.ts";
import { rowValues, type CsvDocument } from "./document.ts";

export interface KeyColumn {
  readonly before: number;
  readonly after: number;
  /** All keys of each version. */
  readonly ofBefore: ReadonlySet<string>;
  readonly ofAfter: ReadonlySet<string>;
}

const TRIED = 4;

/** @param open rows that have no counterpart yet: what is not unique among them need not be looked for in all rows */
export function keyColumn(
  before: CsvDocument,
  after: CsvDocument,
  columns: Axis,
  open: { readonly a: readonly number[]; readonly b: readonly number[] },
  work: Work,
): KeyColumn | null {
  const own = open.a.map((row) => rowValues(before, row));
  const other = open.b.map((row) => rowValues(after, row));
  let tried = 0;
  for (let at = 0; at < Math.min(before.width, columns.toAfter.length) && tried < TRIED; at++) {
    const to = columns.toAfter[at] ?? -1;
    if (to < 0 || to >= after.width || !unique(own, at) || !unique(other, to)) continue;
    if (measures(own, at) && measures(other, to)) continue;
    work.remaining -= before.rowCount + after.rowCount;
    if (work.remaining < 0) return null;
    tried++;
    const ofBefore = allKeys(before, at);
    const ofAfter = ofBefore && allKeys(after, to);
    if (ofBefore && ofAfter) return { before: at, after: to, ofBefore, ofAfter };
  }
  return null;
}

function unique(rows: readonly (readonly string[])[], column: number): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const value = row[column] ?? "";
    if (value === "" || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}

const DECIMAL = /^[-+]?\d[\d' ]*(?:[.,]\d+)+ ?%?$/;

const measures = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.length > 0 && rows.every((row) => DECIMAL.test(row[column] ?? ""));

function allKeys(doc: CsvDocument, column: number): ReadonlySet<string> | null {
  const seen = new Set<string>();
  for (let row = 0; row < doc.rowCount; row++) {
    const value = rowValues(doc, row)[column] ?? "";
    if (value === "" || seen.has(value)) return null;
    seen.add(value);
  }
  return seen;
}
