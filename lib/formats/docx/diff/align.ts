/**
 * Which blocks (or rows) of two versions belong together. Equal ones are found first, anchored by those that occur
 * once; between them, what is alike is paired so that the order is kept and the likeness is greatest. Costs work by the
 * comparisons made; past the budget nothing more is paired and `complete` is false.
 */
import type { Work } from "../../format.ts";
import { diffLines } from "../../text/line-diff.ts";

export interface Alignable {
  readonly key: string;
  readonly text: string;
  /** Only equal kinds are paired where the keys differ. */
  readonly sort: string;
}

export interface AlignOptions {
  /** Where one thing alone stands for another, it is the same thing changed, however unlike. */
  readonly alone: boolean;
  /** A cell, a note: it must end with a paragraph, so its last one is never removed, only changed. */
  readonly last: boolean;
}

/** In order; an absent index is nothing on that side. */
export interface Step {
  readonly before: number | null;
  readonly after: number | null;
}

/** Likeness of words below which two blocks are different ones; lower where nothing else stands between the same neighbours. */
const ALIKE = 0.4;
const ALIKE_ALONE = 0.2;
/** Pairs that are compared with each other in one gap; beyond, only neighbours in order are. */
const MAX_GAP = 40_000;
const WINDOW = 12;

export function align(
  before: readonly Alignable[],
  after: readonly Alignable[],
  options: AlignOptions,
  work: Work,
): { readonly steps: Step[]; readonly complete: boolean } {
  const { numbers, count } = intern(before, after);
  const { hunks, complete } = diffLines({ before: numbers[0], after: numbers[1], count }, work);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  const equalUpTo = (end: number) => {
    while (i < end) steps.push({ before: i++, after: j++ });
  };
  for (const hunk of hunks) {
    equalUpTo(hunk.beforeFrom);
    steps.push(...gapSteps(before, after, hunk, options, work));
    i = hunk.beforeTo;
    j = hunk.afterTo;
  }
  equalUpTo(before.length);
  return { steps, complete: complete && work.remaining >= 0 };
}

function intern(before: readonly Alignable[], after: readonly Alignable[]) {
  const known = new Map<string, number>();
  const number = ({ sort, key }: Alignable) => {
    const full = `${sort} ${key}`;
    const found = known.get(full) ?? known.size;
    known.set(full, found);
    return found;
  };
  return { numbers: [Int32Array.from(before, number), Int32Array.from(after, number)] as const, count: known.size };
}

interface Gap {
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly afterFrom: number;
  readonly afterTo: number;
}

function gapSteps(
  before: readonly Alignable[],
  after: readonly Alignable[],
  gap: Gap,
  options: AlignOptions,
  work: Work,
): Step[] {
  const rows = gap.beforeTo - gap.beforeFrom;
  const columns = gap.afterTo - gap.afterFrom;
  const steps: Step[] = [];
  let [i, j] = [gap.beforeFrom, gap.afterFrom];
  const pairs = rows === 0 || columns === 0 ? [] : pairGap(before, after, gap, options, work);
  for (const [left, right] of [...pairs, [gap.beforeTo, gap.afterTo] as const]) {
    while (i < left) steps.push({ before: i++, after: null });
    while (j < right) steps.push({ before: null, after: j++ });
    if (left < gap.beforeTo && right < gap.afterTo) steps.push({ before: i++, after: j++ });
  }
  return steps;
}

function pairGap(
  before: readonly Alignable[],
  after: readonly Alignable[],
  gap: Gap,
  options: AlignOptions,
  work: Work,
): (readonly [number, number])[] {
  const rows = gap.beforeTo - gap.beforeFrom;
  const columns = gap.afterTo - gap.afterFrom;
  const alone = rows === 1 && columns === 1;
  const least = alone ? (options.alone ? -1 : ALIKE_ALONE) : ALIKE;
  const score = (row: number, column: number): number => {
    const [left, right] = [before[gap.beforeFrom + row], after[gap.afterFrom + column]];
    if (left === undefined || right === undefined || left.sort !== right.sort || work.remaining < 0) return -Infinity;
    const found = likeness(left, right, work);
    return found >= least ? found + 0.01 : -Infinity;
  };
  const found = rows * columns <= MAX_GAP ? bestPairs(rows, columns, score) : nearPairs(rows, columns, score);
  const pairs = found.map(([row, column]) => [gap.beforeFrom + row, gap.afterFrom + column] as const);
  return options.last ? withLast(pairs, before, after, gap) : pairs;
}

