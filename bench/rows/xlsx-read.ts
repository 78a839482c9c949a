/** Reading a workbook of 2 million cells from disk, every value included, against SheetJS. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { read } from "@e965/xlsx";

import { DEFAULT_LIMITS } from "../../lib/formats/format.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { cellValue } from "../../lib/formats/xlsx/cell-value.ts";
import { readWorkbook, type Workbook } from "../../lib/formats/xlsx/workbook.ts";
import { baseRows, COLUMNS, writeWorkbook } from "../fixtures/workbook.ts";
import { OURS, packageVersion } from "../machine.ts";
import type { Place, Row } from "../row.ts";

export const rowsOf = ({ quick }: Place) => (quick ? 500 : 100_000);
const fileOf = ({ folder }: Place) => path.join(folder, "workbook.xlsx");

export const xlsxRead: Row = {
  name: "xlsx-read",
  title: "Reading a workbook",
  rounds: 5,
  warmUps: 1,
  notes: () => [
    "Ours opens a workbook (everything is inflated, checked and its rows are found) and parses cells when they are asked for; what is compared is opening it and asking for the value, formula and style of every cell.",
    "SheetJS with `dense`, without formatted text and HTML of each cell, which are made by default.",
  ],
  prepare: (place) => writeWorkbook(fileOf(place), baseRows(rowsOf(place))),
  sides: {
    ours: (place) => ({
      version: OURS,
      async run() {
        const start = performance.now();
        const book = await readWorkbook(memorySource("workbook.xlsx", readFileSync(fileOf(place))), DEFAULT_LIMITS);
        const opened = performance.now() - start;
        if (!book.ok) throw new Error(book.error.detail);
        const cells = countValues(book.value);
        if (cells <= rowsOf(place) * COLUMNS) throw new Error(`Only ${cells} cells were read`);
        return { times: { open: opened } };
      },
    }),
    sheetjs: (place) => ({
      version: `read, dense (${packageVersion("@e965/xlsx")})`,
      run() {
        const book = read(readFileSync(fileOf(place)), { dense: true, cellHTML: false, cellText: false });
        if (book.SheetNames.length !== 2) throw new Error("A sheet is missing");
        return {};
      },
    }),
  },
  comparisons(place) {
    const work = `${(rowsOf(place) * COLUMNS).toLocaleString("en")} cells`;
    return [
      { work: `${work}, every value`, ours: "ours", peer: "sheetjs", aim: 0.2 },
      { work: `${work}, opened only`, ours: "ours.open", peer: "sheetjs", aim: null },
    ];
  },
};

function countValues(book: Workbook): number {
  let count = 0;
  for (const sheet of book.sheets) {
    for (let index = 0; index < sheet.rows.count; index += 1) {
      const row = sheet.rows.numbers[index] ?? 0;
      for (const cell of sheet.cells(index)) {
        if (cellValue(book, cell) !== null || sheet.formula(row, cell) !== null) count += 1;
      }
    }
  }
  return count;
}
