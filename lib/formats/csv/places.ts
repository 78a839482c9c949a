/** Where a change of a table stands in the base, from the change alone; rows and columns from 0. */
import { columnNumber } from "../xlsx/reference.ts";
import type { Address } from "../../core/address/address.ts";
import type { Change } from "../../core/change/change.ts";

export type Place =
  | { readonly kind: "cell"; readonly row: number; readonly column: number }
  | { readonly kind: "row"; readonly row: number }
  | { readonly kind: "column"; readonly column: number };

/** Null for a change of the whole file. */
export function placeOf(change: Change): Place | null {
  return toPlace(change.beforeAddress ?? change.address);
}

export function toPlace(address: Address): Place | null {
  if (address.kind === "row") return { kind: "row", row: address.row - 1 };
  if (address.kind === "column") return { kind: "column", column: columnNumber(address.column) - 1 };
  const cell = address.kind === "cells" ? /^([A-Z]{1,3})(\d{1,7})$/.exec(address.range) : null;
  if (cell) return { kind: "cell", row: Number(cell[2]) - 1, column: columnNumber(cell[1] ?? "") - 1 };
  return null;
}

/** A new row or column, or a cell of both: its place is the one in front of which it lies. */
export const isInsertion = (change: Change): boolean =>
  change.facet === "structure" && change.kind === "added" && change.before === undefined;
