/** What a parser process and the process that started it tell each other, as structured clones. */
import type { ChangeId } from "../core/change/change.ts";
import type { Hash } from "../shared/brand.ts";
import type { MergeOptions } from "../formats/three-way.ts";

export type Task =
  | { readonly kind: "compare" }
  | { readonly kind: "apply"; readonly chosen: readonly ChangeId[] }
  | { readonly kind: "merge"; readonly options: MergeOptions }
  | { readonly kind: "inspect" }
  | { readonly kind: "view" }
  | { readonly kind: "records" }
  | { readonly kind: "media"; readonly part: string };

/** A source without its bytes, which are asked for range by range. */
export interface SourceFacts {
  readonly name: string;
  readonly size: number;
  readonly contentHash: Hash;
}

export type ToParser =
  | {
      readonly type: "job";
      readonly job: number;
      readonly task: Task;
      readonly sources: readonly (SourceFacts | null)[];
    }
  | { readonly type: "bytes"; readonly read: number; readonly bytes: Uint8Array }
  /** The store failed: the job ends with this message. */
  | { readonly type: "read-failed"; readonly read: number; readonly detail: string };

export type FromParser =
  | { readonly type: "ready" }
  | {
      readonly type: "read";
      readonly read: number;
      readonly source: number;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly type: "done"; readonly job: number; readonly result: unknown }
  | { readonly type: "failed"; readonly job: number; readonly detail: string };
