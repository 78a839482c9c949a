/** The workspaces of a person, each with what waits in its branches. */
import type { WorkspaceView } from "../contracts/workspaces.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import { branchSummaries } from "./branches.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { loadTree, sizeOf } from "./trees.ts";

export async function listWorkspaces(
  services: Services,
  principal: Principal,
  query: PageQuery,
): Outcome<{ workspaces: WorkspaceView[]; nextCursor: string | null }> {
  const members = await services.db.member.findMany({
    where: {
      userId: principal.userId,
      ...(principal.token ? { workspaceId: principal.token.workspaceId } : {}),
      workspace: { archivedAt: null, ...(query.cursor ? { slug: { gt: query.cursor } } : {}) },
    },
    include: { workspace: true },
    orderBy: { workspace: { slug: "asc" } },
    take: query.limit + 1,
  });
  const { rows, nextCursor } = pageOf(members, query.limit, (member) => member.workspace.slug);
  const workspaces: WorkspaceView[] = [];
  for (const { workspace, role } of rows) {
    workspaces.push(await viewOf(services, { ...workspace, acceptedTree: workspace.acceptedTree as Hash, role }));
  }
  return ok({ workspaces, nextCursor });
}

export async function getWorkspace(services: Services, principal: Principal, slug: string): Outcome<WorkspaceView> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  return workspace.ok ? ok(await viewOf(services, workspace.value)) : workspace;
}

async function viewOf(services: Services, workspace: WorkspaceAccess): Promise<WorkspaceView> {
  const branches = await branchSummaries(services, workspace.id);
  return {
    slug: workspace.slug,
    name: workspace.name,
    role: workspace.role,
    treeHash: workspace.acceptedTree,
    head: workspace.head,
    createdAt: workspace.createdAt.toISOString(),
    branches: branches.length,
    ...sizeOf(await loadTree(services, workspace.acceptedTree)),
    pendingChanges: branches.reduce((sum, branch) => sum + branch.pending, 0),
    staleFiles: branches.reduce((sum, branch) => sum + branch.stale, 0),
  };
}
