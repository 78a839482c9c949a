/** Where a change of a notebook stands in the base, and what of a cell it is, from the change alone; cells from 0. */
import type { Change } from "../../core/change/change.ts";
import type { Unit } from "./cell.ts";

export type Place =
  | { readonly kind: "file"; readonly names: readonly string[] }
  /** `in front of` is the place of a new cell. */
  | { readonly kind: "unit" | "gone" | "moved" | "in front of"; readonly cell: number; readonly unit: Unit | null };

export function placeOf(change: Change): Place {
  const address = change.beforeAddress ?? change.address;
  if (address.kind !== "notebookCell") return { kind: "file", names: namesOf(change) };
  const cell = address.cell - 1;
  if (address.of !== undefined) return { kind: "unit", cell, unit: address.of };
  if (change.facet === "content") return { kind: "unit", cell, unit: "source" };
  const kinds = { added: "in front of", removed: "gone", moved: "moved", modified: "unit" } as const;
  return { kind: kinds[change.kind], cell, unit: change.kind === "modified" ? "type" : null };
}

/** Of properties of the notebook; none for the whole file. */
function namesOf({ before, after }: Change): string[] {
  return [before, after].flatMap((side) => (side?.type === "properties" ? Object.keys(side.properties) : []));
}

/** By place, then by id. */
export function byPlace(left: Change, right: Change): number {
  const cell = (change: Change) => {
    const place = placeOf(change);
    return place.kind === "file" ? -1 : place.cell;
  };
  return cell(left) - cell(right) || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}
