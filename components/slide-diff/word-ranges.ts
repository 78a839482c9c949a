/** Which words of a text differ from those of the other side. Numbers are whole: 10.1 → 11.8, never "0.1 → 1.8" of them. */
import { wordRuns, type WordRun } from "../review/word-diff.ts";

/** From a character up to another, not included; in order, never touching. */
export type TextRange = readonly [from: number, to: number];

export interface WordRanges {
  readonly before: readonly TextRange[];
  readonly after: readonly TextRange[];
}

export function wordRanges(before: string, after: string): WordRanges {
  const runs = wordRuns(before, after);
  return { before: wholeNumbers(before, rangesOf(runs.before)), after: wholeNumbers(after, rangesOf(runs.after)) };
}

function rangesOf(runs: readonly WordRun[]): TextRange[] {
  const ranges: TextRange[] = [];
  let at = 0;
  for (const { text, changed } of runs) {
    if (changed && text !== "") ranges.push([at, at + text.length]);
    at += text.length;
  }
  return ranges;
}

const IN_NUMBER = /[\d.,]/u;
const SIGN = /[+−-]/u;

/** Ranges that begin or end inside of a number reach over it; those that only spaces part are one. */
function wholeNumbers(text: string, ranges: readonly TextRange[]): TextRange[] {
  const is = (pattern: RegExp, at: number) => pattern.test(text[at] ?? "");
  const grown: [number, number][] = [];
  for (const range of ranges) {
    let [from, to] = range;
    while (is(IN_NUMBER, from) && is(IN_NUMBER, from - 1)) from -= 1;
    while (is(IN_NUMBER, to - 1) && is(/\d/u, to - 1) && is(IN_NUMBER, to) && (is(/\d/u, to) || is(/\d/u, to + 1)))
      to += 1;
    while (is(/[.,]/u, to - 1) && is(/\d/u, to)) to += 1;
    if (is(/\d/u, from) && is(SIGN, from - 1)) from -= 1;
    const last = grown.at(-1);
    if (last !== undefined && /^[^\S\n]*$/u.test(text.slice(last[1], from))) last[1] = Math.max(last[1], to);
    else grown.push([from, to]);
  }
  return grown;
}

/** The pieces of a text, those inside of a range marked. @param from where the text begins in what the ranges count in */
export function cutByRanges(
  text: string,
  from: number,
  ranges: readonly TextRange[],
): readonly { readonly piece: string; readonly marked: boolean }[] {
  const pieces: { piece: string; marked: boolean }[] = [];
  let at = 0;
  const take = (to: number, marked: boolean) => {
    if (to > at) pieces.push({ piece: text.slice(at, to), marked });
    at = Math.max(at, to);
  };
  for (const [start, end] of ranges) {
    if (end <= from || start >= from + text.length) continue;
    take(Math.max(0, start - from), false);
    take(Math.min(text.length, end - from), true);
  }
  take(text.length, false);
  return pieces;
}
