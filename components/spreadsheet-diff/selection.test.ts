import { describe, expect, it } from "vitest";

import type { GridCell, GridRow } from "../../lib/contracts/sheets.ts";
import { selectionOf, stopInRow, stopsOf } from "./selection.ts";

const text = (value: string) => ({ value, text: value });
const number = (value: number) => ({ value, text: String(value) });
const plain = (column: number, value: string): GridCell => ({
  column,
  before: text(value),
  staged: text(value),
  planned: text(value),
});
const changed = (column: number, change: string): GridCell => ({
  column,
  before: number(1),
  staged: number(2),
  planned: number(1),
  facet: "content",
  change,
  verdict: "pending",
});
const follows = (column: number): GridCell => ({ ...changed(column, "f"), facet: "recalculated", verdict: "follows" });

const columns = ["A", "B", "C", "D"].map((letter) => ({ before: letter, staged: letter }));
const rows: readonly GridRow[] = [
  {
    kind: "both",
    planned: true,
    before: 1,
    staged: 1,
    cells: [plain(0, "Revenue"), plain(1, "Q1"), plain(2, "Q2"), plain(3, "Q3")],
  },
  {
    kind: "both",
    planned: true,
    before: 2,
    staged: 2,
    cells: [plain(0, "Services"), changed(1, "b2"), { ...changed(2, "c2"), others: ["c2f"] }, follows(3)],
  },
  {
    kind: "added",
    planned: false,
    before: null,
    staged: 3,
    change: "r3",
    verdict: "pending",
    cells: [{ ...changed(0, "r3"), before: null }],
  },
  { kind: "gap", planned: true, before: 3, staged: 4, hidden: 31, cells: [] },
  {
    kind: "removed",
    planned: true,
    before: 40,
    staged: null,
    change: "r40",
    verdict: "pending",
    cells: [plain(0, "Old")],
  },
];
const at = (index: number) => rows[index];
const select = (fromRow: number, toRow: number, from: number, to: number) =>
  selectionOf({ fromRow, toRow, columns: { from, to } }, at, columns);

describe("selectionOf", () => {
  it("names one cell by its staged address and its headings", () => {
    expect(select(1, 1, 2, 2)).toMatchObject({ label: "C2", ids: ["c2", "c2f"], heading: "Services, Q2" });
  });
  it("[R3] never counts recalculated results", () => {
    expect(select(1, 1, 3, 3).ids).toEqual([]);
    expect(select(0, 1, 0, 3)).toMatchObject({ label: "A1:D2", ids: ["b2", "c2", "c2f"], cell: null });
  });
  it("takes a cell of an added or removed row for the row's change, once", () => {
    expect(select(2, 2, 0, 0).ids).toEqual(["r3"]);
    expect(select(4, 4, 0, 0)).toMatchObject({ label: "A40", ids: ["r40"] });
  });
  it("names whole rows, by the base where they are gone", () => {
    expect(selectionOf({ fromRow: 1, toRow: 4, columns: null }, at, columns)).toMatchObject({
      label: "rows 2–40",
      ids: ["b2", "c2", "c2f", "r3", "r40"],
    });
  });
});

describe("stepping", () => {
  it("stops at cells to decide, and once at an added or removed row", () => {
    expect(rows.map((row) => stopsOf(row))).toEqual([[], [1, 2], [null], [], [null]]);
  });
  it("passes by what is not looked at", () => {
    expect(rows.map((row) => stopsOf(row, new Set(["c2f", "r40"])))).toEqual([[], [2], [], [], [null]]);
    expect(rows.map((row) => stopsOf(row, new Set()))).toEqual([[], [], [], [], []]);
  });
  it("goes on strictly after where it is, both ways", () => {
    const row = rows[1]!;
    expect(stopInRow(row, 1)).toBe(1);
    expect(stopInRow(row, 1, 1)).toBe(2);
    expect(stopInRow(row, 1, 2)).toBeUndefined();
    expect(stopInRow(row, -1)).toBe(2);
    expect(stopInRow(row, -1, 2)).toBe(1);
    expect(stopInRow(rows[2]!, 1)).toBeNull();
    expect(stopInRow(rows[2]!, 1, null)).toBeUndefined();
  });
});
