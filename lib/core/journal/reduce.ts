/**
 * The reducer (J5): folds live operations over an accepted tree, chain by chain (J2).
 *
 * An operation joins every chain that its paths share, nest with, or are case twins of. Where it does not fit, its
 * chain is stale: everything that the chain did is taken back, and what joins it later is skipped with it. Nothing
 * here depends on how operations were cut into batches: `reduce(T, a ++ b)` equals folding `b` onto `reduce(T, a)`.
 *
 * Cost: O(depth) an operation, on average; joining chains costs O(smaller chain), reverting one O(its paths).
 */
import { EMPTY_FOLDER_HASH, folderToFill, type Tree } from "../tree/tree.ts";
import { TreeEdit } from "../tree/edit.ts";
import { emptyMap, mapDelete, mapGet, mapSet, newEdit } from "../tree/persistent-map.ts";
import type { Path } from "../tree/path.ts";
import type { Hash } from "../../shared/brand.ts";
import type { JournaledOperation } from "./entry.ts";
import { misfit, pathsOf, perform, resultOf, type Misfit } from "./operation.ts";
import { connectedTo, NO_PLACES, occupy, type Place } from "./places.ts";
import type { Chained, ChainNode, Reduction, Touch } from "./reduction.ts";
import { restore } from "./restore.ts";

export function reduce(accepted: Tree, operations: readonly JournaledOperation[]): Reduction {
  return fold(emptyReduction(accepted), operations);
}

export function emptyReduction(accepted: Tree): Reduction {
  return { accepted, current: accepted, touches: emptyMap(), places: NO_PLACES, chains: emptyMap() };
}

/** Folds more operations, in `seq` order, onto what was reduced before; `reduction` itself stays as it is. */
export function fold(reduction: Reduction, operations: readonly JournaledOperation[]): Reduction {
  if (operations.length === 0) return reduction;
  const folding = new Folding(reduction);
  for (const operation of operations) folding.take(operation);
  return folding.finish();
}

/** A touch while it is folded: changed in place, and written back at the end. */
interface WorkingTouch {
  readonly path: Path;
  chain: number;
  readonly first: Hash | null;
  operations: Chained<JournaledOperation>;
  /** The tree does not hold the newest result yet. */
  ahead: boolean;
}

class Folding {
  readonly #from: Reduction;
  readonly #tree: TreeEdit;
  readonly #edit = newEdit();
  readonly #touches = new Map<Path, WorkingTouch>();
  readonly #chains = new Map<number, ChainNode | null>();
  #places: Place;

  constructor(from: Reduction) {
    this.#from = from;
    this.#tree = new TreeEdit(from.current);
    this.#places = from.places;
  }

