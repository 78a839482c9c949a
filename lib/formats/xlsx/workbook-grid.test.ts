/** Windows over sheets that are far longer than a screen. */
import { expect, test } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { buildWorkbook } from "./testing/build.ts";
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
