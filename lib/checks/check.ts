/**
 * A check of a planned tree (M1): it sees what would be promoted, never W_t. Its result is bound to the plan hash and
 * the resulting tree (R6). A required check that fails blocks the promotion.
 */
import type { CheckView } from "../contracts/promotions.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import type { CommitPlan } from "../core/plan/plan.ts";
import type { Inspection } from "../parsing/parser.ts";
import type { Hash } from "../shared/brand.ts";

export interface CheckInput {
  readonly plan: CommitPlan;
  /** The changes that the plan carries. */
  readonly taken: readonly ChangeVerdict[];
  /** What a planned file is, and whether it can be read; each file is looked at once. */
  readonly inspect: (name: string, hash: Hash) => Promise<Inspection>;
}

export type Check = (input: CheckInput) => Promise<CheckView[]>;
