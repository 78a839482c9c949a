import fc from "fast-check";
import { expect, it } from "vitest";

import { fileHref } from "./search-address.ts";
import { locatorWords } from "./locator-words.ts";
import { markedParts } from "./marked-parts.ts";

it("cuts a text at its marks", () => {
  expect(markedParts("net revenue", [{ start: 4, end: 11 }])).toEqual([
    { text: "net ", marked: false },
    { text: "revenue", marked: true },
  ]);
});

it("loses and doubles nothing, whatever the marks are", () => {
  const mark = fc.record({ start: fc.integer({ min: 0, max: 30 }), end: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 25 }), fc.array(mark), (text, marks) => {
      expect(
        markedParts(text, marks)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

it("[R7] a hit opens in the version that it was found in, at its place", () => {
  const version = { branch: "b", t: 3, tree: null };
  const href = fileHref("q3", version, { path: "a & b/ü.xlsx", hash: "ab", locator: "sheet=P%26L&cell=B12" });
  const url = new URL(href, "http://localhost");
  expect([...url.searchParams]).toEqual([
    ["branch", "b"],
    ["t", "3"],
    ["path", "a & b/ü.xlsx"],
    ["v", "ab"],
  ]);
  expect(url.hash).toBe("#sheet=P%26L&cell=B12");
  expect(locatorWords(url.hash.slice(1))).toBe("P&L B12");
});
