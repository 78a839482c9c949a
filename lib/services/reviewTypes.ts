/** What comparisons and reviews consist of; derived, and kept only in memory or under content hashes. */
import type { Change } from "../core/change/change.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import type { PathDelta } from "../core/journal/delta.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Merge } from "../formats/three-way.ts";
import type { Content } from "../core/journal/retarget.ts";

export interface ComparedFiles {
  readonly format: string;
  readonly complete: boolean;
  readonly changes: readonly Change[];
  /** Why it was compared as bytes although its content or name says otherwise. */
  readonly unreadable: string | null;
}

export interface ReviewedPath {
  readonly delta: PathDelta;
  readonly compared: ComparedFiles;
  /** Of the path itself first, then of its contents. */
  readonly verdicts: readonly ChangeVerdict[];
}

export interface BranchReview {
  readonly state: BranchState;
  /** Sorted by path. */
  readonly paths: readonly ReviewedPath[];
  /** Of all paths, in their order: requirements cross paths. */
  readonly verdicts: readonly ChangeVerdict[];
}

export interface KeptMerge extends Omit<Merge, "merged"> {
  /** Null: the result is that there is no file. */
  readonly merged: Content | null;
}
