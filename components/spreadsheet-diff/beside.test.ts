import { describe, expect, it } from "vitest";

import type { GridCell } from "../../lib/contracts/sheets.ts";
import { isAbsent, isKept, viewCell } from "./cell-view.ts";

const side = (value: number) => ({ value, text: value.toFixed(1) });
const changed: GridCell = {
  column: 3,
  before: side(10.4),
  staged: side(9.6),
  planned: side(10.4),
  facet: "content",
  verdict: "rejected",
  flags: ["formula-overwritten"],
};

describe("two grids beside each other", () => {
  it("shows the base on the left, whatever is read on the right, without signs of a verdict", () => {
    const left = viewCell(changed, "both", "planned", "values", "left");
    expect(left).toMatchObject({ text: "10.4", old: null, sign: null, flagged: false, proposed: null });
  });

  it("shows the staged value on the right without the old one, with verdict and flag", () => {
    const right = viewCell(changed, "both", "staged", "values", "right");
    expect(right).toMatchObject({ text: "9.6", old: null, sign: "rejected", flagged: true });
  });

  it("shows on the right what would be promoted, and the staged value as a proposal", () => {
    const right = viewCell(changed, "both", "planned", "values", "right");
    expect(right).toMatchObject({ text: "10.4", old: null, proposed: "9.6" });
  });

  it("keeps a place for a row or a column that one side does not have", () => {
    const both = { before: "A", staged: "A" };
    expect(isAbsent({ kind: "added", planned: false }, both, "left", "staged")).toBe(true);
    expect(isAbsent({ kind: "added", planned: false }, both, "right", "staged")).toBe(false);
    expect(isAbsent({ kind: "removed", planned: true }, both, "right", "staged")).toBe(true);
    expect(isAbsent({ kind: "removed", planned: true }, both, "left", "staged")).toBe(false);
    expect(isAbsent({ kind: "both", planned: false }, { before: null, staged: "B" }, "left", "staged")).toBe(true);
    expect(isAbsent({ kind: "both", planned: false }, { before: "B", staged: null }, "right", "staged")).toBe(true);
    expect(isAbsent({ kind: "added", planned: false }, { before: null, staged: null }, "alone", "staged")).toBe(false);
    // The only grid: what will not be there as planned, or was not there before, keeps its place and says so.
    expect(isAbsent({ kind: "added", planned: false }, both, "alone", "before")).toBe(true);
    expect(isAbsent({ kind: "added", planned: false }, both, "alone", "planned")).toBe(true);
    expect(isAbsent({ kind: "added", planned: false }, both, "right", "planned")).toBe(true);
    expect(isAbsent({ kind: "added", planned: true }, both, "alone", "planned")).toBe(false);
    expect(isAbsent({ kind: "removed", planned: true }, both, "right", "planned")).toBe(false);
    expect(isAbsent({ kind: "removed", planned: false }, both, "right", "planned")).toBe(true);
    expect(isAbsent({ kind: "removed", planned: false }, both, "alone", "planned")).toBe(false);
    expect([true, false].map((planned) => isKept({ kind: "removed", planned }, "planned"))).toEqual([true, false]);
  });

  it("says of a result that the program left out that it is not known", () => {
    const lost: GridCell = {
      column: 0,
      before: side(46.1),
      staged: { value: null, text: "", formula: "SUM(B1:B3)", notCalculated: true },
      planned: null,
      facet: "recalculated",
      verdict: "follows",
    };
    expect(viewCell(lost, "both", "staged", "values")).toMatchObject({ text: "?", old: "46.1", unknown: true });
    expect(viewCell(lost, "both", "staged", "formulas")).toMatchObject({ text: "=SUM(B1:B3)", unknown: false });
  });
});
