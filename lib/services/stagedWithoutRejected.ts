/** The staged side of a stale path as it counts: without what was rejected in it (M6). */
import { pathChanges } from "../core/decision/path-changes.ts";
import { decisionAt } from "../core/journal/decisions.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { EMPTY_FOLDER_HASH, type FileEntry } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import { emptyFile, materialise } from "./materialise.ts";

/** The staged content without what was rejected in it; itself where nothing was, or where it cannot be taken out. */
export async function stagedWithoutRejected(
  services: Services,
  state: BranchState,
  path: string,
  base: Hash | null,
  staged: Hash | null,
): Promise<Hash | null> {
  if (base === staged || [base, staged].includes(EMPTY_FOLDER_HASH)) return staged;
  if (base === null || staged === null) return wholeWithoutRejected(services, state, path, base, staged);
  const { changes } = await compareVersions(services, path, base, staged);
  const open = changes.filter(({ facet }) => facet !== "recalculated");
  const rejected = new Set(
    open.filter(({ id }) => decisionAt(state.decisions, path, id)?.latest.verdict === "reject").map(({ id }) => id),
  );
  if (rejected.size === 0) return staged;
  // What requires a rejected change is rejected with it (R3).
  for (let before = -1; before !== rejected.size;) {
    before = rejected.size;
    for (const change of open) if ((change.requires ?? []).some((id) => rejected.has(id))) rejected.add(change.id);
  }
  const kept = open.filter(({ id }) => !rejected.has(id)).map(({ id }) => id);
  const made = await materialise(services, path, base, staged, kept);
  return made.ok ? made.value.hash : staged;
}

/** A file that came or went as a whole: it did not, where that was rejected; rejected contents leave it empty. */
async function wholeWithoutRejected(
  services: Services,
  state: BranchState,
  at: string,
  base: Hash | null,
  staged: Hash | null,
): Promise<Hash | null> {
  const path = at as Path;
  const entry = (hash: Hash | null): FileEntry | null => (hash === null ? null : { kind: "file", hash, size: 1 });
  const kind = base === null ? "created" : "deleted";
  const delta = { path, basePath: null, decisionPath: path, kind, before: entry(base), after: entry(staged) } as const;
  const rejected = pathChanges(delta, true).filter(
    ({ id }) => decisionAt(state.decisions, path, id)?.latest.verdict === "reject",
  );
  if (rejected.length === 0) return staged;
  return rejected.some(({ facet }) => facet === "structure") ? base : (await emptyFile(services)).hash;
}
