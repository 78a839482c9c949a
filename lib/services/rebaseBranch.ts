/**
 * Stands a branch on the accepted tree (B1): on demand, before a turn, and for every other branch after a promotion.
 * What no longer fits turns stale; nothing is overwritten. Decisions follow what moved (R1).
 */
import type { Version } from "../contracts/common.ts";
import { rebase } from "../core/journal/rebase.ts";
import type { BranchState, Step } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { publish } from "../events/publish.ts";
import { lockBranch } from "../store/locks.ts";
import type { WorkspaceAccess } from "./access.ts";
import { appendSteps, changeBranch, stateOf, versionOf, type HeldBranch } from "./branchState.ts";
import { carriedDecisions } from "./carryDecisions.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { loadTree } from "./trees.ts";

export async function rebaseBranch(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<{ version: Version }> {
  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const steps = await rebaseSteps(services, held, held.state);
    if (!steps.ok) return steps;
    return ok({ steps: steps.value, answer: (state: BranchState) => ({ version: versionOf(slug, branchId, state) }) });
  });
}

/** No step where the branch stands on the accepted tree already, or never moves. */
export async function rebaseSteps(
  services: Services,
  held: Pick<HeldBranch, "access" | "stamp">,
  state: BranchState,
): Promise<Result<Step[], Failure>> {
  const accepted = held.access.workspace.acceptedTree;
  if (state.kind === "evaluation" || treeHash(state.base) === accepted) return ok([]);
  const tree = await loadTree(services, accepted);
  const carried = await carriedDecisions(services, state, state.base, tree);
  const step = rebase(state, { accepted: tree, carried }, held.stamp("system"));
  if (step.ok) return ok([step.value]);
  if (step.error.reason === "evaluation-branch") return ok([]);
  return fail("turn-open", "A turn is open: the branch is rebased when it is over.");
}

/**
 * After a promotion: every other branch that may move and has no open turn. Each in a transaction of its own; one that
 * is missed (a crash) is behind, says so, and is rebased before its next turn.
 */
export async function rebaseOthers(
  services: Services,
  principal: Principal,
  workspace: WorkspaceAccess,
  except: string | null,
): Promise<void> {
  const branches = await services.db.branch.findMany({
    where: { workspaceId: workspace.id, kind: { not: "evaluation" } },
    orderBy: { id: "asc" },
  });
  for (const branch of branches) {
    if (branch.id === except) continue;
    const after = await services.db.transaction(async (tx) => {
      if (!(await lockBranch(tx, branch.id))) return null;
      const current = await tx.workspace.findUniqueOrThrow({
        where: { id: workspace.id },
        select: { acceptedTree: true },
      });
      const access = {
        ...branch,
        baseTree: branch.baseTree as Hash,
        workspace: { ...workspace, acceptedTree: current.acceptedTree as Hash },
      };
      const state = await stateOf(services, tx, access);
      if (state.openTurn) return null;
      const stamp = () => ({ actor: { kind: "system", user: principal.userId } as const, at: services.now() });
      const steps = await rebaseSteps(services, { access, stamp }, state);
      if (!steps.ok || steps.value.length === 0) return null;
      const appended = await appendSteps(services, tx, access, state, steps.value);
      if (!appended.ok) return null;
      const { t, seq, current: tree } = appended.value;
      await publish(
        tx,
        {
          workspaceId: workspace.id,
          branchId: branch.id,
          type: "stale",
          body: { t, seq, treeHash: treeHash(tree) },
          actorId: principal.userId,
        },
        new Date(services.now()),
      );
      return appended.value;
    });
    if (after) services.caches.branches.set(branch.id, after);
  }
}
