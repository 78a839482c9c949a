/**
 * The one interface of every file format. Adding a format is adding a folder beside this file and a line in the
 * registry; the conformance suite then holds it to the laws:
 *
 * - `diff(a, a)` is empty; `diff(apply(a, b, all), b)` is empty; `apply(a, b, [])` is `a`, byte for byte
 * - applying a subset that is closed under `requires` changes exactly that subset
 * - hostile input gives an error value: never a throw, a hang or unbounded memory
 * - the same edit saved by different programs gives the same changes
 *
 * Formats are pure: bytes come through `Source`, budgets count work and never time.
 */
import type { Address } from "../core/address/address.ts";
import type { Change, ChangeId, Diff } from "../core/change/change.ts";
import type { Hash } from "../shared/brand.ts";
import type { Result } from "../shared/result.ts";
import type { Limits, ReadError } from "./limits.ts";
import type { Merge, MergeOptions } from "./three-way.ts";

export { DEFAULT_LIMITS, type Limits, type ReadError } from "./limits.ts";

/** `sheet` is a workbook that is read and not written (xls, xlsb, ods). */
export type FormatId = "xlsx" | "sheet" | "docx" | "pptx" | "pdf" | "ipynb" | "csv" | "image" | "text" | "bytes";

/** Random access to one immutable version of a file, so that a part can be read without the rest. */
export interface Source {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentHash: Hash;
  /** Exactly `length` bytes from `offset`; both within `size`. Rejects only where the store itself fails. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Work units left to a diff; a unit is about one comparison of two elements. Mutated while the diff runs. */
export interface Work {
  remaining: number;
}

export const defaultWork = (): Work => ({ remaining: 50_000_000 });

export type ApplyError =
  | { readonly reason: "unknown-change"; readonly ids: readonly ChangeId[] }
  /** `missing` closes the set: chosen plus missing is the smallest set that can be applied. */
  | { readonly reason: "not-closed"; readonly missing: readonly ChangeId[] }
  /** It cannot be done faithfully: why, and the smallest larger set that can (empty where there is none). */
  | { readonly reason: "refused"; readonly detail: string; readonly larger: readonly ChangeId[] }
  | { readonly reason: "unreadable"; readonly side: "before" | "after"; readonly error: ReadError };

export interface ParsedPage {
  readonly locator: Address;
  readonly markdown: string;
}

export interface Format<Doc> {
  readonly id: FormatId;
  /** Part of every cache key: raised whenever the same bytes may give another diff, id or record. */
  readonly version: number;
  /** Content first, name second. `head` is the first 4,096 bytes or fewer. */
  sniff(head: Uint8Array, name: string): boolean;
  read(source: Source, limits: Limits): Promise<Result<Doc, ReadError>>;
  /**
   * Both sides present: the caller handles an absent side (creation and deletion are changes of the path, in core).
   */
  diff(before: Doc, after: Doc, budget: Work): Diff;
  /** `before` with exactly the chosen changes of `diff(before, after)`; all other bytes and parts untouched. */
  apply(before: Source, after: Source, chosen: readonly ChangeId[]): Promise<Result<Uint8Array, ApplyError>>;
  /**
   * `change` as it is after the base moved by `baseMove` (a diff old base → new base), with its new id: its base
   * address follows inserted, deleted and moved rows or lines, and so do the references in its formulas (R1). Only the
   * parts that make its identity are counted anew; `address` still counts in the version that it was made for.
   * `null` where what it changed is gone.
   */
  follow(change: Change, baseMove: Diff): Change | null;
  /** Whether two changes of different sides, both counted in the base, touch the same thing (three-way merge). */
  overlaps(left: Change, right: Change, strict: boolean): boolean;
  /**
   * Keys of the places that a change touches in the base, so that a merge need not compare every change with every other:
   * changes that overlap share a key. `null`: compared with all. A format without it is compared in pairs.
   */
  keysOf?(change: Change): readonly string[] | null;
  /**
   * A three-way merge of the format's own, where the generic one over `diff`, `apply` and `follow` would be too coarse
   * (changes of both sides that run together once both are applied). `null`: it cannot, the generic one decides.
   */
  merge?(base: Source, accepted: Source, staged: Source, options: MergeOptions): Promise<Merge | null>;
  records(doc: Doc): Iterable<ParsedPage>;
}
