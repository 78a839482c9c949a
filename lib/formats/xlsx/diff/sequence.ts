/**
 * Longest common subsequence of two sequences of keys, good enough and bounded: equal ends first, then keys that are
 * unique on both sides as anchors (patience), then an exact table for what is small. Deterministic; work is counted.
 * Where the budget ends, what is left unmatched is larger, never wrong.
 */
import type { Work } from "../../format.ts";

/** Indexes into the two sequences, rising in both. */
export type Match = readonly [number, number];

interface Span {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

const MAX_TABLE = 4_000_000;

export function commonSubsequence(a: Float64Array, b: Float64Array, work: Work): Match[] {
  const matches: Match[] = [];
  const open: Span[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const rest = trimEnds(a, b, span, matches);
    const height = rest.aTo - rest.aFrom;
    const width = rest.bTo - rest.bFrom;
    if (height === 0 || width === 0) continue;
    work.remaining -= height + width;
    if (work.remaining < 0) continue;
    const anchors = uniqueAnchors(a, b, rest);
    if (anchors.length > 0) open.push(...between(rest, anchors, matches));
    else if (height * width <= MAX_TABLE) {
      work.remaining -= height * width;
      exactTable(a, b, rest, matches);
    } else inOrder(a, b, rest, matches);
  }
  return earliest(
    a,
    b,
    matches.sort((left, right) => left[0] - right[0]),
  );
}

/** Of equal neighbours the first ones match, so that what is surplus is the last of them. */
function earliest(a: Float64Array, b: Float64Array, matches: readonly Match[]): Match[] {
  let last: Match = [-1, -1];
  return matches.map(([inA, inB]) => {
    const [nextA, nextB] = [last[0] + 1, last[1] + 1];
    const moved: Match =
      inA === nextA && inB > nextB && b[nextB] === b[inB]
        ? [inA, nextB]
        : inB === nextB && inA > nextA && a[nextA] === a[inA]
          ? [nextA, inB]
          : [inA, inB];
    last = moved;
    return moved;
  });
}

function trimEnds(a: Float64Array, b: Float64Array, span: Span, matches: Match[]): Span {
  let { aFrom, aTo, bFrom, bTo } = span;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) matches.push([aFrom++, bFrom++]);
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) matches.push([--aTo, --bTo]);
  return { aFrom, aTo, bFrom, bTo };
}

/** Keys that occur once on each side, thinned to the longest rising run. */
function uniqueAnchors(a: Float64Array, b: Float64Array, span: Span): Match[] {
  const places = new Map<number, { inA: number; inB: number }>();
  for (let at = span.aFrom; at < span.aTo; at++) {
    const key = a[at] ?? 0;
    const found = places.get(key);
    if (found === undefined) places.set(key, { inA: at, inB: -1 });
    else found.inA = -2;
  }
  for (let at = span.bFrom; at < span.bTo; at++) {
    const found = places.get(b[at] ?? 0);
    if (found !== undefined) found.inB = found.inB === -1 ? at : -2;
  }
  const pairs: Match[] = [];
  for (const { inA, inB } of places.values()) if (inA >= 0 && inB >= 0) pairs.push([inA, inB]);
  return longestRising(pairs);
}

/** Pairs come rising in their first number; the result rises in both. */
export function longestRising(pairs: readonly Match[]): Match[] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach((pair, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  });
  const chosen: Match[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) chosen.push(pair);
  }
  return chosen.reverse();
}

function between(span: Span, anchors: readonly Match[], matches: Match[]): Span[] {
  const spans: Span[] = [];
  let { aFrom, bFrom } = span;
  for (const [inA, inB] of anchors) {
    matches.push([inA, inB]);
    spans.push({ aFrom, aTo: inA, bFrom, bTo: inB });
    aFrom = inA + 1;
    bFrom = inB + 1;
  }
  spans.push({ aFrom, aTo: span.aTo, bFrom, bTo: span.bTo });
  return spans;
}

function exactTable(a: Float64Array, b: Float64Array, span: Span, matches: Match[]): void {
  const height = span.aTo - span.aFrom;
  const width = span.bTo - span.bFrom;
  const table = new Uint32Array((height + 1) * (width + 1));
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--) {
      const here = i * (width + 1) + j;
      const equal = a[span.aFrom + i] === b[span.bFrom + j];
      const below = table[here + width + 1] ?? 0;
      const beside = table[here + 1] ?? 0;
      table[here] = equal ? (table[here + width + 2] ?? 0) + 1 : Math.max(below, beside);
    }
  for (let i = 0, j = 0; i < height && j < width;) {
    if (a[span.aFrom + i] === b[span.bFrom + j]) matches.push([span.aFrom + i++, span.bFrom + j++]);
    else if ((table[(i + 1) * (width + 1) + j] ?? 0) >= (table[i * (width + 1) + j + 1] ?? 0)) i++;
    else j++;
  }
}

/** Large and without unique keys: each key of `a` takes the next equal one of `b`. */
function inOrder(a: Float64Array, b: Float64Array, span: Span, matches: Match[]): void {
  const places = new Map<number, number[]>();
  for (let at = span.bFrom; at < span.bTo; at++) {
    const key = b[at] ?? 0;
    const list = places.get(key);
    if (list === undefined) places.set(key, [at]);
    else list.push(at);
  }
  const used = new Map<number, number>();
  const pairs: Match[] = [];
  for (let at = span.aFrom; at < span.aTo; at++) {
    const key = a[at] ?? 0;
    const next = used.get(key) ?? 0;
    const place = places.get(key)?.[next];
    if (place === undefined) continue;
    used.set(key, next + 1);
    pairs.push([at, place]);
  }
  matches.push(...longestRising(pairs));
}
