/**
 * Updates of trees. Single updates are pure; a `TreeEdit` does many of them and shares what it can, and is closed by
 * `finish`. Removing the last entry of a folder removes the folder, and so on upwards, but never the root: a folder
 * that shall stay is put back as an empty one. Putting an entry into an empty folder fills it.
 */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import { foldCase, type Path } from "./path.ts";
import { emptyMap, mapDelete, mapGet, mapSet, newEdit, type EditToken } from "./persistent-map.ts";
import {
  EMPTY_TREE,
  sameEntry,
  type DirectoryNode,
  type FileEntry,
  type Tree,
  type TreeEntry,
  type TreeNode,
} from "./tree.ts";

/** @throws where a file is above the path or a folder with entries is at it: test with `obstacleAt` first. */
export function putEntry(tree: Tree, at: Path, entry: TreeEntry): Tree {
  return new TreeEdit(tree).put(at, entry).finish();
}

/** The same tree where there is no leaf at the path. */
export function removeEntry(tree: Tree, at: Path): Tree {
  return new TreeEdit(tree).remove(at).finish();
}

/** @throws where two entries collide. */
export function treeFrom(located: Iterable<readonly [Path, TreeEntry]>): Tree {
  const edit = new TreeEdit(EMPTY_TREE);
  for (const [at, entry] of located) edit.put(at, entry);
  return edit.finish();
}

export class TreeEdit {
  #root: Tree;
  #token: EditToken | null = newEdit();

  constructor(tree: Tree) {
    this.#root = tree;
  }

  /** What has been built so far, to read only: it changes with the next update. */
  get tree(): Tree {
    return this.#root;
  }

  put(at: Path, entry: TreeEntry): this {
    this.#root = putIn(this.#root, at, 0, entry, this.#open());
    return this;
  }

  remove(at: Path): this {
    this.#root = removeIn(this.#root, at, 0, this.#open()) ?? EMPTY_TREE;
    return this;
  }

  /** Puts `entry` where the file at the path has the hash `base`; false, and nothing done, where it does not. */
  replaceFile(at: Path, base: Hash, entry: FileEntry): boolean {
    const replaced = replaceIn(this.#root, at, 0, base, entry, this.#open());
    if (replaced !== null) this.#root = replaced;
    return replaced !== null;
  }

  /** Ends the edit; the tree is immutable from here on, and so is this object of no further use. */
  finish(): Tree {
    this.#token = null;
    return this.#root;
  }

  #open(): EditToken {
    invariant(this.#token !== null, "a finished edit is not used again");
    return this.#token;
  }
}

function putIn(directory: DirectoryNode, at: Path, start: number, entry: TreeEntry, edit: EditToken): DirectoryNode {
  const slash = at.indexOf("/", start);
  const name = at.slice(start, slash < 0 ? at.length : slash);
  const key = foldCase(name);
  const child = mapGet(directory.children, key);
  invariant(child === undefined || child.name === name, "V4: no sibling differs only in case");
  if (slash < 0) {
    invariant(
      child?.kind !== "directory" || child.children.size === 0,
      "V1: nothing is put over a folder with entries",
    );
    return child !== undefined && child.kind === entry.kind && sameEntry(child, entry)
      ? directory
      : withChild(directory, key, nodeOf(name, entry, edit), edit);
  }
  invariant(child?.kind !== "file", "V1: nothing is put below a file");
  const folder = child ?? { ...EMPTY_TREE, name, owner: edit };
  const next = putIn(folder, at, slash + 1, entry, edit);
  return next === child ? reset(directory, edit) : withChild(directory, key, next, edit);
}

/** null: nothing is left of the directory. */
function removeIn(directory: DirectoryNode, at: Path, start: number, edit: EditToken): DirectoryNode | null {
  const slash = at.indexOf("/", start);
  const name = at.slice(start, slash < 0 ? at.length : slash);
  const key = foldCase(name);
  const child = mapGet(directory.children, key);
  if (child?.name !== name) return directory;
  if (slash < 0) {
    if (child.kind === "directory" && child.children.size > 0) return directory;
    return withoutChild(directory, key, edit);
  }
  if (child.kind === "file") return directory;
  const next = removeIn(child, at, slash + 1, edit);
  if (next === null) return withoutChild(directory, key, edit);
  return next === child ? reset(directory, edit) : withChild(directory, key, next, edit);
}

function replaceIn(
  directory: DirectoryNode,
  at: Path,
  start: number,
  base: Hash,
  entry: FileEntry,
  edit: EditToken,
): DirectoryNode | null {
  const slash = at.indexOf("/", start);
  const name = at.slice(start, slash < 0 ? at.length : slash);
  const key = foldCase(name);
  const child = mapGet(directory.children, key);
  if (child?.name !== name) return null;
  if (slash < 0) {
    if (child.kind !== "file" || child.hash !== base) return null;
    return entry.hash === base ? directory : withChild(directory, key, nodeOf(name, entry, edit), edit);
  }
  if (child.kind === "file") return null;
  const next = replaceIn(child, at, slash + 1, base, entry, edit);
  if (next === null) return null;
  return next === child ? reset(directory, edit) : withChild(directory, key, next, edit);
}

function nodeOf(name: string, entry: TreeEntry, edit: EditToken): TreeNode {
  if (entry.kind === "file") return { kind: "file", name, hash: entry.hash, size: entry.size };
  return { kind: "directory", name, children: emptyMap(), owner: edit, digest: null };
}

/** A directory that this edit owns may have changed below without a new identity: what it cached is void. */
function reset(directory: DirectoryNode, edit: EditToken): DirectoryNode {
  if (directory.owner === edit) directory.digest = null;
  return directory;
}

function withChild(directory: DirectoryNode, key: string, child: TreeNode, edit: EditToken): DirectoryNode {
  return withChildren(directory, mapSet(directory.children, key, child, edit), edit);
}

function withoutChild(directory: DirectoryNode, key: string, edit: EditToken): DirectoryNode | null {
  if (directory.children.size === 1 && mapGet(directory.children, key) !== undefined) return null;
  return withChildren(directory, mapDelete(directory.children, key, edit), edit);
}

function withChildren(directory: DirectoryNode, children: DirectoryNode["children"], edit: EditToken): DirectoryNode {
  if (directory.owner === edit) {
    (directory as { children: DirectoryNode["children"] }).children = children;
    directory.digest = null;
    return directory;
  }
  return { kind: "directory", name: directory.name, children, owner: edit, digest: null };
}