/** The pairs in order with the greatest sum. */
function bestPairs(
  rows: number,
  columns: number,
  score: (row: number, column: number) => number,
): (readonly [number, number])[] {
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const take = new Uint8Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      const own = score(row, column) + (best[at + width + 1] ?? 0);
      const [down, right] = [best[at + width] ?? 0, best[at + 1] ?? 0];
      const most = Math.max(own, down, right);
      best[at] = most;
      take[at] = own >= most ? 0 : down >= right ? 1 : 2;
    }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const step = take[row * width + column];
    if (step === 0) pairs.push([row, column]);
    if (step !== 2) row++;
    if (step !== 1) column++;
  }
  return pairs;
}

function nearPairs(
  rows: number,
  columns: number,
  score: (row: number, column: number) => number,
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let next = 0;
  for (let row = 0; row < rows; row++)
    for (let column = next; column < Math.min(columns, next + WINDOW); column++)
      if (score(row, column) > -Infinity) {
        pairs.push([row, column]);
        next = column + 1;
        break;
      }
  return pairs;
}

function withLast(
  pairs: (readonly [number, number])[],
  before: readonly Alignable[],
  after: readonly Alignable[],
  gap: Gap,
): (readonly [number, number])[] {
  if (gap.beforeTo !== before.length || gap.afterTo !== after.length) return pairs;
  const [left, right] = [before.length - 1, after.length - 1];
  const taken = pairs.some(([i, j]) => i === left || j === right);
  return taken || before[left]?.sort !== after[right]?.sort ? pairs : [...pairs, [left, right]];
}

const bags = new WeakMap<Alignable, Bag>();

/**
 * From 0 to 1: words in common over all words (Dice), or half of the part of the shorter text that the longer one has;
 * of short texts, pairs of signs in common. Two texts without words are alike.
 */
export function likeness(left: Alignable, right: Alignable, work: Work): number {
  if (left.text === right.text) return 1;
  const [a, b] = [bagOf(left), bagOf(right)];
  work.remaining -= Math.min(a.words.size, b.words.size) + 1;
  const common = inCommon(a.words, b.words);
  const [least, total] = [Math.min(a.weight, b.weight), a.weight + b.weight];
  if (total === 0) return 1;
  if (least === 0) return ALIKE_ALONE;
  const found = Math.max((2 * common) / total, common / least / 2);
  if (a.pairs === null || b.pairs === null) return found;
  return Math.max(found, (1.8 * inCommon(a.pairs, b.pairs)) / (a.pairWeight + b.pairWeight));
}

interface Bag {
  readonly words: ReadonlyMap<string, number>;
  readonly weight: number;
  /** Neighbouring signs, of a short text. */
  readonly pairs: ReadonlyMap<string, number> | null;
  readonly pairWeight: number;
}

const SHORT = 48;

function inCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const [word, count] of small) common += Math.min(count, large.get(word) ?? 0) * word.length;
  return common;
}

const weightOf = (bag: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const [word, count] of bag) sum += word.length * count;
  return sum;
};

function bagOf(block: Alignable): Bag {
  const kept = bags.get(block);
  if (kept !== undefined) return kept;
  const text = block.text.toLowerCase();
  const words = counted(Array.from(text.matchAll(/[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu), ([word]) => word));
  const signs = Array.from(text.replace(/\[[a-z ]+\]|\s+/g, ""));
  const short = signs.length > 1 && signs.length <= SHORT;
  const pairs = short ? counted(signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`)) : null;
  const bag = { words, weight: weightOf(words), pairs, pairWeight: pairs === null ? 0 : weightOf(pairs) };
  bags.set(block, bag);
  return bag;
}

function counted(list: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const one of list) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}
