import type { Result } from "../../shared/result.ts";
import type { PatchId } from "./entry.ts";
import type { BranchState, Stamp, Step } from "./state.ts";

/** B1: after `applyRejections` and `rebase`, the sandbox is hydrated with `state.current`, which becomes H. */
export declare function openTurn(
  state: BranchState,
  input: { readonly patch: PatchId; readonly title: string },
  stamp: Stamp,
): Result<Step, { readonly reason: "turn-open"; readonly patch: PatchId }>;
export declare function closeTurn(
  state: BranchState,
  stamp: Stamp,
): Result<
  Step,
  { readonly reason: "no-open-turn" } | { readonly reason: "illegal-entries"; readonly illegal: readonly string[] }
>;
