/**
 * The difference of two trees by leaf. Subtrees with one identity or one hash are skipped, so the cost is
 * O(changed entries · depth). A folder that was empty and has entries now is no difference of its own; one that had
 * entries and is left standing empty is (`before` null, `after` an empty folder), since removing its last entry would
 * remove it. So `applyDifferences(a, diffTrees(a, b))` is `b`, both ways round.
 */
import { comparePaths, type Path } from "./path.ts";
import { mapDifferences } from "./persistent-map.ts";
import { TreeEdit } from "./edit.ts";
import { childrenOf, sameEntry, type DirectoryNode, type Tree, type TreeEntry, type TreeNode } from "./tree.ts";

export interface EntryDifference {
  readonly path: Path;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
}

/** Sorted by path; a path is there at most once. */
export function diffTrees(before: Tree, after: Tree): EntryDifference[] {
  const found = new Map<Path, { before: TreeEntry | null; after: TreeEntry | null }>();
  const note = (path: string, side: "before" | "after", entry: TreeEntry): void => {
    const at = found.get(path as Path) ?? { before: null, after: null };
    at[side] = entry.kind === "file" ? { kind: "file", hash: entry.hash, size: entry.size } : { kind: "directory" };
    found.set(path as Path, at);
  };
  compare(before, after, "", note);
  return [...found]
    .map(([path, sides]) => ({ path, ...sides }))
    .filter(({ before: was, after: is }) => !sameEntry(was, is))
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** @throws where the differences do not fit. */
export function applyDifferences(tree: Tree, differences: readonly EntryDifference[]): Tree {
  const edit = new TreeEdit(tree);
  for (const { path, before } of differences) if (before !== null) edit.remove(path);
  for (const { path, after } of differences) if (after?.kind === "file") edit.put(path, after);
  for (const { path, after } of differences) if (after?.kind === "directory") edit.put(path, after);
  return edit.finish();
}

type Note = (path: string, side: "before" | "after", entry: TreeEntry) => void;

function compare(before: DirectoryNode, after: DirectoryNode, prefix: string, note: Note): void {
  if (before === after || (before.digest !== null && before.digest === after.digest)) return;
  for (const [, was, is] of mapDifferences(before.children, after.children)) {
    if (was !== undefined && is !== undefined && was.name === is.name) {
      compareNodes(was, is, prefix + is.name, note);
    } else {
      if (was !== undefined) leaves(was, prefix + was.name, "before", note);
      if (is !== undefined) leaves(is, prefix + is.name, "after", note);
    }
  }
}

function compareNodes(was: TreeNode, is: TreeNode, at: string, note: Note): void {
  if (was.kind === "directory" && is.kind === "directory") {
    if (is.children.size === 0 && was.children.size > 0) note(at, "after", is);
    compare(was, is, `${at}/`, note);
    return;
  }
  if (was.kind === "file" && is.kind === "file" && was.hash === is.hash) return;
  leaves(was, at, "before", note);
  leaves(is, at, "after", note);
}

function leaves(node: TreeNode, at: string, side: "before" | "after", note: Note): void {
  if (node.kind === "directory" && node.children.size > 0) {
    for (const child of childrenOf(node)) leaves(child, `${at}/${child.name}`, side, note);
  } else note(at, side, node);
}
