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
import { emptyMap, mapGet, mapSet, mapDelete, newEdit, type PersistentMap } from "../tree/persistent-map.ts";
import type { Path } from "../tree/path.ts";
import type { Hash } from "../../shared/brand.ts";
import type { JournaledOperation } from "./entry.ts";
import { misfit, pathsOf, perform, resultOf, targetOf, type Misfit } from "./operation.ts";
import { connectedTo, occupy } from "./places.ts";
import type { Chained, ChainNode, Place, Reduction, Touch } from "./reduction.ts";
import { restore } from "./restore.ts";

export function reduce(accepted: Tree, operations: readonly JournaledOperation[]): Reduction {
  return fold(emptyReduction(accepted), operations);
}

export function emptyReduction(accepted: Tree): Reduction {
  return { accepted, current: accepted, touches: emptyMap(), places: emptyMap(), chains: emptyMap() };
}

/** Folds more operations, in `seq` order, onto what was reduced before; `reduction` itself stays as it is. */
export function fold(reduction: Reduction, operations: readonly JournaledOperation[]): Reduction {
  if (operations.length === 0) return reduction;
  const folding = new Folding(reduction);
  for (const operation of operations) folding.take(operation);
  return folding.finish();
}

class Folding {
  readonly #accepted: Tree;
  readonly #tree: TreeEdit;
  readonly #edit = newEdit();
  #touches: PersistentMap<Touch>;
  #places: PersistentMap<Place>;
  #chains: PersistentMap<ChainNode>;

  constructor(from: Reduction) {
    this.#accepted = from.accepted;
    this.#tree = new TreeEdit(from.current);
    this.#touches = from.touches;
    this.#places = from.places;
    this.#chains = from.chains;
  }

  take(operation: JournaledOperation): void {
    if (operation.kind === "replace" && this.#replaced(operation)) return;
    const paths = pathsOf(operation);
    let chain = this.#join(paths, operation.seq);
    if (chain.misfit === null) {
      const why = misfit(this.#tree.tree, operation);
      if (why === null) {
        chain = this.#fill(chain, operation);
        if (chain.misfit === null) perform(this.#tree, operation);
      } else chain = this.#condemn(chain, why);
    }
    for (const path of paths) chain = this.#touch(chain, path, operation);
    this.#keep({ ...chain, operations: { value: operation, before: chain.operations }, length: chain.length + 1 });
  }

  finish(): Reduction {
    return {
      accepted: this.#accepted,
      current: this.#tree.finish(),
      touches: this.#touches,
      places: this.#places,
      chains: this.#chains,
    };
  }

  /** The common case, one more edit of a path that is touched already: no joining, one walk of the tree. */
  #replaced(operation: JournaledOperation): boolean {
    const { path, baseHash } = operation;
    const touch = mapGet(this.#touches, path);
    const chain = touch === undefined ? undefined : this.#chain(touch.chain);
    if (touch === undefined || chain === undefined || baseHash === null) return false;
    const result = resultOf(operation);
    if (chain.misfit === null && !this.#tree.replaceFile(path, baseHash, result)) return false;
    this.#touches = mapSet(this.#touches, path, { ...touch, tip: result.hash, tipSize: result.size }, this.#edit);
    this.#keep({ ...chain, operations: { value: operation, before: chain.operations }, length: chain.length + 1 });
    return true;
  }

  #chain(id: number): ChainNode | undefined {
    return mapGet(this.#chains, String(id));
  }

  #keep(chain: ChainNode): ChainNode {
    this.#chains = mapSet(this.#chains, String(chain.id), chain, this.#edit);
    return chain;
  }

  /** The one chain that all these paths belong to from now on; a new one where they belong to none. */
  #join(paths: readonly Path[], seq: number): ChainNode {
    let joined: ChainNode | null = null;
    for (const path of paths) {
      for (const id of this.#chainsAt(path)) {
        const other = this.#chain(id);
        if (other === undefined || other.id === joined?.id) continue;
        joined = joined === null ? other : this.#unite(joined, other);
      }
    }
    return joined ?? { id: seq, operations: null, touched: null, length: 0, width: 0, misfit: null };
  }

  #chainsAt(path: Path): ReadonlySet<number> {
    const touch = mapGet(this.#touches, path);
    if (touch !== undefined) return new Set([touch.chain]);
    const connected = connectedTo(this.#places, path);
    return new Set(connected.map((at) => mapGet(this.#touches, at)?.chain).filter((id) => id !== undefined));
  }

  /** The smaller goes into the larger. Where one of the two is stale, both are. */
  #unite(a: ChainNode, b: ChainNode): ChainNode {
    const [large, small] = a.width + a.length >= b.width + b.length ? [a, b] : [b, a];
    if (large.misfit === null && small.misfit !== null) this.#revert(large);
    if (small.misfit === null && large.misfit !== null) this.#revert(small);
    let { touched, operations } = large;
    for (const path of listed(small.touched)) {
      const touch = mapGet(this.#touches, path) as Touch;
      this.#touches = mapSet(this.#touches, path, { ...touch, chain: large.id }, this.#edit);
      touched = { value: path, before: touched };
    }
    for (const operation of listed(small.operations)) operations = { value: operation, before: operations };
    this.#chains = mapDelete(this.#chains, String(small.id), this.#edit);
    return this.#keep({
      id: large.id,
      operations,
      touched,
      length: large.length + small.length,
      width: large.width + small.width,
      misfit: large.misfit ?? small.misfit,
    });
  }

  #condemn(chain: ChainNode, why: Misfit): ChainNode {
    this.#revert(chain);
    return { ...chain, misfit: why };
  }

  #revert(chain: ChainNode): void {
    restore(this.#tree, this.#accepted, listed(chain.touched));
  }

  /** An empty folder that an entry is put into is touched too: it is no entry of its own any more. */
  #fill(chain: ChainNode, operation: JournaledOperation): ChainNode {
    if (operation.kind !== "create" && operation.kind !== "mkdir" && operation.kind !== "move") return chain;
    const folder = folderToFill(this.#tree.tree, operation.kind === "move" ? targetOf(operation) : operation.path);
    if (folder === null) return chain;
    let joined = chain.length === 0 && chain.width === 0 ? null : this.#keep(chain);
    for (const id of this.#chainsAt(folder)) {
      const other = this.#chain(id);
      if (other !== undefined && other.id !== joined?.id) joined = joined === null ? other : this.#unite(joined, other);
    }
    return this.#set(joined ?? chain, folder, EMPTY_FOLDER_HASH, null, null);
  }

  #touch(chain: ChainNode, path: Path, operation: JournaledOperation): ChainNode {
    const comes =
      path === (operation.toPath ?? operation.path) && operation.kind !== "delete" && operation.kind !== "rmdir";
    const first = operation.toPath === path ? null : operation.baseHash;
    return this.#set(chain, path, first, comes ? operation.resultHash : null, comes ? operation.resultSize : null);
  }

  #set(chain: ChainNode, path: Path, base: Hash | null, tip: Hash | null, tipSize: number | null): ChainNode {
    const known = mapGet(this.#touches, path);
    const touch: Touch = { path, chain: chain.id, first: known === undefined ? base : known.first, tip, tipSize };
    this.#touches = mapSet(this.#touches, path, touch, this.#edit);
    if (known !== undefined) return chain;
    this.#places = occupy(this.#places, path, this.#edit);
    return { ...chain, touched: { value: path, before: chain.touched }, width: chain.width + 1 };
  }
}

function* listed<T>(chained: Chained<T> | null): Generator<T> {
  for (let at = chained; at !== null; at = at.before) yield at.value;
}
