import { describe, expect, it } from "vitest";

import type { GridCell } from "../../lib/contracts/sheets.ts";
import { columnLetters, viewCell } from "./cell-view.ts";

const side = (value: number, formula?: string) => ({
  value,
  text: value.toFixed(1),
  ...(formula === undefined ? {} : { formula }),
});
const changed: GridCell = {
  column: 3,
  before: side(10.4),
  staged: side(9.6),
  planned: side(10.4),
  facet: "content",
  verdict: "pending",
};
const follows: GridCell = {
  column: 5,
  before: side(40.8, "SUM(B3:E3)"),
  staged: side(40, "SUM(B3:E3)"),
  planned: null,
  facet: "recalculated",
  verdict: "follows",
};

describe("viewCell", () => {
  it("strikes the old value in the staged version", () => {
    expect(viewCell(changed, "both", "staged", "values")).toMatchObject({
      old: "10.4",
      text: "9.6",
      proposed: null,
      tone: "changed",
      align: "right",
    });
  });
  it("shows what stays in the planned version while a change is undecided or rejected, with the staged value apart", () => {
    expect(viewCell(changed, "both", "planned", "values")).toMatchObject({
      old: null,
      text: "10.4",
      proposed: "9.6",
      sign: null,
    });
    expect(viewCell({ ...changed, verdict: "rejected" }, "both", "planned", "values")).toMatchObject({
      text: "10.4",
      proposed: "9.6",
      sign: "rejected",
    });
  });
  it("shows an accepted change in the planned version as it will be promoted", () => {
    const accepted: GridCell = { ...changed, planned: side(9.6), verdict: "accepted" };
    expect(viewCell(accepted, "both", "planned", "values")).toMatchObject({
      old: "10.4",
      text: "9.6",
      proposed: null,
      sign: "accepted",
    });
  });
  it("never guesses a planned result that is not known", () => {
    expect(viewCell(follows, "both", "planned", "values")).toMatchObject({
      old: "40.8",
      text: "?",
      unknown: true,
      tone: "recalc",
    });
  });
  it("strikes nothing before", () => {
    expect(viewCell(changed, "both", "before", "values")).toMatchObject({ old: null, text: "10.4", tone: "changed" });
  });
  it("shows formulas on the left, and no difference where only the result follows", () => {
    expect(viewCell(follows, "both", "staged", "formulas")).toMatchObject({
      old: null,
      text: "=SUM(B3:E3)",
      align: "left",
    });
  });
  it("shows the last values of a removed row", () => {
    const removed: GridCell = { column: 1, before: side(3), staged: null, planned: null };
    expect(viewCell(removed, "removed", "staged", "values")).toMatchObject({ text: "3.0", old: null });
  });
});

it.each([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [701, "ZZ"],
  [702, "AAA"],
  [16383, "XFD"],
])("names column %i %s", (index, letters) => expect(columnLetters(index)).toBe(letters));
