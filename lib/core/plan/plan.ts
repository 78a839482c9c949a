/**
 * A commit plan (M1): what a promotion or a rollback would write to the accepted tree, path by path, sealed under one
 * hash (R6). Plans are made by hash; who makes the bytes is not known here.
 */
import type { Hash } from "../../shared/brand.ts";
import type { ChangeId, Flag } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import type { Tree, TreeEntry } from "../tree/tree.ts";

/** A path that must hold exactly this for the plan to be carried out; null is absent (J1). */
export interface MustHold {
  readonly path: Path;
  readonly hash: Hash | null;
}

export interface DecisionRef {
  readonly id: ChangeId;
  /** Of the decision in the branch's journal. */
  readonly seq: number;
}

/** Why a change of a planned path is not promoted. */
export type LeftOutWhy =
  | { readonly kind: "pending" | "rejected" | "follows" }
  /** M1: it was last touched in a turn, or is on a path, that was not chosen. */
  | { readonly kind: "not-chosen" }
  /** M1, R3: it is accepted and chosen, and needs one that is not. */
  | {
      readonly kind: "needs";
      readonly id: ChangeId;
      readonly path: Path;
      readonly because: "pending" | "rejected" | "not-chosen" | "base-moved";
    }
  /** The accepted tree holds something else than the branch stands on: rebase first. */
  | { readonly kind: "base-moved"; readonly path: Path };

export interface LeftOut {
  readonly id: ChangeId;
  readonly why: LeftOutWhy;
  readonly flags: readonly Flag[];
}

export interface PlanEntry {
  /** Where the result is. */
  readonly path: Path;
  /** Where it was in the base; null where the entry creates it. */
  readonly basePath: Path | null;
  readonly mustHold: readonly MustHold[];
  /** null: absent. */
  readonly result: TreeEntry | null;
  readonly decisions: readonly DecisionRef[];
  readonly leftOut: readonly LeftOut[];
}

/** A changed path of which nothing is promoted. */
export interface PathLeftOut {
  readonly path: Path;
  readonly basePath: Path | null;
  readonly leftOut: readonly LeftOut[];
}

export interface CommitPlan {
  /** The accepted tree that it was made for. */
  readonly base: Hash;
  readonly entries: readonly PlanEntry[];
  readonly untouched: readonly PathLeftOut[];
  /** SHA-256 over, per path, must-hold hashes, result and decisions (R6); what is left out is not part of it. */
  readonly planHash: Hash;
  readonly resultingTree: Tree;
  readonly resultingHash: Hash;
}
