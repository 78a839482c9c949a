import { describe, expect, it } from "vitest";

import { addressWords, leftOutWords, valueText } from "./words.ts";

describe("addressWords", () => {
  it.each([
    ["", "whole file"],
    ["L4", "line 4"],
    ["L10-L12", "lines 10–12"],
    ["L7-L7", "line 7"],
    ["sheet=Q3%20Plan&cell=B12", "B12"],
    ["sheet=Revenue", "sheet Revenue"],
    ["sheet=Revenue&row=7", "row 7"],
    ["column=C", "column C"],
    ["slide=3&shape=7", "slide 3, shape 7"],
    ["para=14", "paragraph 14"],
    ["cell=7", "cell 7"],
    ["part=xl/theme/theme1.xml", "xl/theme/theme1.xml"],
  ])("calls %s: %s", (fragment, words) => expect(addressWords(fragment)).toBe(words));

  it("names the sheet where asked to", () => {
    expect(addressWords("sheet=Q3%20Plan&cell=B12:D14", true)).toBe("Q3 Plan!B12:D14");
  });
});

it("[R5] names what a bulk decision leaves out, by reason", () => {
  const cell = (name: string) => `sheet=Revenue&cell=${name}`;
  expect(leftOutWords([])).toBe("");
  expect(leftOutWords([{ address: cell("D6"), why: "flagged" }])).toBe("1 flagged, D6");
  expect(
    leftOutWords([
      ...["A1", "A2", "A3", "A4"].map((name) => ({ address: cell(name), why: "unseen" as const })),
      { address: cell("D6"), why: "flagged" },
    ]),
  ).toBe("4 unseen, A1, A2, A3 and 1 more; 1 flagged, D6");
});

it("writes the side that changed: the formula of a formula, the number format of a format", () => {
  const cell = { type: "cell", value: -1.2, formula: "SUM(D2:D4)", numberFormat: "0.0 %" } as const;
  expect(valueText(cell, "content")).toBe("−1.2");
  expect(valueText(cell, "formula")).toBe("=SUM(D2:D4)");
  expect(valueText(cell, "format")).toBe("0.0 %");
  expect(valueText(undefined, "content")).toBe("nothing");
  expect(valueText({ type: "cell", value: { error: "#REF!" } }, "content")).toBe("#REF!");
});
