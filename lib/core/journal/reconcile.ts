import type { Hash } from "../../shared/brand.ts";
import type { Result } from "../../shared/result.ts";
import type { Path } from "../tree/path.ts";
import type { Obstacle } from "../tree/tree.ts";
import type { OperationId, PatchId } from "./entry.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";

export type Content = { readonly hash: Hash; readonly size: number };
export type Resolution =
  | { readonly kind: "keep-accepted" }
  /** Where the staged content holds rejected changes, the caller gives what is left without them in `instead`. */
  | { readonly kind: "take-staged"; readonly instead?: ReadonlyMap<Path, Content | null> }
  /** A merge, or an edit by hand: what each path shall hold; null is absent. A path that is not named stays. */
  | { readonly kind: "result"; readonly results: ReadonlyMap<Path, Content | null> };
/** M6. */
export declare function reconcile(
  state: BranchState,
  input: {
    readonly stale: OperationId;
    readonly resolution: Resolution;
    readonly patch: PatchId;
    readonly freshness?: FreshnessCounts;
  },
  stamp: Stamp,
): Result<
  Step,
  { readonly reason: "not-stale" } | { readonly reason: "blocked"; readonly path: Path; readonly obstacle: Obstacle }
>;
/** The three sides of each path of a stale chain (M6); accepted is what W_t holds there now. */
export declare function sidesOf(
  state: BranchState,
  stale: OperationId,
): readonly {
  readonly path: Path;
  readonly base: Hash | null;
  readonly accepted: Hash | null;
  readonly staged: Hash | null;
}[];
