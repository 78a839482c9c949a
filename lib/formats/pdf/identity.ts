/**
 * The id of a change of a page is made of what the change itself says, so that it can be made anew when pages are
 * inserted in front of it (R1). Marks and page numbers of the other pages of a block are no part of it.
 */
import type { Address } from "../../core/address/address.ts";
import { changeId, type Change, type ChangeId, type Value } from "../../core/change/change.ts";

export type Unnamed = Omit<Change, "id" | "requires">;

export function pdfChangeId(change: Unnamed, ordinal: number): ChangeId {
  const { kind, facet, before, after } = change;
  return changeId({
    kind,
    facet,
    baseAddress: baseAddressOf(change),
    before: meant(before),
    after: [meant(after), kind === "moved" ? change.address : null],
    ordinal,
  });
}

export const baseAddressOf = ({ address, beforeAddress }: Pick<Change, "address" | "beforeAddress">): Address =>
  beforeAddress ?? address;

function meant(value: Value | undefined): unknown {
  if (value?.type === "page") return { text: value.text, size: value.size, drawing: value.drawing };
  if (value?.type === "properties" && value.properties["drawing"] !== undefined) return value.properties["drawing"];
  return value ?? null;
}

const MAX_EQUAL = 10_000;

/** Which of several equal changes at one place it is; null for an id that was not made here. */
export function ordinalOf(change: Change): number | null {
  for (let ordinal = 0; ordinal < MAX_EQUAL; ordinal++) if (pdfChangeId(change, ordinal) === change.id) return ordinal;
  return null;
}
