/** What reviewers are warned of, each on the edit that brings it about, and not where nothing changed. */
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { buildWorkbook, type BuildSheet, type BuildValue } from "./testing/build.ts";
import { changesOf } from "./testing/workbooks.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const base: readonly (readonly BuildValue[])[] = [
  ["Item", "Amount", "Share"],
  ["Rent", 10, { formula: "B2/B4", value: 0.25 }],
  ["Food", 30, { formula: "B3/B4", value: 0.75 }],
  ["Total", { formula: "SUM(B2:B3)", value: 40 }, null],
];
const model = (rows = base, more: Partial<BuildSheet> = {}): BuildSheet => ({ name: "Model", rows, ...more });
const book = (...sheets: readonly BuildSheet[]) => buildWorkbook(sheets);
const withCell = (row: number, column: number, value: BuildValue) =>
  base.map((own, r) => (r === row - 1 ? own.map((old, c) => (c === column - 1 ? value : old)) : own));

/** Every flagged change, as its place and its flags. */
const flagged = (before: Uint8Array, after: Uint8Array) =>
  changesOf(before, after)
    .filter(({ flags }) => flags !== undefined && flags.length > 0)
    .map(({ address, flags }: Change) => [Object.values(address).slice(1).join("!"), flags]);

const before = book(model());

describe("flags", () => {
  it("a formula overwritten by a constant, in a cell and in a row that stays", () => {
    expect(flagged(before, book(model(withCell(3, 3, 0.8))))).toEqual([["Model!C3", ["formula-overwritten"]]]);
    expect(flagged(before, book(model(withCell(3, 2, 31))))).toEqual([]);
  });

  it("a formula overwritten stays flagged where rows moved it, and a cleared one is not", () => {
    const rows = withCell(3, 3, 0.8);
    const shifted = [
      rows[0] ?? [],
      ["New", 0, 0],
      ["Rent", 10, { formula: "B3/B5", value: 0.25 }],
      rows[2] ?? [],
      ["Total", { formula: "SUM(B3:B4)", value: 40 }, null],
    ];
    expect(flagged(before, book(model(shifted)))).toEqual([["Model!C4", ["formula-overwritten"]]]);
    expect(flagged(before, book(model(withCell(3, 3, null))))).toEqual([]);
  });

  it("a new error value, as an edit and as a result that follows", () => {
    expect(flagged(before, book(model(withCell(3, 2, { error: "#N/A" }))))).toEqual([
      ["Model!B3", ["new-error-value"]],
    ]);
    const follows = withCell(3, 3, { formula: "B3/B4", error: "#DIV/0!" });
    expect(flagged(before, book(model(follows)))).toEqual([["Model!C3", ["new-error-value"]]]);
    expect(flagged(book(model(follows)), book(model(follows)))).toEqual([]);
  });

  it("a number stored as text, with signs, groups and currency; a word or a date is none", () => {
    for (const text of ["31", " 31 ", "-1,234.50", "$12", "7%"])
      expect(flagged(before, book(model(withCell(3, 2, text)))), text).toEqual([
        ["Model!B3", ["number-stored-as-text"]],
      ]);
    for (const text of ["31 pieces", "2024-01-31", "A1"])
      expect(flagged(before, book(model(withCell(3, 2, text)))), text).toEqual([]);
  });

  it("in a row that came, too", () => {
    const rows = [
      ...base.slice(0, 2),
      ["New", "12", { error: "#REF!" }],
      ...base.slice(2, 3),
      ["Total", { formula: "SUM(B2:B4)", value: 40 }, null],
    ];
    expect(flagged(before, book(model(rows)))).toEqual([["Model!3", ["new-error-value", "number-stored-as-text"]]]);
  });

  it("hidden rows, columns and sheets, and sheets that come hidden", () => {
    const columns = (attributes: string): Partial<BuildSheet> => ({
      head: `<cols><col min="2" max="2" width="9"${attributes}/></cols>`,
    });
    const [shown, hidden] = [book(model(base, columns(""))), book(model(base, columns(' hidden="1"')))];
    expect(flagged(before, hidden)).toEqual([["Model", ["hidden"]]]);
    expect(flagged(shown, hidden)).toEqual([["Model", ["hidden"]]]);
    expect(flagged(hidden, shown)).toEqual([]);
    const row = book(model(base, { hiddenRows: [3] }));
    expect(flagged(before, row)).toEqual([["Model!3", ["hidden"]]]);
    expect(flagged(row, before)).toEqual([]);
    const two = (state?: "hidden" | "veryHidden") =>
      book(model(), { name: "Notes", rows: [["x", "y"]], ...(state === undefined ? {} : { state }) });
    expect(flagged(two(), two("hidden"))).toEqual([["Notes", ["hidden"]]]);
    expect(flagged(two(), two("veryHidden"))).toEqual([["Notes", ["hidden"]]]);
    expect(flagged(two("hidden"), two())).toEqual([]);
    expect(flagged(before, two("hidden"))).toEqual([["Notes", ["hidden"]]]);
  });

  it("a reference to another workbook that was not there", () => {
    const link = buildWorkbook([model(withCell(3, 2, { formula: "[1]Prices!B7", value: 30 }))], {
      workbookTail: '<externalReferences><externalReference r:id="rIdX"/></externalReferences>',
      workbookRelationships: `<Relationship Id="rIdX" Type="${REL}/externalLink" Target="externalLinks/externalLink1.xml"/>`,
      parts: {
        "xl/externalLinks/externalLink1.xml":
          '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
      },
    });
    const found = flagged(before, link);
    expect(found).toContainEqual(["Model!B3", ["external-link"]]);
    expect(flagged(link, link)).toEqual([]);
  });

  it("a result that the file does not hold", () => {
    const found = flagged(before, book(model(withCell(4, 2, { formula: "SUM(B2:B3)" }))));
    expect(found).toEqual([["Model!B4", ["not-calculated"]]]);
  });
});
