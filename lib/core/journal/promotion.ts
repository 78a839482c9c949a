import type { ChangeId } from "../change/change.ts";
import type { CommitPlan } from "../plan/plan.ts";
import type { Path } from "../tree/path.ts";
import type { BranchState, Carried, FreshnessCounts, Stamp, Step } from "./state.ts";

export interface Settlement {
  readonly plan: CommitPlan;
  /** Its number in the workspace. */
  readonly promotion: number;
  /** By path in W_t: which operation made each change that is still pending there (M3); from `attribute`. */
  readonly origins: ReadonlyMap<Path, Readonly<Record<ChangeId, number>>>;
  readonly carried: readonly Carried[];
  readonly freshness?: FreshnessCounts;
}
/** M3: what a promotion does to the branch that it came from. */
export declare function settlePromotion(state: BranchState, settlement: Settlement, stamp: Stamp): Step;
