/** Comparing two workbooks from disk, against SheetJS reading both and daff comparing the tables. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { read, utils } from "@e965/xlsx";
import daff from "daff";

import { compareFiles } from "../../lib/formats/compare.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { baseRows, COLUMNS, withEditedCells, withEditedRows, writeWorkbook } from "../fixtures/workbook.ts";
import { OURS, packageVersion } from "../machine.ts";
import type { Place, Run, Row } from "../row.ts";
import { rowsOf } from "./xlsx-read.ts";

type Version = "base" | "rows" | "cells";
const bytesOf = ({ folder }: Place, version: Version) => readFileSync(path.join(folder, `${version}.xlsx`));

export const xlsxDiff: Row = {
  name: "xlsx-diff",
  title: "Comparing two workbooks",
  rounds: 3,
  notes: () => [
    "1 % changed: one number in each of 1 % of the rows, and with it the results of its formulas; saved by the same program.",
    "Harder: 1 % of all cells, which are in 15 % of the rows, texts among them (the shared texts get other numbers), and of 10,000 rows one deleted and one inserted, so that row numbers and formulas below differ.",
  ],
  async prepare(place) {
    const base = baseRows(rowsOf(place));
    const write = (version: Version, rows: typeof base) =>
      writeWorkbook(path.join(place.folder, `${version}.xlsx`), rows);
    await write("base", base);
    await write("rows", withEditedRows(base));
    await write("cells", withEditedCells(base));
  },
  sides: {
    ours: (place) => ({ version: OURS, run: () => compared(place, "rows", "1 % changed") }),
    harder: (place) => ({ version: OURS, run: () => compared(place, "cells", "harder") }),
    peer: (place) => ({
      version: `read, dense (${packageVersion("@e965/xlsx")}) and compareTables (${packageVersion("daff")})`,
      run() {
        const [before, after] = [tableOf(place, "base"), tableOf(place, "rows")];
        const output: unknown[][] = [];
        const alignment = daff.compareTables(new daff.TableView(before), new daff.TableView(after)).align();
        new daff.TableDiff(alignment, new daff.CompareFlags()).hilite(new daff.TableView(output));
        return { found: [`${(output.length - 2).toLocaleString("en")} lines of daff's output, 1 % changed`] };
      },
    }),
  },
  comparisons(place) {
    const work = `${rowsOf(place).toLocaleString("en")} × ${COLUMNS}`;
    return [
      { work: `${work}, 1 % changed`, ours: "ours", peer: "peer", aim: 0.1 },
      { work: `${work}, harder, against the easier one by the peer`, ours: "harder", peer: "peer", aim: null },
    ];
  },
};

async function compared(place: Place, version: Version, what: string): Promise<Run> {
  const [before, after] = [bytesOf(place, "base"), bytesOf(place, version)];
  const found = await compareFiles(memorySource("workbook.xlsx", before), memorySource("workbook.xlsx", after));
  if (found.format !== "xlsx") throw new Error("It was not read as a workbook");
  const complete = found.complete ? "" : ", coarse: the budget of work ran out";
  return { found: [`${found.changes.length.toLocaleString("en")} changes found by ${OURS}, ${what}${complete}`] };
}

function tableOf(place: Place, version: Version): unknown[][] {
  const book = read(bytesOf(place, version), { dense: true, cellHTML: false, cellText: false });
  const sheet = book.Sheets["Orders"];
  if (sheet === undefined) throw new Error("The sheet is missing");
  return utils.sheet_to_json(sheet, { header: 1 });
}
