/** Formulas of either version, written for the result: references moved, shared formulas expanded. */
import { shiftFormula, type WorkbookMove } from "../formula-shift.ts";
import type { RawCell } from "../row-cells.ts";
import type { Sheet } from "../sheet.ts";
import type { WrittenFormula } from "./cell-writer.ts";

/**
 * `null` where the cell has no formula. `lost` tells that a reference is gone that was there.
 * @param sheet the sheet, in its version, that the cell stands on
 */
export function writtenFormula(
  sheet: Sheet,
  row: number,
  cell: RawCell,
  move: WorkbookMove,
): (WrittenFormula & { readonly lost: boolean }) | null {
  const { formula } = cell;
  if (formula === null) return null;
  const { kind } = formula;
  const text = kind === "shared" ? sheet.formula(row, cell) : formula.text;
  if (text === null || (kind === "normal" && text === "")) return null;
  const moved = shiftFormula(text, sheet.name, move);
  return {
    text: moved.text,
    lost: moved.lost,
    attributes: movedAttributes(formula.attributes, kind, sheet.name, move),
  };
}

function movedAttributes(attributes: string, kind: string, sheet: string, move: WorkbookMove): string {
  if (attributes === "") return "";
  let kept = ` ${attributes}`;
  if (kind === "shared" || kind === "normal") kept = kept.replace(/\s(t|si|ref)\s*=\s*("[^"]*"|'[^']*')/g, "");
  else
    kept = kept.replace(
      /(\s(?:ref|r1|r2)\s*=\s*)["']([^"']*)["']/g,
      (_all, start: string, range: string) => `${start}"${shiftFormula(range, sheet, move).text}"`,
    );
  return kept.replace(/\s+$/, "");
}
