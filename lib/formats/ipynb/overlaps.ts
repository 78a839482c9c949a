/**
 * Whether two changes of different sides, both counted in the base, touch the same thing. The parts of a cell do not
 * touch each other, but for type and outputs; a deleted cell touches whatever is changed in it; a moved one only its
 * own move and deletion; two different insertions at one place do. Strict: the parts of a cell and neighbours, too.
 */
import type { Change } from "../../core/change/change.ts";
import { placeOf } from "./places.ts";

export function notebookOverlaps(left: Change, right: Change, strict: boolean): boolean {
  const [a, b] = [placeOf(left), placeOf(right)];
  if (a.kind === "file" || b.kind === "file") {
    if (a.kind !== "file" || b.kind !== "file") return left.before?.type === "file" || right.before?.type === "file";
    return a.names.length === 0 || b.names.length === 0 || a.names.some((name) => b.names.includes(name));
  }
  const near = Math.abs(a.cell - b.cell) <= (strict ? 1 : 0);
  const fresh = [a, b].filter(({ kind }) => kind === "in front of").length;
  if (fresh === 2) return a.cell === b.cell;
  if (fresh === 1 || strict) return strict && near;
  if (!near) return false;
  if (a.kind === "gone" || b.kind === "gone") return true;
  if (a.kind === "moved" || b.kind === "moved") return a.kind === b.kind;
  const units = new Set([a.unit, b.unit]);
  return units.size === 1 || (units.has("type") && units.has("outputs"));
}
