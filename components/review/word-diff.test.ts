import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { wordRuns } from "./word-diff.ts";

describe("wordRuns", () => {
  it("marks the words that the other side does not have", () => {
    expect(wordRuns("pay within 30 days", "pay within 45 days")).toEqual({
      before: [
        { text: "pay within ", changed: false },
        { text: "30", changed: true },
        { text: " days", changed: false },
      ],
      after: [
        { text: "pay within ", changed: false },
        { text: "45", changed: true },
        { text: " days", changed: false },
      ],
    });
  });

  it("a number is one word", () => {
    expect(wordRuns("grows 10.1 % by 2026-09-30", "grows 11.8 % by 2026-10-31").after).toEqual([
      { text: "grows ", changed: false },
      { text: "11.8", changed: true },
      { text: " % by ", changed: false },
      { text: "2026-10-31", changed: true },
    ]);
  });

  it("an absent side, and texts too long to compare, carry no marks", () => {
    expect(wordRuns("", "new")).toEqual({ before: [], after: [{ text: "new", changed: false }] });
    const long = "word ".repeat(3000);
    expect(wordRuns(long, `${long}x`).after).toEqual([{ text: `${long}x`, changed: false }]);
  });

  it("property: the runs put together are the texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
        const runs = wordRuns(before, after);
        const text = (side: readonly { text: string }[]) => side.map((run) => run.text).join("");
        expect([text(runs.before), text(runs.after)]).toEqual([before, after]);
      }),
    );
  });
});
