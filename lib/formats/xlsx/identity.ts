/**
 * What makes a change of a workbook the same change (R1): its place in the base, its facet, and what it says with
 * references counted in the base. Cached results of formulas are not part of it. Works on the change alone, so that a
 * change can be followed without the versions that it came from.
 */
import type { Address } from "../../core/address/address.ts";
import {
  changeId,
  type CellContent,
  type Change,
  type ChangeId,
  type Facet,
  type Value,
} from "../../core/change/change.ts";

export type UnnamedChange = Omit<Change, "id">;

export function idOf(change: UnnamedChange, ordinal = 0): ChangeId {
  return changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: baseAddress(change),
    before: meaningOf(change.before, change.facet),
    after: meaningOf(change.after, change.facet),
    ...(ordinal === 0 ? {} : { ordinal }),
  });
}

/** Counted in before. For an inserted row or column: the one in front of which it lies. */
export const baseAddress = (change: UnnamedChange): Address => change.beforeAddress ?? change.address;

function meaningOf(value: Value | undefined, facet: Facet): unknown {
  if (value === undefined) return null;
  if (value.type === "cell") {
    if (facet === "format" || facet === "metadata") return { numberFormat: value.numberFormat, style: value.style };
    if (facet === "recalculated") return { value: value.value, notCalculated: value.notCalculated };
    return saying(value);
  }
  if (value.type !== "cells") return value;
  const cells = Object.fromEntries(
    Object.entries(value.cells).map(([place, cell]) => [
      place,
      { ...saying(cell), numberFormat: cell.numberFormat, style: cell.style },
    ]),
  );
  return value.inFrontOf === undefined ? cells : { cells, inFrontOf: value.inFrontOf };
}

const saying = (cell: CellContent): { formula: string } | { value: unknown } =>
  cell.formula === undefined ? { value: cell.value } : { formula: cell.baseFormula ?? cell.formula };
