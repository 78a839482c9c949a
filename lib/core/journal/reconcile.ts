/**
 * Ends of a stale chain (M6): keep accepted, take staged, or a result (a merge, an edit by hand). What is written is
 * an operation on W_t with its own provenance; the stale operations are settled and never revived.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { ChangeId } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import { hashAt, type TreeEntry } from "../tree/tree.ts";
import { movesOf } from "./delta.ts";
import type { OperationId, PatchId } from "./entry.ts";
import { entryOf, fileOf, retarget, type Blocked, type Content } from "./retarget.ts";
import type { BranchState, FreshnessCounts, StaleChain, Stamp, Step } from "./state.ts";
import { pathsOfAll, StepBuilder } from "./step-builder.ts";

export type Resolution =
  | { readonly kind: "keep-accepted" }
  /** Where the staged content holds rejected changes, the caller gives what is left without them in `instead`. */
  | { readonly kind: "take-staged"; readonly instead?: ReadonlyMap<Path, Content | null> }
  /** What each path shall hold; null is absent. A path that is not named stays. */
  | { readonly kind: "result"; readonly results: ReadonlyMap<Path, Content | null> };

export type ReconcileError = { readonly reason: "not-stale" } | Blocked;

export function reconcile(
  state: BranchState,
  input: {
    readonly stale: OperationId;
    readonly resolution: Resolution;
    readonly patch: PatchId;
    /** By path of the result: which operation made each change that it carries on; absent: this one made all. */
    readonly origins?: ReadonlyMap<Path, Readonly<Record<ChangeId, number>>>;
    readonly freshness?: FreshnessCounts;
  },
  stamp: Stamp,
): Result<Step, ReconcileError> {
  const chain = staleChain(state, input.stale);
  if (chain === undefined) return err({ reason: "not-stale" });
  const drafts = retarget(state.current, wantedBy(chain, input.resolution), movesOf(chain.operations));
  if (!drafts.ok) return drafts;
  const build = new StepBuilder(state, stamp);
  build.add({
    type: "standing",
    operations: chain.operations.map(({ id }) => id),
    standing: "reconciled",
    because: "reconciliation",
  });
  for (const draft of drafts.value) {
    const origins = input.origins?.get(draft.toPath ?? draft.path);
    build.operation(draft, input.patch, "reconcile", origins === undefined ? {} : { origins });
  }
  build.supersedeRedundant("reconciliation", pathsOfAll(drafts.value)).dissolveClashes("reconciliation");
  return ok(build.point("reconciliation", { freshness: input.freshness }).finish());
}

export interface Sides {
  readonly path: Path;
  readonly base: Hash | null;
  /** What W_t holds there now. */
  readonly accepted: Hash | null;
  readonly staged: Hash | null;
}

/** The three sides of each path of a stale chain; null is absent. Empty where there is no such chain. */
export function sidesOf(state: BranchState, stale: OperationId): readonly Sides[] {
  const chain = staleChain(state, stale);
  return (chain?.paths ?? []).map(({ path, base, staged }) => ({
    path,
    base,
    accepted: hashAt(state.current, path),
    staged,
  }));
}

export const staleChain = (state: BranchState, id: OperationId): StaleChain | undefined =>
  state.stale.find((chain) => chain.id === id);

function wantedBy(chain: StaleChain, resolution: Resolution): Map<Path, TreeEntry | null> {
  switch (resolution.kind) {
    case "keep-accepted":
      return new Map();
    case "take-staged": {
      const wanted = new Map(chain.paths.map(({ path, staged, stagedSize }) => [path, entryOf(staged, stagedSize)]));
      for (const [path, content] of resolution.instead ?? []) wanted.set(path, fileOf(content));
      return wanted;
    }
    case "result":
      return new Map([...resolution.results].map(([path, content]) => [path, fileOf(content)]));
  }
}
