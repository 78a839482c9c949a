/** Reads a reduction: its chains with what stands with them (J2, J3), and takes settled chains out of it. */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import { comparePaths, type Path } from "../tree/path.ts";
import { mapDelete, mapGet, mapValues } from "../tree/persistent-map.ts";
import { EMPTY_FOLDER_HASH, getEntry, hashAt, nodeAt, sameEntry } from "../tree/tree.ts";
import type { JournaledOperation } from "./entry.ts";
import type { Chain, Chained, ChainNode, Reduction, Touch, TouchedPath } from "./reduction.ts";
import { vacate } from "./places.ts";
import { tipOf } from "./reduce.ts";

/** All chains, by the seq of their first operation. */
export function chainsOf(reduction: Reduction): Chain[] {
  return [...mapValues(reduction.chains)].map((node) => describe(reduction, node)).sort((a, b) => a.id - b.id);
}

/** The chains that touch any of the paths. */
export function chainsAt(reduction: Reduction, paths: Iterable<Path>): Chain[] {
  const nodes = new Set<ChainNode>();
  for (const path of paths) {
    const touch = mapGet(reduction.touches, path);
    if (touch !== undefined) nodes.add(nodeOf(reduction, touch));
  }
  return [...nodes].map((node) => describe(reduction, node)).sort((a, b) => a.id - b.id);
}

export const redundantChains = (reduction: Reduction): Chain[] =>
  chainsOf(reduction).filter((chain) => chain.standing === "redundant");

/**
 * The reduction without chains that change nothing (stale or redundant ones); null where only reducing what is left
 * again can tell. @throws for a chain that is folded and changes something.
 */
export function withoutChains(reduction: Reduction, chains: readonly Chain[]): Reduction | null {
  let { touches, places, chains: nodes } = reduction;
  for (const chain of chains) {
    invariant(chain.standing !== "folded", "J3: only a chain without effect is taken out");
    for (const { path } of chain.paths) {
      const touch = mapGet(touches, path) as Touch;
      nodes = mapDelete(nodes, String(touch.chain));
      touches = mapDelete(touches, path);
      const vacated = vacate(places, path);
      if (vacated === null) return null;
      places = vacated;
    }
  }
  return { ...reduction, touches, places, chains: nodes };
}

/** What operations alone say about their paths: the first base and the last result of each. */
export function touchedBy(operations: readonly JournaledOperation[]): TouchedPath[] {
  const touched = new Map<Path, TouchedPath>();
  const note = (path: Path, base: Hash | null, staged: Hash | null, stagedSize: number | null): void => {
    const first = touched.get(path);
    touched.set(path, { path, base: first === undefined ? base : first.base, staged, stagedSize });
  };
  for (const { path, toPath, baseHash, resultHash, resultSize } of operations) {
    if (toPath === undefined) note(path, baseHash, resultHash, resultSize);
    else {
      note(path, baseHash, null, null);
      note(toPath, null, resultHash, resultSize);
    }
  }
  return [...touched.values()].sort((a, b) => comparePaths(a.path, b.path));
}

function describe(reduction: Reduction, node: ChainNode): Chain {
  const touches = listed(node.touched).map((path) => mapGet(reduction.touches, path) as Touch);
  const bySeq = new Map(
    touches.flatMap((touch) => listed(touch.operations)).map((operation) => [operation.seq, operation]),
  );
  const operations = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const paths = touches.map(touchedPath).sort((a, b) => comparePaths(a.path, b.path));
  const redundant = node.misfit === null ? changesNothing(reduction, paths) : wantsNothing(reduction, paths);
  const standing = redundant ? "redundant" : node.misfit === null ? "folded" : "stale";
  return { id: (operations[0] as JournaledOperation).seq, operations, paths, standing, misfit: node.misfit };
}

function touchedPath({ path, first, operations }: Touch): TouchedPath {
  const staged = tipOf(path, operations.value);
  return { path, base: first, staged, stagedSize: staged === null ? null : operations.value.resultSize };
}

/** A folded chain whose result is what is accepted already; its first bases are, too, so that covers both cases of J3. */
function changesNothing({ accepted, current }: Reduction, paths: readonly TouchedPath[]): boolean {
  return paths.every(({ path }) => sameEntry(getEntry(accepted, path), getEntry(current, path)));
}

/** A chain that does not fold, but whose result is its own first base, or what is accepted already. */
function wantsNothing({ accepted }: Reduction, paths: readonly TouchedPath[]): boolean {
  if (paths.every(({ base, staged }) => base === staged)) return true;
  return paths.every(({ path, staged }) => {
    if (staged === EMPTY_FOLDER_HASH) return nodeAt(accepted, path)?.kind === "directory";
    return hashAt(accepted, path) === staged;
  });
}

function nodeOf(reduction: Reduction, touch: Touch): ChainNode {
  const node = mapGet(reduction.chains, String(touch.chain));
  invariant(node !== undefined, "J2: a touched path belongs to a chain");
  return node;
}

function listed<T>(chained: Chained<T> | null): T[] {
  const all: T[] = [];
  for (let at = chained; at !== null; at = at.before) all.push(at.value);
  return all;
}
