/** Δ_t of a branch: its changed paths with counts and verdicts, and the paths of its stale operations. */
import type { ChangedFile, DeltaView } from "../contracts/changes.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { BranchState } from "../core/journal/state.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { seenOn } from "./markSeen.ts";
import { reviewBranch } from "./reviewBranch.ts";
import { addCounts, changedFile, NO_COUNTS, turnOf } from "./reviewViews.ts";

export async function getDelta(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<DeltaView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const review = await reviewBranch(services, branchId, state);
  const seen = await seenOn(services, branchId, principal.userId);
  const nothing: ReadonlySet<string> = new Set();
  const changed = review.paths.map((path) => changedFile(path, state, seen.get(path.delta.path) ?? nothing));
  const stale = staleFiles(state);
  const counts = changed.reduce((sum, { verdicts }) => addCounts(sum, verdicts), NO_COUNTS);
  const totals = {
    ...counts,
    files: changed.length,
    filesDecided: changed.filter(({ verdicts }) => verdicts.pending === 0).length,
    stale: stale.length,
  };
  const files = [...changed, ...stale].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return ok({ version, base: treeHash(state.base), current: treeHash(state.current), files, totals });
}

/** One row a path that waits to be reconciled; it may stand beside a newer change of the same path. */
function staleFiles(state: BranchState): ChangedFile[] {
  return state.stale.flatMap(({ paths, operations }) =>
    paths.map(({ path, base, staged }): ChangedFile => {
      const turn = turnOf(state, operations.at(-1)?.seq ?? 0);
      return {
        path,
        kind: base === null ? "created" : staged === null ? "deleted" : "modified",
        format: "",
        before: base,
        after: staged,
        state: "stale",
        complete: true,
        changes: { modified: 0, added: 0, removed: 0, moved: 0, follows: 0, unrendered: 0 },
        verdicts: NO_COUNTS,
        turns: turn === null ? [] : [turn],
      };
    }),
  );
}
