/**
 * Which changes a plan takes (M1): the accepted ones of the chosen turns and paths, closed under what they require.
 * One that needs a change that is not taken is left out by name; nothing is taken along silently.
 */
import { Scopes, type ChangeVerdict } from "../decision/verdict.ts";
import type { Path } from "../tree/path.ts";
import type { LeftOutWhy } from "./plan.ts";

/** Absent members choose everything. A human patch has no turn: choose it by its seqs through `turns`' key function. */
export interface Selection {
  readonly paths?: ReadonlySet<Path>;
  /** Keys as `turnKey` gives them. */
  readonly turns?: ReadonlySet<string>;
  /** The turn or human patch that the operation at a seq belongs to, as the caller names it. */
  readonly turnKey?: (seq: number) => string;
}

export interface Choice {
  readonly taken: ReadonlySet<ChangeVerdict>;
  readonly leftOut: ReadonlyMap<ChangeVerdict, LeftOutWhy>;
}

/** `movedAway`: paths where the accepted tree is not what the branch stands on, by decision path. */
export function choose(
  verdicts: readonly ChangeVerdict[],
  selection: Selection,
  movedAway: ReadonlyMap<Path, Path>,
): Choice {
  const scopes = new Scopes(verdicts);
  const leftOut = new Map<ChangeVerdict, LeftOutWhy>();
  const taken = new Set<ChangeVerdict>();
  for (const verdict of verdicts) {
    const why = reasonToLeave(verdict, selection, movedAway);
    if (why === null) taken.add(verdict);
    else leftOut.set(verdict, why);
  }
  for (let before = -1; before !== taken.size;) {
    before = taken.size;
    for (const verdict of [...taken]) {
      const missing = scopes
        .requiredBy(verdict)
        .find((required) => !taken.has(required) && required.status !== "follows");
      if (missing === undefined) continue;
      taken.delete(verdict);
      leftOut.set(verdict, {
        kind: "needs",
        id: missing.change.id,
        path: missing.path,
        because: becauseOf(leftOut.get(missing)),
      });
    }
  }
  return { taken, leftOut };
}

function reasonToLeave(
  { path, status, provenance }: ChangeVerdict,
  selection: Selection,
  movedAway: ReadonlyMap<Path, Path>,
): LeftOutWhy | null {
  if (status !== "accepted") return { kind: status };
  const moved = movedAway.get(path);
  if (moved !== undefined) return { kind: "base-moved", path: moved };
  if (selection.paths !== undefined && !selection.paths.has(path)) return { kind: "not-chosen" };
  if (selection.turns === undefined) return null;
  const turn = provenance === null ? undefined : selection.turnKey?.(provenance.seq);
  return turn !== undefined && selection.turns.has(turn) ? null : { kind: "not-chosen" };
}

function becauseOf(why: LeftOutWhy | undefined): Extract<LeftOutWhy, { kind: "needs" }>["because"] {
  if (why === undefined || why.kind === "follows") return "pending";
  return why.kind === "needs" ? why.because : why.kind;
}
