/**
 * Not required: how many formulas of a planned workbook have no result in the file. They get one when a program opens
 * and calculates it; who reads the file without calculating sees empty cells.
 */
import type { CheckView } from "../contracts/promotions.ts";
import { formatOf } from "../formats/compare.ts";
import { DEFAULT_LIMITS } from "../formats/format.ts";
import { isNotCalculated } from "../formats/xlsx/cell-value.ts";
import { readWorkbook, type Workbook } from "../formats/xlsx/workbook.ts";
import type { Check } from "./check.ts";

const TITLE = "Formulas have results";

export const calculated: Check = async ({ plan, withSource }) => {
  const found: CheckView[] = [];
  for (const { path, result } of plan.entries) {
    if (result?.kind !== "file") continue;
    const counts = await withSource(path, result.hash, async (source) => {
      if ((await formatOf(source)).id !== "xlsx") return null;
      const book = await readWorkbook(source, DEFAULT_LIMITS);
      return book.ok ? countFormulas(book.value) : null;
    });
    if (counts === null || counts.missing === 0) continue;
    const detail = `${counts.missing} of ${counts.all} formulas in ${path} have no result until the workbook is opened and calculated`;
    found.push({
      id: "calculated",
      title: "Formulas without a result",
      outcome: "warning",
      required: false,
      detail,
      path,
    });
  }
  if (found.length > 0) return found;
  return [{ id: "calculated", title: TITLE, outcome: "passed", required: false, detail: "in every planned workbook" }];
};

function countFormulas(book: Workbook): { all: number; missing: number } {
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
