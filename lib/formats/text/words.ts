/**
 * Which words changed between two versions of a run of lines, for emphasis on the screen. Offsets are UTF-16 units of
 * the given strings, half open. Nothing is decided by them: a very long or very different text is emphasised as a whole.
 */
import type { Work } from "../format.ts";
import { diffLines } from "./line-diff.ts";

export interface Emphasis {
  readonly before: readonly (readonly [from: number, to: number])[];
  readonly after: readonly (readonly [from: number, to: number])[];
}

const MAX_LENGTH = 200_000;
const MAX_WORK = 500_000;
/** Words (with their marks), runs of spaces, single other characters. */
const TOKEN = /[\p{L}\p{N}\p{M}_]+|\s+|./gsu;

export function wordEmphasis(before: string, after: string): Emphasis {
  if (before === after) return { before: [], after: [] };
  if (before.length + after.length > MAX_LENGTH) return whole(before, after);
  const left = tokens(before);
  const right = tokens(after);
  const numbers = new Map<string, number>();
  const numbered = (texts: readonly string[]) =>
    Int32Array.from(texts, (text) => {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    });
  const lines = { before: numbered(left), after: numbered(right), count: 0 };
  lines.count = numbers.size;
  const work: Work = { remaining: MAX_WORK };
  const { complete, hunks } = diffLines(lines, work);
  if (!complete) return whole(before, after);
  return {
    before: spans(
      left,
      hunks.map((hunk) => [hunk.beforeFrom, hunk.beforeTo]),
    ),
    after: spans(
      right,
      hunks.map((hunk) => [hunk.afterFrom, hunk.afterTo]),
    ),
  };
}

function whole(before: string, after: string): Emphasis {
  return { before: before === "" ? [] : [[0, before.length]], after: after === "" ? [] : [[0, after.length]] };
}

function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Token ranges as character ranges; two that only white space parts become one. */
function spans(texts: readonly string[], ranges: readonly (readonly [number, number])[]): [number, number][] {
  const offsets = [0];
  for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + text.length);
  const result: [number, number][] = [];
  let lastToken = -1;
  for (const [from, to] of ranges) {
    if (from === to) continue;
    const last = result.at(-1);
    const onlySpace = last !== undefined && texts.slice(lastToken, from).every((text) => text.trim() === "");
    if (onlySpace) last[1] = offsets[to] ?? 0;
    else result.push([offsets[from] ?? 0, offsets[to] ?? 0]);
    lastToken = to;
  }
  return result;
}
