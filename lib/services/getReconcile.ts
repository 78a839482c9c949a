/**
 * A stale operation for the person who reconciles it (M6): every file with its sides, what merged, what conflicts and
 * the result of the choices so far. It writes nothing to the branch; the result's bytes wait in the blob store.
 */
import type { PreviewRequest, ReconcileFile, ReconcileRow, ReconcileView } from "../contracts/reconcile.ts";
import { deltaOf } from "../core/journal/delta.ts";
import { reconcile } from "../core/journal/reconcile.ts";
import type { BranchState } from "../core/journal/state.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import { formatOf } from "../formats/compare.ts";
import { ok, type Result } from "../shared/result.ts";
import { loadBranch, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Failure, Outcome } from "./failure.ts";
import { handedBack } from "./handedBack.ts";
import { lostChanges } from "./lostChanges.ts";
import { notMergeable } from "./mergedResults.ts";
import { mergeStale, type MergedFile } from "./mergeStale.ts";
import { namesOf } from "./people.ts";
import { reconcileRows, type PlacedRow } from "./reconcileRows.ts";
import { sayBlocked, takeStaged } from "./reconcileOperation.ts";
import { withLabels } from "./rowLabels.ts";
import { withSources } from "./sources.ts";
import type { StaleFile } from "./staleFiles.ts";
import { findStale, type StaleAt } from "./staleSides.ts";
import { staleStory } from "./staleStory.ts";
import { humanPatch } from "./writeFile.ts";

export async function getReconcile(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: PreviewRequest,
): Outcome<ReconcileView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, access, version } = branch.value;
  const found = await findStale(services, access.workspace.id, state, request.operation, version);
  if (!found.ok) return found;
  const stale = found.value;
  const merged = await mergedFiles(services, state, stale, request);
  if (!merged.ok) return merged;
  const files: ReconcileFile[] = [];
  for (const one of merged.value) files.push(await fileView(services, one));
  return ok({
    ...(await aboutOperation(services, branch.value, stale)),
    version,
    files,
    open: merged.value.reduce(
      (sum, { conflicts }) => sum + conflicts.filter(({ choice }) => choice === null).length,
      0,
    ),
    blocked: {
      staged: await stagedBlocked(services, principal, state, stale),
      merged: notMergeable(state.current, merged.value),
    },
  });
}

async function mergedFiles(
  services: Services,
  state: BranchState,
  { files }: StaleAt,
  { strict, choices }: PreviewRequest,
): Promise<Result<MergedFile[], Failure>> {
  const merged: MergedFile[] = [];
  for (const file of files) {
    const one = await mergeStale(services, state.current, file, { strict, choices });
    if (!one.ok) return one;
    merged.push(one.value);
  }
  return ok(merged);
}

type About = Omit<ReconcileView, "version" | "files" | "open" | "blocked">;

async function aboutOperation(
  services: Services,
  { access, state }: LoadedBranch,
  { chain, files, sides }: StaleAt,
): Promise<About> {
  const last = chain.operations.at(-1);
  const nameOf = await namesOf(services.db, last === undefined ? [] : [last.actor.user]);
  return {
    operation: chain.id,
    cause: chain.clash === null ? "base-moved" : "clash",
    actor: { kind: last?.actor.kind ?? "agent", ...nameOf(last?.actor.user ?? "") },
    sides: [...sides],
    story: await staleStory(services, access.workspace.id, access.id, state, chain, files),
    unaffected: unaffected(state, files),
    handedBack: (await handedBack(services.db, access.id)).get(chain.id) ?? null,
  };
}

/** Changed files of the branch that nothing is asked about. */
function unaffected(state: BranchState, files: readonly StaleFile[]): number {
  const own = new Set<string | null>(files.flatMap(({ key, basePath, acceptedPath }) => [key, basePath, acceptedPath]));
  for (const { paths } of state.stale) for (const { path } of paths) own.add(path);
  return deltaOf(state.base, state.current, mapValues(state.live)).filter(({ path }) => !own.has(path)).length;
}

async function stagedBlocked(
  services: Services,
  principal: Principal,
  state: BranchState,
  { chain, files }: StaleAt,
): Promise<string | null> {
  const step = reconcile(
    state,
    {
      stale: chain.id,
      resolution: await takeStaged(services, chain, files),
      patch: humanPatch(principal.userId),
    },
    { actor: { kind: "person", user: principal.userId }, at: services.now() },
  );
  return step.ok || step.error.reason === "not-stale" ? null : sayBlocked(step.error);
}

/** How many rows are sent; all are counted. */
const MOST_ROWS = 2_000;

async function fileView(services: Services, merged: MergedFile): Promise<ReconcileFile> {
  const { file, conflicts, result, beside, unreadable } = merged;
  const { basePath, acceptedPath, stagedPath, base, accepted, staged, folder } = file;
  const rows = reconcileRows(merged);
  const count = (how: ReconcileRow["how"]): number =>
    rows.filter(({ row }) => row.how === how && (row.facet !== "metadata" || how === "overridden")).length;
  return {
    path: result.path,
    basePath,
    acceptedPath,
    stagedPath,
    format: folder ? "folder" : await formatName(services, file),
    base,
    accepted,
    staged,
    unreadable: unreadable ? `${unreadable.side}: ${unreadable.error.reason}, ${unreadable.error.detail}` : null,
    rows: (await shownRows(services, file, rows)).map(({ row }) => row),
    counts: {
      rows: rows.length,
      accepted: count("accepted"),
      staged: count("staged"),
      both: count("both"),
      overridden: count("overridden"),
    },
    conflicts: conflicts.map(({ id, about, choice, options }) => ({ id, about, choice, options: [...options] })),
    lost: await lostChanges(services, file),
    result: {
      contentHash: result.content?.hash ?? null,
      size: result.content?.size ?? 0,
      beside: beside === null ? null : { path: beside.path, contentHash: beside.content.hash },
    },
  };
}

/** Conflicts are never cut off: what has to be decided has to be seen. */
async function shownRows(services: Services, { key, base, folder }: StaleFile, rows: readonly PlacedRow[]) {
  let left = MOST_ROWS - rows.filter(({ row }) => row.id === row.conflict).length;
  const shown = rows.filter(({ row }) => {
    if (row.id === row.conflict) return true;
    left -= 1;
    return left >= 0;
  });
  return base === null || folder ? shown : withLabels(services, key, base, shown);
}

async function formatName(services: Services, { key, base, accepted, staged }: StaleFile): Promise<string> {
  const hash = staged ?? accepted ?? base;
  if (hash === null) return "bytes";
  return withSources(services, key, [hash], async (source) => (source ? (await formatOf(source)).id : "bytes"));
}
