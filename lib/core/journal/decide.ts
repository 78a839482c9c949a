/**
 * Recording verdicts (R1). A decision changes no byte. Against somebody else's standing verdict it must name the
 * decision that it answers to, so that nobody overrules what they have not seen.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Change } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import { decisionAt } from "./decisions.ts";
import type { UserId } from "./entry.ts";
import type { BranchState, Decision, Stamp, Step } from "./state.ts";
import { StepBuilder } from "./step-builder.ts";

export interface Verdict {
  /** The base path: `decisionPath` of the delta. */
  readonly path: Path;
  readonly change: Change;
  readonly verdict: "accept" | "reject" | "clear";
  readonly reason?: string;
  /** Seq of the other person's decision that this one answers to. */
  readonly answers?: number;
}

export type DecideError =
  /** Somebody else decided otherwise; answer to `standing.seq` (409). */
  | { readonly reason: "contrary"; readonly path: Path; readonly change: Change; readonly standing: Decision }
  /** R3: recalculated results follow; they are never decided. */
  | { readonly reason: "not-decidable"; readonly path: Path; readonly change: Change };

/** All or none. The stamp's actor decides. */
export function decide(state: BranchState, verdicts: readonly Verdict[], stamp: Stamp): Result<Step, DecideError> {
  const build = new StepBuilder(state, stamp);
  for (const { path, change, verdict, reason, answers } of verdicts) {
    if (change.facet === "recalculated") return err({ reason: "not-decidable", path, change });
    const standing = contraryTo(state, path, change, verdict, stamp.actor.user);
    if (standing !== null && answers !== standing.seq) return err({ reason: "contrary", path, change, standing });
    const details = { ...(reason === undefined ? {} : { reason }), ...(answers === undefined ? {} : { answers }) };
    build.add({ type: "decision", path, change, verdict, by: stamp.actor.user, ...details });
  }
  return ok(build.finish());
}

/** The verdict of somebody else that this one would overrule. Clearing somebody else's verdict overrules it, too. */
export function contraryTo(
  state: BranchState,
  path: Path,
  change: Change,
  verdict: Verdict["verdict"],
  by: UserId,
): Decision | null {
  const record = decisionAt(state.decisions, path, change.id);
  if (record === undefined || record.spent !== null) return null;
  const { latest } = record;
  return latest.verdict === "clear" || latest.by === by || latest.verdict === verdict ? null : latest;
}
