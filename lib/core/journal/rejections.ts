/**
 * Apply rejections (R4): one human operation a file takes W_t to what it is without the rejected changes. What that
 * is, is computed by the caller; here it becomes journal. The verdicts stay: a rejection is remembered.
 */
import { ok, type Result } from "../../shared/result.ts";
import type { Path } from "../tree/path.ts";
import type { TreeEntry } from "../tree/tree.ts";
import type { PatchId } from "./entry.ts";
import { retarget, type Blocked } from "./retarget.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";
import { pathsOfAll, StepBuilder } from "./step-builder.ts";

/** What a path of W_t shall be without its rejected changes. */
export interface Cleaned {
  readonly path: Path;
  /** null: absent, its creation was rejected. */
  readonly result: TreeEntry | null;
  /** Where a file goes back to whose move was rejected. */
  readonly toPath?: Path;
}

/** Refused where a path that comes back is occupied by something that nobody rejected. */
export function applyRejections(
  state: BranchState,
  input: { readonly patch: PatchId; readonly cleaned: readonly Cleaned[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Result<Step, Blocked> {
  const wanted = new Map<Path, TreeEntry | null>();
  // What goes first: a file that comes back may take the place of a rejected creation.
  for (const { path, toPath, result } of input.cleaned)
    if (toPath !== undefined || result === null) wanted.set(path, null);
  for (const { path, toPath, result } of input.cleaned) if (result !== null) wanted.set(toPath ?? path, result);
  const moves = input.cleaned.flatMap(({ path, toPath }) => (toPath === undefined ? [] : [{ from: path, to: toPath }]));
  const drafts = retarget(state.current, wanted, moves);
  if (!drafts.ok) return drafts;
  const build = new StepBuilder(state, stamp);
  for (const draft of drafts.value) build.operation(draft, input.patch, "apply-rejections");
  build.supersedeRedundant("rejection", pathsOfAll(drafts.value)).dissolveClashes("rejection");
  return ok(build.point("rejection", { freshness: input.freshness }).finish());
}
