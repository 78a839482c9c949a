/**
 * What folding operations over an accepted tree has come to (J5), as immutable values: cheap to keep, to compare and
 * to fold on from. Made by `reduce.ts`.
 */
import type { Hash } from "../../shared/brand.ts";
import type { Path } from "../tree/path.ts";
import type { PersistentMap } from "../tree/persistent-map.ts";
import type { Tree } from "../tree/tree.ts";
import type { JournaledOperation } from "./entry.ts";
import type { Misfit } from "./operation.ts";
import type { Place } from "./places.ts";

/** Appended to the front; shared between versions. */
export interface Chained<T> {
  readonly value: T;
  readonly before: Chained<T> | null;
}

/** One path that a chain touches. */
export interface Touch {
  readonly path: Path;
  readonly chain: number;
  /** The first base of the path; null is absent. */
  readonly first: Hash | null;
  /** Newest first: operations on the path, and one that filled it, where it is an empty folder that was filled. */
  readonly operations: Chained<JournaledOperation>;
}

/** Operations connected by shared, moved or nested paths (J2): those of the paths that it touches. */
export interface ChainNode {
  readonly id: number;
  readonly touched: Chained<Path> | null;
  readonly width: number;
  /** Why it is stale and skipped whole; null where it is folded. */
  readonly misfit: Misfit | null;
}

export interface Reduction {
  readonly accepted: Tree;
  readonly current: Tree;
  readonly touches: PersistentMap<Touch>;
  readonly places: Place;
  readonly chains: PersistentMap<ChainNode>;
}

/** A chain as it is told to others: operations by `seq`, paths sorted. `id` is the seq of its first operation. */
export interface Chain {
  readonly id: number;
  readonly operations: readonly JournaledOperation[];
  readonly paths: readonly TouchedPath[];
  readonly standing: "folded" | "stale" | "redundant";
  readonly misfit: Misfit | null;
}

export interface TouchedPath {
  readonly path: Path;
  readonly base: Hash | null;
  readonly staged: Hash | null;
  readonly stagedSize: number | null;
}
