/**
 * What makes a change of a document the same change (R1): where it is in the base, its facet and what it says. Works on
 * the change alone, so that it can be followed without the versions that it came from.
 */
import type { Address } from "../../core/address/address.ts";
import { changeId, type Change, type ChangeId } from "../../core/change/change.ts";

export type UnnamedChange = Omit<Change, "id">;

/** Counted in before. For what was inserted: the paragraph or row in front of which it lies. */
export const baseAddress = (change: UnnamedChange): Address => change.beforeAddress ?? change.address;

export function idOf(change: UnnamedChange, ordinal: number): ChangeId {
  return changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: baseAddress(change),
    before: change.before ?? null,
    after: change.after ?? null,
    ...(ordinal === 0 ? {} : { ordinal }),
  });
}

/**
 * Two places can have the same paragraph behind them: the end of a cell and what follows the table. The nesting tells
 * them apart, as part of the ordinal; the rest of it counts equal changes at one place.
 */
export const placeOrdinal = (depth: number, atEnd: boolean): number => (depth * 2 + (atEnd ? 1 : 0)) * PLACES;

/** More equal changes at one place than this cannot be told apart by their ids alone. */
export const PLACES = 1000;
const MAX_PLACE = 24;
const MAX_EQUAL = 40;

/** Which ordinal a change was named with. */
export function ordinalOf(change: Change): number {
  for (let equal = 0; equal < MAX_EQUAL; equal++)
    for (let place = 0; place < MAX_PLACE; place++) {
      const ordinal = place * PLACES + equal;
      if (idOf(change, ordinal) === change.id) return ordinal;
    }
  return 0;
}
