/**
 * What makes a change of a deck the same change (R1): its place in the base, its facet and what it says. Works on the
 * change alone, so that a change can be followed without the versions that it came from.
 */
import { WHOLE_FILE, type Address } from "../../core/address/address.ts";
import { changeId, type Change, type ChangeId } from "../../core/change/change.ts";

export type UnnamedChange = Omit<Change, "id">;

/** A part that comes in has no place in the base: its name is what the other program called it, and it gets a free one. */
export const idOf = (change: UnnamedChange, ordinal = 0): ChangeId =>
  changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: change.kind === "added" && change.address.kind === "part" ? WHOLE_FILE : baseAddress(change),
    before: change.before ?? null,
    after: change.after ?? null,
    ...(ordinal === 0 ? {} : { ordinal }),
  });

/** Counted in before. Of what is inserted: the number in front of which it lies there. */
export const baseAddress = (change: UnnamedChange): Address => change.beforeAddress ?? change.address;
