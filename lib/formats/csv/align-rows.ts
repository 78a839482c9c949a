/**
 * Which row of one version is which of the other. Equal rows first, in order; then, between them, rows that share their
 * key or enough of their cells; then, wherever they lie, rows that are equal or have the same key: those moved. A key
 * is a column whose texts are there and unique in both versions.
 *
 * Rows that are recognised are only proposed: every pair is compared cell by cell afterwards.
 */
import type { Work } from "../format.ts";
import { diffLines, type Hunk } from "../text/line-diff.ts";
import { axisOf, type Axis } from "./axis.ts";
import { rowText, rowValues, type CsvDocument } from "./document.ts";
import { keyColumn, type KeyColumn } from "./key-column.ts";
import { pairGap, type GapRow } from "./pair-rows.ts";

interface AlignedRows {
  readonly complete: boolean;
  readonly axis: Axis;
}

export function alignRows(before: CsvDocument, after: CsvDocument, columns: Axis, work: Work): AlignedRows {
  const numbers = internRows(before, after, columns);
  work.remaining -= before.rowCount + after.rowCount;
  const { complete, hunks } = diffLines(numbers, work);
  const toAfter = new Int32Array(before.rowCount).fill(-1);
  let [left, right] = [0, 0];
  for (const hunk of [...hunks, null]) {
    const end = hunk?.beforeFrom ?? before.rowCount;
    while (left < end) toAfter[left++] = right++;
    if (hunk) [left, right] = [hunk.beforeTo, hunk.afterTo];
  }
  if (complete) pairRest({ before, after, columns, numbers, toAfter, work }, hunks);
  return { complete: complete && work.remaining >= 0, axis: axisOf(toAfter, after.rowCount) };
}

interface Pairing {
  readonly before: CsvDocument;
  readonly after: CsvDocument;
  readonly columns: Axis;
  readonly numbers: ReturnType<typeof internRows>;
  readonly toAfter: Int32Array;
  readonly work: Work;
}

function pairRest(pairing: Pairing, hunks: readonly Hunk[]): void {
  const { before, after, columns, toAfter, work } = pairing;
  if (
    hunks.every((hunk) => hunk.beforeFrom === hunk.beforeTo) ||
    hunks.every((hunk) => hunk.afterFrom === hunk.afterTo)
  )
    return;
  const open = { a: rowsOf(hunks, "before"), b: rowsOf(hunks, "after") };
  const key = keyColumn(before, after, columns, open, work);
  const gapRows = (doc: CsvDocument, from: number, to: number, keyAt: number | null): GapRow[] =>
    Array.from({ length: to - from }, (_, n) => {
      const values = rowValues(doc, from + n);
      return { row: from + n, values, key: keyAt === null ? null : (values[keyAt] ?? null) };
    });
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    if (beforeFrom === beforeTo || afterFrom === afterTo) continue;
    const a = gapRows(before, beforeFrom, beforeTo, key?.before ?? null);
    const b = gapRows(after, afterFrom, afterTo, key?.after ?? null);
    for (const [left, right] of pairGap(a, b, columns, key, work)) toAfter[left] = right;
  }
  pairMoved(pairing, key, open);
}

function rowsOf(hunks: readonly Hunk[], side: "before" | "after"): number[] {
  return hunks.flatMap((hunk) => {
    const [from, to] = side === "before" ? [hunk.beforeFrom, hunk.beforeTo] : [hunk.afterFrom, hunk.afterTo];
    return Array.from({ length: to - from }, (_, n) => from + n);
  });
}

/** What is left over: equal rows one by one in order (blank ones never), then rows with the same key. */
function pairMoved(
  { before, after, numbers, toAfter }: Pairing,
  key: KeyColumn | null,
  open: { readonly a: readonly number[]; readonly b: readonly number[] },
): void {
  const taken = new Set(toAfter);
  const pair = <T>(ofA: (row: number) => T | null, ofB: (row: number) => T | null) => {
    const waiting = new Map<T, number[]>();
    for (const row of open.b) {
      const own = taken.has(row) ? null : ofB(row);
      if (own === null) continue;
      const list = waiting.get(own);
      if (list) list.push(row);
      else waiting.set(own, [row]);
    }
    for (const list of waiting.values()) list.reverse();
    for (const row of open.a) {
      const own = toAfter[row] === -1 ? ofA(row) : null;
      const found = own === null ? undefined : waiting.get(own)?.pop();
      if (found === undefined) continue;
      toAfter[row] = found;
      taken.add(found);
    }
  };
  const says = (doc: CsvDocument, row: number) => rowValues(doc, row).some((value) => value !== "");
  pair(
    (row) => (says(before, row) ? (numbers.before[row] ?? null) : null),
    (row) => (says(after, row) ? (numbers.after[row] ?? null) : null),
  );
  if (key === null) return;
  pair(
    (row) => rowValues(before, row)[key.before] ?? null,
    (row) => rowValues(after, row)[key.after] ?? null,
  );
}

/** Equal numbers for rows that say the same in the columns that both versions have. */
function internRows(before: CsvDocument, after: CsvDocument, columns: Axis) {
  const known = new Map<string, number>();
  const number = (key: string): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, known.size);
    return known.size - 1;
  };
  const plain = columns.same;
  const [shared, twins] = [[] as number[], [] as number[]];
  columns.toAfter.forEach((twin, own) => {
    if (twin < 0) return;
    shared.push(own);
    twins.push(twin);
  });
  const keyOf = (doc: CsvDocument, row: number, places: readonly number[]): string => {
    const text = rowText(doc, row);
    if (plain && doc.delimiter === before.delimiter && !text.includes('"')) return text;
    const values = rowValues(doc, row);
    if (!plain) return places.map((place) => values[place] ?? "").join("\0");
    const bare = values.every((value) => !/["\r\n]/.test(value) && !value.includes(before.delimiter));
    return values.join(bare ? before.delimiter : "\0");
  };
  const run = (doc: CsvDocument, places: readonly number[]) =>
    Int32Array.from({ length: doc.rowCount }, (_, row) => number(keyOf(doc, row, places)));
  return { before: run(before, shared), after: run(after, twins), count: known.size };
}
