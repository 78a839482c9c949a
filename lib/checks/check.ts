/**
 * A check of a planned tree (M1): it sees what would be promoted, never W_t. Its result is bound to the plan hash and
 * the resulting tree (R6). A required check that fails blocks the promotion.
 */
import type { CheckView } from "../contracts/promotions.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import type { CommitPlan } from "../core/plan/plan.ts";
import type { Source } from "../formats/format.ts";
import type { Hash } from "../shared/brand.ts";

export interface CheckInput {
  readonly plan: CommitPlan;
  /** The changes that the plan carries. */
  readonly taken: readonly ChangeVerdict[];
  readonly withSource: <T>(name: string, hash: Hash, work: (source: Source) => Promise<T>) => Promise<T>;
}

export type Check = (input: CheckInput) => Promise<CheckView[]>;
