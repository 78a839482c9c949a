import type { Result } from "../../shared/result.ts";
import type { Clash } from "./entry.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";
import type { Tree } from "../tree/tree.ts";

export interface Scan {
  readonly sandbox: Tree;
  readonly illegal: readonly string[];
  readonly toolCall?: string;
  readonly freshness?: FreshnessCounts;
}
/** S1. `clashes` are those found or renewed by this scan. */
export declare function synchronize(
  state: BranchState,
  scan: Scan,
  stamp: Stamp,
): Result<Step & { readonly clashes: readonly Clash[] }, { readonly reason: "no-open-turn" }>;
