import { isNotCalculated } from "./cell-value.ts";
import type { Workbook } from "./workbook.ts";

/** How many cells of a workbook are formulas, and how many of them have no result in the file. */
export interface FormulaCounts {
  readonly all: number;
  readonly missing: number;
}

export function countFormulas(book: Workbook): FormulaCounts {
  let all = 0;
  let missing = 0;
  for (const sheet of book.sheets) {
    if (!sheet.hasFormulas) continue;
    for (let index = 0; index < sheet.rows.count; index += 1) {
      for (const cell of sheet.cells(index)) {
        if (cell.formula === null) continue;
        all += 1;
        if (isNotCalculated(cell)) missing += 1;
      }
    }
  }
  return { all, missing };
}
