/**
 * What one process remembers of immutable things: keyed by content hash or by (branch, seq), so that an entry is never
 * wrong, only absent. Bounded by weight; nothing here needs to be invalidated.
 */
import type { BranchState } from "../core/journal/state.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { WorkbookGrid } from "../formats/xlsx/workbook-grid.ts";
import type { Hash } from "../shared/brand.ts";
import { LruMap } from "../shared/lru.ts";
import type { BranchReview, ComparedFiles } from "./reviewTypes.ts";

export interface Caches {
  readonly trees: LruMap<Hash, Tree>;
  /** The newest state that was derived of each branch; a newer one is replayed onto it. */
  readonly branches: LruMap<string, BranchState>;
  /** By `before:after:format version`. Weighed by changes. */
  readonly comparisons: LruMap<string, ComparedFiles>;
  /** By `branch:seq`. */
  readonly reviews: LruMap<string, BranchReview>;
  /** Parsed workbooks laid side by side, by `before:after`; few, since each holds both workbooks. */
  readonly grids: LruMap<string, WorkbookGrid>;
  /** Bytes made by `materialise`, by before, after and chosen ids. */
  readonly materialised: LruMap<string, { readonly hash: Hash; readonly size: number }>;
}

export const createCaches = (): Caches => ({
  trees: new LruMap(64),
  branches: new LruMap(200),
  comparisons: new LruMap(400_000, (compared) => compared.changes.length + 1),
  reviews: new LruMap(20),
  grids: new LruMap(6),
  materialised: new LruMap(2_000),
});
