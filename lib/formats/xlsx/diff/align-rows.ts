/**
 * Aligns the rows of two versions of a sheet by content, so that one inserted row is one change and nothing below it
 * changes. Equal rows first (by bytes where the string and style tables are equal, else by what they say), then similar
 * rows between them, then by place: as many rows as possible are kept. Below the last row that both sides share
 * nothing is inserted or deleted: rows there are filled or cleared in place.
 */
import type { Work } from "../../format.ts";
import { isBlank } from "../cell-value.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import type { Alignment } from "./alignment.ts";
import { sameBytes } from "./match-sheets.ts";
import { cellKey, rawRowKey, rowKey } from "./row-keys.ts";
import { commonSubsequence, type Match } from "./sequence.ts";

export interface SideRows {
  readonly book: Workbook;
  readonly sheet: Sheet;
  /** The column's number in before; `null` for a new one. */
  column(column: number): number | null;
}

interface KeyedRows {
  /** Indexes of the rows that say something. */
  readonly indexes: readonly number[];
  readonly keys: Float64Array;
}

const MAX_PAIRS = 40_000;

export function alignRows(before: SideRows, after: SideRows, equalTables: boolean, work: Work): Alignment {
  const inPlace = equalTables ? alignInPlace(before, after, work) : null;
  if (inPlace !== null) return inPlace;
  const a = keyedRows(before, equalTables);
  const b = keyedRows(after, equalTables);
  work.remaining -= a.keys.length + b.keys.length;
  const matches = commonSubsequence(a.keys, b.keys, work);
  const removed: number[] = [];
  const added: number[] = [];
  const numberA = (at: number) => before.sheet.rows.numbers[a.indexes[at] ?? -1] ?? 0;
  const numberB = (at: number) => after.sheet.rows.numbers[b.indexes[at] ?? -1] ?? 0;
  const anchors: Match[] = [...matches, [a.keys.length, b.keys.length]];
  let last: Match = [-1, -1];
  for (const next of anchors) {
    const tail = next[0] === a.keys.length;
    const indexesA = a.indexes.slice(last[0] + 1, next[0]);
    const indexesB = b.indexes.slice(last[1] + 1, next[1]);
    const lastA = last[0] < 0 ? 0 : numberA(last[0]);
    const lastB = last[1] < 0 ? 0 : numberB(last[1]);
    const gap: Gap = {
      a: indexesA,
      b: indexesB,
      aFrom: lastA,
      bFrom: lastB,
      aTo: tail ? Infinity : numberA(next[0]),
      bTo: tail ? Infinity : numberB(next[1]),
    };
    if (tail || gap.a.length > 0 || gap.b.length > 0 || gap.aTo - gap.aFrom !== gap.bTo - gap.bFrom)
      alignGap(before, after, gap, { removed, added }, work);
    last = next;
  }
  return { removed, added };
}

/** Longer runs of rows that differ in place may be rows that moved. */
const MAX_RUN = 64;

/**
 * Without a key of any row: where both sheets have rows of the same numbers, most of them equal byte for byte and no
 * long run different, rows lie where they lay, and only the runs between equal rows are looked at. `null` otherwise.
 */
function alignInPlace(before: SideRows, after: SideRows, work: Work): Alignment | null {
  const [rowsA, rowsB] = [before.sheet.rows, after.sheet.rows];
  const { count } = rowsA;
  if (count !== rowsB.count || !sameBytes(bytesOf(rowsA.numbers), bytesOf(rowsB.numbers))) return null;
  const runs: [number, number][] = [];
  let different = 0;
  work.remaining -= count;
  for (let index = 0; index < count; index++) {
    if (sameBytes(before.sheet.rowBytes(index), after.sheet.rowBytes(index))) continue;
    different++;
    const run = runs.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
    if (index - (runs.at(-1)?.[0] ?? 0) >= MAX_RUN) return null;
  }
  if (different * 2 > count) return null;
  const found: Found = { removed: [], added: [] };
  for (const [first, last] of runs) {
    const indexes = Array.from({ length: last - first + 1 }, (_unused, at) => first + at);
    const from = first === 0 ? 0 : (rowsA.numbers[first - 1] ?? 0);
    const to = last === count - 1 ? Infinity : (rowsA.numbers[last + 1] ?? Infinity);
    const says = (side: SideRows) => indexes.filter((index) => rawRowKey(side.sheet, index) !== 0);
    alignGap(
      before,
      after,
      { a: says(before), b: says(after), aFrom: from, bFrom: from, aTo: to, bTo: to },
      found,
      work,
    );
  }
  return found;
}

