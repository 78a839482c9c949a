/**
 * Bulk accept (R5): never sweeps in what is flagged, unseen, or part of an incomplete diff, unless it is named; and
 * says by name what it left out. What requires something that was left out is left out with it.
 */
import type { ChangeId } from "../change/change.ts";
import type { ChangeVerdict } from "./verdict.ts";
import { Scopes } from "./verdict.ts";

export interface BulkScope {
  /** What the person pointed at: a selection, a sheet, a file, everything. */
  readonly includes: (verdict: ChangeVerdict) => boolean;
  /** Whether the change was on the person's screen. */
  readonly seen: (verdict: ChangeVerdict) => boolean;
  /** False where the diff of its path ran out of its budget (R3). */
  readonly complete: (verdict: ChangeVerdict) => boolean;
  /** Named one by one by the person: taken although flagged, unseen, or rejected before. */
  readonly named: ReadonlySet<ChangeId>;
}

export type BulkWhy = "flagged" | "unseen" | "incomplete" | "rejected" | "requires-left-out" | "requires-outside";

export interface BulkResult {
  /** To be accepted now: pending ones of the scope. */
  readonly accepted: readonly ChangeVerdict[];
  readonly leftOut: readonly { readonly verdict: ChangeVerdict; readonly why: BulkWhy }[];
}

export function bulkAccept(verdicts: readonly ChangeVerdict[], scope: BulkScope): BulkResult {
  const scopes = new Scopes(verdicts);
  const leftOut = new Map<ChangeVerdict, BulkWhy>();
  const candidates = verdicts.filter(
    (verdict) => scope.includes(verdict) && verdict.status !== "follows" && verdict.status !== "accepted",
  );
  const taken = new Set(candidates);
  const leaveOut = (verdict: ChangeVerdict, why: BulkWhy): void => {
    leftOut.set(verdict, why);
    taken.delete(verdict);
  };
  for (const verdict of candidates) {
    const why = reasonToLeave(verdict, scope);
    if (why !== null) leaveOut(verdict, why);
  }
  for (let before = -1; before !== leftOut.size;) {
    before = leftOut.size;
    for (const verdict of [...taken]) {
      const missing = scopes
        .requiredBy(verdict)
        .find((required) => required.status !== "accepted" && required.status !== "follows" && !taken.has(required));
      if (missing !== undefined) leaveOut(verdict, leftOut.has(missing) ? "requires-left-out" : "requires-outside");
    }
  }
  return {
    accepted: candidates.filter((verdict) => taken.has(verdict)),
    leftOut: candidates.flatMap((verdict) => {
      const why = leftOut.get(verdict);
      return why === undefined ? [] : [{ verdict, why }];
    }),
  };
}

function reasonToLeave(verdict: ChangeVerdict, scope: BulkScope): BulkWhy | null {
  if (scope.named.has(verdict.change.id)) return null;
  if (verdict.status === "rejected") return "rejected";
  if (!scope.complete(verdict)) return "incomplete";
  if ((verdict.change.flags ?? []).length > 0 || verdict.restaged) return "flagged";
  return scope.seen(verdict) ? null : "unseen";
}
