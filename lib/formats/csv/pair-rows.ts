/**
 * Rows between two equal ones, paired in order: by key, then by the share of equal cells, and what is left between two
 * pairs by place where there are equally many and no keys. Rows whose keys are known elsewhere are never taken for one
 * another.
 */
import type { Work } from "../format.ts";
import type { Axis } from "./axis.ts";
import type { KeyColumn } from "./key-column.ts";

export interface GapRow {
  readonly row: number;
  readonly values: readonly string[];
  readonly key: string | null;
}

const MAX_PAIRS = 40_000;
const ALIKE = 0.3;
const ALIKE_WITHOUT_KEY = 0.5;
/** Rows this narrow may change in every cell and still be the same row. */
const NARROW = 2;

export function pairGap(
  a: readonly GapRow[],
  b: readonly GapRow[],
  columns: Axis,
  key: KeyColumn | null,
  work: Work,
): [number, number][] {
  const score = (left: GapRow, right: GapRow) => scoreOf(left, right, columns, key);
  const small = a.length * b.length <= MAX_PAIRS;
  work.remaining -= (small ? a.length * b.length * 4 : a.length + b.length) + 1;
  if (work.remaining < 0) return [];
  const pairs = small ? bestPairs(a, b, score) : byKeyInOrder(a, b);
  const result: [number, number][] = [];
  let [left, right] = [0, 0];
  for (const [i, j] of [...pairs, [a.length, b.length] as const]) {
    if (i - left === j - right)
      for (; left < i; left++, right++) {
        const [own, other] = [a[left], b[right]];
        if (own && other && mayReplace(own, other, columns, key)) result.push([own.row, other.row]);
      }
    const [own, other] = [a[i], b[j]];
    if (own && other) result.push([own.row, other.row]);
    [left, right] = [i + 1, j + 1];
  }
  return result;
}

function mayReplace(left: GapRow, right: GapRow, columns: Axis, key: KeyColumn | null): boolean {
  // By place alone no row gets another key: whether it does would depend on what else was deleted beside it.
  if (key !== null && left.key !== right.key) return false;
  return Math.max(left.values.length, right.values.length) <= NARROW || likeness(left, right, columns) > 0;
}

function scoreOf(left: GapRow, right: GapRow, columns: Axis, key: KeyColumn | null): number {
  const alike = likeness(left, right, columns);
  if (key === null) return alike >= ALIKE ? alike : 0;
  if (left.key === right.key) return 1 + alike;
  return alike >= ALIKE_WITHOUT_KEY && !knownElsewhere(left, right, key) ? alike : 0;
}

const knownElsewhere = (left: GapRow, right: GapRow, key: KeyColumn | null): boolean =>
  key !== null && left.key !== right.key && (key.ofAfter.has(left.key ?? "") || key.ofBefore.has(right.key ?? ""));

/** 0 to 1: the share of cells that say the same; blank ones say nothing. */
function likeness(left: GapRow, right: GapRow, columns: Axis): number {
  let [equal, most] = [0, 0];
  left.values.forEach((value, at) => {
    const to = columns.toAfter[at] ?? -1;
    const other = to < 0 ? undefined : right.values[to];
    if (value === "" && (other ?? "") === "") return;
    most++;
    if (value === other) equal++;
  });
  return most === 0 ? 0 : equal / most;
}

type Pairs = (readonly [number, number])[];

function bestPairs(a: readonly GapRow[], b: readonly GapRow[], score: (left: GapRow, right: GapRow) => number): Pairs {
  const width = b.length + 1;
  const sums = new Float64Array((a.length + 1) * width);
  const likes = new Float64Array(a.length * b.length);
  const sum = (i: number, j: number) => sums[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [left, right] = [a[i], b[j]];
      const alike = left && right ? score(left, right) : 0;
      likes[i * b.length + j] = alike;
      sums[i * width + j] = Math.max(sum(i + 1, j), sum(i, j + 1), alike > 0 ? alike + sum(i + 1, j + 1) : 0);
    }
  const pairs: Pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const alike = likes[i * b.length + j] ?? 0;
    if (alike > 0 && sum(i, j) === alike + sum(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (sum(i, j) === sum(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

/** Too many to compare each with each: rows with the same key, as long as they are in order. */
function byKeyInOrder(a: readonly GapRow[], b: readonly GapRow[]): Pairs {
  const places = new Map(b.map((row, at) => [row.key, at]));
  const pairs: Pairs = [];
  let last = -1;
  a.forEach(({ key }, at) => {
    const to = key === null ? undefined : places.get(key);
    if (to === undefined || to <= last) return;
    pairs.push([at, to]);
    last = to;
  });
  return pairs;
}
