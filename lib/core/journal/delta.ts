/**
 * Δ_t: how W_t differs from W_0, path by path (J6). Moves are those that the journal says, never guesses; what merely
 * looks like one is a hint for the screen. O(changed paths · depth + live operations).
 *
 * Every path of W_0 is the base of at most one delta, and every path of W_t the path of at most one. A journaled move
 * onto a path whose own file of W_0 did not move away is that path modified, and the source deleted.
 */
import { diffTrees } from "../tree/diff.ts";
import { comparePaths, type Path } from "../tree/path.ts";
import { getEntry, getFile, sameEntry, type Tree, type TreeEntry } from "../tree/tree.ts";
import type { WantedMove } from "./arrange.ts";
import type { JournaledOperation } from "./entry.ts";
import { uniquePairs } from "./recognise.ts";

export type DeltaKind =
  | "created"
  | "deleted"
  | "modified"
  | "moved"
  | "movedAndModified"
  | "folderCreated"
  | "folderDeleted"
  | "fileToFolder"
  | "folderToFile";

export interface PathDelta {
  /** Where it is in W_t, or was in W_0 where it is gone. */
  readonly path: Path;
  /** Where it was in W_0; null where it was not. */
  readonly basePath: Path | null;
  /** The path under which its changes are decided (R1): the base path where there is one. */
  readonly decisionPath: Path;
  readonly kind: DeltaKind;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
  /** Of a created path: a deleted one with the same bytes, for display only. */
  readonly lookAlike?: Path;
}

/** Sorted by path. `live`: the live operations of the branch, in any order. */
export function deltaOf(base: Tree, current: Tree, live: Iterable<JournaledOperation>): PathDelta[] {
  const differences = new Map(diffTrees(base, current).map((difference) => [difference.path, difference]));
  const moves = validMoves(base, current, movesOf(live));
  const leaving = new Set(moves.map(({ from }) => from));
  const arriving = new Set(moves.map(({ to }) => to));
  const deltas = moves.map((move) => movedDelta(base, current, move));
  for (const path of new Set([...differences.keys(), ...leaving, ...arriving])) {
    const sides = differences.get(path) ?? {
      before: getEntry(base, path) ?? null,
      after: getEntry(current, path) ?? null,
    };
    const before = leaving.has(path) ? null : sides.before;
    const after = arriving.has(path) ? null : sides.after;
    if (!sameEntry(before, after)) deltas.push(plainDelta(path, before, after));
  }
  return withLookAlikes(deltas).sort((a, b) => comparePaths(a.path, b.path));
}

/** Where the live operations moved files of the base to, in the end. A file that was created on the way is none. */
export function movesOf(live: Iterable<JournaledOperation>): WantedMove[] {
  const origins = new Map<Path, Path | null>();
  const originOf = (path: Path): Path | null => (origins.has(path) ? (origins.get(path) ?? null) : path);
  for (const { kind, path, toPath } of [...live].sort((a, b) => a.seq - b.seq)) {
    if (kind === "move" && toPath !== undefined) {
      const origin = originOf(path);
      origins.set(path, null);
      origins.set(toPath, origin);
    } else if (kind === "delete") origins.set(path, null);
    else if (kind === "create" && !origins.has(path)) origins.set(path, null);
  }
  return [...origins].flatMap(([to, from]) => (from === null || from === to ? [] : [{ from, to }]));
}

function validMoves(base: Tree, current: Tree, moves: readonly WantedMove[]): WantedMove[] {
  let valid = moves.filter(({ from, to }) => getFile(base, from) !== undefined && getFile(current, to) !== undefined);
  for (;;) {
    const leaving = new Set(valid.map(({ from }) => from));
    const kept = valid.filter(({ to }) => getEntry(base, to) === undefined || leaving.has(to));
    if (kept.length === valid.length) return kept.sort((a, b) => comparePaths(a.to, b.to));
    valid = kept;
  }
}

function movedDelta(base: Tree, current: Tree, { from, to }: WantedMove): PathDelta {
  const [before, after] = [plain(getFile(base, from)), plain(getFile(current, to))];
  const kind = sameEntry(before, after) ? "moved" : "movedAndModified";
  return { path: to, basePath: from, decisionPath: from, kind, before, after };
}

function plainDelta(path: Path, before: TreeEntry | null, after: TreeEntry | null): PathDelta {
  return {
    path,
    basePath: before === null ? null : path,
    decisionPath: path,
    kind: kindOf(before, after),
    before: plain(before),
    after: plain(after),
  };
}

function kindOf(before: TreeEntry | null, after: TreeEntry | null): DeltaKind {
  if (before === null) return after?.kind === "file" ? "created" : "folderCreated";
  if (after === null) return before.kind === "file" ? "deleted" : "folderDeleted";
  if (before.kind === after.kind) return "modified";
  return before.kind === "file" ? "fileToFolder" : "folderToFile";
}

/** Without the name that a node of a tree carries. */
function plain(entry: TreeEntry | null | undefined): TreeEntry | null {
  if (entry === null || entry === undefined) return null;
  return entry.kind === "file" ? { kind: "file", hash: entry.hash, size: entry.size } : { kind: "directory" };
}

function withLookAlikes(deltas: readonly PathDelta[]): PathDelta[] {
  const unmoved = deltas.filter(({ kind }) => kind === "created" || kind === "deleted");
  const pairs = new Map(uniquePairs(unmoved).map(({ from, to }) => [to, from]));
  return deltas.map((delta) => {
    const lookAlike = delta.kind === "created" ? pairs.get(delta.path) : undefined;
    return lookAlike === undefined ? delta : { ...delta, lookAlike };
  });
}
