/**
 * Decisions when the base of a path moves (R1): each follows along the base's own diff, or is gone with what it was
 * about. Gives what `rebase` and `settlePromotion` record.
 */
import type { Change } from "../change/change.ts";
import type { Carried, Decisions } from "../journal/state.ts";
import type { Path } from "../tree/path.ts";
import { mapGet, mapValues } from "../tree/persistent-map.ts";

export interface BaseMove {
  readonly from: Path;
  /** Where the base of the path is from now on; null where it is gone. */
  readonly to: Path | null;
  /** The change as it counts in the new base, with its new id; null where what it changed is gone. */
  readonly follow: (change: Change) => Change | null;
}

/** Spent decisions stay behind. Nothing is recorded where neither path nor id moves. */
export function carryDecisions(decisions: Decisions, moves: readonly BaseMove[]): Carried[] {
  return moves.flatMap(({ from, to, follow }) => {
    const records = mapGet(decisions, from);
    if (records === undefined) return [];
    return [...mapValues(records)]
      .filter(({ spent, latest, change }) => spent === null && latest.verdict !== "clear" && !staysAt(change, from, to))
      .sort((a, b) => a.latest.seq - b.latest.seq)
      .flatMap(({ change }): Carried[] => {
        const followed = to === null ? null : follow(change);
        if (to === null || followed === null) return [{ from: { path: from, id: change.id }, to: null }];
        if (to === from && followed.id === change.id) return [];
        return [{ from: { path: from, id: change.id }, to: { path: to, change: followed } }];
      });
  });
}

/** A creation is about its path, not about the file that was there before it and went elsewhere. */
const staysAt = ({ kind, address, facet }: Change, from: Path, to: Path | null): boolean =>
  to !== null && to !== from && kind === "added" && address.kind === "file" && facet !== "metadata";
