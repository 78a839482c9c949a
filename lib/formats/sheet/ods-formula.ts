/** What SheetJS leaves of OpenFormula's references (ODF 1.2 part 2, 5.8): fixed ones, and those to other sheets, `[$'Q3 Plan'.A1:.B$2]`. */
import { sheetPrefix } from "../xlsx/formula-tokens.ts";

const PLACE = String.raw`\$?[A-Z]{1,3}\$?\d{1,7}|\$?[A-Z]{1,3}|\$?\d{1,7}`;
const SHEET = String.raw`\$?('(?:[^']|'')*'|[^\]\[.'":$]+)`;
const LEFT = new RegExp(String.raw`"(?:[^"]|"")*"|\[(?:${SHEET})?\.(${PLACE})(?::(?:${SHEET})?\.(${PLACE}))?\]`, "g");

export const plainReferences = (formula: string): string =>
  formula.includes("[")
    ? formula.replace(LEFT, (all, first?: string, from?: string, last?: string, to?: string) => {
        if (from === undefined) return all;
        const place = to === undefined ? from : `${from}:${to}`;
        if (first === undefined) return place;
        return sheetPrefix(bare(first), last === undefined || last === first ? null : bare(last)) + place;
      })
    : formula;

const bare = (sheet: string): string => (sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet);
