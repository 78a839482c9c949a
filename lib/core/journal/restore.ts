/** Gives paths back what another tree holds there; costs O(paths · depth). */
import type { Path } from "../tree/path.ts";
import type { TreeEdit } from "../tree/edit.ts";
import { getEntry, nodeAt, type Tree } from "../tree/tree.ts";

/** Everything at the paths is removed first, so that they may nest or be case twins of each other. */
export function restore(edit: TreeEdit, from: Tree, paths: Iterable<Path>): void {
  const all = [...paths];
  for (const path of all) edit.remove(path);
  for (const path of all) {
    const entry = getEntry(from, path);
    if (entry?.kind === "file" || (entry !== undefined && nodeAt(edit.tree, path) === undefined)) edit.put(path, entry);
  }
}
