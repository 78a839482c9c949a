/**
 * W_0 moves as a whole (B1): between turns only, and the branch is reduced again over the new accepted tree. Chains
 * that no longer fit turn stale and overwrite nothing (J2); chains that want what is accepted already are superseded
 * (J3). Evaluation branches never move.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { mapValues } from "../tree/persistent-map.ts";
import { treeHash } from "../tree/objects.ts";
import type { Tree } from "../tree/tree.ts";
import { chainsOf } from "./chains.ts";
import { reduce } from "./reduce.ts";
import type { BranchState, Carried, FreshnessCounts, Stamp, StaleChain, Step } from "./state.ts";
import { StepBuilder } from "./step-builder.ts";

export type RebaseError = { readonly reason: "turn-open" } | { readonly reason: "evaluation-branch" };

/** No entries where the branch stands on `accepted` already. `stale` is what this rebase found. */
export function rebase(
  state: BranchState,
  input: { readonly accepted: Tree; readonly carried: readonly Carried[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Result<Step & { readonly stale: readonly StaleChain[] }, RebaseError> {
  if (state.kind === "evaluation") return err({ reason: "evaluation-branch" });
  if (state.openTurn !== null) return err({ reason: "turn-open" });
  const [from, to] = [treeHash(state.base), treeHash(input.accepted)];
  if (from === to) return ok({ entries: [], state, stale: [] });

  const build = new StepBuilder(state, stamp, [input.accepted]).add({ type: "rebased", from, to });
  const live = [...mapValues(state.live)].sort((a, b) => a.seq - b.seq);
  for (const chain of chainsOf(reduce(input.accepted, live))) {
    if (chain.standing === "folded") continue;
    const standing = chain.standing === "stale" ? "stale" : "superseded";
    build.add({ type: "standing", operations: chain.operations.map(({ id }) => id), standing, because: "rebase" });
  }
  if (input.carried.length > 0) build.add({ type: "carried", moves: input.carried });
  const step = build.dissolveClashes("rebase").point("rebase", { freshness: input.freshness }).finish();
  return ok({ ...step, stale: step.state.stale.filter(({ since }) => since > state.seq) });
}
