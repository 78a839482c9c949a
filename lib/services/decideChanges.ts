/**
 * Decisions (R1 to R5): a verdict on changes of one path, with what it takes along, what a bulk one leaves out, and what
 * contradicts somebody else. It changes no byte.
 */
import type { Decided, DecideRequest } from "../contracts/branches.ts";
import { formatAddress } from "../core/address/address.ts";
import type { ChangeId } from "../core/change/change.ts";
import { bulkAccept } from "../core/decision/bulk.ts";
import { closureToAccept, closureToReject } from "../core/decision/closure.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import { decide, type DecideError, type Verdict } from "../core/journal/decide.ts";
import type { BranchState } from "../core/journal/state.ts";
import { entryHash } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { changeBranch, loadBranch, versionOf, type BranchChange, type HeldBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { seenOn } from "./markSeen.ts";
import { reviewBranch, reviewedPath } from "./reviewBranch.ts";
import type { BranchReview, ReviewedPath } from "./reviewTypes.ts";

export async function decideChanges(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: DecideRequest,
): Outcome<Decided> {
  const branch = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!branch.ok) return branch;
  // Derived before the lock, so that the lock is held for what is cached by then.
  await reviewBranch(services, branchId, branch.value.state);
  const seen =
    (await seenOn(services, branchId, principal.userId, request.path)).get(request.path) ?? new Set<string>();

  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const review = await reviewBranch(services, branchId, held.state);
    const subject = reviewedPath(review, request.path);
    const version = versionOf(slug, branchId, held.state);
    if (!subject)
      return fail("base-moved", `"${request.path}" is not changed on this branch any more. Nothing was decided.`, {
        version,
      });
    const found = entryHash(subject.delta.after);
    if (found !== request.seen) {
      return fail("base-moved", `"${request.path}" is another version by now. Nothing was decided.`, {
        expected: request.seen as Hash | null,
        found,
        version,
      });
    }
    return decideHeld(held, review, subject, request, seen, slug, branchId);
  });
}

function decideHeld(
  held: HeldBranch,
  review: BranchReview,
  subject: ReviewedPath,
  request: DecideRequest,
  seen: ReadonlySet<string>,
  slug: string,
  branchId: string,
): Result<BranchChange<Decided>, Failure> {
  const chosen = chosenOf(subject, request);
  if (!chosen.ok) return chosen;
  const { verdicts, leftOut } =
    request.bulk && request.verdict === "accept"
      ? bulk(subject, chosen.value, seen)
      : { verdicts: chosen.value, leftOut: [] };
  const asked = new Set(verdicts);
  const closed =
    request.verdict === "accept"
      ? closureToAccept(review.verdicts, (verdict) => asked.has(verdict))
      : request.verdict === "reject"
        ? closureToReject(review.verdicts, (verdict) => asked.has(verdict))
        : { all: verdicts, added: [] as ChangeVerdict[] };
  const along = closed.added.filter(
    ({ status }) => status !== (request.verdict === "accept" ? "accepted" : "rejected"),
  );
  if (along.length > 0 && !request.withRequired) return err(notClosed(along, request.verdict));

  const decided = closed.all.filter((verdict) => asked.has(verdict) || along.includes(verdict));
  const written = decide(
    held.state,
    decided.map((verdict) => factOf(verdict, request)),
    held.stamp(),
  );
  if (!written.ok) return err(contested(written.error));
  const seqs = written.value.entries.flatMap((entry) => (entry.type === "decision" ? [entry.seq] : []));
  return ok({
    steps: [written.value],
    event: { type: "decided", path: subject.delta.path, verdict: request.verdict, count: decided.length },
    answer: (state: BranchState): Decided => ({
      version: versionOf(slug, branchId, state),
      decided: verdicts.map(({ change }) => change.id),
      along: along.map(({ change }) => change.id),
      leftOut,
      seqs,
    }),
  });
}

