import * as sheetjs from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { applyToWorkbooks } from "./apply/apply.ts";
import { diffWorkbooks } from "./diff/diff.ts";
import { buildWorkbook, type BuildOptions, type BuildSheet, type BuildValue } from "./testing/build.ts";
import { applied, cellOf, changesOf, lines, open } from "./testing/workbooks.ts";

const model = (rows: readonly (readonly BuildValue[])[], more: Partial<BuildSheet> = {}): BuildSheet => ({
  name: "Model",
  rows,
  ...more,
});
const build = (rows: readonly (readonly BuildValue[])[], options: BuildOptions = {}, more: Partial<BuildSheet> = {}) =>
  buildWorkbook(
    [model(rows, more), { name: "Other", rows: [[{ formula: "SUM(Model!B2:B4)", value: 60 }, "stays"]] }],
    options,
  );

const base = [
  ["Item", "Amount"],
  ["Rent", 10],
  ["Food", 20],
  ["Fun", 30],
  ["Total", { formula: "SUM(B2:B4)", value: 60 }],
] as const satisfies readonly (readonly BuildValue[])[];
const [head, rent, food, fun, total] = base;

/** The compressed bytes of every entry, by name. */
function entriesOf(bytes: Uint8Array): Map<string, string> {
  const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
  if (!zip.ok) throw new Error("not a zip");
  return new Map(
    zip.value.entries.map((entry) => [
      entry.name,
      Buffer.from(bytes.subarray(entry.localStart, entry.localEnd)).toString("latin1"),
    ]),
  );
}

const changedEntries = (before: Uint8Array, after: Uint8Array) => {
  const [a, b] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).sort();
};

describe("applying cells", () => {
  it("takes one cell and leaves every other part byte for byte", () => {
    const media = { "xl/media/image1.bin": new Uint8Array([1, 2, 3]) };
    const before = build(base, { parts: media });
    const after = build([head, ["Rent", 11], ["Food", 21], fun, total], { parts: media });
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["modified content Model!B2", "modified content Model!B3"]);
    const result = applied(before, after, [changes[0]!.id]);
    expect(changedEntries(before, result)).toEqual([
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/sheet2.xml",
    ]);
    const book = open(result);
    expect(cellOf(book, "Model", "B2")?.value).toBe(11);
    expect(cellOf(book, "Model", "B3")?.value).toBe(20);
    // What depends on it is no longer known, also on the other sheet.
    expect(cellOf(book, "Model", "B5")).toEqual({ value: null, formula: "SUM(B2:B4)", notCalculated: true });
    expect(cellOf(book, "Other", "A1")?.notCalculated).toBe(true);
    expect(book.package.text("xl/workbook.xml")).toContain('fullCalcOnLoad="1"');
  });

  it("a cell on which nothing depends touches its sheet alone", () => {
    const before = buildWorkbook([model([["a", 1]]), { name: "Other", rows: [[2]] }]);
    const after = buildWorkbook([model([["b", 1]]), { name: "Other", rows: [[2]] }]);
    const result = applied(before, after, [changesOf(before, after)[0]!.id]);
    expect(changedEntries(before, result)).toEqual(["xl/worksheets/sheet1.xml"]);
  });

  it("nothing chosen is before, byte for byte; everything is after in every cell", () => {
    const before = build(base);
    const after = build([head, ["Rent", 11], ["New", 5], food, total]);
    expect(Buffer.compare(applied(before, after, []), before)).toBe(0);
    const result = applied(
      before,
      after,
      changesOf(before, after).map(({ id }) => id),
    );
    expect(changesOf(result, after)).toEqual([]);
  });

  it("value and format of a cell are taken apart, with styles carried by what they mean", () => {
    const before = build([["x", 1]]);
    const after = build([["x", { value: 2, format: "0.0%", bold: true }]], { shiftStyles: 4 });
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["modified content Model!B1", "modified format Model!B1"]);
    const look = open(applied(before, after, [changes[1]!.id]));
    expect(cellOf(look, "Model", "B1")).toMatchObject({ value: 1, numberFormat: "0.0%" });
    expect(cellOf(look, "Model", "B1")?.style).toBe(cellOf(open(after), "Model", "B1")?.style);
    expect(cellOf(open(applied(before, after, [changes[0]!.id])), "Model", "B1")).toEqual({ value: 2 });
  });

  it("a patched master of a shared formula leaves its followers what they were", () => {
    const shared = (first: string) => [
      [1, { xml: first }],
      [2, { xml: '<c><f t="shared" si="0"/><v>4</v></c>' }],
    ];
    const before = build(shared('<c><f t="shared" ref="B1:B2" si="0">A1*2</f><v>2</v></c>'));
    const after = build([
      [1, 99],
      [2, { formula: "A2*2", value: 4 }],
    ]);
    const changes = changesOf(before, after);
    expect(changes).toMatchObject([{ facet: "content", flags: ["formula-overwritten"] }]);
    const book = open(applied(before, after, [changes[0]!.id]));
    expect(cellOf(book, "Model", "B1")).toEqual({ value: 99 });
    expect(cellOf(book, "Model", "B2")).toMatchObject({ formula: "A2*2" });
  });
});

