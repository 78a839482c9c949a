/**
 * Which cell of one version is which of the other: by id where it is unique in both, then equal sources in order, then
 * similar ones between them, then equal ones anywhere (moved), then by place where equally many are left between two.
 */
import type { Work } from "../format.ts";
import { axisOf, type Axis } from "../csv/axis.ts";
import { diffLines } from "../text/line-diff.ts";
import type { NotebookCell, NotebookDocument } from "./document.ts";

const ALIKE = 0.5;
const MAX_PAIRS = 10_000;

interface AlignedCells {
  readonly complete: boolean;
  readonly axis: Axis;
}

export function alignCells(before: NotebookDocument, after: NotebookDocument, work: Work): AlignedCells {
  const [a, b] = [before.cells, after.cells];
  const toAfter = new Int32Array(a.length).fill(-1);
  const taken = new Set<number>();
  const pair = (left: number, right: number) => {
    toAfter[left] = right;
    taken.add(right);
  };
  work.remaining -= a.length + b.length;
  pairById(a, b, pair);
  const freeA = [...a.keys()].filter((at) => toAfter[at] === -1);
  const freeB = [...b.keys()].filter((at) => !taken.has(at));
  const numbers = numbered(a, b, freeA, freeB);
  const { complete, hunks } = diffLines(numbers, work);
  const open: { readonly a: number[]; readonly b: number[] }[] = [];
  let [left, right] = [0, 0];
  for (const hunk of [...hunks, null]) {
    while (left < (hunk?.beforeFrom ?? freeA.length)) pair(freeA[left++] ?? 0, freeB[right++] ?? 0);
    if (!hunk) break;
    open.push({ a: freeA.slice(hunk.beforeFrom, hunk.beforeTo), b: freeB.slice(hunk.afterFrom, hunk.afterTo) });
    [left, right] = [hunk.beforeTo, hunk.afterTo];
  }
  for (const gap of open) pairSimilar(a, b, gap, pair, work);
  pairMoved(a, b, toAfter, taken, pair);
  return { complete: complete && work.remaining >= 0, axis: axisOf(toAfter, b.length) };
}

type Pair = (left: number, right: number) => void;
type Cells = readonly NotebookCell[];

function pairById(a: Cells, b: Cells, pair: Pair): void {
  const places = (cells: Cells) => {
    const found = new Map<string, number>();
    cells.forEach(({ id }, at) => {
      if (id !== null) found.set(id, found.has(id) ? -1 : at);
    });
    return found;
  };
  const other = places(b);
  for (const [id, at] of places(a)) {
    const to = other.get(id) ?? -1;
    if (at >= 0 && to >= 0) pair(at, to);
  }
}

const keyOf = ({ type, source }: NotebookCell): string => `${type}\n${source}`;

function numbered(a: Cells, b: Cells, freeA: readonly number[], freeB: readonly number[]) {
  const known = new Map<string, number>();
  const run = (cells: Cells, places: readonly number[]) =>
    Int32Array.from(places, (at) => {
      const cell = cells[at];
      const key = cell ? keyOf(cell) : "";
      const number = known.get(key) ?? known.size;
      known.set(key, number);
      return number;
    });
  return { before: run(a, freeA), after: run(b, freeB), count: known.size };
}

function pairSimilar(
  a: Cells,
  b: Cells,
  gap: { readonly a: readonly number[]; readonly b: readonly number[] },
  pair: Pair,
  work: Work,
): void {
  const [height, width] = [gap.a.length, gap.b.length];
  if (height === 0 || width === 0) return;
  const linesA = gap.a.map((at) => linesOf(a[at]));
  const linesB = gap.b.map((at) => linesOf(b[at]));
  const cost = linesA.reduce((sum, lines) => sum + lines.size, 0) * width + height * width;
  const compared = height * width <= MAX_PAIRS && cost < work.remaining;
  if (compared) work.remaining -= cost;
  const pairs = compared ? bestPairs(linesA, linesB) : [];
  let [left, right] = [0, 0];
  for (const [i, j] of [...pairs, [height, width] as const]) {
    // As many on both sides: the same cells, edited.
    if (i - left === j - right)
      for (; left < i; left++, right++) {
        const [own, other] = [gap.a[left] ?? 0, gap.b[right] ?? 0];
        if (a[own]?.type === b[other]?.type && mayBeSame(a[own], b[other])) pair(own, other);
      }
    if (i < height) pair(gap.a[i] ?? 0, gap.b[j] ?? 0);
    [left, right] = [i + 1, j + 1];
  }
}

/** Two cells whose ids are both known are two cells. */
const mayBeSame = (left: NotebookCell | undefined, right: NotebookCell | undefined): boolean =>
  left?.id === null || right?.id === null;

const linesOf = (cell: NotebookCell | undefined): ReadonlySet<string> =>
  new Set((cell?.source ?? "").split("\n").filter((line) => line.trim() !== ""));

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const line of left) if (right.has(line)) common++;
  const most = Math.max(left.size, right.size);
  return most === 0 ? 0 : common / most;
}

function bestPairs(a: readonly ReadonlySet<string>[], b: readonly ReadonlySet<string>[]): [number, number][] {
  const width = b.length + 1;
  const sums = new Float64Array((a.length + 1) * width);
  const sum = (i: number, j: number) => sums[i * width + j] ?? 0;
  const likes = a.map((left) => b.map((right) => likeness(left, right)));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const alike = likes[i]?.[j] ?? 0;
      sums[i * width + j] = Math.max(sum(i + 1, j), sum(i, j + 1), alike >= ALIKE ? alike + sum(i + 1, j + 1) : 0);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const alike = likes[i]?.[j] ?? 0;
    if (alike >= ALIKE && sum(i, j) === alike + sum(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (sum(i, j) === sum(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}

/** Equal cells that say something, one by one in order. */
function pairMoved(a: Cells, b: Cells, toAfter: Int32Array, taken: ReadonlySet<number>, pair: Pair): void {
  const waiting = new Map<string, number[]>();
  for (let at = b.length - 1; at >= 0; at--) {
    const cell = b[at];
    if (!cell || taken.has(at) || cell.source.trim() === "") continue;
    const list = waiting.get(keyOf(cell));
    if (list) list.push(at);
    else waiting.set(keyOf(cell), [at]);
  }
  a.forEach((cell, at) => {
    if (toAfter[at] !== -1) return;
    const found = waiting.get(keyOf(cell))?.pop();
    if (found !== undefined) pair(at, found);
  });
}
