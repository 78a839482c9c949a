/**
 * Turns of an agent, or one `sync` from the command line (B1): at most one is open on a branch. Before a turn, in
 * this order, the caller applies rejections, rebases, and opens: the sandbox is hydrated with `state.current`, which
 * becomes H.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { treeHash } from "../tree/objects.ts";
import type { Tree } from "../tree/tree.ts";
import type { PatchId } from "./entry.ts";
import type { BranchState, Stamp, Step } from "./state.ts";
import { StepBuilder } from "./step-builder.ts";

export function openTurn(
  state: BranchState,
  input: {
    readonly patch: PatchId;
    readonly title: string;
    /** H where the folder is not hydrated first (a folder that somebody worked in already): what it held last. */
    readonly held?: Tree;
  },
  stamp: Stamp,
): Result<Step, { readonly reason: "turn-open"; readonly patch: PatchId }> {
  if (state.openTurn !== null) return err({ reason: "turn-open", patch: state.openTurn.patch });
  const { patch, title, held: given = state.current } = input;
  const turn = state.turns + 1;
  const build = new StepBuilder(state, stamp, [given]);
  return ok(build.add({ type: "turn-opened", patch, title, turn, held: treeHash(given) }).finish());
}

/** A name outside V4 in the sandbox keeps the turn open until it is renamed. */
export function closeTurn(
  state: BranchState,
  stamp: Stamp,
): Result<
  Step,
  { readonly reason: "no-open-turn" } | { readonly reason: "illegal-entries"; readonly illegal: readonly string[] }
> {
  const { openTurn: turn } = state;
  if (turn === null) return err({ reason: "no-open-turn" });
  if (turn.illegal.length > 0) return err({ reason: "illegal-entries", illegal: turn.illegal });
  return ok(new StepBuilder(state, stamp).add({ type: "turn-closed", patch: turn.patch, turn: turn.turn }).finish());
}
