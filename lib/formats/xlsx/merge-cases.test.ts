/** Three-way merges of workbooks with right answers worked out by hand. */
import * as sheetjs from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import { memorySource } from "../memory-source.ts";
import { mergeFiles } from "../merge.ts";
import type { Merge } from "../three-way.ts";
import { makeCase } from "./testing/edit-cases.ts";
import { fileOf } from "./testing/edit-files.ts";
import { buildWorkbook, type BuildValue } from "./testing/build.ts";
import { cellOf, changesOf, open } from "./testing/workbooks.ts";

type Rows = readonly (readonly BuildValue[])[];
const book = (rows: Rows, name = "Model") =>
  buildWorkbook([
    { name, rows },
    { name: "Notes", rows: [["kept"]] },
  ]);
const sum = (formula: string): BuildValue => ({ formula });

const base: Rows = [
  ["Item", "Count", "Price"],
  ["Rent", 1, 100],
  ["Food", 2, 20],
  ["Fun", 3, 30],
  ["Books", 4, 40],
  ["Total", sum("SUM(B2:B5)"), sum("SUM(C2:C5)")],
];
const replaced = (rows: Rows, row: number, cells: readonly BuildValue[]): Rows =>
  rows.map((own, at) => (at === row - 1 ? cells : own));
const inserted = (rows: Rows, row: number, cells: readonly BuildValue[], end = "6"): Rows => [
  ...rows.slice(0, row - 1),
  cells,
  ...rows.slice(row - 1, -1),
  ["Total", sum(`SUM(B2:B${end})`), sum(`SUM(C2:C${end})`)],
];
const deleted = (rows: Rows, row: number, end = "4"): Rows => [
  ...rows.filter((_own, at) => at !== row - 1).slice(0, -1),
  ["Total", sum(`SUM(B2:B${end})`), sum(`SUM(C2:C${end})`)],
];

const file = (bytes: Uint8Array) => memorySource("model.xlsx", bytes);
async function merged(accepted: Uint8Array, staged: Uint8Array, strict = false, from = book(base)): Promise<Merge> {
  const merge = await mergeFiles(file(from), file(accepted), file(staged), { strict });
  const back = await mergeFiles(file(from), file(staged), file(accepted), { strict });
  expect(back.conflicts.length).toBe(merge.conflicts.length);
  return merge;
}

/** The sheet's rows: formulas with `=`, otherwise values. */
function rowsOf(merge: Merge, sheet = "Model", width = 3): unknown[][] {
  const workbook = open(merge.merged ?? new Uint8Array());
  const last = workbook.sheets.find(({ name }) => name === sheet)?.lastRow ?? 0;
  return Array.from({ length: last }, (_unused, row) =>
    ["A", "B", "C", "D"].slice(0, width).map((column) => {
      const cell = cellOf(workbook, sheet, `${column}${row + 1}`);
      return cell?.formula === undefined ? (cell?.value ?? null) : `=${cell.formula}`;
    }),
  );
}
const plain = (rows: Rows): unknown[][] =>
  rows.map((row) =>
    row.map((value) =>
      typeof value === "object" && value !== null && "formula" in value ? `=${value.formula}` : value,
    ),
  );

describe("cells", () => {
  const food = (count: number, price = 20) => book(replaced(base, 3, ["Food", count, price]));

  it("apart, beside each other, alike: both are taken", async () => {
    for (const [accepted, staged, wanted] of [
      [
        food(5),
        book(replaced(base, 5, ["Books", 4, 44])),
        replaced(replaced(base, 3, ["Food", 5, 20]), 5, ["Books", 4, 44]),
      ],
      [food(5), food(2, 25), replaced(base, 3, ["Food", 5, 25])],
      [food(5), food(5, 25), replaced(base, 3, ["Food", 5, 25])],
    ] as const) {
      const merge = await merged(accepted, staged);
      expect(merge.conflicts).toEqual([]);
      expect(rowsOf(merge)).toEqual(plain(wanted));
    }
    const both = await mergeFiles(file(book(base)), file(food(5)), file(food(5, 25)));
    expect(both.taken.map(({ side, change }) => [side, change.address]).filter(([side]) => side === "both")).toEqual([
      ["both", { kind: "cells", sheet: "Model", range: "B3" }],
    ]);
  });

  it("the same one otherwise: one conflict with three values, and the accepted side stays", async () => {
    const merge = await merged(food(5), food(6));
    expect(merge.conflicts).toMatchObject([
      { address: { range: "B3" }, base: { value: 2 }, accepted: { value: 5 }, staged: { value: 6 } },
    ]);
    expect(rowsOf(merge)).toEqual(plain(replaced(base, 3, ["Food", 5, 20])));
  });

  it("a value on one side and its look on the other are both taken, and in strict mode are a conflict", async () => {
    const look = book(replaced(base, 3, ["Food", { value: 2, format: "0.00" }, 20]));
    const merge = await merged(food(5), look);
    expect(merge.conflicts).toEqual([]);
    expect(cellOf(open(merge.merged ?? new Uint8Array()), "Model", "B3")).toMatchObject({
      value: 5,
      numberFormat: "0.00",
    });
    expect((await merged(food(5), look, true)).conflicts).toHaveLength(1);
  });

  it("in neighbouring rows: merged, and in strict mode a conflict", async () => {
    const fun = book(replaced(base, 4, ["Fun", 33, 30]));
    expect((await merged(food(5), fun)).conflicts).toEqual([]);
    expect((await merged(food(5), fun, true)).conflicts).toHaveLength(1);
  });
});

