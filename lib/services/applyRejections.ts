/**
 * Apply rejections (R4): takes rejected changes out of the staged files, one human operation a file. The bytes are the
 * base with every change that is not rejected; the verdicts stay, so that a rejected change that comes back is known.
 */
import type { Version } from "../contracts/common.ts";
import { applyRejections as applyStep, type Cleaned } from "../core/journal/rejections.ts";
import type { BranchState, Step } from "../core/journal/state.ts";
import { ok, type Result } from "../shared/result.ts";
import { changeBranch, versionOf, type HeldBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { emptyFile, materialise, sayMaterialiseError } from "./materialise.ts";
import { reviewBranch } from "./reviewBranch.ts";
import type { ReviewedPath } from "./reviewTypes.ts";
import { humanPatch } from "./writeFile.ts";

export async function applyRejections(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<{ version: Version }> {
  return changeBranch(services, principal, slug, branchId, "reviewer", async (held) => {
    const steps = await rejectionSteps(services, held, held.state);
    if (!steps.ok) return steps;
    return ok({ steps: steps.value, answer: (state: BranchState) => ({ version: versionOf(slug, branchId, state) }) });
  });
}

/** No step where nothing that is staged is rejected. */
export async function rejectionSteps(
  services: Services,
  held: HeldBranch,
  state: BranchState,
): Promise<Result<Step[], Failure>> {
  const review = await reviewBranch(services, held.access.id, state);
  const cleaned: Cleaned[] = [];
  for (const reviewed of review.paths) {
    const result = await cleanedPath(services, reviewed);
    if (!result.ok) return result;
    if (result.value) cleaned.push(result.value);
  }
  if (cleaned.length === 0) return ok([]);
  const stamp = held.stamp();
  const step = applyStep(state, { patch: humanPatch(stamp.actor.user), cleaned }, stamp);
  if (step.ok) return ok([step.value]);
  return fail(
    "conflict",
    `Rejections cannot be applied: "${step.error.path}" has no room for what comes back. Nothing was changed.`,
  );
}

async function cleanedPath(
  services: Services,
  { delta, verdicts }: ReviewedPath,
): Promise<Result<Cleaned | null, Failure>> {
  const rejected = verdicts.filter(({ status }) => status === "rejected");
  if (rejected.length === 0) return ok(null);
  const { path, before, after, decisionPath } = delta;
  const ofPath = (kind: string) =>
    rejected.some(
      ({ change }) => change.facet === "structure" && change.address.kind === "file" && change.kind === kind,
    );
  const toPath = ofPath("moved") ? { toPath: decisionPath } : {};
  if (ofPath("added") || ofPath("removed")) return ok({ path, result: before });
  if (after?.kind !== "file") return ok({ path, result: before });
  // The contents of a created file were rejected, and the file was not: it stays, empty.
  if (before?.kind !== "file") return ok({ path, result: await emptyFile(services) });
  const contents = verdicts.filter(({ change, status }) =>
    change.address.kind !== "file" || change.facet !== "structure" ? status !== "follows" : false,
  );
  const kept = contents.filter(({ status }) => status !== "rejected").map(({ change }) => change.id);
  if (kept.length === contents.length) return ok({ path, result: after, ...toPath });
  if (kept.length === 0) return ok({ path, result: before, ...toPath });
  const made = await materialise(services, path, before.hash, after.hash, kept);
  if (!made.ok)
    return fail(
      "apply-refused",
      `The rejected changes of "${path}" cannot be taken out: ${sayMaterialiseError(made.error)}`,
    );
  return ok({ path, result: { kind: "file", ...made.value }, ...toPath });
}
