/** Which branches wait for a person, and in what order. */
import type { BranchView } from "../../lib/contracts/branches.ts";

const isTrial = ({ kind }: BranchView) => (kind === "evaluation" ? 1 : 0);

/** Bases that moved first, then open changes, then the newest; evaluations last, for they are never promoted. */
export const byWaiting = (a: BranchView, b: BranchView): number =>
  isTrial(a) - isTrial(b) ||
  b.stale - a.stale ||
  b.changes.pending - a.changes.pending ||
  (a.updatedAt < b.updatedAt ? 1 : -1);

/** The branch to review next: one of a chat or a review with something open; null where nothing waits. */
export function waitsMost(branches: readonly BranchView[]): BranchView | null {
  return (
    branches
      .filter(({ kind, stale, changes }) => kind !== "evaluation" && stale + changes.pending > 0)
      .toSorted(byWaiting)[0] ?? null
  );
}

/** What a synchronization did, by the points before and after it. */
export function synchronizeOutcome(before: number, after: number | null): string {
  const steps = (after ?? before) - before;
  if (steps <= 0) return "Nothing had changed in the sandbox.";
  return `What had changed is staged as point ${after ?? before}.`;
}