const bytesOf = (numbers: Uint32Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

function keyedRows(side: SideRows, raw: boolean): KeyedRows {
  const indexes: number[] = [];
  const keys: number[] = [];
  const byColumn = (column: number) => side.column(column);
  for (let index = 0; index < side.sheet.rows.count; index++) {
    const key = raw ? rawRowKey(side.sheet, index) : rowKey(side.book, side.sheet, index, byColumn);
    if (key === 0) continue;
    indexes.push(index);
    keys.push(key);
  }
  return { indexes, keys: Float64Array.from(keys) };
}

/** Rows that match nothing, between two pairs that do: numbers strictly between `from` and `to`. */
interface Gap {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly aFrom: number;
  readonly bFrom: number;
  readonly aTo: number;
  readonly bTo: number;
}

interface Found {
  readonly removed: number[];
  readonly added: number[];
}

const placeIn = (side: SideRows, indexes: readonly number[], from: number) =>
  (side.sheet.rows.numbers[indexes[0] ?? 0] ?? 0) - from;

function alignGap(before: SideRows, after: SideRows, gap: Gap, found: Found, work: Work): void {
  const single = gap.a.length === 1 && gap.b.length === 1 && gap.aTo - gap.aFrom === gap.bTo - gap.bFrom;
  const samePlace = single && placeIn(before, gap.a, gap.aFrom) === placeIn(after, gap.b, gap.bFrom);
  if (gap.a.length === 0 || gap.b.length === 0 || samePlace) {
    settle(before, after, gap, found);
    return;
  }
  const pairs =
    gap.a.length * gap.b.length <= MAX_PAIRS
      ? similarRows(before, after, gap, work)
      : weakPairs(before, after, gap, work);
  let a = 0;
  let b = 0;
  let { aFrom, bFrom } = gap;
  for (const [inA, inB] of [...pairs, [gap.a.length, gap.b.length] as Match]) {
    const end = inA === gap.a.length;
    const aTo = end ? gap.aTo : (before.sheet.rows.numbers[gap.a[inA] ?? 0] ?? 0);
    const bTo = end ? gap.bTo : (after.sheet.rows.numbers[gap.b[inB] ?? 0] ?? 0);
    settle(before, after, { a: gap.a.slice(a, inA), b: gap.b.slice(b, inB), aFrom, bFrom, aTo, bTo }, found);
    a = inA + 1;
    b = inB + 1;
    aFrom = aTo;
    bFrom = bTo;
  }
}

/** What a row says, cell by cell: key by column in before. */
export function rowCellKeys(side: SideRows, index: number): Map<number, number> {
  const keys = new Map<number, number>();
  const row = side.sheet.rows.numbers[index] ?? 0;
  for (const cell of side.sheet.cells(index)) {
    const column = isBlank(cell) ? null : side.column(cell.column);
    if (column !== null) keys.set(column, cellKey(side.book, side.sheet, row, cell));
  }
  return keys;
}

/** 0 to 1: the share of equal cells. */
export function likeness(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let equal = 0;
  for (const [column, key] of a) if (b.get(column) === key) equal++;
  const most = Math.max(a.size, b.size);
  return most === 0 ? 1 : equal / most;
}

const ALIKE = 0.3;

/** Pairs of similar rows in order, with the largest sum of likeness. */
function similarRows(before: SideRows, after: SideRows, gap: Gap, work: Work): Match[] {
  const keysA = gap.a.map((index) => rowCellKeys(before, index));
  const keysB = gap.b.map((index) => rowCellKeys(after, index));
  const height = keysA.length;
  const width = keysB.length;
  work.remaining -= height * width * 4;
  if (work.remaining < 0) return [];
  const score = new Float64Array((height + 1) * (width + 1));
  const likes = new Float64Array(height * width);
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--) {
      const alike = likeness(keysA[i] ?? new Map(), keysB[j] ?? new Map());
      likes[i * width + j] = alike;
      const here = i * (width + 1) + j;
      const skip = Math.max(score[here + width + 1] ?? 0, score[here + 1] ?? 0);
      score[here] = Math.max(skip, alike >= ALIKE ? alike + (score[here + width + 2] ?? 0) : 0);
    }
  const pairs: Match[] = [];
  for (let i = 0, j = 0; i < height && j < width;) {
    const here = i * (width + 1) + j;
    const alike = likes[i * width + j] ?? 0;
    if (alike >= ALIKE && score[here] === alike + (score[here + width + 2] ?? 0)) pairs.push([i++, j++]);
    else if (score[here] === score[here + width + 1]) i++;
    else j++;
  }
  return pairs;
}

