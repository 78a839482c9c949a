/**
 * Which column of one version is which of the other: by the names in the header where both have one, then by what the
 * first rows hold (a renamed column), then, without a header, by place. Fields behind the width of the table (records
 * that are longer than the others) are no columns: they keep their place behind the last one.
 */
import type { Work } from "../format.ts";
import { longestIncreasing } from "../text/line-diff.ts";
import { axisOf, type Axis } from "./axis.ts";
import { headerOf, rowValues, type CsvDocument } from "./document.ts";

const SAMPLED_ROWS = 400;
const MAX_COMPARED = 300;
const ALIKE = 0.5;

export function alignColumns(before: CsvDocument, after: CsvDocument, work: Work): Axis {
  const empty = before.rowCount === 0 || after.rowCount === 0;
  const most = Math.max(before.width, after.width);
  const [widthA, widthB] = empty ? [most, most] : [before.width, after.width];
  const behind = Math.max(before.maxWidth - widthA, after.maxWidth - widthB, 0);
  const toAfter = new Int32Array(widthA + behind).fill(-1);
  if (empty || sameFirstRow(before, after)) for (let at = 0; at < widthA; at++) toAfter[at] = at;
  else matchColumns(before, after, toAfter.subarray(0, widthA), work);
  for (let at = 0; at < behind; at++) toAfter[widthA + at] = widthB + at;
  return axisOf(toAfter, widthB + behind);
}

function sameFirstRow(before: CsvDocument, after: CsvDocument): boolean {
  if (before.width !== after.width || headerOf(before) === null || headerOf(after) === null) return false;
  const names = rowValues(after, 0);
  return rowValues(before, 0).every((name, at) => name === names[at]);
}

function matchColumns(before: CsvDocument, after: CsvDocument, toAfter: Int32Array, work: Work): void {
  const [names, others] = [headerOf(before), headerOf(after)];
  const named = names !== null && others !== null;
  if (named) names.forEach((name, at) => (toAfter[at] = others.indexOf(name)));
  const free = freeColumns(toAfter, after.width);
  const cost = free.a.length * free.b.length * SAMPLED_ROWS;
  if (Math.max(free.a.length, free.b.length) <= MAX_COMPARED && cost < work.remaining) {
    work.remaining -= cost;
    matchByContent(before, after, toAfter, free, named);
  }
  if (!named) matchByPlace(toAfter, after.width);
  else renameInPlace(before, after, toAfter);
}

function freeColumns(toAfter: Int32Array, count: number): { readonly a: number[]; readonly b: number[] } {
  const taken = new Set(toAfter);
  const a = [...toAfter.keys()].filter((at) => toAfter[at] === -1);
  return { a, b: Array.from({ length: count }, (_, at) => at).filter((at) => !taken.has(at)) };
}

type Profile = ReadonlyMap<string, number>;

function matchByContent(
  before: CsvDocument,
  after: CsvDocument,
  toAfter: Int32Array,
  free: { readonly a: readonly number[]; readonly b: readonly number[] },
  named: boolean,
): void {
  if (free.a.length === 0 || free.b.length === 0) return;
  const a = profiles(before, free.a, named);
  const b = profiles(after, free.b, named);
  const likes = a.map((own) => b.map((other) => resemblance(own, other)));
  const inPlace = free.a.reduce((sum, at, n) => sum + (likes[n]?.[free.b.indexOf(at)] ?? 0), 0);
  const { pairs, total } = bestPairs(likes);
  // Columns stay where they are unless another order explains clearly more.
  const stay = before.width === after.width && !named && total <= inPlace + 0.5;
  for (const [i, j] of pairs) if (!stay) toAfter[free.a[i] ?? 0] = free.b[j] ?? -1;
  if (stay) for (const at of free.a) toAfter[at] = at;
  else matchMoved(toAfter, free, likes);
}

/** Columns that crossed others are recognised only where nearly everything in them agrees, and nothing else does. */
function matchMoved(
  toAfter: Int32Array,
  free: { readonly a: readonly number[]; readonly b: readonly number[] },
  likes: readonly (readonly number[])[],
): void {
  const taken = new Set(toAfter);
  free.a.forEach((at, i) => {
    if (toAfter[at] !== -1) return;
    const alike = free.b.filter((to, j) => !taken.has(to) && (likes[i]?.[j] ?? 0) >= 0.9);
    const [only] = alike;
    if (alike.length !== 1 || only === undefined) return;
    toAfter[at] = only;
    taken.add(only);
  });
}

