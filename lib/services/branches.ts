/** Branches of a workspace: list, start, look at one. */
import type { BranchView } from "../contracts/branches.ts";
import type { BranchState } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { isUniqueViolation } from "../store/database.ts";
import { publish } from "../events/publish.ts";
import { workspaceFor, type BranchAccess, type WorkspaceAccess } from "./access.ts";
import { loadBranch, stateOf, versionOf, viaOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { seenOn } from "./markSeen.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { namesOf } from "./people.ts";
import { reviewBranch } from "./reviewBranch.ts";
import { addCounts, NO_COUNTS, verdictCounts } from "./reviewViews.ts";

type BranchRow = Awaited<ReturnType<Services["db"]["branch"]["findFirstOrThrow"]>>;

export async function listBranches(
  services: Services,
  principal: Principal,
  slug: string,
  query: PageQuery,
): Outcome<{ branches: BranchView[]; nextCursor: string | null }> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const rows = await services.db.branch.findMany({
    where: { workspaceId: workspace.value.id, ...(query.cursor === undefined ? {} : { id: { gt: query.cursor } }) },
    orderBy: { id: "asc" },
    take: query.limit + 1,
  });
  const page = pageOf(rows, query.limit, (row) => row.id);
  const branches: BranchView[] = [];
  for (const row of page.rows) branches.push(await viewOf(services, principal, accessOf(workspace.value, row)));
  branches.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return ok({ branches, nextCursor: page.nextCursor });
}

export async function getBranch(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<BranchView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  return branch.ok ? ok(await viewOf(services, principal, branch.value.access)) : branch;
}

export async function createBranch(
  services: Services,
  principal: Principal,
  slug: string,
  request: { kind: "chat" | "review"; name: string },
): Outcome<BranchView> {
  const workspace = await workspaceFor(services.db, principal, slug, "reviewer");
  if (!workspace.ok) return workspace;
  if (principal.token && request.kind !== "chat")
    return fail("not-permitted", "A token starts chat branches: a review branch holds a person's own proposals (B3).");
  const { id: workspaceId, acceptedTree } = workspace.value;
  const id = services.newId();
  try {
    await services.db.transaction(async (tx) => {
      await tx.branch.create({
        data: { id, workspaceId, userId: principal.userId, ...request, baseTree: acceptedTree },
      });
      await publish(
        tx,
        {
          workspaceId,
          branchId: id,
          type: "branch",
          body: { t: 0, seq: 0, ...viaOf(principal) },
          actorId: principal.userId,
        },
        new Date(services.now()),
      );
    });
  } catch (thrown) {
    if (isUniqueViolation(thrown))
      return fail("name-taken", `You have a ${request.kind} branch named "${request.name}" already.`);
    throw thrown;
  }
  return getBranch(services, principal, slug, id);
}

/** What waits in the branches of a workspace, for its row in the list. */
export async function branchSummaries(
  services: Services,
  workspaceId: string,
): Promise<{ pending: number; stale: number }[]> {
  const rows = await services.db.branch.findMany({ where: { workspaceId } });
  const summaries = [];
  for (const row of rows) {
    const state = await stateOf(services, services.db, { ...row, baseTree: row.baseTree as Hash });
    const { verdicts } = await reviewBranch(services, row.id, state);
    summaries.push({
      pending: verdicts.filter(({ status }) => status === "pending").length,
      stale: state.stale.length,
    });
  }
  return summaries;
}

const accessOf = (workspace: WorkspaceAccess, row: BranchRow): BranchAccess => ({
  ...row,
  workspace,
  baseTree: row.baseTree as Hash,
});

async function viewOf(services: Services, principal: Principal, access: BranchAccess): Promise<BranchView> {
  const state = await stateOf(services, services.db, access);
  const review = await reviewBranch(services, access.id, state);
  const seen = await seenOn(services, access.id, principal.userId);
  const nothing: ReadonlySet<string> = new Set();
  const counts = review.paths.reduce(
    (sum, { delta, verdicts }) => addCounts(sum, verdictCounts(verdicts, seen.get(delta.path) ?? nothing)),
    NO_COUNTS,
  );
  const nameOf = await namesOf(services.db, [access.userId]);
  const base = treeHash(state.base);
  return {
    id: access.id,
    name: access.name,
    kind: access.kind,
    user: nameOf(access.userId),
    version: versionOf(access.workspace.slug, access.id, state),
    base,
    current: treeHash(state.current),
    behind: access.kind !== "evaluation" && base !== access.workspace.acceptedTree,
    turns: state.turns,
    openTurn: state.openTurn ? { turn: state.openTurn.turn, title: state.openTurn.title } : null,
    files: review.paths.length,
    changes: counts,
    stale: state.stale.length,
    updatedAt: await lastChange(services, access, state),
  };
}

async function lastChange(services: Services, { id }: BranchAccess, state: BranchState): Promise<string> {
  const entry = await services.db.journalEntry.findUnique({
    where: { branchId_seq: { branchId: id, seq: state.seq } },
    select: { at: true },
  });
  const row = entry ?? (await services.db.branch.findUnique({ where: { id }, select: { createdAt: true } }));
  return (row && "at" in row ? row.at : (row?.createdAt ?? new Date(0))).toISOString();
}
