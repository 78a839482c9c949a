/**
 * Ends of a stale operation (M6): keep accepted, take staged, or what merges without a conflict. Each is an operation on
 * W_t with its own provenance; nothing is overwritten that the person did not see.
 */
import type { Version } from "../contracts/common.ts";
import { reconcile, sidesOf, type Resolution } from "../core/journal/reconcile.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { OperationId } from "../core/journal/entry.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { blobSizes, storeBlob } from "../store/blob-register.ts";
import { changeBranch, versionOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { mergeSides, stagedWithoutRejected } from "./mergeSides.ts";
import { humanPatch } from "./writeFile.ts";

export interface ReconcileRequest {
  readonly operation: string;
  readonly take: "accepted" | "staged" | "merged";
  /** Both sides as the person saw them. */
  readonly accepted: string | null;
  readonly staged: string | null;
}

export async function reconcileOperation(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: ReconcileRequest,
): Outcome<{ version: Version }> {
  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const id = request.operation as OperationId;
    const sides = sidesOf(held.state, id);
    const version = versionOf(slug, branchId, held.state);
    if (sides.length === 0)
      return fail("not-found", "This operation is not stale any more. Nothing was changed.", { version });
    if (!(await someShown(services, held.state, sides, request))) {
      return fail(
        "base-moved",
        "The sides are not the ones that were shown: something changed since. Nothing was changed.",
        {
          expected: request.accepted as Hash | null,
          found: sides[0]?.accepted ?? null,
          version,
        },
      );
    }
    const resolution = await resolutionOf(services, held.state, sides, request.take);
    if (!resolution.ok) return resolution;
    const step = reconcile(
      held.state,
      { stale: id, resolution: resolution.value, patch: humanPatch(principal.userId) },
      held.stamp(),
    );
    if (!step.ok) {
      return step.error.reason === "not-stale"
        ? fail("not-found", "This operation is not stale any more. Nothing was changed.", { version })
        : fail("conflict", `"${step.error.path}" has no room for the result. Nothing was changed.`, { version });
    }
    return ok({
      steps: [step.value],
      answer: (state: BranchState) => ({ version: versionOf(slug, branchId, state) }),
      event: { type: "stale" } as const,
    });
  });
}

/** The sides as `listStale` shows them: what was rejected is not staged any more. */
async function someShown(
  services: Services,
  state: BranchState,
  sides: ReturnType<typeof sidesOf>,
  shown: Pick<ReconcileRequest, "accepted" | "staged">,
): Promise<boolean> {
  for (const { path, base, accepted, staged } of sides) {
    if (accepted !== shown.accepted) continue;
    if ((await stagedWithoutRejected(services, state, path, base, staged)) === shown.staged) return true;
  }
  return false;
}

async function resolutionOf(
  services: Services,
  state: BranchState,
  sides: ReturnType<typeof sidesOf>,
  take: ReconcileRequest["take"],
): Promise<Result<Resolution, Failure>> {
  if (take === "accepted") return ok({ kind: "keep-accepted" });
  const results = new Map<Path, Content | null>();
  for (const { path, base, accepted, staged } of sides) {
    const clean = await stagedWithoutRejected(services, state, path, base, staged);
    if (take === "staged") {
      if (clean !== staged) results.set(path, await contentOf(services, clean));
      continue;
    }
    const merge = await mergeSides(services, path, { base, accepted, staged: clean });
    if (!merge)
      return fail("conflict", `"${path}" is a folder on one side: keep accepted or take staged. Nothing was changed.`);
    if (merge.conflicts.length > 0) {
      return fail(
        "conflict",
        `"${path}" has ${merge.conflicts.length} conflicts: keep accepted, take staged, or upload a file of your own. Nothing was changed.`,
      );
    }
    if (merge.merged === null) {
      results.set(path, null);
      continue;
    }
    const stored = await storeBlob(services.db, services.blobs, merge.merged);
    if (!stored.ok) return fail("storage-full", "There is no space left for the merged file. Nothing was changed.");
    results.set(path, stored.value);
  }
  return ok(take === "staged" ? { kind: "take-staged", instead: results } : { kind: "result", results });
}

async function contentOf(services: Services, hash: Hash | null): Promise<Content | null> {
  if (hash === null || hash === EMPTY_FOLDER_HASH) return null;
  const size = (await blobSizes(services.db, [hash])).get(hash);
  if (size === undefined) throw new Error(`Blob ${hash} is not registered`);
  return { hash, size };
}