describe("applying rows and columns", () => {
  const tail =
    '<mergeCells count="1"><mergeCell ref="A5:B5"/></mergeCells><dataValidations count="1"><dataValidation type="whole" sqref="B2:B4"><formula1>$B$5</formula1></dataValidation></dataValidations>';
  const names = '<definedName name="Total">Model!$B$5</definedName>';

  it("an inserted row is one change, and carries references of all sheets, names, merged ranges, validations", () => {
    const before = build(base, { names }, { tail });
    const after = buildWorkbook(
      [
        model([head, rent, ["Books", 5], food, fun, ["Total", { formula: "SUM(B2:B5)", value: 65 }]], {
          tail: tail.replace("A5:B5", "A6:B6").replace("B2:B4", "B2:B5").replace("$B$5", "$B$6"),
        }),
        { name: "Other", rows: [[{ formula: "SUM(Model!B2:B5)", value: 65 }, "stays"]] },
      ],
      { names: names.replace("$B$5", "$B$6") },
    );
    const changes = changesOf(before, after);
    expect(lines(changes.filter(({ facet }) => facet !== "recalculated"))).toEqual(["added structure Model!3"]);
    expect(changes.find(({ kind }) => kind === "added")).toMatchObject({
      after: { type: "cells", cells: { A: { value: "Books" }, B: { value: 5 } } },
    });
    const result = applied(before, after, [changes.find(({ kind }) => kind === "added")!.id]);
    expect(changesOf(result, after)).toEqual([]);
    const sheet = open(result).package.text("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain('mergeCell ref="A6:B6"');
    expect(sheet).toContain('sqref="B2:B5"');
  });

  it.each([
    ["the row", [0]],
    ["the cell below it", [1]],
    ["both", [0, 1]],
  ])("row and cell are independent: %s", (_what, chosen) => {
    const before = build(base);
    const after = buildWorkbook([
      model([head, rent, ["Books", 5], food, ["Fun", 31], ["Total", { formula: "SUM(B2:B5)", value: 66 }]]),
      { name: "Other", rows: [[{ formula: "SUM(Model!B2:B5)", value: 66 }, "stays"]] },
    ]);
    const decidable = changesOf(before, after).filter(({ facet }) => facet !== "recalculated");
    expect(lines(decidable)).toEqual(["added structure Model!3", "modified content Model!B5"]);
    const ids = chosen.map((at) => decidable[at]!.id);
    const made = changesOf(before, applied(before, after, ids)).filter(({ facet }) => facet !== "recalculated");
    expect(made.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("a deleted row gives #REF! where it was named, and shorter ranges", () => {
    const before = build([...base, ["Copy", { formula: "B3", value: 20 }]]);
    const after = buildWorkbook([
      model([
        head,
        rent,
        fun,
        ["Total", { formula: "SUM(B2:B3)", value: 40 }],
        ["Copy", { formula: "#REF!", value: 0 }],
      ]),
      { name: "Other", rows: [[{ formula: "SUM(Model!B2:B3)", value: 40 }, "stays"]] },
    ]);
    const decidable = changesOf(before, after).filter(({ facet }) => facet !== "recalculated");
    expect(lines(decidable)).toEqual(["removed structure Model!3"]);
    const book = open(applied(before, after, [decidable[0]!.id]));
    expect(cellOf(book, "Model", "B4")?.formula).toBe("SUM(B2:B3)");
    expect(cellOf(book, "Model", "B5")?.formula).toBe("#REF!");
  });

  it("an inserted column is one change", () => {
    const wide = [
      ["Name", "Q1", "Q2", "Sum"],
      ["a", 11, 21, { formula: "B2+C2", value: 32 }],
      ["b", 12, 22, { formula: "B3+C3", value: 34 }],
      ["c", 13, 23, { formula: "B4+C4", value: 36 }],
    ] as const;
    const wider = wide.map((row, at) => [
      row[0],
      at === 0 ? "Q0" : at * 100,
      row[1],
      row[2],
      at === 0 ? "Sum" : { formula: `C${at + 1}+D${at + 1}`, value: 30 + at * 2 },
    ]);
    const before = buildWorkbook([model(wide)]);
    const after = buildWorkbook([model(wider)]);
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["added structure Model!B"]);
    expect(changesOf(applied(before, after, [changes[0]!.id]), after)).toEqual([]);
  });

  it("a moved row is one change", () => {
    const before = buildWorkbook([
      model([
        ["a", 1],
        ["b", 2],
        ["c", 3],
        ["d", 4],
        ["e", 5],
      ]),
    ]);
    const after = buildWorkbook([
      model([
        ["a", 1],
        ["c", 3],
        ["d", 4],
        ["e", 5],
        ["b", 2],
        ["f", 6],
      ]),
    ]);
    const changes = changesOf(before, after);
    expect(changes.map(({ kind }) => kind).sort()).toContain("added");
    expect(
      changesOf(
        applied(
          before,
          after,
          changes.map(({ id }) => id),
        ),
        after,
      ),
    ).toEqual([]);
  });

  it("[R3] a formula that names a new row needs it; an open set is refused with what is missing", () => {
    const before = build(base);
    const after = build([head, rent, ["Books", 5], food, fun, ["Total", { formula: "B3*2", value: 10 }]]);
    const changes = changesOf(before, after);
    const formula = changes.find(({ facet }) => facet === "formula");
    const row = changes.find(({ kind }) => kind === "added");
    expect(formula?.requires).toEqual([row?.id]);
    const refused = applyToWorkbooks(open(before), open(after), [formula!.id]);
    expect(refused).toEqual({ ok: false, error: { reason: "not-closed", missing: [row!.id] } });
  });

  it("rows inside of an array formula are refused with the reason", () => {
    const array = (rows: number) => ({ xml: `<c><f t="array" ref="B1:B${rows}">A1:A${rows}*2</f><v>2</v></c>` });
    const before = buildWorkbook([
      model([
        [1, array(3)],
        [2, 4],
        [3, 6],
        ["end", "x"],
      ]),
    ]);
    const after = buildWorkbook([
      model([
        [1, array(4)],
        ["new", "y"],
        [2, 4],
        [3, 6],
        ["end", "z"],
      ]),
    ]);
    const row = changesOf(before, after).find(({ kind, facet }) => kind === "added" && facet === "structure");
    const refused = applyToWorkbooks(open(before), open(after), [row!.id]);
    expect(refused).toMatchObject({ ok: false, error: { reason: "refused" } });
  });
});

describe("applying sheets and names", () => {
  it("added, removed, renamed, hidden sheets and changed names are decided one by one", () => {
    const rows = [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ];
    const before = buildWorkbook(
      [
        { name: "Data", rows },
        { name: "Gone", rows: [["x", 7]] },
      ],
      { names: '<definedName name="N">Data!$A$1</definedName>' },
    );
    const after = buildWorkbook(
      [
        { name: "Facts", rows, state: "hidden" },
        {
          name: "Fresh",
          rows: [
            [
              { formula: "Facts!B1*2", value: 2 },
              { value: "bold", bold: true },
            ],
          ],
        },
      ],
      { names: '<definedName name="N">Facts!$A$2</definedName>' },
    );
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual([
      "removed structure Gone",
      "added structure Fresh",
      "modified structure Facts",
      "modified structure Facts",
      "modified structure N",
    ]);
    expect(
      changesOf(
        applied(
          before,
          after,
          changes.map(({ id }) => id),
        ),
        after,
      ),
    ).toEqual([]);
    for (const change of changes) {
      if ((change.requires ?? []).length > 0) continue;
      const made = changesOf(before, applied(before, after, [change.id]));
      expect(made.map(({ id }) => id)).toEqual([change.id]);
    }
  });
});

describe("an independent reader", () => {
  it("opens results and finds the values of the chosen changes", () => {
    const before = build(base);
    const after = build([head, ["Rent", 11], ["Books", 5], food, fun, total]);
    const { entries } = diffWorkbooks(open(before), open(after), defaultWork());
    const ids = entries.filter(({ change }) => change.facet === "content").map(({ change }) => change.id);
    const book = sheetjs.read(applied(before, after, ids), { type: "buffer" });
    expect(sheetjs.utils.sheet_to_json(book.Sheets["Model"]!, { header: 1 }).slice(0, 4)).toEqual([
      head,
      ["Rent", 11],
      food,
      fun,
    ]);
  });
});
