/** Takes a review request off the table: it was answered, or its maker takes it back. Twice is once. */
import type { ReviewRequestView } from "../contracts/action-items.ts";
import type { Version } from "../contracts/common.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import { ok } from "../shared/result.ts";
import { loadBranch, viaOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { requestViews } from "./submitList.ts";

export async function closeReviewRequest(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  requestId: string,
): Outcome<{ version: Version; request: ReviewRequestView }> {
  const branch = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!branch.ok) return branch;
  const { access, version } = branch.value;
  const at = new Date(services.now());
  const row = await services.db.transaction(async (tx) => {
    const found = await tx.reviewRequest.findFirst({ where: { id: requestId, branchId } });
    if (found === null) return null;
    const { count } = await tx.reviewRequest.updateMany({
      where: { id: requestId, closedAt: null },
      data: { closedAt: at, closedBy: principal.userId },
    });
    if (count === 0) return found;
    const { t, seq, treeHash } = version;
    const body = { t, seq, treeHash, subject: requestId, what: "closed", ...viaOf(principal) };
    const workspaceId = access.workspace.id;
    await publish(tx, { workspaceId, branchId, type: "review-request", body, actorId: principal.userId }, at);
    return { ...found, closedAt: at, closedBy: principal.userId };
  });
  if (row === null) return fail("not-found", "There is no such review request on this branch.");
  const [request] = await requestViews(services.db, [row], version);
  invariant(request !== undefined, "a row gives a view");
  return ok({ version, request });
}
