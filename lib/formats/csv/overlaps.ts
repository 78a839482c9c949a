/**
 * Whether two changes of different sides, both counted in the base, touch the same thing. Cells overlap cell by cell; a
 * deleted row or column overlaps whatever is changed in it; a moved one only its own move and deletion, so that edits
 * follow it; two different insertions at one place do. Strict: neighbouring cells, rows and columns, too.
 */
import type { Change } from "../../core/change/change.ts";
import { columnLetters } from "../xlsx/reference.ts";
import { sameProperty } from "./follow.ts";
import { isInsertion, placeOf, type Place } from "./places.ts";

export function csvOverlaps(left: Change, right: Change, strict: boolean): boolean {
  const [a, b] = [placeOf(left), placeOf(right)];
  if (a === null || b === null) return a === b && sameProperty(left, right);
  const [insertedA, insertedB] = [isInsertion(left), isInsertion(right)];
  // A cell of a new row in a new column goes with these.
  if ((insertedA && a.kind === "cell") || (insertedB && b.kind === "cell")) return false;
  if (losesCell(left, right) || losesCell(right, left)) return true;
  if (insertedA && insertedB) return a.kind === b.kind && meet(a, b, 0);
  if (insertedA || insertedB) return strict && a.kind === b.kind && meet(a, b, 1);
  if (a.kind === "cell" && b.kind === "cell") return meet(a, b, strict ? 1 : 0);
  if (!meet(a, b, strict && a.kind === b.kind ? 1 : 0)) return false;
  const [moves, other] = left.kind === "moved" ? [left, right] : [right, left];
  if (moves.kind === "moved") return other.facet === "structure";
  // What is left: deletions, looks of rows, cells.
  const deletes = left.kind === "removed" && left.facet === "structure";
  const deleted = right.kind === "removed" && right.facet === "structure";
  return deletes || deleted || left.facet === right.facet || strict;
}

/** Whether a new row has something in the deleted column, or a new column in the deleted row. */
function losesCell(deletion: Change, insertion: Change): boolean {
  if (deletion.kind !== "removed" || deletion.facet !== "structure" || !isInsertion(insertion)) return false;
  const [gone, made] = [placeOf(deletion), placeOf(insertion)];
  if (insertion.after?.type !== "cells" || gone === null || made === null || gone.kind === made.kind) return false;
  const at = gone.kind === "column" ? columnLetters(gone.column + 1) : gone.kind === "row" ? String(gone.row + 1) : "";
  const value = insertion.after.cells[at]?.value ?? null;
  return value !== null && value !== "";
}

/** A row and a column meet in a cell only: what the two do is no contradiction. */
function meet(a: Place, b: Place, reach: number): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= reach;
  const rows = "row" in a && "row" in b;
  const columns = "column" in a && "column" in b;
  if (!rows && !columns) return false;
  return (!rows || near(a.row, b.row)) && (!columns || near(a.column, b.column));
}
