/** The three sides of a stale path, merged; and the staged side as it counts: without rejected changes (M6). */
import { decisionAt } from "../core/journal/decisions.ts";
import type { BranchState } from "../core/journal/state.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import { mergeFiles } from "../formats/merge.ts";
import type { Merge } from "../formats/three-way.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import { materialise } from "./materialise.ts";
import { withSources } from "./sources.ts";

export interface ThreeSides {
  readonly base: Hash | null;
  readonly accepted: Hash | null;
  readonly staged: Hash | null;
}

/** Null where a side is a folder: there is nothing to merge. */
export async function mergeSides(
  services: Services,
  path: string,
  { base, accepted, staged }: ThreeSides,
): Promise<Merge | null> {
  if ([base, accepted, staged].includes(EMPTY_FOLDER_HASH)) return null;
  return withSources(services, path, [base, accepted, staged], (b, a, s) => mergeFiles(b, a, s));
}

/** The staged content without what was rejected in it; itself where nothing was, or where it cannot be taken out. */
export async function stagedWithoutRejected(
  services: Services,
  state: BranchState,
  path: string,
  base: Hash | null,
  staged: Hash | null,
): Promise<Hash | null> {
  if (base === null || staged === null || base === staged || [base, staged].includes(EMPTY_FOLDER_HASH)) return staged;
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
