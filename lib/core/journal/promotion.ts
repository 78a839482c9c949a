/**
 * What a promotion does to the branch that it came from (M3), open turn or not: W_0 is set at the promoted paths and
 * nowhere else; the chains that touch them give way to one residual operation for each path that still differs, with
 * moves kept as moves and the makers of every change remembered. W_t does not change, and stale operations stay.
 */
import { invariant } from "../../shared/assert.ts";
import type { ChangeId } from "../change/change.ts";
import type { CommitPlan } from "../plan/plan.ts";
import { diffTrees, type EntryDifference } from "../tree/diff.ts";
import { TreeEdit } from "../tree/edit.ts";
import { treeHash } from "../tree/objects.ts";
import type { Path } from "../tree/path.ts";
import { mapValues } from "../tree/persistent-map.ts";
import type { Tree } from "../tree/tree.ts";
import { arrangeDifferences, type WantedMove } from "./arrange.ts";
import { chainsAt } from "./chains.ts";
import { deltaOf } from "./delta.ts";
import type { PatchId } from "./entry.ts";
import { pathsOf } from "./operation.ts";
import type { Chain } from "./reduction.ts";
import { restore } from "./restore.ts";
import type { BranchState, Carried, FreshnessCounts, Stamp, Step } from "./state.ts";
import { StepBuilder } from "./step-builder.ts";

export interface Settlement {
  readonly plan: CommitPlan;
  /** Its number in the workspace. */
  readonly promotion: number;
  /** By path in W_t: which operation made each change that is still pending there; from `attribute`. */
  readonly origins: ReadonlyMap<Path, Readonly<Record<ChangeId, number>>>;
  /** Of the promoted paths; what the promotion spends is not carried. */
  readonly carried: readonly Carried[];
  readonly freshness?: FreshnessCounts;
}

/** An evaluation branch is never promoted. @throws for one. */
export function settlePromotion(state: BranchState, settlement: Settlement, stamp: Stamp): Step {
  invariant(state.kind !== "evaluation", "B1: evaluation branches are never promoted");
  const { plan, promotion } = settlement;
  const promoted = promotedPaths(plan);
  const base = baseAfter(state.base, plan);
  const chains = chainsAt(state.reduction, promoted);
  const touched = new Set([...promoted, ...chains.flatMap(({ paths }) => paths.map(({ path }) => path))]);
  const differences = diffTrees(base, state.current).filter(({ path }) => touched.has(path));

  const build = new StepBuilder(state, stamp, [base]).add({ type: "promoted", promotion, base: treeHash(base) });
  for (const chain of chains) {
    const standing = differs(chain, differences) ? "superseded" : "promoted";
    build.add({ type: "standing", operations: chain.operations.map(({ id }) => id), standing, because: "promotion" });
  }
  for (const draft of arrangeDifferences(base, differences, movesLeft(state))) {
    const at = draft.toPath ?? draft.path;
    const origins = settlement.origins.get(at);
    build.operation(draft, lastPatch(chains, pathsOf(draft)), "residual", origins === undefined ? {} : { origins });
  }
  for (const { path, basePath, decisions } of plan.entries) {
    const ids = decisions.map(({ id }) => id);
    if (ids.length > 0) build.add({ type: "spent", path: basePath ?? path, ids, promotion });
  }
  const carried = settlement.carried.filter(({ from }) => !isSpent(plan, from.path, from.id));
  if (carried.length > 0) build.add({ type: "carried", moves: carried });
  const step = build.point("promotion", { freshness: settlement.freshness }).finish();
  invariant(treeHash(step.state.current) === treeHash(state.current), "M3: a promotion never changes W_t");
  return step;
}

/** W_0 with what the plan writes, at the plan's paths and nowhere else. */
export function baseAfter(base: Tree, plan: CommitPlan): Tree {
  const edit = new TreeEdit(base);
  restore(edit, plan.resultingTree, promotedPaths(plan));
  return edit.finish();
}

export const promotedPaths = (plan: CommitPlan): Path[] => [
  ...new Set(plan.entries.flatMap(({ path, mustHold }) => [path, ...mustHold.map((held) => held.path)])),
];

const isSpent = (plan: CommitPlan, at: Path, id: ChangeId): boolean =>
  plan.entries.some(
    ({ path, basePath, decisions }) => (basePath ?? path) === at && decisions.some((decision) => decision.id === id),
  );

const differs = (chain: Chain, differences: readonly EntryDifference[]): boolean => {
  const paths = new Set(chain.paths.map(({ path }) => path));
  return differences.some(({ path }) => paths.has(path));
};

/** Moves of the branch that the new base has not made yet. */
function movesLeft(state: BranchState): WantedMove[] {
  return deltaOf(state.base, state.current, mapValues(state.live)).flatMap(({ kind, path, basePath }) =>
    (kind === "moved" || kind === "movedAndModified") && basePath !== null ? [{ from: basePath, to: path }] : [],
  );
}

function lastPatch(chains: readonly Chain[], paths: readonly Path[]): PatchId {
  const ofPaths = chains.flatMap(({ operations }) =>
    operations.filter((operation) => pathsOf(operation).some((path) => paths.includes(path))),
  );
  const operation = (ofPaths.length > 0 ? ofPaths : chains.flatMap(({ operations }) => operations))
    .sort((a, b) => a.seq - b.seq)
    .at(-1);
  invariant(operation !== undefined, "M3: what a promotion leaves was made by an operation");
  return operation.patch;
}
