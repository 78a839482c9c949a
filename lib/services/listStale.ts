/** Stale operations of a branch, each with its sides and how far it merges by itself (M6). */
import type { StaleView } from "../contracts/branches.ts";
import type { Version } from "../contracts/common.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import { mapGet } from "../core/tree/persistent-map.ts";
import { formatOf } from "../formats/compare.ts";
import { ok, type Result } from "../shared/result.ts";
import { loadBranch, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Failure, Outcome } from "./failure.ts";
import { handedBack } from "./handedBack.ts";
import { mergeStale } from "./mergeStale.ts";
import { namesOf } from "./people.ts";
import { withSources } from "./sources.ts";
import { staleFiles, type StaleFile } from "./staleFiles.ts";

export async function listStale(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<{ version: Version; stale: StaleView[] }> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const nameOf = await namesOf(
    services.db,
    state.stale.flatMap(({ operations }) => operations.map(({ actor }) => actor.user)),
  );
  const waiting = state.stale.length === 0 ? null : await handedBack(services.db, branchId);
  const stale: StaleView[] = [];
  for (const chain of state.stale) {
    const one = await viewOf(services, branch.value, chain, nameOf);
    if (!one.ok) return one;
    if (one.value !== null) stale.push({ ...one.value, handedBack: waiting?.get(chain.id) ?? null });
  }
  return ok({ version, stale });
}

type NameOf = Awaited<ReturnType<typeof namesOf>>;

/** Named by its first file; null where nothing is left of it but its standing. */
async function viewOf(
  services: Services,
  { access, state }: LoadedBranch,
  chain: StaleChain,
  nameOf: NameOf,
): Promise<Result<Omit<StaleView, "handedBack"> | null, Failure>> {
  const files = await staleFiles(services, access.workspace.id, state, chain);
  const [file] = files;
  if (file === undefined) return ok(null);
  const last = chain.operations.at(-1);
  const patch = last ? mapGet(state.patches, last.patch) : undefined;
  const merge = await mergeCounts(services, state, files);
  if (!merge.ok) return merge;
  return ok({
    id: chain.id,
    seq: chain.since,
    path: file.basePath ?? file.key,
    ...(file.key === (file.basePath ?? file.key) ? {} : { toPath: file.key }),
    files: files.length,
    kind: last?.kind ?? "replace",
    format: await formatName(services, file),
    cause: chain.clash ? "clash" : "base-moved",
    base: file.base,
    accepted: file.accepted,
    staged: file.staged,
    actor: { kind: last?.actor.kind ?? "agent", ...nameOf(last?.actor.user ?? "") },
    at: last?.at ?? "",
    turn: patch?.turn ?? null,
    turnTitle: patch?.title ?? null,
    because: becauseOf(chain, file),
    merge: merge.value,
  });
}

/** Staged changes that merge by themselves, and conflicts, of all files together; null where a folder is on a side. */
async function mergeCounts(
  services: Services,
  state: BranchState,
  files: readonly StaleFile[],
): Promise<Result<StaleView["merge"], Failure>> {
  const counts = { merged: 0, conflicts: 0 };
  for (const file of files) {
    if (file.folder) return ok(null);
    const merge = await mergeStale(services, state.current, file, { strict: false, choices: {} });
    if (!merge.ok) return merge;
    counts.merged += merge.value.taken.filter(
      ({ side, change }) => side !== "accepted" && change.facet !== "metadata",
    ).length;
    counts.conflicts += merge.value.conflicts.length;
  }
  return ok(counts);
}

function becauseOf({ clash }: StaleChain, { base, accepted, acceptedPath, basePath }: StaleFile): string {
  if (clash) return "A person edited the same file while the agent worked on an older version.";
  if (base === null) return "A file was accepted at the same path meanwhile.";
  if (accepted === null) return "The accepted version of this file was deleted after the agent read it.";
  if (acceptedPath !== basePath) return "The accepted version of this file was moved after the agent read it.";
  return base === accepted
    ? "The accepted version of this file changed after the agent read it, and is the same again since."
    : "The accepted version of this file changed after the agent read it.";
}

async function formatName(services: Services, { key, staged, accepted, base, folder }: StaleFile): Promise<string> {
  const hash = staged ?? accepted ?? base;
  if (folder || hash === null) return folder ? "folder" : "bytes";
  return withSources(services, key, [hash], async (source) => (source ? (await formatOf(source)).id : "bytes"));
}
