/**
 * What a deletion on one side takes away from an addition on the other: a new or edited formula that refers to the
 * deleted row, column or sheet, and the cell where a new row meets a deleted column (or the other way round). Merged
 * without a question, the one would become `#REF!` and the other would be lost.
 */
import type { CellContent, Change } from "../../core/change/change.ts";
import { formulaTokens, type ReferenceToken } from "./formula-tokens.ts";
import { baseAddress } from "./identity.ts";
import { columnNumber } from "./reference.ts";

export function takesAway(deletion: Change, other: Change): boolean {
  if (deletion.kind !== "removed" || deletion.facet !== "structure" || other.kind === "removed") return false;
  return crosses(deletion, other) || referencesOf(other).some((reference) => points(reference, deletion));
}

interface Pointer {
  readonly sheet: string;
  readonly token: ReferenceToken;
}

/** The references of a change's new formulas, counted in the base. */
export function referencesOf(change: Change): Pointer[] {
  const address = baseAddress(change);
  const sheet = "sheet" in address ? address.sheet : undefined;
  if (sheet === undefined) return [];
  return contentsOf(change).flatMap(({ formula, baseFormula }) =>
    formula === undefined
      ? []
      : formulaTokens(baseFormula ?? formula).flatMap((token) =>
          token.kind === "reference" && !token.external ? [{ sheet: token.sheet ?? sheet, token }] : [],
        ),
  );
}

function contentsOf({ after }: Change): readonly CellContent[] {
  if (after?.type === "cell") return [after];
  return after?.type === "cells" ? Object.values(after.cells) : [];
}

/** At the deleted line, for a range at one of its ends: a line between the ends only makes it shorter. */
function points({ sheet, token }: Pointer, deletion: Change): boolean {
  const gone = baseAddress(deletion);
  if (!("sheet" in gone) || gone.sheet.toLowerCase() !== sheet.toLowerCase()) return false;
  const ends = [token.first, ...(token.last === null ? [] : [token.last])];
  if (gone.kind === "sheet") return true;
  if (gone.kind === "row") return ends.some(({ row }) => row === gone.row);
  return gone.kind === "column" && ends.some(({ column }) => column === columnNumber(gone.column));
}

function crosses(deletion: Change, insertion: Change): boolean {
  if (insertion.kind !== "added" || insertion.before !== undefined || insertion.after?.type !== "cells") return false;
  const [gone, made] = [baseAddress(deletion), baseAddress(insertion)];
  if (!("sheet" in gone) || !("sheet" in made) || gone.sheet.toLowerCase() !== made.sheet.toLowerCase()) return false;
  const at =
    gone.kind === "column" && made.kind === "row"
      ? gone.column
      : gone.kind === "row" && made.kind === "column"
        ? String(gone.row)
        : null;
  const cell = at === null ? undefined : insertion.after.cells[at];
  return cell !== undefined && (cell.formula !== undefined || cell.value !== null);
}
