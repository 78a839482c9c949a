/**
 * Puts a difference of two trees in an order in which each operation fits onto the one before (J1).
 *
 * Order: deletions, then moves, each as soon as its target is absent, then everything else. A move that waits for
 * ever (into itself, a cycle, a case-only rename) becomes a delete and a create; the first such by path gives way,
 * and the others are tried again. Deterministic; O(n log n), and O(moves²) at worst where moves wait for each other.
 */
import { comparePaths, type Path } from "../tree/path.ts";
import { TreeEdit } from "../tree/edit.ts";
import { diffTrees, type EntryDifference } from "../tree/diff.ts";
import type { FileEntry, Tree, TreeEntry } from "../tree/tree.ts";
import { additionOf, changeOf, misfit, perform, removalOf, type OperationDraft } from "./operation.ts";

/** A file of `from` that is to be seen as moved; its content may have changed on the way. */
export interface WantedMove {
  readonly from: Path;
  readonly to: Path;
}

/**
 * Takes `from` to `to` exactly. `moves` are kept as moves where source and target both differ and there is an
 * order; an edited one is a move followed by a replace.
 */
export function arrange(from: Tree, to: Tree, moves: readonly WantedMove[]): OperationDraft[] {
  return arrangeDifferences(from, diffTrees(from, to), moves);
}

export function arrangeDifferences(
  from: Tree,
  differences: readonly EntryDifference[],
  moves: readonly WantedMove[],
): OperationDraft[] {
  const waiting = possibleMoves(differences, moves);
  const sources = new Set(waiting.map((move) => move.from));
  const targets = new Set(waiting.map((move) => move.to));
  const drafts: OperationDraft[] = [];
  const edit = new TreeEdit(from);
  const append = (operations: readonly OperationDraft[]): void => {
    for (const operation of operations) perform(edit, operation);
    drafts.push(...operations);
  };

  const edited = (path: Path, before: TreeEntry | null, after: TreeEntry | null): boolean =>
    before?.kind === "file" && after?.kind === "file" && !sources.has(path) && !targets.has(path);
  for (const { path, before, after } of differences) {
    if (before !== null && !sources.has(path) && !edited(path, before, after)) append(removalOf(path, before));
  }
  const later: EntryDifference[] = [];
  for (const move of inOrder(waiting, edit, append)) later.push({ path: move.to, before: null, after: move.after });
  for (const { path, before, after } of differences) {
    if (edited(path, before, after)) append(changeOf(path, before, after));
    else if (after !== null && !targets.has(path)) later.push({ path, before: null, after });
  }
  for (const { path, after } of filesFirst(later)) append(additionOf(path, after));
  edit.finish();
  return drafts;
}

interface PossibleMove extends WantedMove {
  readonly before: FileEntry;
  readonly after: FileEntry;
}

/** Moves whose source and target both differ: one file leaves, another or none takes its place; at most one a path. */
function possibleMoves(differences: readonly EntryDifference[], moves: readonly WantedMove[]): PossibleMove[] {
  const at = new Map(differences.map((difference) => [difference.path, difference]));
  const taken = new Set<Path>();
  const left = new Set<Path>();
  return [...moves]
    .sort((a, b) => comparePaths(a.from, b.from))
    .flatMap(({ from, to }) => {
      const before = at.get(from)?.before;
      const after = at.get(to)?.after;
      if (before?.kind !== "file" || after?.kind !== "file" || from === to || left.has(from) || taken.has(to))
        return [];
      left.add(from);
      taken.add(to);
      return [{ from, to, before, after }];
    });
}

/** Appends the moves that find an order; yields those that do not, each deleted at its source already. */
function* inOrder(
  moves: readonly PossibleMove[],
  edit: TreeEdit,
  append: (drafts: readonly OperationDraft[]) => void,
): Generator<PossibleMove> {
  let waiting = [...moves];
  while (waiting.length > 0) {
    const stillWaiting: PossibleMove[] = [];
    for (const move of waiting) {
      const draft = moveOf(move);
      if (misfit(edit.tree, draft) === null) append([draft, ...changeOf(move.to, move.before, move.after)]);
      else stillWaiting.push(move);
    }
    if (stillWaiting.length === waiting.length) {
      const [gives, ...others] = stillWaiting as [PossibleMove, ...PossibleMove[]];
      append(removalOf(gives.from, gives.before));
      yield gives;
      waiting = others;
    } else waiting = stillWaiting;
  }
}

export function moveOf(move: { readonly from: Path; readonly to: Path; readonly before: FileEntry }): OperationDraft {
  const { hash, size } = move.before;
  return { kind: "move", path: move.from, toPath: move.to, baseHash: hash, resultHash: hash, resultSize: size };
}

/** Files before empty folders, so that a folder with entries is never made twice; else by path. */
function filesFirst(differences: readonly EntryDifference[]): EntryDifference[] {
  const rank = (entry: TreeEntry | null): number => (entry?.kind === "directory" ? 1 : 0);
  return [...differences].sort((a, b) => rank(a.after) - rank(b.after) || comparePaths(a.path, b.path));
}
