/**
 * A change of a table as it is once its base has moved, with its new id (R1): its place, and the letters and numbers in
 * its values, are counted anew. `null` where its row, column or property is gone or the move changed the same cell.
 */
import type { Address } from "../../core/address/address.ts";
import type { CellContent, Change, Diff, Value } from "../../core/change/change.ts";
import { columnLetters, columnNumber } from "../xlsx/reference.ts";
import { baseMoveOf, type BaseMove } from "./base-move.ts";
import { cellRange, csvChangeId } from "./changes.ts";
import { isInsertion, placeOf } from "./places.ts";

const MAX_ORDINAL = 200;

export function followCsv(change: Change, baseMove: Diff): Change | null {
  const move = baseMoveOf(baseMove);
  if (move.coarse) return null;
  if (change.before?.type === "file") return baseMove.changes.length === 0 ? change : null;
  if (change.address.kind === "file")
    return baseMove.changes.some((other) => sameProperty(change, other)) ? null : change;
  const beforeAddress = followPlace(change, move);
  if (beforeAddress === null) return null;
  const value = (side: Value) => followValue(side, beforeAddress, move);
  const moved = {
    ...change,
    beforeAddress,
    ...(change.before ? { before: value(change.before) } : {}),
    ...(change.after ? { after: value(change.after) } : {}),
  };
  return { ...moved, id: csvChangeId(moved, ordinalOf(change)) };
}

/** Both say something of the file as a whole, and of the same property. */
export function sameProperty(left: Change, right: Change): boolean {
  if (left.address.kind !== "file" || right.address.kind !== "file") return false;
  if (left.before?.type !== "properties" || right.before?.type !== "properties") return true;
  const others = right.before.properties;
  return Object.keys(left.before.properties).some((name) => name in others);
}

function followPlace(change: Change, { rows, columns, cells }: BaseMove): Address | null {
  const place = placeOf(change);
  if (place === null) return null;
  const fresh = isInsertion(change);
  const row = "row" in place ? (fresh ? rows.inFrontOf(place.row) : rows.to(place.row)) : 0;
  const column = "column" in place ? (fresh ? columns.inFrontOf(place.column) : columns.to(place.column)) : 0;
  if (row === null || column === null) return null;
  if (place.kind === "row") return { kind: "row", row: row + 1 };
  if (place.kind === "column") return { kind: "column", column: columnLetters(column + 1) };
  if (!fresh && cells.has(`${place.row} ${place.column}`)) return null;
  return { kind: "cells", range: cellRange(row, column) };
}

function followValue(value: Value, place: Address, { rows, columns }: BaseMove): Value {
  const byRow = place.kind === "column";
  if (value.type === "cells") {
    const cells: Record<string, CellContent> = {};
    for (const [key, cell] of Object.entries(value.cells)) {
      const to = byRow ? rows.to(Number(key) - 1) : columns.to(columnNumber(key) - 1);
      if (to !== null) cells[byRow ? String(to + 1) : columnLetters(to + 1)] = cell;
    }
    return { type: "cells", cells };
  }
  if (value.type !== "properties") return value;
  const { inFrontOf } = value.properties;
  if (typeof inFrontOf === "number")
    return { type: "properties", properties: { inFrontOf: rows.inFrontOf(inFrontOf - 1) + 1 } };
  if (typeof inFrontOf === "string")
    return {
      type: "properties",
      properties: { inFrontOf: columnLetters(columns.inFrontOf(columnNumber(inFrontOf) - 1) + 1) },
    };
  if (place.kind !== "row") return value;
  // Looks, by letters of columns.
  const properties: Record<string, string | number | boolean | null> = {};
  for (const [key, look] of Object.entries(value.properties)) {
    const to = /^[A-Z]{1,3}$/.test(key) ? columns.to(columnNumber(key) - 1) : null;
    properties[to === null ? key : columnLetters(to + 1)] = look;
  }
  return { type: "properties", properties };
}

/** Which of several equal changes it was: the ordinal is part of the id alone. */
function ordinalOf(change: Change): number {
  for (let ordinal = 0; ordinal < MAX_ORDINAL; ordinal++)
    if (csvChangeId(change, ordinal) === change.id) return ordinal;
  return 0;
}
