/** What a reviewer is told about a cell beside its change. */
import type { CellContent, CellScalar, Flag } from "../../../core/change/change.ts";

const isError = (value: CellScalar) => typeof value === "object" && value !== null;

export function newCellFlags(a: CellContent, b: CellContent): Flag[] {
  const flags: Flag[] = [];
  if (a.formula !== undefined && b.formula === undefined && b.value !== null) flags.push("formula-overwritten");
  if (isError(b.value) && !isError(a.value)) flags.push("new-error-value");
  if (typeof b.value === "string" && b.formula === undefined && b.value !== a.value && looksNumeric(b.value))
    flags.push("number-stored-as-text");
  if (b.notCalculated === true) flags.push("not-calculated");
  if (b.formula !== undefined && /\[\d+\]|'[^']*\[[^']*\][^']*'!/.test(b.formula) && b.formula !== a.formula)
    flags.push("external-link");
  return flags;
}

/** Formats inside of the text that are gone, as after a program that knows no such thing. */
export const lostRuns = (a: CellContent, b: CellContent): Flag[] =>
  isRich(a.style) && !isRich(b.style) && a.value === b.value ? ["lost-part"] : [];

const isRich = (style: string | undefined) => style?.includes("+") === true;

const looksNumeric = (text: string) =>
  text.length < 40 && /^\s*[-+]?[$€£]?\s?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?%?\s*$/.test(text);
