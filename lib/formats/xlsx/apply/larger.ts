/**
 * The smallest set of changes around a refused one that can be applied: one more change where one is enough, otherwise
 * all of them less what can be left out. Bounded: past the last attempt the set that is known to work is given, which
 * may then be larger than need be.
 */
import type { Change, ChangeId } from "../../../core/change/change.ts";

const MAX_ATTEMPTS = 48;

/** @param works whether a closed set of changes can be applied; all of them can */
export function largerSet(
  changes: readonly Change[],
  chosen: ReadonlySet<ChangeId>,
  works: (set: ReadonlySet<ChangeId>) => boolean,
): ChangeId[] {
  let attempts = 0;
  const tries = (set: ReadonlySet<ChangeId>) => attempts++ < MAX_ATTEMPTS && works(set);
  const needs = new Map(changes.map((change) => [change.id, change.requires ?? []]));
  const inOrder = (set: ReadonlySet<ChangeId>) => changes.map(({ id }) => id).filter((id) => set.has(id));
  const bySize = changes
    .filter(({ id }) => !chosen.has(id))
    .sort((a, b) => Number(b.facet === "structure") - Number(a.facet === "structure"))
    .slice(0, MAX_ATTEMPTS / 2)
    .map(({ id }) => closed([...chosen, id], needs))
    .sort((a, b) => a.size - b.size);
  for (const set of bySize) if (tries(set)) return inOrder(set);
  let held: ReadonlySet<ChangeId> = new Set(needs.keys());
  for (
    let size = Math.ceil((held.size - chosen.size) / 2);
    size >= 1 && attempts < MAX_ATTEMPTS;
    size = Math.floor(size / 2)
  ) {
    const open = inOrder(held).filter((id) => !chosen.has(id));
    for (let at = 0; at < open.length; at += size) {
      const smaller = without(held, open.slice(at, at + size), changes);
      if ([...chosen].every((id) => smaller.has(id)) && smaller.size < held.size && tries(smaller)) held = smaller;
    }
  }
  return inOrder(held);
}

function closed(ids: readonly ChangeId[], needs: ReadonlyMap<ChangeId, readonly ChangeId[]>): Set<ChangeId> {
  const set = new Set<ChangeId>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (set.has(id)) continue;
    set.add(id);
    open.push(...(needs.get(id) ?? []));
  }
  return set;
}

/** Less these, and less all that requires one that is gone. */
function without(set: ReadonlySet<ChangeId>, gone: readonly ChangeId[], changes: readonly Change[]): Set<ChangeId> {
  const left = new Set(set);
  for (const id of gone) left.delete(id);
  for (let shrank = true; shrank;) {
    shrank = false;
    for (const { id, requires } of changes)
      if (left.has(id) && requires?.some((needed) => set.has(needed) && !left.has(needed)) === true) {
        left.delete(id);
        shrank = true;
      }
  }
  return left;
}
