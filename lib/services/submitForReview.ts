/**
 * Hands a branch over for review (B4): `(branch, t, treeHash)` as it is now, and stays so. A later point with other
 * content supersedes it, visibly; handing over again closes what was handed over before.
 */
import type { ReviewRequestView } from "../contracts/action-items.ts";
import { mayActAs, ROLES, type Version } from "../contracts/common.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import { ok, type Result } from "../shared/result.ts";
import { lockBranch } from "../store/locks.ts";
import { loadBranch, stateOf, versionOf, viaOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { requestViews } from "./submitList.ts";

export interface NewReviewRequest {
  readonly message: string;
  readonly reviewer?: string | undefined;
  readonly treeHash: string;
}

export async function submitForReview(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: NewReviewRequest,
): Outcome<{ version: Version; request: ReviewRequestView }> {
  const branch = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!branch.ok) return branch;
  const { access } = branch.value;
  if (access.kind === "evaluation")
    return fail("invalid-request", "An evaluation branch is never promoted, and so not reviewed.");
  const reviewer = await reviewerOf(services, access.workspace.id, request.reviewer);
  if (!reviewer.ok) return reviewer;
  const id = services.newId();
  const at = new Date(services.now());
  const done = await services.db.transaction(async (tx): Promise<Result<Version, Failure>> => {
    if (!(await lockBranch(tx, branchId))) return fail("not-found", `There is no branch "${branchId}" here.`);
    const state = await stateOf(services, tx, access);
    const version = versionOf(slug, branchId, state);
    const { t, seq, treeHash } = version;
    if (state.openTurn)
      return fail("turn-open", `Turn ${state.openTurn.turn} is running. Submit when it is over.`, { version });
    if (treeHash !== request.treeHash)
      return fail("base-moved", "The branch is at another version by now. Look again, then submit.", { version });
    await tx.reviewRequest.updateMany({
      where: { branchId, closedAt: null },
      data: { closedAt: at, closedBy: principal.userId },
    });
    await tx.reviewRequest.create({
      data: {
        id,
        branchId,
        t: t ?? 0,
        seq: seq ?? 0,
        treeHash,
        message: request.message.trim(),
        createdBy: principal.userId,
        reviewerId: reviewer.value,
        createdAt: at,
      },
    });
    const body = { t, seq, treeHash, subject: id, what: "submitted", ...viaOf(principal) };
    const workspaceId = access.workspace.id;
    await publish(tx, { workspaceId, branchId, type: "review-request", body, actorId: principal.userId }, at);
    return ok(version);
  });
  if (!done.ok) return done;
  const row = await services.db.reviewRequest.findUniqueOrThrow({ where: { id } });
  const [view] = await requestViews(services.db, [row], done.value);
  invariant(view !== undefined, "a row gives a view");
  return ok({ version: done.value, request: view });
}

/** Somebody who may decide; null: nobody in particular. */
async function reviewerOf(services: Services, workspaceId: string, userId: string | undefined): Outcome<string | null> {
  if (userId === undefined) return ok(null);
  const member = await services.db.member.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });
  if (member === null) return fail("invalid-request", "The reviewer is not a member here. Nothing was submitted.");
  if (!mayActAs(member.role, "reviewer"))
    return fail(
      "invalid-request",
      `A reviewer needs one of the roles ${ROLES.slice(1).join(", ")}; theirs is ${member.role}. Nothing was submitted.`,
    );
  return ok(userId);
}
