import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Work } from "../format.ts";
import { diffLines, longestIncreasing } from "./line-diff.ts";

const plenty = (): Work => ({ remaining: 1e9 });
const interned = (before: readonly number[], after: readonly number[]) => ({
  before: Int32Array.from(before),
  after: Int32Array.from(after),
  count: 1 + Math.max(0, ...before, ...after),
});

/** The lines that hunks leave in common, on both sides. */
function common(before: readonly number[], after: readonly number[], work = plenty()) {
  const { hunks, complete } = diffLines(interned(before, after), work);
  const left = before.filter((_, n) => !hunks.some((hunk) => n >= hunk.beforeFrom && n < hunk.beforeTo));
  const right = after.filter((_, n) => !hunks.some((hunk) => n >= hunk.afterFrom && n < hunk.afterTo));
  return { left, right, hunks, complete };
}

/** Length of a longest common subsequence, by the table of the textbook. */
function longestCommon(before: readonly number[], after: readonly number[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const one of before) {
    const next = [0];
    after.forEach((other, n) => next.push(one === other ? (row[n] ?? 0) + 1 : Math.max(row[n + 1] ?? 0, next[n] ?? 0)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const few = fc.array(fc.nat({ max: 4 }), { maxLength: 60 });
const some = fc.array(fc.nat({ max: 30 }), { maxLength: 60 });

describe("line diff", () => {
  it("leaves the same lines on both sides, in runs that do not touch", () => {
    fc.assert(
      fc.property(fc.oneof(few, some), fc.oneof(few, some), (before, after) => {
        const { left, right, hunks, complete } = common(before, after);
        expect(left).toEqual(right);
        expect(complete).toBe(true);
        hunks.slice(1).forEach((hunk, n) => expect(hunk.beforeFrom).toBeGreaterThan(hunks[n]?.beforeTo ?? -1));
      }),
      { numRuns: 1000 },
    );
  });

  it("is shortest where nothing is unique", () => {
    fc.assert(
      fc.property(few, few, (before, after) => {
        const twice = [0, 1, 2, 3, 4].flatMap((n) => [n, n]);
        const [left, right] = [
          [...before, 9, ...twice],
          [...twice, 8, ...after],
        ];
        expect(common(left, right).left).toHaveLength(longestCommon(left, right));
      }),
    );
  });

  it("past its budget the answer is coarse, still right, and the same every time", () => {
    const before = Array.from({ length: 3000 }, (_, n) => (n * 7919) % 13);
    const after = Array.from({ length: 3000 }, (_, n) => (n * 104_729) % 11);
    const first = common(before, after, { remaining: 20_000 });
    expect(first.complete).toBe(false);
    expect(first.left).toEqual(first.right);
    expect(common(before, after, { remaining: 20_000 }).hunks).toEqual(first.hunks);
  });

  it("long inputs without any anchor stay within the default budget", () => {
    let seed = 7;
    const next = (below: number) => (seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647) % below;
    const before = Array.from({ length: 20_000 }, () => next(50));
    const after = Array.from({ length: 20_000 }, () => next(50));
    const { left, right } = common(before, after, { remaining: 50_000_000 });
    expect(left).toEqual(right);
  });
});

describe("longest increasing subsequence", () => {
  it("is increasing, and as long as there is", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 50 }), { maxLength: 30 }), (numbers) => {
        const kept = [...longestIncreasing(Int32Array.from(numbers))].map((index) => numbers[index] ?? -1);
        expect(kept).toEqual([...kept].sort((a, b) => a - b));
        expect(kept).toHaveLength(
          longestCommon(
            numbers,
            [...numbers].sort((a, b) => a - b),
          ),
        );
      }),
    );
  });
});
