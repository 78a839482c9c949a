/** Checks a choice of changes before it is applied: all known, and closed under what they require (R3). */
import type { Change, ChangeId } from "../core/change/change.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { ApplyError } from "./format.ts";

/** The choice as a set, or which ids are unknown, or which are missing to close it. */
export function checkChoice(
  changes: readonly Change[],
  chosen: readonly ChangeId[],
): Result<ReadonlySet<ChangeId>, ApplyError> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const unknown = chosen.filter((id) => !byId.has(id));
  if (unknown.length > 0) return err({ reason: "unknown-change", ids: unknown });
  const picked = new Set(chosen);
  const missing = new Set<ChangeId>();
  const open = [...picked];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const needed of byId.get(id)?.requires ?? []) {
      if (picked.has(needed) || missing.has(needed)) continue;
      missing.add(needed);
      open.push(needed);
    }
  }
  return missing.size > 0 ? err({ reason: "not-closed", missing: [...missing] }) : ok(picked);
}