/** How often each text occurs, blanks left out; the first of `columns` first. A header is not part of what a column holds. */
function profiles(doc: CsvDocument, columns: readonly number[], named: boolean): Map<string, number>[] {
  const found = columns.map(() => new Map<string, number>());
  for (let row = named ? 1 : 0; row < Math.min(doc.rowCount, SAMPLED_ROWS); row++) {
    const values = rowValues(doc, row);
    columns.forEach((column, n) => {
      const value = values[column];
      if (value !== undefined && value !== "") found[n]?.set(value, (found[n].get(value) ?? 0) + 1);
    });
  }
  return found;
}

/** 0 to 1: the share of texts in common. */
function resemblance(a: Profile, b: Profile): number {
  let common = 0;
  let [sizeA, sizeB] = [0, 0];
  for (const [text, count] of a) {
    sizeA += count;
    common += Math.min(count, b.get(text) ?? 0);
  }
  for (const count of b.values()) sizeB += count;
  return sizeA + sizeB === 0 ? 0 : common / Math.max(sizeA, sizeB);
}

/** Pairs in order on both sides with the largest sum of likeness. */
function bestPairs(likes: readonly (readonly number[])[]): { pairs: [number, number][]; total: number } {
  const height = likes.length;
  const width = likes[0]?.length ?? 0;
  const score = new Float64Array((height + 1) * (width + 1));
  const at = (i: number, j: number) => score[i * (width + 1) + j] ?? 0;
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--) {
      const alike = likes[i]?.[j] ?? 0;
      const paired = alike >= ALIKE ? alike + at(i + 1, j + 1) : 0;
      score[i * (width + 1) + j] = Math.max(at(i + 1, j), at(i, j + 1), paired);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < height && j < width;) {
    const alike = likes[i]?.[j] ?? 0;
    if (alike >= ALIKE && at(i, j) === alike + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return { pairs, total: at(0, 0) };
}

/** Between two columns that stay: as many as possible by place. */
function matchByPlace(toAfter: Int32Array, count: number): void {
  for (const { a, b } of gapsOf(toAfter, count))
    a.forEach((column, n) => {
      const twin = b[n];
      if (twin !== undefined) toAfter[column] = twin;
    });
}

/**
 * Between two columns that stay, as many on both sides: renamed and edited, unless nothing in them is the same. (Some of
 * the edits alone never make two columns alike that had nothing in common.)
 */
function renameInPlace(before: CsvDocument, after: CsvDocument, toAfter: Int32Array): void {
  for (const { a, b } of gapsOf(toAfter, after.width)) {
    if (a.length !== b.length || a.length > MAX_COMPARED) continue;
    const [own, other] = [profiles(before, a, true), profiles(after, b, true)];
    a.forEach((column, n) => {
      const [left, right, twin] = [own[n], other[n], b[n]];
      if (!left || !right || twin === undefined) return;
      if (resemblance(left, right) > 0 || left.size + right.size === 0) toAfter[column] = twin;
    });
  }
}

/** Columns without counterpart between each two neighbours that stay. */
function gapsOf(toAfter: Int32Array, count: number): { readonly a: number[]; readonly b: number[] }[] {
  const paired = [...toAfter.keys()].filter((at) => (toAfter[at] ?? -1) >= 0);
  const staying = [...longestIncreasing(Int32Array.from(paired, (at) => toAfter[at] ?? 0))].map((n) => paired[n] ?? 0);
  const taken = new Set(toAfter);
  const gaps: { readonly a: number[]; readonly b: number[] }[] = [];
  let [left, right] = [0, 0];
  for (const next of [...staying, toAfter.length]) {
    const end = next === toAfter.length ? count : (toAfter[next] ?? count);
    const gap = { a: [] as number[], b: [] as number[] };
    for (; left < next; left++) if (toAfter[left] === -1) gap.a.push(left);
    for (; right < end; right++) if (!taken.has(right)) gap.b.push(right);
    if (gap.a.length > 0 && gap.b.length > 0) gaps.push(gap);
    [left, right] = [next + 1, end + 1];
  }
  return gaps;
}
