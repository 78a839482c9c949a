/**
 * What happened between two states of a folder, said as operations (S1, J1). Only what can be known is said: a move
 * is a file that went away and one that came to be, with one hash that no other file that went or came shares.
 * Swaps, cycles and moves with an edit are replaces, deletes and creates; delete and create again is one replace.
 *
 * Law: performing the batch on `held` gives `sandbox` exactly. Cost: O(changed entries), see `diffTrees`.
 */
import type { Path } from "../tree/path.ts";
import type { Hash } from "../../shared/brand.ts";
import { diffTrees, type EntryDifference } from "../tree/diff.ts";
import type { Tree } from "../tree/tree.ts";
import { arrangeDifferences, type WantedMove } from "./arrange.ts";
import type { OperationDraft } from "./operation.ts";

export function recognise(held: Tree, sandbox: Tree): OperationDraft[] {
  const differences = diffTrees(held, sandbox);
  return arrangeDifferences(held, differences, uniquePairs(differences));
}

/** Pairs of a file that went away and one that came to be, of one hash that is unique on both sides. */
export function uniquePairs(differences: readonly EntryDifference[]): WantedMove[] {
  const gone = new Map<Hash, Path | null>();
  const come = new Map<Hash, Path | null>();
  for (const { path, before, after } of differences) {
    if (before?.kind === "file" && after?.kind === "file") continue;
    if (before?.kind === "file") gone.set(before.hash, gone.has(before.hash) ? null : path);
    if (after?.kind === "file") come.set(after.hash, come.has(after.hash) ? null : path);
  }
  const pairs: WantedMove[] = [];
  for (const [hash, from] of gone) {
    const to = come.get(hash);
    if (from !== null && to !== null && to !== undefined) pairs.push({ from, to });
  }
  return pairs;
}
