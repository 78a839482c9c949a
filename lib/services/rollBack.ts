/**
 * Rollback of one promotion (M4, M5): planned like a promotion against the head of now, merged where later work touched
 * the same file, committed in one transaction as a promotion of its own, whose inverse undoes it. It revives no operation.
 */
import type { RollbackPlanView } from "../contracts/promotions.ts";
import { draftRollback, sealRollback, type RollbackDraft, type RollbackLeftOut } from "../core/inverse/rollback.ts";
import type { InversePatch } from "../core/inverse/inverse.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { CommitPlan } from "../core/plan/plan.ts";
import type { Path } from "../core/tree/path.ts";
import { entryHash } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { storeBlob } from "../store/blob-register.ts";
import type { Queries } from "../store/database.ts";
import { lockWorkspace } from "../store/locks.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { promotionView } from "./getHistory.ts";
import { writeHead, type Promoted } from "./promote.ts";
import { rebaseOthers } from "./rebaseBranch.ts";
import { contentsOfPlan, recordsWanted } from "./requestRecords.ts";
import { withSources } from "./sources.ts";
import { loadTree } from "./trees.ts";

export interface RollBack {
  readonly planHash: string;
  readonly leaveOutConflicts: boolean;
  readonly message: string;
}

export async function planRollback(
  services: Services,
  principal: Principal,
  slug: string,
  number: number,
): Outcome<RollbackPlanView> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const derived = await derive(services, services.db, workspace.value, number);
  if (!derived.ok) return derived;
  const { draft, plan, leftOut } = derived.value;
  const merged = new Set(draft.merges.map(({ path }) => path));
  return ok({
    version: { workspace: slug, branch: null, t: null, seq: null, treeHash: plan.base },
    planHash: plan.planHash,
    number,
    before: plan.base,
    after: plan.resultingHash,
    entries: plan.entries.map(({ path, basePath, mustHold, result }) => ({
      path,
      ...(basePath !== null && basePath !== path ? { fromPath: basePath } : {}),
      mustHold: mustHold.find((held) => held.path === (basePath ?? path))?.hash ?? null,
      result: entryHash(result),
      how: merged.has(path) ? ("merged" as const) : ("inverse" as const),
    })),
    conflicts: leftOut.map(({ path, why }) => ({ path, reason: REASONS[why] })),
  });
}

export async function rollBack(
  services: Services,
  principal: Principal,
  slug: string,
  number: number,
  request: RollBack,
): Outcome<Promoted> {
  const early = await workspaceFor(services.db, principal, slug, "maintainer");
  if (!early.ok) return early;
  const warm = await derive(services, services.db, early.value, number);
  if (!warm.ok) return warm;

  const after: { plan?: CommitPlan } = {};
  const outcome = await services.db.transaction(async (tx): Promise<Result<Promoted, Failure>> => {
    const head = await lockWorkspace(tx, early.value.id);
    if (!head) return fail("not-found", `There is no workspace "${slug}" here.`);
    const found = await workspaceFor(tx, principal, slug, "maintainer");
    if (!found.ok) return found;
    const derived = await derive(services, tx, found.value, number);
    if (!derived.ok) return derived;
    const { plan, leftOut } = derived.value;
    const version = { workspace: slug, branch: null, t: null, seq: null, treeHash: plan.base };
    if (plan.planHash !== request.planHash) {
      return fail(
        "plan-changed",
        "The plan is not the one that was shown: something changed since. Nothing was rolled back.",
        {
          expected: request.planHash as Hash,
          found: plan.planHash,
          version,
        },
      );
    }
    if (leftOut.length > 0 && !request.leaveOutConflicts) {
      return fail(
        "conflict",
        `${leftOut.length} paths cannot be rolled back. Leave them out by name, or keep everything; nothing was changed.`,
        {
          version,
          details: leftOut.map(({ path, why }) => ({ where: path, what: REASONS[why] })),
        },
      );
    }
    if (plan.entries.length === 0)
      return fail("conflict", "There is nothing left to roll back. Nothing was changed.", { version });
    const next = head.head + 1;
    const written = await writeHead(services, tx, {
      workspaceId: head.id,
      number: next,
      kind: "rollback",
      rollsBack: number,
      branchId: null,
      before: await loadTree(services, head.acceptedTree as Hash),
      plan,
      changes: new Map(),
      checks: [],
      author: principal.userId,
      message: request.message,
      at: services.now(),
    });
    if (!written.ok) return written;
    after.plan = plan;
    const row = await tx.promotion.findUniqueOrThrow({
      where: { workspaceId_number: { workspaceId: head.id, number: next } },
    });
    return ok({
      version: { ...version, treeHash: plan.resultingHash },
      promotion: await promotionView(tx, head.id, row),
    });
  });
  if (outcome.ok && after.plan) await recordsWanted(services, early.value.id, null, contentsOfPlan(after.plan));
  if (outcome.ok) await rebaseOthers(services, principal, early.value, null);
  return outcome;
}

const REASONS: Readonly<Record<RollbackLeftOut["why"], string>> = {
  "deleted-later": "later work deleted it",
  "moved-later": "later work moved it",
  "edited-later": "it was created by this promotion and edited since: taking it away would lose that work",
  occupied: "something else is where it has to go back to",
  conflict: "later work changed the same places",
};

interface DerivedRollback {
  readonly draft: RollbackDraft;
  readonly plan: CommitPlan;
  readonly leftOut: readonly RollbackLeftOut[];
}

async function derive(
  services: Services,
  db: Queries,
  workspace: WorkspaceAccess,
  number: number,
): Promise<Result<DerivedRollback, Failure>> {
  const rows = await db.promotion.findMany({
    where: { workspaceId: workspace.id, number: { gte: number } },
    orderBy: { number: "asc" },
  });
  const [target, ...later] = rows;
  if (target?.number !== number) return fail("not-found", `There is no promotion ${number} in this workspace.`);
  const patchOf = (row: typeof target) => row.inverse as unknown as InversePatch;
  const accepted = await loadTree(services, workspace.acceptedTree);
  const draft = draftRollback(accepted, patchOf(target), later.map(patchOf));
  const merged = new Map<Path, Content | null>();
  for (const { path, base, accepted: now, staged } of draft.merges) {
    const result = await withSources(services, path, [base.hash, now.hash, staged.hash], (b, a, s) =>
      services.parser.merge(b, a, s),
    );
    if (result.conflicts.length > 0 || result.merged === null) {
      merged.set(path, null);
      continue;
    }
    const stored = await storeBlob(services.db, services.blobs, result.merged);
    if (!stored.ok) return fail("storage-full", "There is no space left for the merged file. Nothing was rolled back.");
    merged.set(path, stored.value);
  }
  const sealed = sealRollback(draft, merged, "leave-out");
  return sealed.ok ? ok({ draft, ...sealed.value }) : fail("conflict", "Nothing can be rolled back.");
}
