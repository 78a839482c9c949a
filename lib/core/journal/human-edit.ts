import type { Hash } from "../../shared/brand.ts";
import type { Result } from "../../shared/result.ts";
import type { Path } from "../tree/path.ts";
import type { Obstacle } from "../tree/tree.ts";
import type { PatchId } from "./entry.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";

export type Edit =
  /** `base` null: the path is absent. */
  | {
      readonly kind: "write";
      readonly path: Path;
      readonly base: Hash | null;
      readonly result: { readonly hash: Hash; readonly size: number };
    }
  | { readonly kind: "delete"; readonly path: Path; readonly base: Hash }
  | { readonly kind: "move"; readonly path: Path; readonly toPath: Path; readonly base: Hash }
  | { readonly kind: "mkdir" | "rmdir"; readonly path: Path };
export type EditError =
  | {
      readonly reason: "base-differs";
      readonly path: Path;
      readonly expected: Hash | null;
      readonly found: Hash | null;
    }
  | { readonly reason: "not-absent"; readonly path: Path; readonly obstacle: Obstacle };
/** All of the edits, or none (B2). */
export declare function humanEdit(
  state: BranchState,
  input: { readonly patch: PatchId; readonly edits: readonly Edit[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Result<Step, EditError>;
