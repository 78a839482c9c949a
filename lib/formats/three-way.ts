/** What a three-way merge is asked and what it answers. The sides are named as on the reconcile screen. */
import type { Address } from "../core/address/address.ts";
import type { Change, Value } from "../core/change/change.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import type { ReadError } from "./limits.ts";
import { sha256 } from "../shared/sha256.ts";

export type Side = "base" | "accepted" | "staged";

export interface MergeOptions {
  /** Neighbouring changes count as overlapping. */
  readonly strict?: boolean;
  /** By conflict id. A conflict that is not named holds the accepted side. */
  readonly resolve?: Readonly<Record<string, Side>>;
}

export interface Conflict {
  /** The same in every run with the same three sides and strictness. */
  readonly id: string;
  /** Counted in the base; the empty range of a text address is a place between lines. */
  readonly address: Address;
  /** Null: nothing is there on that side. */
  readonly base: Value | null;
  readonly accepted: Value | null;
  readonly staged: Value | null;
  readonly resolved?: Side;
  /** All that hangs together with it and waits for the answer, of both sides; absent where the whole file is asked for. */
  readonly held?: readonly Taken[];
}

/** A change that the result has. `both` sides made it alike, and it was taken once. */
export interface Taken {
  readonly side: "accepted" | "staged" | "both";
  readonly change: Change;
}

export interface Merge {
  /** Null: the result is that there is no file. */
  readonly merged: Uint8Array | null;
  /** All of them, resolved or not. */
  readonly conflicts: readonly Conflict[];
  readonly taken: readonly Taken[];
  /**
   * Metadata that both sides changed (who saved the file last, and with what): the other side's was kept, by content and
   * not by side. No conflict, and not silent.
   */
  readonly overridden?: readonly Taken[];
  /** Why a whole file is the conflict: the first side that cannot be read. */
  readonly unreadable?: { readonly side: Side; readonly error: ReadError };
}

/** @param held All changes of the group that it stands for; left out where there are none to name. */
export function conflict(
  sides: Omit<Conflict, "id" | "resolved" | "held">,
  ordinal: number,
  options: MergeOptions,
  held?: Readonly<Record<"accepted" | "staged", readonly Change[]>>,
): Conflict {
  const id = sha256(canonicalJson({ ...sides, ordinal })).slice(0, 32);
  const resolved = options.resolve?.[id];
  const named =
    held && (["accepted", "staged"] as const).flatMap((side) => held[side].map((change): Taken => ({ side, change })));
  return {
    id,
    ...sides,
    ...(resolved === undefined ? {} : { resolved }),
    ...(named === undefined ? {} : { held: named }),
  };
}
