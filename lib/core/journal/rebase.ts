import type { Result } from "../../shared/result.ts";
import type { Tree } from "../tree/tree.ts";
import type { BranchState, Carried, FreshnessCounts, Stamp, StaleChain, Step } from "./state.ts";

export type RebaseError = { readonly reason: "turn-open" } | { readonly reason: "evaluation-branch" };
/** B1: moves W_0 as a whole. No entries where it stands on `accepted` already. */
export declare function rebase(
  state: BranchState,
  input: { readonly accepted: Tree; readonly carried: readonly Carried[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Result<Step & { readonly stale: readonly StaleChain[] }, RebaseError>;
