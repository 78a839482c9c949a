/** The review requests of a branch, newest first, each with whether it still speaks of what the branch holds. */
import type { ReviewRequestView } from "../contracts/action-items.ts";
import type { Version } from "../contracts/common.ts";
import { ok } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { namesOf } from "./people.ts";

const MOST = 50;

export async function listReviewRequests(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<{ version: Version; requests: ReviewRequestView[] }> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { version } = branch.value;
  const rows = await services.db.reviewRequest.findMany({
    where: { branchId },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: MOST,
  });
  return ok({ version, requests: await requestViews(services.db, rows, version) });
}

export type ReviewRequestRow = Awaited<ReturnType<Queries["reviewRequest"]["findFirstOrThrow"]>>;

/** A later point supersedes only where it holds other content: a decision alone makes none. */
export const isSuperseded = (
  row: Pick<ReviewRequestRow, "t" | "treeHash">,
  version: Pick<Version, "t" | "treeHash">,
): boolean => row.treeHash !== version.treeHash && (version.t ?? 0) >= row.t;

export async function requestViews(
  db: Queries,
  rows: readonly ReviewRequestRow[],
  version: Version,
): Promise<ReviewRequestView[]> {
  const people = rows.flatMap(({ createdBy, reviewerId, closedBy }) => [createdBy, reviewerId ?? [], closedBy ?? []]);
  const nameOf = await namesOf(db, people.flat());
  return rows.map((row) => ({
    id: row.id,
    t: row.t,
    seq: row.seq,
    treeHash: row.treeHash,
    message: row.message,
    by: nameOf(row.createdBy),
    reviewer: row.reviewerId === null ? null : nameOf(row.reviewerId),
    at: row.createdAt.toISOString(),
    state: row.closedAt !== null ? "closed" : isSuperseded(row, version) ? "superseded" : "open",
    closed:
      row.closedAt === null || row.closedBy === null
        ? null
        : { by: nameOf(row.closedBy), at: row.closedAt.toISOString() },
  }));
}