describe("rows", () => {
  const fun = ["Fun", 33, 30] as const;

  it("a row deleted on one side and an edit in it on the other are a conflict; beside it they are not", async () => {
    const clash = await merged(book(deleted(base, 4)), book(replaced(base, 4, fun)));
    expect(clash.conflicts).toHaveLength(1);
    expect(rowsOf(clash)).toEqual(plain(deleted(base, 4)));
    const beside = await merged(book(deleted(base, 4)), book(replaced(base, 5, ["Books", 44, 40])));
    expect(beside.conflicts).toEqual([]);
    expect(rowsOf(beside)).toEqual(plain(deleted(replaced(base, 5, ["Books", 44, 40]), 4)));
  });

  it("different rows inserted at one place are a conflict, at two places or alike they are not", async () => {
    const pets = book(inserted(base, 3, ["Pets", 7, 70]));
    expect((await merged(pets, book(inserted(base, 3, ["Cars", 8, 80])))).conflicts).toHaveLength(1);
    const alike = await merged(pets, book(replaced(inserted(base, 3, ["Pets", 7, 70]), 5, fun)));
    expect(alike.conflicts).toEqual([]);
    expect(rowsOf(alike)).toEqual(plain(replaced(inserted(base, 3, ["Pets", 7, 70]), 5, fun)));
    const apart = await merged(pets, book(inserted(base, 5, ["Cars", 8, 80])));
    expect(apart.conflicts).toEqual([]);
    expect(rowsOf(apart)).toEqual(plain(inserted(inserted(base, 3, ["Pets", 7, 70]), 6, ["Cars", 8, 80], "7")));
  });

  it("a formula edited on one side follows the row that came in on the other", async () => {
    const total = replaced(base, 6, ["Total", sum("SUM(B2:B5)*2"), sum("SUM(C2:C5)")]);
    const merge = await merged(book(inserted(base, 3, ["Pets", 7, 70])), book(total));
    expect(merge.conflicts).toEqual([]);
    expect(rowsOf(merge)[6]).toEqual(["Total", "=SUM(B2:B6)*2", "=SUM(C2:C6)"]);
  });

  it("a row that moved on one side and an edit in it on the other are a conflict; beside it they are not", async () => {
    const [head = [], rent = [], food = [], own = [], books = [], total = []] = base;
    const moved = [head, own, rent, food, books, total];
    const clash = await merged(book(moved), book(replaced(base, 4, fun)));
    expect(clash.conflicts).toHaveLength(1);
    expect(rowsOf(clash)).toEqual(plain(moved));
    const beside = await merged(book(moved), book(replaced(base, 3, ["Food", 5, 20])));
    expect(beside.conflicts).toEqual([]);
    expect(rowsOf(beside)).toEqual(plain([head, own, rent, ["Food", 5, 20], books, total]));
    const elsewhere = await merged(book(moved), book([head, rent, food, books, own, total]));
    expect(elsewhere.conflicts.length).toBeGreaterThan(0);
  });
});

describe("columns and sheets", () => {
  const wide: Rows = base.map((row, at) => [...row, at === 0 ? "Note" : `note ${at}`]);
  const without = (rows: Rows): Rows =>
    rows
      .map((row) => row.filter((_cell, column) => column !== 1))
      .map((row, at, all) => (at === all.length - 1 ? [row[0] ?? null, sum("SUM(B2:B5)"), row[2] ?? null] : row));

  it("a deleted column takes edits beside it along, and clashes with one inside of it", async () => {
    const beside = await merged(
      book(without(wide)),
      book(replaced(wide, 3, ["Food", 2, 25, "note 2"])),
      false,
      book(wide),
    );
    expect(beside.conflicts).toEqual([]);
    expect(rowsOf(beside)[2]).toEqual(["Food", 25, "note 2"]);
    const inside = await merged(
      book(without(wide)),
      book(replaced(wide, 3, ["Food", 3, 20, "note 2"])),
      false,
      book(wide),
    );
    expect(inside.conflicts).toHaveLength(1);
    expect(rowsOf(inside)[2]).toEqual(["Food", 20, "note 2"]);
  });

  it("a renamed sheet keeps what was edited in it; two names are a conflict", async () => {
    const merge = await merged(book(base, "Plan"), book(replaced(base, 3, ["Food", 5, 20])));
    expect(merge.conflicts).toEqual([]);
    expect(rowsOf(merge, "Plan")).toEqual(plain(replaced(base, 3, ["Food", 5, 20])));
    expect((await merged(book(base, "Plan"), book(base, "Budget"))).conflicts).toHaveLength(1);
  });
});

