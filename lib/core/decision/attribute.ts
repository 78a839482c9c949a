/**
 * Which operation made a change (R1, M1): the one at which it last appeared. A change that went away and came back
 * belongs to where it came back, so that an accept of before does not count any more.
 */
import type { ChangeId } from "../change/change.ts";
import type { Actor } from "../journal/entry.ts";

export interface Provenance {
  /** Of the operation. */
  readonly seq: number;
  readonly actor: Actor;
}

/** The changes from the base to what a path held after one operation. */
export interface AttributionStep extends Provenance {
  readonly changeIds: ReadonlySet<ChangeId>;
  /** Of a residual or reconciling operation: who made the changes that it carries on (M3). */
  readonly origins?: ReadonlyMap<ChangeId, Provenance>;
}

/** For the changes of the last step; steps in seq order. O(sum of the steps' changes). */
export function attribute(steps: readonly AttributionStep[]): Map<ChangeId, Provenance> {
  let made = new Map<ChangeId, Provenance>();
  for (const { seq, actor, changeIds, origins } of steps) {
    const next = new Map<ChangeId, Provenance>();
    for (const id of changeIds) next.set(id, made.get(id) ?? origins?.get(id) ?? { seq, actor });
    made = next;
  }
  return made;
}