/** The named changes; an incomplete diff is decided as a whole or not at all (R3). */
function chosenOf(
  { delta, compared, verdicts }: ReviewedPath,
  { ids, path }: DecideRequest,
): Result<ChangeVerdict[], Failure> {
  const byId = new Map(verdicts.map((verdict) => [verdict.change.id, verdict]));
  const missing = ids.filter((id) => !byId.has(id as ChangeId));
  if (missing.length > 0) {
    return fail(
      "base-moved",
      `${missing.length} of the chosen changes of "${path}" are not there any more. Nothing was decided.`,
      {
        found: entryHash(delta.after),
        details: missing.slice(0, 20).map((id) => ({ where: id, what: "no such change" })),
      },
    );
  }
  const wanted = new Set(ids);
  const chosen = verdicts.filter(({ change }) => wanted.has(change.id));
  const follows = chosen.find(({ status }) => status === "follows");
  if (follows)
    return fail(
      "not-decidable",
      `${formatAddress(follows.change.address)} is a recalculated result: it follows, and is never decided (R3).`,
    );
  const open = verdicts.filter(({ status }) => status !== "follows");
  if (!compared.complete && chosen.length < open.length) {
    return fail("not-decidable", `"${path}" is too large to be compared in full: decide on the whole file (R3).`);
  }
  return ok(chosen);
}

function bulk(
  subject: ReviewedPath,
  chosen: readonly ChangeVerdict[],
  seen: ReadonlySet<string>,
): { verdicts: ChangeVerdict[]; leftOut: Decided["leftOut"] } {
  const includes = new Set(chosen);
  const result = bulkAccept(subject.verdicts, {
    includes: (verdict) => includes.has(verdict),
    seen: ({ change }) => seen.has(change.id),
    complete: () => subject.compared.complete,
    named: new Set(),
  });
  const leftOut = result.leftOut.map(({ verdict, why }) => ({
    id: verdict.change.id,
    address: formatAddress(verdict.change.address),
    why,
  }));
  return { verdicts: [...result.accepted], leftOut };
}

function factOf({ path, change, decision }: ChangeVerdict, { verdict, reason, answers }: DecideRequest): Verdict {
  const answered = decision && answers.includes(decision.seq) ? decision.seq : undefined;
  return {
    path,
    change,
    verdict,
    ...(reason === undefined || reason === "" ? {} : { reason }),
    ...(answered === undefined ? {} : { answers: answered }),
  };
}

function notClosed(along: readonly ChangeVerdict[], verdict: string): Failure {
  const what = verdict === "accept" ? "require" : "are required by";
  return {
    type: "not-closed",
    detail: `The chosen changes ${what} ${along.length} more. Decide them along, or choose others; nothing was decided.`,
    details: along
      .slice(0, 50)
      .map(({ path, change }) => ({ where: change.id, what: `${path} ${formatAddress(change.address)}`.trim() })),
  };
}

function contested(error: DecideError): Failure {
  if (error.reason === "not-decidable") {
    return {
      type: "not-decidable",
      detail: `${formatAddress(error.change.address)} follows from other changes: it is never decided.`,
    };
  }
  return {
    type: "decision-contested",
    detail: `Somebody else decided "${error.standing.verdict}" on ${formatAddress(error.change.address) || error.path}. Nothing was decided; answer to that decision to contradict it.`,
    details: [{ where: "answers", what: String(error.standing.seq) }],
  };
}

/** Every open change of a branch, as its own person does who proposed them (a review branch), flagged ones included. */
export async function decideAll(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  verdict: "accept" | "reject",
): Outcome<number> {
  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const review = await reviewBranch(services, branchId, held.state);
    const open = review.verdicts.filter(({ status }) => status !== "follows");
    const written = decide(
      held.state,
      open.map(({ path, change }) => ({ path, change, verdict })),
      held.stamp(),
    );
    if (!written.ok) return err(contested(written.error));
    return ok({ steps: [written.value], answer: () => open.length, event: { type: "decided" } as const });
  });
}
