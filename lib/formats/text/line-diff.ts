/**
 * Which lines of two interned documents are not in common, as runs.
 *
 * Lines that are unique on both sides anchor the comparison, recursively (patience); between anchors, what occurs on one
 * side only is set aside and the rest goes through Myers. Linear where changes are few. Where the work budget ends, the
 * region at hand is one run and `complete` is false. Deterministic.
 */
import type { Work } from "../format.ts";
import type { Interned } from "./intern.ts";
import { markDifferences, trimmed, type Box } from "./myers.ts";

/** Lines `before[beforeFrom..beforeTo)` became `after[afterFrom..afterTo)`; from 0, half open; never both empty. */
export interface Hunk {
  beforeFrom: number;
  beforeTo: number;
  afterFrom: number;
  afterTo: number;
}

export interface LineDiff {
  readonly complete: boolean;
  /** In order; between two of them is at least one common line. */
  readonly hunks: Hunk[];
}

export function diffLines(lines: Interned, work: Work): LineDiff {
  const markBefore = new Uint8Array(lines.before.length);
  const markAfter = new Uint8Array(lines.after.length);
  const complete = new Comparison(lines, markBefore, markAfter, work).run();
  return { complete, hunks: hunksOf(markBefore, markAfter) };
}

/** Maximal runs of marked lines. The unmarked lines of both sides are the same sequence. */
export function hunksOf(markBefore: Uint8Array, markAfter: Uint8Array): Hunk[] {
  const hunks: Hunk[] = [];
  let left = 0;
  let right = 0;
  while (left < markBefore.length || right < markAfter.length) {
    if (markBefore[left] !== 1 && markAfter[right] !== 1) {
      left++;
      right++;
      continue;
    }
    const hunk = { beforeFrom: left, beforeTo: left, afterFrom: right, afterTo: right };
    while (markBefore[left] === 1) left++;
    while (markAfter[right] === 1) right++;
    hunks.push({ ...hunk, beforeTo: left, afterTo: right });
  }
  return hunks;
}

/** Anchoring deeper than this means text made to be hard: Myers takes over. */
const MAX_DEPTH = 24;

interface Region extends Box {
  readonly depth: number;
}

class Comparison {
  readonly #lines: Interned;
  readonly #markBefore: Uint8Array;
  readonly #markAfter: Uint8Array;
  readonly #work: Work;
  /** How often a line number occurs in the region at hand, saturating at 2, and where it was seen last. Zero between regions. */
  readonly #countBefore: Uint8Array;
  readonly #countAfter: Uint8Array;
  readonly #placeAfter: Int32Array;
  readonly #regions: Region[] = [];
  #complete = true;

  constructor(lines: Interned, markBefore: Uint8Array, markAfter: Uint8Array, work: Work) {
    this.#lines = lines;
    this.#markBefore = markBefore;
    this.#markAfter = markAfter;
    this.#work = work;
    this.#countBefore = new Uint8Array(lines.count);
    this.#countAfter = new Uint8Array(lines.count);
    this.#placeAfter = new Int32Array(lines.count);
  }

  run(): boolean {
    const { before, after } = this.#lines;
    this.#regions.push({ left0: 0, left1: before.length, right0: 0, right1: after.length, depth: 0 });
    for (let region = this.#regions.pop(); region !== undefined; region = this.#regions.pop()) this.#compare(region);
    return this.#complete;
  }

  #compare(region: Region): void {
    const { left0, left1, right0, right1 } = trimmed(region, this.#lines.before, this.#lines.after);
    if (left0 === left1 || right0 === right1) {
      this.#mark(left0, left1, right0, right1);
      return;
    }
    this.#work.remaining -= left1 - left0 + (right1 - right0);
    if (this.#work.remaining < 0) {
      this.#complete = false;
      this.#mark(left0, left1, right0, right1);
      return;
    }
    const inner = { left0, left1, right0, right1, depth: region.depth + 1 };
    this.#count(inner);
    const anchors = inner.depth > MAX_DEPTH ? new Int32Array(0) : this.#anchors(inner);
    if (anchors.length === 0) this.#compareWithoutAnchors(inner);
    this.#uncount(inner);
    if (anchors.length > 0) this.#split(inner, anchors);
  }

  #count({ left0, left1, right0, right1 }: Region): void {
    const { before, after } = this.#lines;
    for (let left = left0; left < left1; left++) {
      const line = before[left] as number;
      this.#countBefore[line] = Math.min(2, (this.#countBefore[line] as number) + 1);
    }
    for (let right = right0; right < right1; right++) {
      const line = after[right] as number;
      this.#countAfter[line] = Math.min(2, (this.#countAfter[line] as number) + 1);
      this.#placeAfter[line] = right;
    }
  }

