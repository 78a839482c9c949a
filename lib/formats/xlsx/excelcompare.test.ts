/** Pairs of real workbooks with the report that another comparison tool gives: our cell differences are the same. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { sheetFormat } from "../sheet/index.ts";
import { diffWorkbooks } from "./diff/diff.ts";
import { parseWorkbook, type Workbook } from "./workbook.ts";

const root = process.env["STAGED_CORPUS"] ?? "";
const folder = path.join(root, "excelcompare");

/**
 * Reports left out, with the reason: of files that are not in the collection (every .ods, the workbook with a macro), of
 * an absent side (a change of the path, not of cells), of options that we do not have (formulas or the last digits
 * ignored), and the same pairs written a second time as a patch (`_udiff`).
 */
const PAIRS = [
  ["ss1.xlsx", "ss1.xlsx", "ss1_xlsx_ss1_xlsx.out"],
  ["ss1.xlsx", "ss2.xlsx", "ss1_xlsx_ss2_xlsx.out"],
  ["ss1_numeric_precision.xlsx", "ss2_numeric_precision.xlsx", "numeric_precision_diff.out"],
  ["ss_with_formula.xlsx", "ss_without_formula.xlsx", "ss_with_without_formula.out"],
  ["numeric_and_formula.xls", "numeric_and_formula.xlsx", "numeric_and_formula.xls.xlsx.out"],
  ["MultiSheet.xls", "MultiSheet.xls", "nullableSheet_xls.out"],
] as const;

/** `kind Sheet!A1` of every line that names a cell. */
const reported = (report: string): string[] =>
  report
    .split("\n")
    .flatMap((line) => {
      const match = /^(?:EXTRA Cell in WB([12])|DIFF {2}Cell at) +(\S+![A-Z]+\d+) =>/.exec(line);
      return match === null
        ? []
        : [`${match[1] === "1" ? "removed" : match[1] === "2" ? "added" : "modified"} ${match[2] ?? ""}`];
    })
    .sort();

/** The same of ours; a row that came or went is its cells. */
const found = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ facet }) => facet === "content" || facet === "formula" || facet === "structure")
    .flatMap((change): string[] => {
      const { address, kind } = change;
      if (address.kind === "cells") return [`${kind} ${address.sheet ?? ""}!${address.range}`];
      const value = kind === "removed" ? change.before : change.after;
      if (address.kind !== "row" || value?.type !== "cells") return [`${kind} ${JSON.stringify(address)}`];
      return Object.keys(value.cells).map((column) => `${kind} ${address.sheet ?? ""}!${column}${address.row}`);
    })
    .sort();

async function bookOf(name: string): Promise<Workbook> {
  const bytes = readFileSync(path.join(folder, name));
  if (name.endsWith(".xls")) {
    const read = await sheetFormat.read(memorySource(name, bytes), DEFAULT_LIMITS);
    if (read.ok) return read.value.book;
    throw new Error(read.error.detail);
  }
  const read = parseWorkbook(bytes, DEFAULT_LIMITS);
  if (read.ok) return read.value;
  throw new Error(read.error.detail);
}

describe.skipIf(root === "")(
  `reports of another tool${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`,
  () => {
    it.each(PAIRS)("%s and %s", async (before, after, report) => {
      const expected = reported(readFileSync(path.join(folder, report), "utf8"));
      const { entries, complete } = diffWorkbooks(await bookOf(before), await bookOf(after), defaultWork());
      expect(complete).toBe(true);
      expect(found(entries.map(({ change }) => change))).toEqual(expected);
    });
  },
);
