/**
 * Which version a read speaks of (V3): the accepted tree, a branch's W_t, now or at an earlier t, or any tree by its hash. A tree hash is only
 * served where this workspace has had that version: nobody reads another workspace's content by guessing.
 */
import type { Version } from "../contracts/common.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import { loadBranch, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { loadTree } from "./trees.ts";

export interface Which {
  readonly branch?: string | undefined;
  /** A point of the branch; without it, its newest. */
  readonly t?: number | undefined;
  readonly tree?: string | undefined;
}

export interface VersionedTree {
  readonly workspace: WorkspaceAccess;
  readonly version: Version;
  readonly tree: Tree;
  /** Of the branch that the version is one of, as it is now; null: no branch was named, or the version is none of its. */
  readonly state: BranchState | null;
}

export async function versionedTree(
  services: Services,
  principal: Principal,
  slug: string,
  which: Which,
): Outcome<VersionedTree> {
  const found = await workspaceFor(services.db, principal, slug, "viewer");
  if (!found.ok) return found;
  const workspace = found.value;
  if (which.branch !== undefined) {
    const branch = await loadBranch(services, principal, slug, which.branch, "viewer");
    if (!branch.ok) return branch;
    const { state, version } = branch.value;
    const named = which.tree === undefined && (which.t === undefined || which.t === version.t);
    if (named || which.tree === version.treeHash) return ok({ workspace, version, tree: state.current, state });
    const point = pointOf(branch.value, which);
    if (point)
      return ok({
        workspace,
        version: { ...version, ...point },
        tree: await loadTree(services, point.treeHash),
        state,
      });
    if (which.t !== undefined)
      return fail(
        "not-found",
        `This branch has no point ${which.t}${which.tree === undefined ? "" : " of that tree"}.`,
      );
  } else if (which.t !== undefined) return fail("invalid-request", "A point belongs to a branch: name both.");
  const accepted: Version = { workspace: slug, branch: null, t: null, seq: null, treeHash: workspace.acceptedTree };
  if (which.tree === undefined || which.tree === workspace.acceptedTree) {
    return ok({ workspace, version: accepted, tree: await loadTree(services, workspace.acceptedTree), state: null });
  }
  const hash = which.tree as Hash;
  if (!(await hadVersion(services, workspace.id, hash)))
    return fail("not-found", `This workspace never had a version ${hash}.`);
  return ok({ workspace, version: { ...accepted, treeHash: hash }, tree: await loadTree(services, hash), state: null });
}

/** The newest point that the request means: by its number, or by the tree that it left the branch with. */
function pointOf({ access, state }: LoadedBranch, { t, tree }: Which) {
  const start = { t: 0, seq: 0, treeHash: access.baseTree };
  const points = [start, ...state.points.map((point) => ({ t: point.t, seq: point.seq, treeHash: point.current }))];
  return points.findLast(
    (point) => (t === undefined || point.t === t) && (tree === undefined || point.treeHash === tree),
  );
}

/** Whether a promotion's side or a branch's point names this tree. */
async function hadVersion(services: Services, workspaceId: string, hash: Hash): Promise<boolean> {
  const promotion = await services.db.promotion.findFirst({
    where: { workspaceId, OR: [{ beforeTree: hash }, { afterTree: hash }] },
    select: { id: true },
  });
  if (promotion) return true;
  const points = await services.db.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM journal_entry entry JOIN branch ON branch.id = entry.branch_id
    WHERE branch.workspace_id = ${workspaceId} AND entry.type = 'point'
      AND (entry.body ->> 'base' = ${hash} OR entry.body ->> 'current' = ${hash}) LIMIT 1`;
  return points.length > 0;
}