  #uncount({ left0, left1, right0, right1 }: Region): void {
    const { before, after } = this.#lines;
    for (let left = left0; left < left1; left++) this.#countBefore[before[left] as number] = 0;
    for (let right = right0; right < right1; right++) this.#countAfter[after[right] as number] = 0;
  }

  /** Lines unique on both sides, the longest sequence of them that is in order on both, as pairs left, right. */
  #anchors({ left0, left1 }: Region): Int32Array {
    const lefts = new Int32Array(left1 - left0);
    const rights = new Int32Array(left1 - left0);
    let count = 0;
    for (let left = left0; left < left1; left++) {
      const line = this.#lines.before[left] as number;
      if (this.#countBefore[line] !== 1 || this.#countAfter[line] !== 1) continue;
      lefts[count] = left;
      rights[count++] = this.#placeAfter[line] as number;
    }
    const kept = longestIncreasing(rights.subarray(0, count));
    const pairs = new Int32Array(kept.length * 2);
    for (let n = 0; n < kept.length; n++) {
      pairs[2 * n] = lefts[kept[n] as number] as number;
      pairs[2 * n + 1] = rights[kept[n] as number] as number;
    }
    return pairs;
  }

  #split({ left0, left1, right0, right1, depth }: Region, anchors: Int32Array): void {
    let left = left0;
    let right = right0;
    for (let n = 0; n <= anchors.length; n += 2) {
      const nextLeft = anchors[n] ?? left1;
      const nextRight = anchors[n + 1] ?? right1;
      if (left === nextLeft || right === nextRight) this.#mark(left, nextLeft, right, nextRight);
      else this.#regions.push({ left0: left, left1: nextLeft, right0: right, right1: nextRight, depth });
      left = nextLeft + 1;
      right = nextRight + 1;
    }
  }

  #compareWithoutAnchors({ left0, left1, right0, right1 }: Region): void {
    const lefts = shared(this.#lines.before, left0, left1, this.#countAfter, this.#markBefore);
    const rights = shared(this.#lines.after, right0, right1, this.#countBefore, this.#markAfter);
    const numbers = (lines: Int32Array, places: Int32Array) => places.map((place) => lines[place] ?? 0);
    const left = new Uint8Array(lefts.length);
    const right = new Uint8Array(rights.length);
    const { before, after } = this.#lines;
    if (!markDifferences(numbers(before, lefts), numbers(after, rights), left, right, this.#work))
      this.#complete = false;
    left.forEach((mark, n) => mark === 1 && (this.#markBefore[lefts[n] ?? 0] = 1));
    right.forEach((mark, n) => mark === 1 && (this.#markAfter[rights[n] ?? 0] = 1));
  }

  #mark(left0: number, left1: number, right0: number, right1: number): void {
    this.#markBefore.fill(1, left0, left1);
    this.#markAfter.fill(1, right0, right1);
  }
}

/** Places whose line occurs on the other side as well; the others are marked at once. */
function shared(lines: Int32Array, from: number, to: number, countOther: Uint8Array, mark: Uint8Array): Int32Array {
  const places = new Int32Array(to - from);
  let count = 0;
  for (let place = from; place < to; place++) {
    if (countOther[lines[place] ?? 0] === 0) mark[place] = 1;
    else places[count++] = place;
  }
  return places.subarray(0, count);
}

/** Indexes of one longest increasing subsequence of distinct numbers. Linear where most are in order. */
export function longestIncreasing(numbers: Int32Array): Int32Array {
  /** `tails[n]`: index of the smallest number that ends an increasing sequence of length n + 1. */
  const tails = new Int32Array(numbers.length);
  const previous = new Int32Array(numbers.length);
  const tail = (length: number) => numbers[tails[length] as number] as number;
  let length = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    let low = length;
    if (length > 0 && number < tail(length - 1)) {
      low = 0;
      for (let high = length - 1; low < high;) {
        const half = (low + high) >>> 1;
        if (tail(half) < number) low = half + 1;
        else high = half;
      }
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
    if (low === length) length++;
  }
  const kept = new Int32Array(length);
  for (let n = length - 1, index = tails[n] ?? -1; n >= 0; n--) {
    kept[n] = index;
    index = previous[index] as number;
  }
  return kept;
}
