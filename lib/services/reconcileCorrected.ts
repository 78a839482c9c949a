/**
 * Edited by hand (M6): a person's file becomes the result of one file of a stale operation. The bytes are received and
 * verified first; the operation is settled only where its sides are still the ones that the person saw. The other
 * files of the operation are merged, and must not have open conflicts.
 */
import type { Version } from "../contracts/common.ts";
import type { Choices } from "../contracts/reconcile.ts";
import type { Resolution } from "../core/journal/reconcile.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { BranchState } from "../core/journal/state.ts";
import { isHash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { storeBlob } from "../store/blob-register.ts";
import { branchFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { mergedResults } from "./mergedResults.ts";
import { resultPath } from "./mergeStale.ts";
import { endStale } from "./reconcileOperation.ts";
import type { StaleAt } from "./staleSides.ts";
import { fromBody, putFailure } from "./uploads.ts";

export interface CorrectedFile {
  readonly operation: string;
  /** Where the corrected file is on the staged side, or in the result. */
  readonly path: string;
  /** Its sides as the person saw them; null: absent. */
  readonly accepted: string | null;
  readonly staged: string | null;
  readonly sha256: string | null;
  readonly announced: number | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

const MAX_BYTES = 5 * 1024 ** 3;
const NO_CHOICES: Choices = {};

export async function reconcileCorrected(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: CorrectedFile,
): Outcome<{ version: Version }> {
  const allowed = await branchFor(services.db, principal, slug, branchId, "reviewer");
  if (!allowed.ok) return allowed;
  const { operation, accepted, staged, sha256, announced } = request;
  if (sha256 !== null && !isHash(sha256)) return fail("invalid-request", "sha256 is 64 lower-case hex digits.");
  const stored = await storeBlob(services.db, services.blobs, fromBody(request.body), {
    expected: { ...(announced === null ? {} : { size: announced }), ...(sha256 === null ? {} : { hash: sha256 }) },
    maxBytes: MAX_BYTES,
  });
  if (!stored.ok) return err(putFailure(stored.error));
  return endStale(services, principal, slug, branchId, { operation, accepted, staged }, (state, stale) =>
    correctedResult(services, state, stale, request.path, stored.value),
  );
}

async function correctedResult(
  services: Services,
  state: BranchState,
  stale: StaleAt,
  path: string,
  content: Content,
): Promise<Result<Resolution, Failure>> {
  const file = stale.files.find(({ key, basePath, acceptedPath }) =>
    [key, basePath, acceptedPath].includes(path as never),
  );
  if (file === undefined) return fail("not-found", `"${path}" is no file of this operation. Nothing was changed.`);
  const others = { ...stale, files: stale.files.filter((other) => other !== file) };
  const results = await mergedResults(services, state.current, others, { strict: false, choices: NO_CHOICES });
  if (!results.ok) return results;
  const all = new Map(results.value);
  for (const own of [file.basePath, file.acceptedPath, file.stagedPath]) if (own !== null) all.set(own, null);
  all.set(resultPath(file, null), content);
  return ok({ kind: "result", results: all });
}
