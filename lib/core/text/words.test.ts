import fc from "fast-check";
import { expect, it } from "vitest";

import { joinsNumber, wordsOf } from "./words.ts";

it.each([
  ["grew 10.1 %", ["grew", " ", "10.1", " ", "%"]],
  ["USD 1,204.50.", ["USD", " ", "1,204.50", "."]],
  ["on 2026-09-30, 12:30", ["on", " ", "2026-09-30", ",", " ", "12:30"]],
  ["well-known, v2.1b", ["well", "-", "known", ",", " ", "v2.1b"]],
  ["1. First", ["1", ".", " ", "First"]],
  ["Ä’s", ["Ä’s"]],
  ["", []],
])("%s", (text, words) => expect(wordsOf(text)).toEqual(words));

it("a sign joins two digits and nothing else", () => {
  expect([
    joinsNumber("2", ".", "5"),
    joinsNumber("a", ".", "5"),
    joinsNumber("2", ";", "5"),
    joinsNumber("2", ".", "x"),
  ]).toEqual([true, false, false, false]);
});

it("property: the words put together are the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(wordsOf(text).join("")).toBe(text);
    }),
  );
});
