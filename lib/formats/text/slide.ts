/**
 * An inserted or deleted run can often be placed in several ways: of `a } a }` either pair may be the new one. This
 * moves each such run to where a person would draw it: behind a blank line or the start of the file, before the least
 * indented line, otherwise as far down as it goes. Runs that come to touch become one.
 *
 * Changes no meaning: the lines in common stay the same sequence.
 */
import type { Work } from "../format.ts";
import { lineBytes, type TextDocument } from "./document.ts";
import type { Interned } from "./intern.ts";
import type { Hunk } from "./line-diff.ts";

const MAX_STEPS = 500;

export function slideHunks(
  hunks: Hunk[],
  lines: Interned,
  before: TextDocument,
  after: TextDocument,
  work: Work,
): Hunk[] {
  hunks.forEach((hunk, n) => {
    const above = hunks[n - 1];
    const below = hunks[n + 1];
    if (hunk.beforeFrom === hunk.beforeTo) {
      const range = {
        from: hunk.afterFrom,
        to: hunk.afterTo,
        low: above?.afterTo ?? 0,
        high: below?.afterFrom ?? lines.after.length,
      };
      shift(hunk, bestShift(lines.after, range, after, work));
    } else if (hunk.afterFrom === hunk.afterTo) {
      const range = {
        from: hunk.beforeFrom,
        to: hunk.beforeTo,
        low: above?.beforeTo ?? 0,
        high: below?.beforeFrom ?? lines.before.length,
      };
      shift(hunk, bestShift(lines.before, range, before, work));
    }
  });
  return joined(hunks);
}

function shift(hunk: Hunk, by: number): void {
  hunk.beforeFrom += by;
  hunk.beforeTo += by;
  hunk.afterFrom += by;
  hunk.afterTo += by;
}

/** The run `from..to` may move within `low..high`. */
function bestShift(
  numbers: Int32Array,
  { from, to, low, high }: { from: number; to: number; low: number; high: number },
  doc: TextDocument,
  work: Work,
): number {
  let up = 0;
  while (up < MAX_STEPS && from - up > low && numbers[from - up - 1] === numbers[to - up - 1]) up++;
  let down = 0;
  while (down < MAX_STEPS && to + down < high && numbers[from + down] === numbers[to + down]) down++;
  work.remaining -= up + down;
  let best = down;
  let bestScore = up + down === 0 ? 0 : score(doc, from + down, to + down);
  for (let by = down - 1; by >= -up; by--) {
    const own = score(doc, from + by, to + by);
    if (own > bestScore) {
      best = by;
      bestScore = own;
    }
  }
  return best;
}

const BLANK_EDGE = 1000;

/** How natural a run `from..to` looks. */
function score(doc: TextDocument, from: number, to: number): number {
  const first = indent(doc, from);
  const startsBlock = first !== null && (from === 0 || indent(doc, from - 1) === null);
  const endsBlock = to >= doc.lineCount || indent(doc, to - 1) === null;
  return (startsBlock ? BLANK_EDGE : 0) + (startsBlock && endsBlock ? 1 : 0) - (first ?? 200);
}

/** Columns of white space in front, at most 200; null for a blank line. */
function indent(doc: TextDocument, line: number): number | null {
  const bytes = lineBytes(doc, line);
  let columns = 0;
  for (let at = 0; at < bytes.length && at < 200; at++) {
    if (bytes[at] === 0x20) columns++;
    else if (bytes[at] === 0x09) columns += 8 - (columns % 8);
    else return Math.min(columns, 200);
  }
  return bytes.length > 200 ? 200 : null;
}

function joined(hunks: readonly Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const hunk of hunks) {
    const last = result.at(-1);
    if (last?.beforeTo === hunk.beforeFrom && last.afterTo === hunk.afterFrom) {
      last.beforeTo = hunk.beforeTo;
      last.afterTo = hunk.afterTo;
    } else result.push(hunk);
  }
  return result;
}
