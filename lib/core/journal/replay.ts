import type { Entry } from "./entry.ts";
import type { BranchKind, BranchState, LoadTree } from "./state.ts";
import type { Tree } from "../tree/tree.ts";

/** A branch before its first entry: `base` is the accepted tree that it was created on (B1). */
export declare function startBranch(kind: BranchKind, base: Tree): BranchState;
/** The state after more entries. @throws where the sequence has a gap (J4) or a recorded fact does not hold (J3). */
export declare function replay(state: BranchState, entries: readonly Entry[], loadTree: LoadTree): BranchState;
