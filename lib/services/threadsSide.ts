/** The version that threads are read or said at: a branch's with its review, or the accepted one. */
import type { Role, Version } from "../contracts/common.ts";
import type { ShownSide } from "./threadAnchors.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { reviewBranch } from "./reviewBranch.ts";
import { loadTree } from "./trees.ts";

export interface ThreadsSide extends ShownSide {
  readonly workspace: WorkspaceAccess;
  readonly branchId: string | null;
  readonly version: Version;
}

/** `branch` null: the accepted version. */
export async function threadsSide(
  services: Services,
  principal: Principal,
  slug: string,
  branch: string | null,
  needed: Role,
): Outcome<ThreadsSide> {
  if (branch === null) {
    const found = await workspaceFor(services.db, principal, slug, needed);
    if (!found.ok) return found;
    const workspace = found.value;
    const version = { workspace: slug, branch: null, t: null, seq: null, treeHash: workspace.acceptedTree };
    const tree = await loadTree(services, workspace.acceptedTree);
    return ok({ workspace, workspaceId: workspace.id, branchId: null, version, tree, state: null, review: null });
  }
  const loaded = await loadBranch(services, principal, slug, branch, needed);
  if (!loaded.ok) return loaded;
  const { access, state, version } = loaded.value;
  const review = await reviewBranch(services, branch, state);
  const { workspace } = access;
  return ok({ workspace, workspaceId: workspace.id, branchId: branch, version, tree: state.current, state, review });
}
