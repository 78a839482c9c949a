/**
 * The inverse patch of a promotion (M4): for each path that it changed, what it left and what was there before, and
 * which files it moved. Read off the two trees, so that it is exact; stored with the promotion, never edited.
 */
import type { CommitPlan } from "../plan/plan.ts";
import { diffTrees } from "../tree/diff.ts";
import type { Path } from "../tree/path.ts";
import { getEntry, type Tree, type TreeEntry } from "../tree/tree.ts";

export interface InverseStep {
  /** Where the promotion left it; for what it removed, where that was. */
  readonly path: Path;
  /** Where it was before; another path where the promotion moved it. */
  readonly basePath: Path;
  /** null: absent. */
  readonly left: TreeEntry | null;
  readonly was: TreeEntry | null;
}

export interface InversePatch {
  readonly promotion: number;
  /** Sorted by path. */
  readonly steps: readonly InverseStep[];
}

/** `before` and `plan.resultingTree` are the accepted trees around the promotion. */
export function inverseOf(promotion: number, before: Tree, plan: CommitPlan): InversePatch {
  const after = plan.resultingTree;
  const moves = plan.entries.filter(
    ({ path, basePath, result }) => basePath !== null && basePath !== path && result !== null,
  );
  const [sources, targets] = [new Set(moves.map(({ basePath }) => basePath)), new Set(moves.map(({ path }) => path))];
  const steps: InverseStep[] = moves.map(({ path, basePath, result }) => {
    return { path, basePath: basePath as Path, left: result, was: getEntry(before, basePath as Path) ?? null };
  });
  const differences = new Map(diffTrees(after, before).map((difference) => [difference.path, difference]));
  for (const path of new Set([...differences.keys(), ...(sources as Set<Path>), ...targets])) {
    const sides = differences.get(path) ?? {
      before: getEntry(after, path) ?? null,
      after: getEntry(before, path) ?? null,
    };
    const left = targets.has(path) ? null : sides.before;
    const was = sources.has(path) ? null : sides.after;
    if (left !== null || was !== null) steps.push({ path, basePath: path, left, was });
  }
  return { promotion, steps: steps.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Files that the promotion moved, from where to where. */
export const movesOfPatch = ({ steps }: InversePatch): { from: Path; to: Path }[] =>
  steps.filter(({ path, basePath }) => path !== basePath).map(({ path, basePath }) => ({ from: basePath, to: path }));
