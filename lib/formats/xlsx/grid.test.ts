import { describe, expect, it } from "vitest";

import { defaultWork } from "../format.ts";
import { gridView, sheetSummaries } from "./grid.ts";
import { xlsxFormat } from "./index.ts";
import { buildWorkbook } from "./testing/build.ts";
import { open } from "./testing/workbooks.ts";

const rows = Array.from({ length: 200 }, (_unused, at) => [
  `row ${at + 1}`,
  at + 1,
  { value: at / 100, format: "0.0%" },
]);
const changed = rows.map((row, at) => (at === 99 ? [row[0] ?? null, 1000, row[2] ?? null] : row));
const before = open(
  buildWorkbook([
    { name: "Data", rows },
    { name: "Still", rows: [["x"]] },
  ]),
);
const after = open(
  buildWorkbook([
    { name: "Data", rows: [...changed.slice(0, 50), ["new", 5, 7], ...changed.slice(50, 120), ...changed.slice(121)] },
    { name: "Still", rows: [["x"]] },
  ]),
);
const diff = xlsxFormat.diff(before, after, defaultWork());
const options = { sheet: "Data", mode: "changed", fromRow: 0, rowCount: 100, contextRows: 1 } as const;

describe("the grid of the review screen", () => {
  it("shows changed rows with their surroundings, and gaps for the rest", () => {
    const { rows: shown, totalRows, columns } = gridView(before, after, diff, options);
    expect(columns.map((column) => column.after)).toEqual(["A", "B", "C"]);
    expect(shown.map(({ kind, beforeRow, afterRow }) => `${kind} ${beforeRow} ${afterRow}`)).toEqual([
      "gap 1 1",
      "both 50 50",
      "added null 51",
      "both 51 52",
      "gap 52 53",
      "both 99 100",
      "both 100 101",
      "both 101 102",
      "gap 102 103",
      "both 120 121",
      "removed 121 null",
      "both 122 122",
      "gap 123 123",
    ]);
    expect(totalRows).toBe(13);
    expect(shown[4]?.skipped).toBe(47);
    const cell = shown[6]?.cells[1];
    expect(cell).toMatchObject({ column: 1, before: { text: "100" }, after: { text: "1000" }, facet: "content" });
    expect(cell?.changeId).toBe(diff.changes.find(({ facet }) => facet === "content")?.id);
    expect(shown[6]?.cells[2]?.after?.text).toBe("99.0%");
    expect(shown[2]?.changeId).toBe(diff.changes.find(({ kind }) => kind === "added")?.id);
  });

  it("gives windows that join to the whole", () => {
    const whole = gridView(before, after, diff, { ...options, mode: "all", rowCount: 1_000 });
    expect(whole.totalRows).toBe(201);
    const pieces = [0, 60, 120, 180].flatMap(
      (fromRow) => gridView(before, after, diff, { ...options, mode: "all", fromRow, rowCount: 60 }).rows,
    );
    expect(pieces).toEqual(whole.rows);
    const narrow = [0, 5, 10].flatMap(
      (fromRow) => gridView(before, after, diff, { ...options, fromRow, rowCount: 5 }).rows,
    );
    expect(narrow).toEqual(gridView(before, after, diff, options).rows);
  });

  it("shows a sheet of one side alone, and counts changes by sheet", () => {
    expect(
      gridView(null, after, { complete: true, changes: [] }, { ...options, mode: "all", rowCount: 1 }).rows[0]
        ?.cells[0],
    ).toEqual({
      column: 0,
      after: { value: "row 1", text: "row 1" },
    });
    expect(sheetSummaries(before, after, diff)).toEqual([
      {
        sheet: "Data",
        beforeName: "Data",
        afterName: "Data",
        counts: { structure: { added: 1, removed: 1 }, content: { modified: 1 } },
      },
      { sheet: "Still", beforeName: "Still", afterName: "Still", counts: {} },
    ]);
  });
});
