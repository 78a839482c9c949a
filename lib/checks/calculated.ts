/**
 * Not required: how many formulas of a planned workbook have no result in the file. They get one when a program opens
 * and calculates it; who reads the file without calculating sees empty cells.
 */
import type { CheckView } from "../contracts/promotions.ts";
import type { Check } from "./check.ts";

const TITLE = "Formulas have results";

export const calculated: Check = async ({ plan, inspect }) => {
  const found: CheckView[] = [];
  for (const { path, result } of plan.entries) {
    if (result?.kind !== "file") continue;
    const { formulas: counts } = await inspect(path, result.hash);
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
