import type { Path } from "../tree/path.ts";
import type { PatchId } from "./entry.ts";
import type { Content } from "./reconcile.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";

/** What a path of W_t shall be without its rejected changes. `path` is where it is in W_t; `toPath` where a rejected move goes back to. */
export interface Cleaned {
  readonly path: Path;
  /** null: absent (its creation was rejected). */
  readonly result: Content | null;
  readonly toPath?: Path;
}
/** R4: one human operation a file. Only between turns is the caller's affair: on demand it is allowed at any time. */
export declare function applyRejections(
  state: BranchState,
  input: { readonly patch: PatchId; readonly cleaned: readonly Cleaned[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Step;
