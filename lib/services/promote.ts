/**
 * Promotion (M2, M3): one transaction that locks the workspace head and the branch, derives the plan again, compares its
 * hash, and writes the head, the branch's journal, the inverse and an event; or changes nothing at all. Afterwards the
 * other branches are rebased, each by itself.
 */
import type { PromotionView } from "../contracts/promotions.ts";
import type { Version } from "../contracts/common.ts";
import { blocks } from "../checks/index.ts";
import type { ChangeId } from "../core/change/change.ts";
import { inverseOf } from "../core/inverse/inverse.ts";
import { baseAfter, settlePromotion } from "../core/journal/promotion.ts";
import type { BranchState, Stamp } from "../core/journal/state.ts";
import type { CommitPlan } from "../core/plan/plan.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Path } from "../core/tree/path.ts";
import { entryHash, getFile, type Tree } from "../core/tree/tree.ts";
import { publish } from "../events/publish.ts";
import type { FormatId } from "../formats/format.ts";
import { formatById } from "../formats/registry.ts";
import { invariant } from "../shared/assert.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { referenceBlobs } from "../store/blob-register.ts";
import type { Transaction } from "../store/database.ts";
import { lockBranch, lockWorkspace } from "../store/locks.ts";
import { branchFor } from "./access.ts";
import { appendSteps, loadBranch, stateOf, versionOf } from "./branchState.ts";
import { carriedDecisions } from "./carryDecisions.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Principal, Services } from "./context.ts";
import { derivePlan, type DerivedPlan, type PlanChoice } from "./derivePlan.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { promotionView, type StoredPlan } from "./getHistory.ts";
import { rebaseOthers } from "./rebaseBranch.ts";
import { contentsOfPlan, recordsWanted } from "./requestRecords.ts";
import { loadTree, saveTree } from "./trees.ts";

export interface Promote extends PlanChoice {
  readonly planHash: string;
  readonly message: string;
}

export interface Promoted {
  readonly version: Version;
  readonly promotion: PromotionView;
}

export async function promote(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: Promote,
): Outcome<Promoted> {
  const early = await loadBranch(services, principal, slug, branchId, "maintainer");
  if (!early.ok) return early;
  // Once before the lock, so that bytes and comparisons are there when the plan is derived again under it.
  await derivePlan(
    services,
    branchId,
    early.value.state,
    await loadTree(services, early.value.access.workspace.acceptedTree),
    request,
  );

  const after: { state?: BranchState; plan?: CommitPlan } = {};
  const outcome = await services.db.transaction(async (tx): Promise<Result<Promoted, Failure>> => {
    const head = await lockWorkspace(tx, early.value.access.workspace.id);
    const locked = await lockBranch(tx, branchId);
    if (!head || !locked) return fail("not-found", `There is no branch "${branchId}" here.`);
    const found = await branchFor(tx, principal, slug, branchId, "maintainer");
    if (!found.ok) return found;
    if (found.value.kind === "evaluation") return fail("not-permitted", "An evaluation branch is never promoted (B1).");
    const state = await stateOf(services, tx, found.value);
    const accepted = await loadTree(services, head.acceptedTree as Hash);
    const derived = await derivePlan(services, branchId, state, accepted, request);
    const refusal = refusalOf(derived, request, versionOf(slug, branchId, state));
    if (refusal) return refusal;

    const number = head.head + 1;
    const stamp: Stamp = { actor: { kind: "person", user: principal.userId }, at: services.now() };
    const step = await settle(services, state, derived, number, stamp);
    const appended = await appendSteps(services, tx, found.value, state, [step]);
    if (!appended.ok) return appended;
    const written = await writeHead(services, tx, {
      workspaceId: head.id,
      number,
      kind: "promote",
      rollsBack: null,
      branchId,
      before: accepted,
      plan: derived.plan,
      changes: countsByPath(derived),
      checks: derived.checks,
      author: principal.userId,
      message: request.message,
      at: stamp.at,
    });
    if (!written.ok) return written;
    after.state = appended.value;
    after.plan = derived.plan;
    const row = await tx.promotion.findUniqueOrThrow({
      where: { workspaceId_number: { workspaceId: head.id, number } },
    });
    return ok({
      version: versionOf(slug, branchId, appended.value),
      promotion: await promotionView(tx, head.id, row),
    });
  });
  if (!outcome.ok) return outcome;
  if (after.state) services.caches.branches.set(branchId, after.state);
  if (after.plan) await recordsWanted(services, early.value.access.workspace.id, branchId, contentsOfPlan(after.plan));
  await rebaseOthers(services, principal, early.value.access.workspace, branchId);
  return outcome;
}

