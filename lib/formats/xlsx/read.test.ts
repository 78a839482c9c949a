import { describe, expect, it } from "vitest";

import { buildWorkbook } from "./testing/build.ts";
import { cellOf, changesOf, open } from "./testing/workbooks.ts";

const rows = [
  ["Item", "Q1", "Q2"],
  ["Rent", 12.5, { formula: "B2*2", value: 25 }],
  [true, { error: "#DIV/0!" }, { value: 45_000, format: "yyyy-mm-dd", bold: true }],
  ['a<b & "c"', null, " padded "],
] as const;

describe("reading workbooks", () => {
  it("gives values, formulas, formats and looks by what they mean", () => {
    const book = open(buildWorkbook([{ name: "Model", rows }]));
    expect(cellOf(book, "Model", "B2")).toEqual({ value: 12.5 });
    expect(cellOf(book, "Model", "C2")).toEqual({ value: 25, formula: "B2*2" });
    expect(cellOf(book, "Model", "A3")).toEqual({ value: true });
    expect(cellOf(book, "Model", "B3")).toEqual({ value: { error: "#DIV/0!" } });
    expect(cellOf(book, "Model", "C3")).toMatchObject({ value: 45_000, numberFormat: "yyyy-mm-dd" });
    expect(cellOf(book, "Model", "A4")).toEqual({ value: 'a<b & "c"' });
    expect(cellOf(book, "Model", "C4")).toEqual({ value: " padded " });
  });

  it.each([
    ["inline strings", { strings: "inline" }],
    ["rows and cells without r", { withoutPlaces: true }],
    ["a prefix for the main namespace", { prefix: "x" }],
    ["another order of styles", { shiftStyles: 3 }],
    ["strict namespaces", { strict: true }],
    ["all of it", { strings: "inline", withoutPlaces: true, prefix: "ss", shiftStyles: 2 }],
  ] as const)("the same workbook with %s is no change", (_what, options) => {
    const plain = buildWorkbook([{ name: "Model", rows }]);
    expect(changesOf(plain, buildWorkbook([{ name: "Model", rows }], options))).toEqual([]);
  });

  it("expands shared formulas in their place", () => {
    const book = open(
      buildWorkbook([
        {
          name: "S",
          rows: [
            [1, { xml: '<c><f t="shared" ref="B1:B3" si="0">A1*$A$1+SUM(A1:A$1)</f><v>2</v></c>' }],
            [2, { xml: '<c><f t="shared" si="0"/><v>3</v></c>' }],
            [3, { xml: '<c><f t="shared" si="0"/><v>4</v></c>' }],
          ],
        },
      ]),
    );
    expect(cellOf(book, "S", "B3")).toEqual({ value: 4, formula: "A3*$A$1+SUM(A3:A$1)" });
  });

  it("a missing result is not calculated, which is neither empty nor an edit", () => {
    const cached = buildWorkbook([{ name: "S", rows: [[1, { formula: "A1+1", value: 2 }]] }]);
    const bare = buildWorkbook([{ name: "S", rows: [[1, { formula: "A1+1" }]] }]);
    expect(cellOf(open(bare), "S", "B1")).toEqual({ value: null, formula: "A1+1", notCalculated: true });
    expect(changesOf(cached, bare)).toMatchObject([{ facet: "recalculated", flags: ["not-calculated"] }]);
  });

  it("reads dates of strict workbooks as serial numbers, and text escapes", () => {
    const book = open(
      buildWorkbook([
        {
          name: "S",
          rows: [[{ xml: '<c t="d"><v>2023-03-15T12:00:00</v></c>' }, { xml: '<c t="str"><v>a_x000A_b</v></c>' }]],
        },
      ]),
    );
    expect(cellOf(book, "S", "A1")).toEqual({ value: 45_000.5 });
    expect(cellOf(book, "S", "B1")).toEqual({ value: "a\nb" });
  });

  it("rich text is its plain text, and its runs are a look", () => {
    const run = (bold: string) =>
      `<c t="inlineStr"><is><r><rPr>${bold}<sz val="11"/></rPr><t>bo</t></r><r><t>ld</t></r></is></c>`;
    const before = buildWorkbook([{ name: "S", rows: [[{ xml: run("<b/>") }]] }]);
    const after = buildWorkbook([{ name: "S", rows: [[{ xml: run("<i/>") }]] }]);
    expect(cellOf(open(before), "S", "A1")?.value).toBe("bold");
    expect(changesOf(before, after)).toMatchObject([{ facet: "format" }]);
  });
});
