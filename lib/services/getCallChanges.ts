/**
 * What one tool call changed, file by file, and which change of the review now came from it: the way from a call to a
 * cell. The way back is the origin of a reviewed change (`reviewViews.originsOf`).
 */
import type { CallChangesView } from "../contracts/trace.ts";
import { formatAddress } from "../core/address/address.ts";
import type { Change } from "../core/change/change.ts";
import type { JournaledOperation } from "../core/journal/entry.ts";
import { formatOf } from "../formats/compare.ts";
import { ok } from "../shared/result.ts";
import { readEntries } from "../store/journal.ts";
import { loadBranch } from "./branchState.ts";
import { callsInOrder, callSpans } from "./callSpans.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { reviewBranch } from "./reviewBranch.ts";
import type { BranchReview } from "./reviewTypes.ts";
import { changeView } from "./reviewViews.ts";
import { withSources } from "./sources.ts";

type CallFile = CallChangesView["files"][number];

/** Of a file. */
const SHOWN_CHANGES = 200;

export async function getCallChanges(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  callId: string,
): Outcome<CallChangesView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const calls = await callsInOrder(services.db, branchId);
  if (!calls.some(({ id }) => id === callId))
    return fail("not-found", `There is no tool call "${callId}" on this branch.`, { version });
  const span = callSpans(calls, await readEntries(services.db, branchId, 0, state.seq)).get(callId);
  const review = await reviewBranch(services, branchId, state);
  const files: CallFile[] = [];
  for (const operation of span?.operations ?? []) files.push(await fileOf(services, operation, review));
  return ok({ version, call: callId, files });
}

async function fileOf(services: Services, operation: JournaledOperation, review: BranchReview): Promise<CallFile> {
  const { path, toPath, kind, baseHash: before, resultHash: after, resultSize } = operation;
  const isFile = resultSize !== null || kind === "delete";
  const compared =
    isFile && before !== null && after !== null && before !== after
      ? await compareVersions(services, path, before, after)
      : null;
  const hash = after ?? before;
  const format =
    compared?.format ??
    (isFile && hash !== null
      ? await withSources(services, path, [hash], async (source) => (source ? (await formatOf(source)).id : "bytes"))
      : "folder");
  const changes = (compared?.changes ?? []).filter(({ facet }) => facet !== "recalculated");
  return {
    path,
    ...(toPath === undefined ? {} : { toPath }),
    kind,
    before,
    after,
    format,
    reviewed: reviewedId(review, operation, null),
    total: changes.length,
    changes: changes.slice(0, SHOWN_CHANGES).map((change) => ({
      ...changeView(change),
      path: toPath ?? path,
      reviewed: reviewedId(review, operation, change),
    })),
  };
}

/** Among the changes of the review that this operation made, the one at the same place; null: of the file itself. */
function reviewedId(review: BranchReview, { seq }: JournaledOperation, change: Change | null): string | null {
  const place = change === null ? "" : formatAddress(change.address);
  const found = review.verdicts.find(
    ({ change: own, provenance }) =>
      provenance?.seq === seq &&
      formatAddress(own.address) === place &&
      (change === null ? own.kind !== "modified" : own.facet === change.facet),
  );
  return found?.change.id ?? null;
}
