import { describe, expect, it } from "vitest";

import { changeLine, sideTexts, valueText } from "./value-words.ts";
import { addressWords, leftOutWords } from "./words.ts";

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

describe("sideTexts", () => {
  it("shows the formula that a constant replaced, though the result is the same", () => {
    const before = { type: "cell", value: -1.2, formula: "SUM(D2:D7)" } as const;
    const after = { type: "cell", value: -1.2 } as const;
    expect(changeLine({ facet: "content", before, after })).toBe("=SUM(D2:D7) → −1.2");
    expect(changeLine({ facet: "content", before: after, after: before })).toBe("−1.2 → =SUM(D2:D7)");
    expect(changeLine({ facet: "recalculated", before, after: { ...before, value: 3 } })).toBe("−1.2 → 3");
  });

  const properties = (own: Record<string, string | number>) => ({ type: "properties", properties: own }) as const;

  it("shows of properties those that differ, lengths with their unit, digests never", () => {
    const before = properties({ aspect: "position", x: 914_400, width: 360_000, digest: "20e5bb0a11112222" });
    const after = properties({ aspect: "position", x: 1_914_400, width: 360_000, digest: "8526fe1e11112222" });
    expect(sideTexts({ facet: "format", before, after })).toEqual({
      before: "x: 2.54 cm",
      after: "x: 5.32 cm",
      note: null,
    });
    const [was, is] = [
      properties({ kind: "chart", digest: "20e5bb0a11112222" }),
      properties({ kind: "chart", digest: "8526fe1e11112222" }),
    ];
    expect(sideTexts({ facet: "format", before: was, after: is })).toEqual({
      before: null,
      after: null,
      note: "Chart: looks different, or holds something else.",
    });
  });

  it("shows of a changed page the words that the other side does not have", () => {
    const page = (...words: string[]) =>
      ({
        type: "page",
        text: "all of it",
        size: [595, 842],
        marks: words.map((text) => ({ text, box: [0, 0, 1, 1] as const })),
      }) as const;
    expect(sideTexts({ facet: "content", before: page(), after: page("new", "words") })).toEqual({
      before: null,
      after: "new words",
      note: null,
    });
    expect(sideTexts({ facet: "format", before: page(), after: page() }).note).toBe(
      "The same words, drawn differently.",
    );
    expect(sideTexts({ facet: "structure", after: page() })).toEqual({ before: null, after: "all of it", note: null });
  });

  it("shows a row by its cells", () => {
    const after = { type: "cells", cells: { A: { value: "EUR" }, B: { value: 1.08 } } } as const;
    expect(sideTexts({ facet: "structure", after })).toEqual({ before: null, after: "EUR · 1.08", note: null });
  });
});