function refusalOf({ plan, checks }: DerivedPlan, request: Promote, version: Version): Result<never, Failure> | null {
  if (plan.planHash !== request.planHash) {
    return fail(
      "plan-changed",
      "The plan is not the one that was shown: something changed since. Nothing was promoted; look at the new plan.",
      {
        expected: request.planHash as Hash,
        found: plan.planHash,
        version,
      },
    );
  }
  if (plan.entries.length === 0)
    return fail("conflict", "Nothing that is accepted can be promoted. Nothing was changed.", { version });
  if (!blocks(checks)) return null;
  const failed = checks.filter(({ required, outcome }) => required && outcome === "failed");
  return fail(
    "blocked-by-check",
    `A required check fails: ${failed.map(({ detail }) => detail).join("; ")}. Nothing was promoted.`,
    { version },
  );
}

/** The branch's part (M3), with the makers of what stays pending and the decisions carried along the moved base. */
async function settle(services: Services, state: BranchState, derived: DerivedPlan, promotion: number, stamp: Stamp) {
  const { plan, review, taken } = derived;
  const newBase = baseAfter(state.base, plan);
  const moves = new Map(
    plan.entries.flatMap(({ path, basePath }) =>
      basePath !== null && basePath !== path ? [[basePath, path] as const] : [],
    ),
  );
  const carriedAlong = new Set(taken);
  const origins = new Map<Path, Readonly<Record<ChangeId, number>>>();
  for (const { delta, verdicts } of review.paths) {
    const from = getFile(state.base, delta.decisionPath);
    const to = getFile(newBase, moves.get(delta.decisionPath) ?? delta.decisionPath);
    const baseMove =
      from && to && from.hash !== to.hash ? await compareVersions(services, delta.path, from.hash, to.hash) : null;
    const made: Record<ChangeId, number> = {};
    for (const verdict of verdicts) {
      if (carriedAlong.has(verdict) || verdict.provenance === null) continue;
      const { change, provenance } = verdict;
      const follows = baseMove?.complete && change.address.kind !== "file";
      const id = follows ? formatById(baseMove.format as FormatId).follow(change, baseMove)?.id : change.id;
      if (id !== undefined) made[id] = provenance.seq;
    }
    origins.set(delta.path, made);
  }
  const carried = await carriedDecisions(services, state, state.base, newBase, moves);
  return settlePromotion(state, { plan, promotion, origins, carried }, stamp);
}

function countsByPath({ taken, review }: DerivedPlan): ReadonlyMap<Path, number> {
  const counts = new Map<Path, number>();
  const known = new Map(review.paths.map(({ delta }) => [delta.decisionPath, delta.path]));
  for (const { path } of taken) {
    for (const key of new Set([path, known.get(path) ?? path])) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export interface HeadChange {
  readonly workspaceId: string;
  readonly number: number;
  readonly kind: "promote" | "rollback";
  readonly rollsBack: number | null;
  readonly branchId: string | null;
  readonly before: Tree;
  readonly plan: CommitPlan;
  readonly changes: ReadonlyMap<Path, number>;
  readonly checks: readonly unknown[];
  readonly author: string;
  readonly message: string;
  readonly at: string;
}

/** Moves the workspace's head, under its lock: promotion row, inverse, event. */
export async function writeHead(
  services: Services,
  tx: Transaction,
  change: HeadChange,
): Promise<Result<void, Failure>> {
  const { workspaceId, number, plan, before } = change;
  await saveTree(services, plan.resultingTree);
  const hashes = plan.entries.flatMap(({ result }) => (result?.kind === "file" ? [result.hash] : []));
  if ((await referenceBlobs(tx, hashes)).length > 0)
    return fail(
      "plan-changed",
      "The planned bytes are not kept any more. Look at the plan again; nothing was promoted.",
    );
  invariant(plan.base === treeHash(before), "M2: the plan was derived from the locked head");
  const stored: StoredPlan = {
    paths: plan.entries.map(({ path, basePath, mustHold, result }) => ({
      path,
      ...(basePath !== null && basePath !== path ? { fromPath: basePath } : {}),
      before: mustHold.find((held) => held.path === (basePath ?? path))?.hash ?? null,
      after: entryHash(result),
      changes: change.changes.get(path) ?? 0,
    })),
    rollsBack: change.rollsBack === null ? [] : [change.rollsBack],
  };
  const at = new Date(change.at);
  await tx.promotion.create({
    data: {
      id: services.newId(),
      workspaceId,
      number,
      kind: change.kind,
      branchId: change.branchId,
      rollsBack: change.rollsBack,
      planHash: plan.planHash,
      beforeTree: plan.base,
      afterTree: plan.resultingHash,
      plan: stored,
      inverse: inverseOf(number, before, plan) as never,
      checks: change.checks as never,
      authorId: change.author,
      message: change.message,
      at,
    },
  });
  await tx.workspace.update({ where: { id: workspaceId }, data: { acceptedTree: plan.resultingHash, head: number } });
  const body = { number, kind: change.kind, planHash: plan.planHash, before: plan.base, after: plan.resultingHash };
  await publish(
    tx,
    {
      workspaceId,
      ...(change.branchId === null ? {} : { branchId: change.branchId }),
      type: "promoted",
      body,
      actorId: change.author,
    },
    at,
  );
  return ok(undefined);
}
