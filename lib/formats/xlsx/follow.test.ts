import { describe, expect, it } from "vitest";

import { defaultWork } from "../format.ts";
import { xlsxFormat } from "./index.ts";
import { buildWorkbook, type BuildValue } from "./testing/build.ts";
import { changesOf, open } from "./testing/workbooks.ts";

type Rows = readonly (readonly BuildValue[])[];
const book = (rows: Rows, name = "Model") => buildWorkbook([{ name, rows }]);

const base: Rows = [
  ["Item", "Amount"],
  ["Rent", 10],
  ["Food", 20],
  ["Fun", 30],
  ["Total", { formula: "SUM(B2:B4)", value: 60 }],
];
const insertedAbove = (rows: Rows): Rows => [
  ...rows.slice(0, 1),
  ["First", 1],
  ...rows.slice(1, -1),
  ["Total", { formula: "SUM(B3:B5)", value: 60 }],
];

/** Ids of a change as made on the old base, followed, and as made on the new base. */
function followed(oldBase: Uint8Array, oldStaged: Uint8Array, newBase: Uint8Array, newStaged: Uint8Array) {
  const move = xlsxFormat.diff(open(oldBase), open(newBase), defaultWork());
  const decidable = (changes: ReturnType<typeof changesOf>) => changes.filter(({ facet }) => facet !== "recalculated");
  const ids = decidable(changesOf(oldBase, oldStaged)).map((change) => xlsxFormat.follow(change, move)?.id ?? null);
  return { ids, expected: decidable(changesOf(newBase, newStaged)).map(({ id }) => id) };
}

describe("[R1] following the base", () => {
  it("an inserted row drops no decision below it: values", () => {
    const edit = (rows: Rows): Rows => rows.map((row) => (row[0] === "Food" ? ["Food", 21] : row));
    const { ids, expected } = followed(
      book(base),
      book(edit(base)),
      book(insertedAbove(base)),
      book(edit(insertedAbove(base))),
    );
    expect(ids).toEqual(expected);
    expect(ids).toHaveLength(1);
  });

  it("nor formulas, whose references move", () => {
    const edit = (rows: Rows, formula: string): Rows => [...rows.slice(0, -1), ["Total", { formula, value: 1 }]];
    const { ids, expected } = followed(
      book(base),
      book(edit(base, "SUM(B2:B4)*2+B3")),
      book(insertedAbove(base)),
      book(edit(insertedAbove(base), "SUM(B3:B5)*2+B4")),
    );
    expect(ids).toEqual(expected);
    expect(ids).toHaveLength(1);
  });

  it("nor inserted and deleted rows, nor a renamed sheet", () => {
    const insert = (rows: Rows): Rows => [...rows.slice(0, -1), ["Late", 4], ...rows.slice(-1)];
    const inserted = followed(
      book(base),
      book(insert(base)),
      book(insertedAbove(base)),
      book(insert(insertedAbove(base))),
    );
    expect(inserted.ids).toEqual(inserted.expected);
    const edit = (rows: Rows): Rows => rows.map((row) => (row[0] === "Food" ? ["Food", 21] : row));
    const renamed = followed(book(base), book(edit(base)), book(base, "Plan"), book(edit(base), "Plan"));
    expect(renamed.ids).toEqual(renamed.expected);
  });

  it("what stood in a row that is gone is gone", () => {
    const edit = (rows: Rows): Rows => rows.map((row) => (row[0] === "Food" ? ["Food", 21] : row));
    const without = base.filter(([name]) => name !== "Food");
    const { ids } = followed(book(base), book(edit(base)), book(without), book(without));
    expect(ids).toEqual([null]);
  });

  it("a base that did not move keeps every id", () => {
    const edited = book(base.map((row) => (row[0] === "Fun" ? ["Fun", 1] : row)));
    for (const change of changesOf(book(base), edited))
      expect(xlsxFormat.follow(change, { complete: true, changes: [] })?.id).toBe(change.id);
  });
});

describe("overlaps", () => {
  const ids = (after: Rows) => changesOf(book(base), book(after)).filter(({ facet }) => facet !== "recalculated");
  const cell = (name: string, value: BuildValue) => ids(base.map((row) => (row[0] === name ? [name, value] : row)))[0]!;

  it("cells overlap cell by cell, and value and format do not", () => {
    expect(xlsxFormat.overlaps(cell("Food", 1), cell("Food", 2), false)).toBe(true);
    expect(xlsxFormat.overlaps(cell("Food", 1), cell("Fun", 2), false)).toBe(false);
    expect(xlsxFormat.overlaps(cell("Food", 1), cell("Fun", 2), true)).toBe(true);
    const look = cell("Food", { value: 20, format: "0.00" });
    expect(look.facet).toBe("format");
    expect(xlsxFormat.overlaps(cell("Food", 1), look, false)).toBe(false);
    expect(xlsxFormat.overlaps(cell("Food", 1), look, true)).toBe(true);
  });

  it("a deleted row overlaps edits in it; insertions overlap at one place only", () => {
    const gone = ids(base.filter(([name]) => name !== "Food")).find(({ kind }) => kind === "removed")!;
    expect(xlsxFormat.overlaps(gone, cell("Food", 1), false)).toBe(true);
    expect(xlsxFormat.overlaps(gone, cell("Fun", 1), false)).toBe(false);
    const insert = (at: number, name: string) =>
      ids([...base.slice(0, at), [name, 5], ...base.slice(at)]).find(({ kind }) => kind === "added")!;
    expect(xlsxFormat.overlaps(insert(2, "x"), insert(2, "y"), false)).toBe(true);
    expect(xlsxFormat.overlaps(insert(2, "x"), insert(3, "y"), false)).toBe(false);
  });
});