/** Many rows that all changed: recognised by their texts alone, then by their first cell. */
function weakPairs(before: SideRows, after: SideRows, gap: Gap, work: Work): Match[] {
  for (const pick of [textsOnly, firstOnly]) {
    const keysA = Float64Array.from(gap.a, (index) => pick(before, index));
    const keysB = Float64Array.from(gap.b, (index) => pick(after, index));
    const matches = commonSubsequence(keysA, keysB, work);
    if (matches.length * 2 >= Math.min(keysA.length, keysB.length)) return matches.filter(([at]) => keysA[at] !== 0);
  }
  return [];
}

function textsOnly(side: SideRows, index: number): number {
  let key = 0;
  const row = side.sheet.rows.numbers[index] ?? 0;
  for (const cell of side.sheet.cells(index))
    if (!isBlank(cell) && cell.formula === null && (cell.type === "s" || cell.type === "inlineStr"))
      key = (key * 31 + cellKey(side.book, side.sheet, row, cell)) % 9_007_199_254_740_881;
  return key;
}

function firstOnly(side: SideRows, index: number): number {
  const cell = side.sheet.cells(index).find((found) => !isBlank(found));
  return cell === undefined ? 0 : cellKey(side.book, side.sheet, side.sheet.rows.numbers[index] ?? 0, cell);
}

/** A gap without similar rows: kept by place; the surplus is inserted or deleted; wide rows with nothing in common are both. */
function settle(before: SideRows, after: SideRows, gap: Gap, found: Found): void {
  const numbersA = gap.a.map((index) => before.sheet.rows.numbers[index] ?? 0);
  const numbersB = gap.b.map((index) => after.sheet.rows.numbers[index] ?? 0);
  const surplus = gap.aTo === Infinity ? 0 : gap.bTo - gap.bFrom - (gap.aTo - gap.aFrom);
  const removed = surplus < 0 ? pickSurplus(numbersA, -surplus, gap.aTo) : [];
  const added = surplus > 0 ? pickSurplus(numbersB, surplus, gap.bTo) : [];
  const fresh = new Set(added);
  const gone = new Set(removed);
  const rowsB = new Map(numbersB.map((number, at) => [number, gap.b[at] ?? 0]));
  let lost = 0;
  let gained = 0;
  const surplusRemoved = [...removed];
  const surplusAdded = [...added];
  numbersA.forEach((number, at) => {
    if (gone.has(number)) return;
    while ((surplusRemoved[lost] ?? Infinity) < number) lost++;
    let place = gap.bFrom + number - gap.aFrom - lost + gained;
    while ((surplusAdded[gained] ?? Infinity) <= place) {
      gained++;
      place++;
    }
    const twin = fresh.has(place) ? undefined : rowsB.get(place);
    if (twin === undefined || !isReplaced(before, after, gap.a[at] ?? 0, twin)) return;
    removed.push(number);
    added.push(place);
  });
  found.removed.push(...removed.sort((x, y) => x - y));
  found.added.push(...added.sort((x, y) => x - y));
}

/** Rows that say something go first, then blank rows at the end of the gap. */
function pickSurplus(numbers: readonly number[], surplus: number, end: number): number[] {
  const picked = numbers.slice(Math.max(0, numbers.length - surplus));
  const taken = new Set(numbers);
  for (let number = end - 1; picked.length < surplus; number--) if (!taken.has(number)) picked.push(number);
  return picked.sort((x, y) => x - y);
}

function isReplaced(before: SideRows, after: SideRows, indexA: number, indexB: number): boolean {
  const a = rowCellKeys(before, indexA);
  const b = rowCellKeys(after, indexB);
  return a.size >= 3 && b.size >= 3 && likeness(a, b) === 0;
}
