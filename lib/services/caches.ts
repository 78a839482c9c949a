/**
 * What one process remembers of immutable things: keyed by content hash or by (branch, seq), so that an entry is never
 * wrong, only absent. Bounded by weight; nothing here needs to be invalidated.
 */
import type { TreeView } from "../contracts/workspaces.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { CsvDocument } from "../formats/csv/document.ts";
import type { FileGrid } from "../formats/grid/file-grid.ts";
import type { Hash } from "../shared/brand.ts";
import { LruMap } from "../shared/lru.ts";
import type { RecordRow } from "../store/records.ts";
import type { BranchReview, ComparedFiles, KeptMerge } from "./reviewTypes.ts";

export interface Caches {
  readonly trees: LruMap<Hash, Tree>;
  /** The newest state that was derived of each branch; a newer one is replayed onto it. */
  readonly branches: LruMap<string, BranchState>;
  /** By `before:after:format version`. Weighed by changes. */
  readonly comparisons: LruMap<string, ComparedFiles>;
  /** By `branch:seq`. */
  readonly reviews: LruMap<string, BranchReview>;
  /** Reviews that are being derived, by the same key: whoever asks meanwhile waits for the same one. */
  readonly reviewing: Map<string, Promise<BranchReview>>;
  /** Workbooks and tables laid over each other, by `before:after`; few, since each holds both versions. */
  readonly grids: LruMap<string, FileGrid>;
  /** The sorted paths of trees, by tree hash. Weighed by paths. */
  readonly listings: LruMap<Hash, readonly TreeView["entries"][number][]>;
  /** Tables as text, by content hash. Weighed by characters. */
  readonly tables: LruMap<Hash, CsvDocument>;
  /** Parsed records that were met, by content hash and kind of name (`records.ts`). */
  readonly records: LruMap<string, RecordRow>;
  /** Bytes made by `materialise`, by before, after and chosen ids. */
  readonly materialised: LruMap<string, { readonly hash: Hash; readonly size: number }>;
  /** Three-way merges by their sides and choices; their bytes are in the blob store. Weighed by changes. */
  readonly merges: LruMap<string, KeptMerge>;
}

export const createCaches = (): Caches => ({
  trees: new LruMap(64),
  branches: new LruMap(200),
  comparisons: new LruMap(400_000, (compared) => compared.changes.length + 1),
  reviews: new LruMap(20),
  reviewing: new Map(),
  grids: new LruMap(6),
  listings: new LruMap(250_000, (rows) => rows.length + 1),
  tables: new LruMap(64_000_000, ({ content }) => content.length + 1),
  records: new LruMap(250_000),
  materialised: new LruMap(2_000),
  merges: new LruMap(200_000, ({ taken, conflicts }) => taken.length + conflicts.length + 1),
});
