import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import { FACETS, filtered, formatFilter, isFiltering, NO_FILTER, parseFilter, percentOf } from "./change-filter.ts";

const cell = (value: number | string) => ({ type: "cell" as const, value });
const change = (id: string, more: Partial<ReviewedChange> = {}): ReviewedChange => ({
  id, kind: "modified", facet: "content", address: "cell=A1", before: cell(10), after: cell(11),
  verdict: { state: "pending" }, seen: true, originSeq: 4, ...more,
}); // prettier-ignore
const diff = {
  changes: [
    change("tenth"),
    change("double", { after: cell(20), flags: ["hidden"] }),
    change("words", { before: cell("a"), after: cell("b"), facet: "format", seen: false }),
    change("decided", { verdict: { state: "accepted" }, originSeq: 9 }),
    change("again", { verdict: { state: "rejected", restaged: true }, originSeq: null }),
  ],
  origins: [
    { seq: 4, turn: 1 },
    { seq: 9, turn: 2 },
  ],
} as unknown as FileDiffView;
const kept = (words: string) => filtered(diff, parseFilter(words)).changes.map(({ id }) => id);

describe("a filter of changes", () => {
  it.each([
    ["", ["tenth", "double", "words", "decided", "again"]],
    ["pending", ["tenth", "double", "words"]],
    ["decided", ["decided", "again"]],
    ["flagged", ["double", "again"]],
    ["unseen", ["words"]],
    ["format", ["words"]],
    ["turn-2", ["decided"]],
    ["turn-1.turn-2.pending", ["tenth", "double", "words"]],
    ["by-50", ["double"]],
    ["by-10", ["tenth", "double", "decided", "again"]],
    ["no-such-word", ["tenth", "double", "words", "decided", "again"]],
  ])("%s", (words, ids) => expect(kept(words)).toEqual(ids));

  it("is the same when it was written down and read again", () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom("pending" as const, "decided" as const, null),
          flagged: fc.boolean(),
          unseen: fc.boolean(),
          facets: fc.subarray([...FACETS]),
          turns: fc.uniqueArray(fc.nat(99), { maxLength: 4 }).map((turns) => turns.sort((a, b) => a - b)),
          percent: fc.option(fc.nat(500)),
        }),
        (filter) => {
          expect(parseFilter(formatFilter(filter))).toEqual(filter);
        },
      ),
    );
    expect(isFiltering(parseFilter("nothing known"))).toBe(isFiltering(NO_FILTER));
  });

  it("measures numbers by what they were", () => {
    expect(percentOf({ before: cell(-4), after: cell(-5) })).toBe(25);
    expect(percentOf({ before: cell(0), after: cell(1) })).toBe(Infinity);
    expect(percentOf({ before: cell(0), after: cell(0) })).toBe(0);
    expect(percentOf({ before: cell("4"), after: cell(5) })).toBeNull();
  });
});
