import type { Result } from "../../shared/result.ts";
import type { Change } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import type { BranchState, Decision, Stamp, Step } from "./state.ts";

export interface Verdict {
  /** The base path: `decisionPath` of the delta. */
  readonly path: Path;
  readonly change: Change;
  readonly verdict: "accept" | "reject" | "clear";
  readonly reason?: string;
  readonly answers?: number;
}
export type DecideError =
  /** R1: somebody else decided otherwise; answer to `standing.seq` (409). */
  | { readonly reason: "contrary"; readonly path: Path; readonly change: Change; readonly standing: Decision }
  /** R3: recalculated results follow; they are never decided. */
  | { readonly reason: "not-decidable"; readonly path: Path; readonly change: Change };
/** R1: all or none. The stamp's actor decides. */
export declare function decide(
  state: BranchState,
  verdicts: readonly Verdict[],
  stamp: Stamp,
): Result<Step, DecideError>;