  take(operation: JournaledOperation): void {
    if (operation.kind === "replace" && this.#replaced(operation)) return;
    const paths = pathsOf(operation);
    let chain = this.#join(paths, operation.seq);
    if (chain.misfit === null) {
      for (const path of paths) this.#catchUp(path);
      const why = misfit(this.#tree.tree, operation);
      if (why === null) {
        chain = this.#fill(chain, operation);
        if (chain.misfit === null) perform(this.#tree, operation);
      } else chain = this.#condemn(chain, why);
    }
    for (const path of paths)
      chain = this.#touch(chain, path, operation.toPath === path ? null : operation.baseHash, operation);
    this.#chains.set(chain.id, chain);
  }

  finish(): Reduction {
    let { touches, chains } = this.#from;
    for (const { ahead, ...touch } of this.#touches.values()) {
      if (ahead) this.#tree.put(touch.path, resultOf(touch.operations.value));
      touches = mapSet<Touch>(touches, touch.path, touch, this.#edit);
    }
    for (const [id, chain] of this.#chains) {
      chains =
        chain === null ? mapDelete(chains, String(id), this.#edit) : mapSet(chains, String(id), chain, this.#edit);
    }
    return { accepted: this.#from.accepted, current: this.#tree.finish(), touches, places: this.#places, chains };
  }

  /** The common case, one more edit of a path that is touched already: nothing to join, and the tree can wait. */
  #replaced(operation: JournaledOperation): boolean {
    const touch = this.#touchAt(operation.path);
    if (touch === undefined) return false;
    if (this.#chain(touch.chain)?.misfit === null) {
      if (tipOf(touch.path, touch.operations.value) !== operation.baseHash) return false;
      touch.ahead = true;
    }
    touch.operations = { value: operation, before: touch.operations };
    return true;
  }

  #touchAt(path: Path): WorkingTouch | undefined {
    const working = this.#touches.get(path);
    if (working !== undefined) return working;
    const kept = mapGet(this.#from.touches, path);
    if (kept === undefined) return undefined;
    const touch = { ...kept, ahead: false };
    this.#touches.set(path, touch);
    return touch;
  }

  #catchUp(path: Path): void {
    const touch = this.#touches.get(path);
    if (touch?.ahead !== true) return;
    this.#tree.put(path, resultOf(touch.operations.value));
    touch.ahead = false;
  }

  #chain(id: number): ChainNode | undefined {
    const working = this.#chains.get(id);
    return working === undefined ? mapGet(this.#from.chains, String(id)) : (working ?? undefined);
  }

  /** The one chain that all these paths belong to from now on; a new one where they belong to none. */
  #join(paths: readonly Path[], seq: number): ChainNode {
    let joined: ChainNode | null = null;
    for (const path of paths) joined = this.#joinAt(path, joined);
    return joined ?? { id: seq, touched: null, width: 0, misfit: null };
  }

  #joinAt(path: Path, with_: ChainNode | null): ChainNode | null {
    let joined = with_;
    const touch = this.#touchAt(path);
    const connected = touch === undefined ? connectedTo(this.#places, path) : [path];
    for (const at of connected) {
      const other = this.#chain(this.#touchAt(at)?.chain ?? -1);
      if (other !== undefined && other.id !== joined?.id) joined = joined === null ? other : this.#unite(joined, other);
    }
    return joined;
  }

  /** The smaller goes into the larger. Where one of the two is stale, both are. */
  #unite(a: ChainNode, b: ChainNode): ChainNode {
    const [large, small] = a.width >= b.width ? [a, b] : [b, a];
    if (large.misfit === null && small.misfit !== null) this.#revert(large);
    if (small.misfit === null && large.misfit !== null) this.#revert(small);
    let { touched } = large;
    for (const path of listed(small.touched)) {
      (this.#touchAt(path) as WorkingTouch).chain = large.id;
      touched = { value: path, before: touched };
    }
    const united: ChainNode = {
      id: large.id,
      touched,
      width: large.width + small.width,
      misfit: large.misfit ?? small.misfit,
    };
    this.#chains.set(small.id, null);
    this.#chains.set(large.id, united);
    return united;
  }

  #condemn(chain: ChainNode, why: Misfit): ChainNode {
    this.#revert(chain);
    return { ...chain, misfit: why };
  }

  #revert(chain: ChainNode): void {
    for (const path of listed(chain.touched)) {
      const touch = this.#touches.get(path);
      if (touch !== undefined) touch.ahead = false;
    }
    restore(this.#tree, this.#from.accepted, listed(chain.touched));
  }

  /** An empty folder that an entry is put into is touched too: it is no entry of its own any more. */
  #fill(chain: ChainNode, operation: JournaledOperation): ChainNode {
    if (operation.kind !== "create" && operation.kind !== "mkdir" && operation.kind !== "move") return chain;
    const folder = folderToFill(this.#tree.tree, operation.toPath ?? operation.path);
    if (folder === null) return chain;
    if (chain.width > 0) this.#chains.set(chain.id, chain);
    const joined = this.#joinAt(folder, chain.width > 0 ? chain : null) ?? chain;
    return this.#touch(joined, folder, EMPTY_FOLDER_HASH, operation);
  }

  #touch(chain: ChainNode, path: Path, base: Hash | null, operation: JournaledOperation): ChainNode {
    const known = this.#touchAt(path);
    if (known !== undefined) {
      known.operations = { value: operation, before: known.operations };
      return chain;
    }
    this.#touches.set(path, {
      path,
      chain: chain.id,
      first: base,
      operations: { value: operation, before: null },
      ahead: false,
    });
    this.#places = occupy(this.#places, path, this.#edit);
    return { ...chain, touched: { value: path, before: chain.touched }, width: chain.width + 1 };
  }
}

/** What a path holds after the last operation on it; null is absent, also where it was an empty folder that it filled. */
export function tipOf(path: Path, { kind, path: from, toPath, resultHash }: JournaledOperation): Hash | null {
  if (toPath === path) return resultHash;
  return from !== path || kind === "move" ? null : resultHash;
}

function* listed<T>(chained: Chained<T> | null): Generator<T> {
  for (let at = chained; at !== null; at = at.before) yield at.value;
}
