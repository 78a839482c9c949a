/** Windows over sheets that are far longer than a screen. */
import { expect, test } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { buildWorkbook } from "./testing/build.ts";
import { compareFiles } from "../compare.ts";
import { memorySource } from "../memory-source.ts";
import { parseWorkbook } from "./workbook.ts";
import { WorkbookGrid } from "./workbook-grid.ts";

const ROWS = 200_000;
const book = (() => {
  const rows = [["first"], ...Array.from({ length: ROWS - 2 }, () => []), ["last"]];
  const parsed = parseWorkbook(Buffer.from(buildWorkbook([{ name: "Far", rows }])), DEFAULT_LIMITS);
  if (!parsed.ok) throw new Error(parsed.error.detail);
  return parsed.value;
})();

test("unchanged rows fold into one line, however many", () => {
  const grid = new WorkbookGrid(book, book, []);
  const sheet = grid.sheets[0]!;
  expect(grid.totalRows(sheet, "all")).toBe(ROWS);
  expect(grid.rows(sheet, "changed", 0, 10).map(({ kind, hidden }) => [kind, hidden])).toEqual([
    ["both", undefined],
    ["gap", ROWS - 1],
  ]);
});

test("a sheet that is new as a whole is shown row by row, however long", () => {
  const grid = new WorkbookGrid(null, book, []);
  expect(grid.totalRows(grid.sheets[0]!, "changed")).toBe(ROWS);
});

/** Rows of the sheet: kind, row numbers, the kind of its own change, how many of its cells have changes of their own. */
async function shownRows(before: readonly (readonly string[])[], after: readonly (readonly string[])[]) {
  const bytes = (rows: readonly (readonly string[])[]) => Buffer.from(buildWorkbook([{ name: "Rows", rows }]));
  const [base, staged] = [bytes(before), bytes(after)];
  const parse = (file: Buffer) => {
    const parsed = parseWorkbook(file, DEFAULT_LIMITS);
    if (!parsed.ok) throw new Error(parsed.error.detail);
    return parsed.value;
  };
  const { changes } = await compareFiles(memorySource("a.xlsx", base), memorySource("a.xlsx", staged));
  const grid = new WorkbookGrid(parse(base), parse(staged), changes);
  return grid
    .rows(grid.sheets[0]!, "all", 0, 20)
    .map((row) => [row.kind, row.before, row.after, row.change?.kind ?? null]);
}

test("[R1] a row behind the last one is a row that came, and one that is gone from there a row that went", async () => {
  const [one, two, three] = [["a", "1"], ["b", "2"], ["c", "3"]]; // prettier-ignore
  expect(await shownRows([one, two], [one, two, three])).toEqual([
    ["both", 1, 1, null],
    ["both", 2, 2, null],
    ["added", null, 3, "added"],
  ]);
  expect(await shownRows([one, two, three], [one, two])).toEqual([
    ["both", 1, 1, null],
    ["both", 2, 2, null],
    ["removed", 3, null, "removed"],
  ]);
});
