import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { wordEmphasis } from "./words.ts";

const cut = (text: string, spans: readonly (readonly [number, number])[]) =>
  spans.map(([from, to]) => text.slice(from, to));

describe("word emphasis", () => {
  it("marks the words that changed", () => {
    const [before, after] = ["Revenue grew by 4.2 percent in Q3", "Revenue fell by 4.6 percent in Q3"];
    const { before: gone, after: come } = wordEmphasis(before, after);
    expect(cut(before, gone)).toEqual(["grew", "2"]);
    expect(cut(after, come)).toEqual(["fell", "6"]);
  });

  it("joins neighbours that only white space parts", () => {
    const [before, after] = ["a one two b", "a three four b"];
    expect(cut(before, wordEmphasis(before, after).before)).toEqual(["one two"]);
  });

  it("what is not marked is the same text on both sides", () => {
    const word = fc.constantFrom("a", "b", "é", " ", "  ", "\n", "日本", "💡", ",", "x1");
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (left, right) => {
        const [before, after] = [left.join(""), right.join("")];
        const { before: gone, after: come } = wordEmphasis(before, after);
        const kept = (text: string, spans: readonly (readonly [number, number])[]) =>
          spans.reduceRight((own, [from, to]) => own.slice(0, from) + own.slice(to), text);
        // Joining over white space may mark a little more on one side.
        expect(kept(before, gone).replaceAll(/\s/g, "")).toBe(kept(after, come).replaceAll(/\s/g, ""));
      }),
    );
  });

  it("a very long text is marked as a whole", () => {
    expect(wordEmphasis("a".repeat(150_000), "b".repeat(150_000))).toEqual({
      before: [[0, 150_000]],
      after: [[0, 150_000]],
    });
  });
});
