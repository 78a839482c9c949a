/**
 * Whether two changes of different sides, both counted in the base, touch the same thing. Cells overlap cell by cell
 * and facet by facet (a value and a format do not); a deleted row, column or sheet overlaps whatever is changed inside
 * of it; two different insertions at one place do. Strict: neighbouring rows, and any two facets of one cell, too.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change } from "../../core/change/change.ts";
import { takesAway } from "./gone-references.ts";
import { baseAddress } from "./identity.ts";
import { areasMeet, columnNumber, MAX_COLUMN, MAX_ROW, parseArea, type Area } from "./reference.ts";

export function changesOverlap(left: Change, right: Change, strict: boolean): boolean {
  if (left.facet === "recalculated" || right.facet === "recalculated") return false;
  if (takesAway(left, right) || takesAway(right, left)) return true;
  const a = baseAddress(left);
  const b = baseAddress(right);
  const sheetA = sheetOf(a);
  const sheetB = sheetOf(b);
  if (sheetA === null || sheetB === null || a.kind === "name" || b.kind === "name") return samePlace(a, b);
  if (sheetA.toLowerCase() !== sheetB.toLowerCase()) return false;
  if (a.kind === "sheet" || b.kind === "sheet") return sheetsOverlap(left, right);
  const [itemA, itemB] = [itemOf(left), itemOf(right)];
  if (itemA !== null || itemB !== null) return itemsOverlap(left, right, itemA === itemB, strict);
  const insertedA = isInsertion(left);
  const insertedB = isInsertion(right);
  if (insertedA || insertedB) return insertedA && insertedB ? sameAnchor(a, b) : strict && insertionMeets(left, right);
  const areaA = areaOf(a, strict ? 1 : 0);
  const areaB = areaOf(b, 0);
  if (areaA === null || areaB === null || !areasMeet(areaA, areaB)) return false;
  if (strict || takesAll(left) || takesAll(right)) return true;
  return (left.facet === "format") === (right.facet === "format");
}

const sheetOf = (address: Address): string | null => ("sheet" in address ? (address.sheet ?? null) : null);

const samePlace = (a: Address, b: Address): boolean => JSON.stringify(a) === JSON.stringify(b);

const isInsertion = (change: Change) =>
  change.kind === "added" &&
  change.before === undefined &&
  (change.address.kind === "row" || change.address.kind === "column");

const sameAnchor = (a: Address, b: Address) =>
  (a.kind === "row" && b.kind === "row" && a.row === b.row) ||
  (a.kind === "column" && b.kind === "column" && a.column === b.column);

/** A row, column or sheet that goes, moves or takes other cells as a whole. */
const takesAll = (change: Change) => change.facet === "structure";

/** A whole sheet that goes, against anything in it; otherwise the same property of it. */
function sheetsOverlap(left: Change, right: Change): boolean {
  const gone = (change: Change) =>
    change.address.kind === "sheet" && change.facet === "structure" && change.kind !== "modified";
  if (gone(left) || gone(right)) return true;
  if (left.address.kind !== "sheet" || right.address.kind !== "sheet") return false;
  return aspectOf(left) === aspectOf(right);
}

function aspectOf(change: Change): string {
  const value = change.after ?? change.before;
  if (value?.type === "name") return "name";
  return value?.type === "properties"
    ? typeof value.properties["element"] === "string"
      ? value.properties["element"]
      : Object.keys(value.properties).sort().join()
    : change.facet;
}

/** A merged range, a validation, …: what element it is; `null` for everything else. */
function itemOf(change: Change): string | null {
  const value = change.after ?? change.before;
  const element = value?.type === "properties" && change.address.kind === "cells" ? value.properties["element"] : null;
  return typeof element === "string" ? element : null;
}

/** Two of one kind whose ranges meet; one against the deletion of all that it lies in. */
function itemsOverlap(left: Change, right: Change, same: boolean, strict: boolean): boolean {
  const [areaA, areaB] = [areaOf(baseAddress(left), 0), areaOf(baseAddress(right), 0)];
  if (areaA === null || areaB === null || !areasMeet(areaA, areaB)) return false;
  if (same || strict) return true;
  const deletes = (change: Change) =>
    change.kind === "removed" && (change.address.kind === "row" || change.address.kind === "column");
  return (deletes(left) && contains(areaA, areaB)) || (deletes(right) && contains(areaB, areaA));
}

const contains = (outer: Area, inner: Area): boolean =>
  outer.top <= inner.top && outer.bottom >= inner.bottom && outer.left <= inner.left && outer.right >= inner.right;

function insertionMeets(left: Change, right: Change): boolean {
  const [insertion, other] = isInsertion(left)
    ? [baseAddress(left), baseAddress(right)]
    : [baseAddress(right), baseAddress(left)];
  const area = areaOf(other, 0);
  if (area === null) return false;
  if (insertion.kind === "row") return area.top <= insertion.row && area.bottom >= insertion.row - 1;
  if (insertion.kind !== "column") return false;
  const column = columnNumber(insertion.column);
  return area.left <= column && area.right >= column - 1;
}

function areaOf(address: Address, margin: number): Area | null {
  if (address.kind === "cells") {
    const area = parseArea(address.range);
    return area === null ? null : { ...area, top: area.top - margin, bottom: area.bottom + margin };
  }
  if (address.kind === "row")
    return { top: address.row - margin, bottom: address.row + margin, left: 1, right: MAX_COLUMN };
  if (address.kind !== "column") return null;
  const column = columnNumber(address.column);
  return { top: 1, bottom: MAX_ROW, left: column - margin, right: column + margin };
}
