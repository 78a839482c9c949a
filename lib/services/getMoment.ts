/**
 * The branch as it was at one t: W_0, W_t and Δ_t replayed from the journal, with the decisions that were taken until
 * something changed the tree again. Costs a replay up to there; the same moment is derived once a process.
 */
import type { FileDiffView } from "../contracts/changes.ts";
import type { MomentView } from "../contracts/trace.ts";
import type { Entry } from "../core/journal/entry.ts";
import type { BranchState } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import { ok } from "../shared/result.ts";
import { readEntries } from "../store/journal.ts";
import { loadBranch, stateAt, versionOf, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { fileDiffOf } from "./getFileDiff.ts";
import type { PageQuery } from "./page.ts";
import { reviewBranch } from "./reviewBranch.ts";
import { addCounts, changedFile, NO_COUNTS } from "./reviewViews.ts";

export async function getMoment(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  t: number,
): Outcome<MomentView> {
  const moment = await momentOf(services, principal, slug, branchId, t);
  if (!moment.ok) return moment;
  const { branch, state } = moment.value;
  const review = await reviewBranch(services, branchId, state);
  const nothing: ReadonlySet<string> = new Set();
  const files = review.paths.map((path) => changedFile(path, state, nothing));
  const counts = files.reduce((sum, { verdicts }) => addCounts(sum, verdicts), NO_COUNTS);
  return ok({
    version: branch.version,
    t,
    seq: state.seq,
    base: treeHash(state.base),
    current: treeHash(state.current),
    files,
    totals: { ...counts, files: files.length, stale: state.stale.length },
  });
}

/** One file of Δ_t as it was; what a person had seen by then is not told. */
export async function getMomentDiff(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { t, ...query }: PageQuery & { readonly t: number; readonly path: string },
): Outcome<FileDiffView> {
  const moment = await momentOf(services, principal, slug, branchId, t);
  if (!moment.ok) return moment;
  const { state } = moment.value;
  return fileDiffOf(services, branchId, { state, version: versionOf(slug, branchId, state) }, query, new Set());
}

async function momentOf(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  t: number,
): Outcome<{ readonly branch: LoadedBranch; readonly state: BranchState }> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { access, state, version } = branch.value;
  if (t > state.t) return fail("not-found", `This branch is at t = ${state.t}: there is no t = ${t} yet.`, { version });
  const seq = lastSeqOf(t, await readEntries(services.db, branchId, 0, state.seq));
  const known = seq === state.seq ? state : services.caches.reviews.get(`${branchId}:${seq}`)?.state;
  return ok({ branch: branch.value, state: known ?? (await stateAt(services, access, seq)) });
}

/** What changes no tree: a moment goes on through these. */
const QUIET: ReadonlySet<Entry["type"]> = new Set(["decision", "turn-opened", "turn-closed", "held"]);

/** From the point of `t` to the last quiet entry after it; t = 0 is the branch before its first point. */
export function lastSeqOf(t: number, entries: readonly Pick<Entry, "seq" | "type">[]): number {
  const points = entries.flatMap(({ type, seq }) => (type === "point" ? [seq] : []));
  let last = t === 0 ? 0 : (points[t - 1] ?? 0);
  for (const { seq, type } of entries) {
    if (seq <= last) continue;
    if (!QUIET.has(type)) break;
    last = seq;
  }
  return last;
}
