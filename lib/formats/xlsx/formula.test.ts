import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { AxisMap } from "./axis-map.ts";
import { formulaSkeleton, shiftFormula, translateFormula, type WorkbookMove } from "./formula-shift.ts";
import { formulaTokens } from "./formula-tokens.ts";

const references = (formula: string) =>
  formulaTokens(formula).flatMap((token) => (token.kind === "reference" ? [token.text] : []));

/** One row inserted in front of row 5 of Data, row 9 deleted. */
const rows = new AxisMap([
  { from: 1, to: 1, count: 4 },
  { from: 5, to: 6, count: 4 },
  { from: 10, to: 10, count: Infinity },
]);
const move: WorkbookMove = {
  isSame: false,
  sheet: (name) =>
    name === "Data"
      ? { name: "Data", rows, columns: AxisMap.same }
      : name === "Old"
        ? { name: "New One", rows: AxisMap.same, columns: AxisMap.same }
        : undefined,
};

describe("formulas", () => {
  it("tokens join to the formula, whatever it is", () => {
    const piece = fc.constantFrom(
      "A1",
      "$B$2",
      "Sheet1!C3",
      "'My Sheet'!A1:B2",
      "SUM(",
      ")",
      "+",
      '"A1"',
      "Table1[Col]",
      "LOG10(",
      "3:5",
      "A:A",
      "1.5E3",
      "x.y",
      ",",
      " ",
      "'",
      "[",
      "!",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const formula = pieces.join("");
        expect(
          formulaTokens(formula)
            .map(({ text }) => text)
            .join(""),
        ).toBe(formula);
      }),
    );
  });

  it.each([
    ["SUM(A1:B2,Sheet1!$C$3)", ["A1:B2", "Sheet1!$C$3"]],
    ["LOG10(A1)+ATAN2(B1,C1)", ["A1", "B1", "C1"]],
    ['IF(A1="B2","C3",D4)', ["A1", "D4"]],
    ["'It''s'!A1+'[1]Book'!B2", ["'It''s'!A1", "'[1]Book'!B2"]],
    ["Table1[[#All],[A1]]+A2", ["A2"]],
    ["SUM(A:A)+SUM(3:5)+SUM($B:$C)", ["A:A", "3:5", "$B:$C"]],
    ["Jan:Mar!A1", ["Jan:Mar!A1"]],
    ["TAX_2020+A1B+Q1_Sales", []],
    ["[1]Sheet1!A1+XFD1048576+XFE1", ["[1]Sheet1!A1", "XFD1048576"]],
  ])("references of %s", (formula, expected) => {
    expect(references(formula)).toEqual(expected);
  });

  it.each([
    ["A4+A5+A8", "A4+A6+A9"],
    ["A9", "#REF!"],
    ["SUM(A1:A20)", "SUM(A1:A20)"],
    ["SUM(A5:A9)", "SUM(A6:A9)"],
    ["SUM(A9:A9)", "SUM(#REF!)"],
    ["SUM(A:A)+SUM($5:$6)", "SUM(A:A)+SUM($6:$7)"],
    ['$A$5&"A5"', '$A$6&"A5"'],
    ["Old!A1+Other!A5", "'New One'!A1+Other!A5"],
    ["[1]Data!A5", "[1]Data!A5"],
    ["SUM(A2:A1048576)", "SUM(A2:A1048576)"],
  ])("%s moves to %s", (formula, expected) => {
    expect(shiftFormula(formula, "Data", move).text).toBe(expected);
  });

  it("a move and its inverse give the formula back where nothing is gone", () => {
    const there = new AxisMap([
      { from: 1, to: 1, count: 6 },
      { from: 7, to: 9, count: Infinity },
    ]);
    const as = (map: AxisMap): WorkbookMove => ({
      isSame: false,
      sheet: () => ({ name: "S", rows: map, columns: map }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 26 })), { minLength: 1 }),
        (cells) => {
          const formula = cells.map(([row, column]) => `${String.fromCharCode(64 + column)}${row}`).join("+");
          const moved = shiftFormula(formula, "S", as(there)).text;
          expect(shiftFormula(moved, "S", as(there.inverse())).text).toBe(formula);
        },
      ),
    );
  });

  it("translates followers of shared formulas, and forgets references in skeletons", () => {
    expect(translateFormula("A1+$A1+A$1+$A$1+SUM(B2:C3)", 2, 1)).toBe("B3+$A3+B$1+$A$1+SUM(C4:D5)");
    expect(formulaSkeleton("A1*2+SUM(B1:B9)")).toBe(formulaSkeleton("C7*2+SUM(D3:D4)"));
    expect(formulaSkeleton("A1*2")).not.toBe(formulaSkeleton("A1*3"));
  });
});