describe("nothing is lost in silence", () => {
  it(
    "of any two edits of one workbook: every change is in the result or held by a conflict",
    { timeout: 120_000 },
    async () => {
      let clean = 0;
      for (let seed = 0; seed < 40; seed++) {
        // The same base, edited by two hands.
        const one = makeCase(seed);
        const from = fileOf(one.before);
        const accepted = fileOf(one.after);
        const staged = fileOf(otherEdit(one));
        const merge = await mergeFiles(file(from), file(accepted), file(staged));
        if (merge.conflicts.length > 0 || merge.merged === null) continue;
        clean++;
        const taken = new Set(merge.taken.map(({ change }) => change.id));
        for (const side of [accepted, staged])
          for (const change of changesOf(from, side))
            if (change.facet !== "recalculated") expect(taken, `seed ${seed}`).toContain(change.id);
        const workbook = open(merge.merged);
        const marks = workbook.sheets.flatMap((sheet) =>
          Array.from({ length: sheet.lastRow }, (_u, row) => cellOf(workbook, sheet.name, `A${row + 1}`)?.value),
        );
        expect(marks, `seed ${seed} (${one.ops.join(", ")})`).toContain("edited by the other");
      }
      expect(clean).toBeGreaterThan(25);
    },
  );
});

/** Another edit of the same base, at its end: the notes' first cell. */
function otherEdit({ before }: ReturnType<typeof makeCase>) {
  const copy = structuredClone(before);
  const notes = copy.sheets.at(-1);
  const key = notes === undefined ? undefined : [...notes.cells.keys()][0];
  if (key !== undefined) notes?.cells.set(key, { value: "edited by the other" });
  return copy;
}

it("who saved the file last is no conflict, and what gave way is listed", async () => {
  const saved = (who: string, rent: number, fun: number) => {
    const made = sheetjs.utils.book_new();
    made.Props = { LastAuthor: who };
    sheetjs.utils.book_append_sheet(
      made,
      sheetjs.utils.aoa_to_sheet([
        ["Rent", rent],
        ["Food", 20],
        ["Fun", fun],
      ]),
      "Model",
    );
    return new Uint8Array(sheetjs.write(made, { type: "buffer", bookType: "xlsx" }) as Buffer);
  };
  const [from, one, two] = [saved("first", 100, 30), saved("agent", 101, 30), saved("person", 100, 33)];
  const merge = await mergeFiles(file(from), file(one), file(two));
  expect(merge.conflicts).toEqual([]);
  const metadata = (list: Merge["taken"]) => list.filter(({ change }) => change.facet === "metadata");
  expect(metadata(merge.taken)).toHaveLength(1);
  expect(merge.overridden).toHaveLength(1);
  expect(metadata(merge.overridden ?? [])).toHaveLength(1);
  expect(merge.overridden?.[0]?.side).not.toBe(metadata(merge.taken)[0]?.side);
  expect(rowsOf(merge, "Model", 2)).toEqual([
    ["Rent", 101],
    ["Food", 20],
    ["Fun", 33],
  ]);
});

describe("a deletion against what needs the deleted", () => {
  const withColumn = (formula: string): Rows =>
    base.map((own, at) => [...own, at === 1 ? sum(formula) : at === 0 ? "Note" : ""]);
  const withoutCount: Rows = base.map(([name = "", , price = ""]) => [
    name,
    typeof price === "object" ? sum("SUM(B2:B5)") : price,
  ]);

  it.each([
    ["a new formula that points at a deleted row", deleted(base, 4), withColumn("C4*2")],
    ["a new formula that points at a deleted column", withoutCount, withColumn("B4*2")],
    ["a new row with a value in a deleted column", withoutCount, inserted(base, 6, ["Pets", 7, 70])],
  ])("%s is a conflict, whichever side deletes", async (_name, one, two) => {
    for (const [accepted, staged] of [
      [one, two],
      [two, one],
    ] as const) {
      const merge = await merged(book(accepted), book(staged));
      expect(merge.conflicts.length).toBeGreaterThan(0);
      expect(JSON.stringify(rowsOf(merge, "Model", 4))).not.toContain("#REF!");
    }
  });

  it("a new formula over a range in which a row goes is none", async () => {
    const merge = await merged(book(deleted(base, 4)), book(withColumn("SUM(C2:C5)")));
    expect(merge.conflicts).toEqual([]);
    expect(rowsOf(merge, "Model", 4)[1]).toEqual(["Rent", 1, 100, "=SUM(C2:C4)"]);
  });

  it("a footer that both sides changed is asked about", async () => {
    const footed = (text: string) =>
      buildWorkbook([
        { name: "Model", rows: base, tail: `<headerFooter><oddFooter>&amp;C${text}</oddFooter></headerFooter>` },
      ]);
    const merge = await mergeFiles(file(footed("one")), file(footed("two")), file(footed("three")));
    expect(merge.conflicts).toHaveLength(1);
    expect(merge.overridden).toBeUndefined();
  });
});
