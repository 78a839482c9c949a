/**
 * Ends of a stale operation (M6): keep accepted, take staged, what merges with the choices made, or a corrected file.
 * Each is an operation on W_t with its own provenance; nothing is overwritten that the person did not see.
 */
import type { Version } from "../contracts/common.ts";
import type { ReconcileRequest } from "../contracts/reconcile.ts";
import { reconcile, type Resolution } from "../core/journal/reconcile.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { blobSizes } from "../store/blob-register.ts";
import { changeBranch, loadBranch, versionOf, type BranchChange, type HeldBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Failure, Outcome } from "./failure.ts";
import { mergedResults } from "./mergedResults.ts";
import { reconcileOrigins } from "./reconcileOrigins.ts";
import { staleAt, type StaleAt } from "./staleSides.ts";
import { humanPatch } from "./writeFile.ts";

export async function reconcileOperation(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: ReconcileRequest,
): Outcome<{ version: Version }> {
  return endStale(services, principal, slug, branchId, request, (state, stale) =>
    resolutionOf(services, state, stale, request),
  );
}

/**
 * Settles a stale operation whose sides are the ones that were shown. `resolve` may run more than once; it is asked
 * before the branch is locked, so that what it makes is there by then.
 */
export async function endStale(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  shown: Pick<ReconcileRequest, "operation" | "accepted" | "staged" | "sides">,
  resolve: (state: BranchState, stale: StaleAt) => Promise<Result<Resolution, Failure>>,
): Outcome<{ version: Version }> {
  const early = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!early.ok) return early;
  const { state, access } = early.value;
  const before = await staleAt(services, access.workspace.id, state, shown, early.value.version);
  if (!before.ok) return before;
  const possible = await resolve(state, before.value);
  if (!possible.ok) return possible;
  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const version = versionOf(slug, branchId, held.state);
    const stale = await staleAt(services, access.workspace.id, held.state, shown, version);
    if (!stale.ok) return stale;
    const resolution = await resolve(held.state, stale.value);
    if (!resolution.ok) return resolution;
    return settled(services, held, slug, branchId, stale.value, resolution.value, principal);
  });
}

async function settled(
  services: Services,
  held: HeldBranch,
  slug: string,
  branchId: string,
  { chain, files }: StaleAt,
  resolution: Resolution,
  principal: Principal,
): Promise<Result<BranchChange<{ version: Version }>, Failure>> {
  const stamp = held.stamp();
  const input = { stale: chain.id, resolution, patch: humanPatch(principal.userId) };
  const plain = reconcile(held.state, input, stamp);
  if (!plain.ok) return err(reconcileFailure(plain.error, versionOf(slug, branchId, held.state)));
  const origins = await reconcileOrigins(services, chain, files, plain.value.state);
  const step = reconcile(held.state, { ...input, origins }, stamp);
  if (!step.ok) return err(reconcileFailure(step.error, versionOf(slug, branchId, held.state)));
  return ok({
    steps: [step.value],
    answer: (state: BranchState) => ({ version: versionOf(slug, branchId, state) }),
    event: { type: "stale" } as const,
  });
}

type ReconcileError = Extract<ReturnType<typeof reconcile>, { ok: false }>["error"];

const IN_THE_WAY = {
  occupied: "something else is there",
  "file-above": "a file stands where its folder would be",
  "entries-below": "a folder with files stands there",
  "case-twin": "a name that differs only in case is there",
} as const;

/** In one sentence: what stands in the way of a result. */
export const sayBlocked = ({ path, obstacle }: Extract<ReconcileError, { reason: "blocked" }>): string =>
  `"${path}" has no room for the result: ${IN_THE_WAY[obstacle.kind]} ("${obstacle.at}").`;

const reconcileFailure = (error: ReconcileError, version: Version): Failure =>
  error.reason === "not-stale"
    ? { type: "not-found", detail: "This operation is not stale any more. Nothing was changed.", version }
    : { type: "conflict", detail: `${sayBlocked(error)} Nothing was changed.`, version };

async function resolutionOf(
  services: Services,
  state: BranchState,
  stale: StaleAt,
  request: ReconcileRequest,
): Promise<Result<Resolution, Failure>> {
  switch (request.take) {
    case "accepted":
      return ok({ kind: "keep-accepted" });
    case "staged":
      return ok(await takeStaged(services, stale.chain, stale.files));
    case "merged": {
      const { strict = false, choices = {} } = request;
      const results = await mergedResults(services, state.current, stale, { strict, choices });
      return results.ok ? ok({ kind: "result", results: results.value }) : results;
    }
  }
}

/** What is staged, without what was rejected in it. */
export async function takeStaged(services: Services, chain: StaleChain, files: StaleAt["files"]): Promise<Resolution> {
  const instead = new Map<Path, Content | null>();
  const journaled = new Map(chain.paths.map(({ path, staged }) => [path, staged]));
  for (const { key, staged } of files) {
    if ((journaled.get(key) ?? null) !== staged) instead.set(key, await contentOf(services, staged));
  }
  return { kind: "take-staged", instead };
}

async function contentOf(services: Services, hash: Hash | null): Promise<Content | null> {
  if (hash === null || hash === EMPTY_FOLDER_HASH) return null;
  const size = (await blobSizes(services.db, [hash])).get(hash);
  if (size === undefined) throw new Error(`Blob ${hash} is not registered`);
  return { hash, size };
}
