/**
 * A version of a whole workspace (V1): an immutable tree of directories whose leaves are files and *empty folders*.
 * A folder with something in it is not an entry of its own: it is there as long as something is below it. Names that
 * differ only in case share one key, so that case twins cannot exist (V4). Mode bits and times are not tracked.
 *
 * Reads cost O(depth). Updates (`edit.ts`) share every directory they do not touch, so unchanged subtrees keep their
 * identity. Hashes are lazy and cached (`objects.ts`).
 */
import type { Hash } from "../../shared/brand.ts";
import { sha256 } from "../../shared/sha256.ts";
import { comparePaths, foldCase, type Path } from "./path.ts";
import { emptyMap, mapGet, mapValues, type EditToken, type PersistentMap } from "./persistent-map.ts";

export interface FileEntry {
  readonly kind: "file";
  /** Of the bytes. */
  readonly hash: Hash;
  /** In bytes. */
  readonly size: number;
}
/** An empty folder. */
export interface FolderEntry {
  readonly kind: "directory";
}
export type TreeEntry = FileEntry | FolderEntry;

export interface FileNode extends FileEntry {
  readonly name: string;
}

export interface DirectoryNode {
  readonly kind: "directory";
  /** As spelled; empty for the root. */
  readonly name: string;
  readonly children: PersistentMap<TreeNode>;
  readonly owner: EditToken | null;
  /** The Merkle hash once somebody asked for it; a cache, never part of the value. */
  digest: Hash | null;
}

export type TreeNode = FileNode | DirectoryNode;
export type Tree = DirectoryNode;

export const EMPTY_FOLDER: FolderEntry = { kind: "directory" };
export const EMPTY_TREE: Tree = { kind: "directory", name: "", children: emptyMap(), owner: null, digest: null };
/** The first line of every directory object; what an empty folder's object consists of. */
export const DIRECTORY_HEADER = "staged-directory 1\n";
/** Stands for an empty folder wherever a hash says what a path holds. */
export const EMPTY_FOLDER_HASH: Hash = sha256(DIRECTORY_HEADER);

/** What is at exactly this path, as spelled: a file, a folder (empty or not), or nothing. */
export function nodeAt(tree: Tree, at: string): TreeNode | undefined {
  let node: TreeNode = tree;
  for (const segment of at.split("/")) {
    if (node.kind === "file") return undefined;
    const child: TreeNode | undefined = mapGet(node.children, foldCase(segment));
    if (child?.name !== segment) return undefined;
    node = child;
  }
  return node;
}

/** The leaf at this path: a file or an empty folder. Nothing, or a folder with something in it, is undefined. */
export function getEntry(tree: Tree, at: Path): TreeEntry | undefined {
  const node = nodeAt(tree, at);
  return node === undefined || (node.kind === "directory" && node.children.size > 0) ? undefined : node;
}

export function getFile(tree: Tree, at: Path): FileEntry | undefined {
  const node = nodeAt(tree, at);
  return node?.kind === "file" ? node : undefined;
}

/** What an entry is called where hashes are compared; null is absent. */
export function entryHash(entry: TreeEntry | undefined | null): Hash | null {
  if (entry === undefined || entry === null) return null;
  return entry.kind === "file" ? entry.hash : EMPTY_FOLDER_HASH;
}

export const hashAt = (tree: Tree, at: Path): Hash | null => entryHash(getEntry(tree, at));

export function sameEntry(a: TreeEntry | undefined | null, b: TreeEntry | undefined | null): boolean {
  return entryHash(a) === entryHash(b);
}

/** Why nothing can be put at a path (J1, "absent" does not hold). `at` is the path that is in the way. */
export interface Obstacle {
  readonly kind: "occupied" | "file-above" | "entries-below" | "case-twin";
  readonly at: Path;
}

/**
 * The absent rule of J1: null where there is no entry at the path, no file above it, nothing below it and, for no
 * part of it, a sibling that differs only in case. An empty folder above is no obstacle: it is filled.
 */
export function obstacleAt(tree: Tree, at: Path): Obstacle | null {
  let node: DirectoryNode = tree;
  let end = 0;
  while (end < at.length) {
    const start = end === 0 ? 0 : end + 1;
    const slash = at.indexOf("/", start);
    end = slash < 0 ? at.length : slash;
    const segment = at.slice(start, end);
    const child = mapGet(node.children, foldCase(segment));
    if (child === undefined) return null;
    if (child.name !== segment) return { kind: "case-twin", at: (at.slice(0, start) + child.name) as Path };
    if (end === at.length) {
      const below = child.kind === "directory" && child.children.size > 0;
      return { kind: below ? "entries-below" : "occupied", at };
    }
    if (child.kind === "file") return { kind: "file-above", at: at.slice(0, end) as Path };
    node = child;
  }
  return null;
}

/** The empty folder above this path that an entry put here would fill, or null. */
export function folderToFill(tree: Tree, at: Path): Path | null {
  let node: DirectoryNode = tree;
  for (let slash = at.indexOf("/"); slash >= 0; slash = at.indexOf("/", slash + 1)) {
    const name = at.slice(at.lastIndexOf("/", slash - 1) + 1, slash);
    const child = mapGet(node.children, foldCase(name));
    if (child?.kind !== "directory") return null;
    if (child.children.size === 0) return at.slice(0, slash) as Path;
    node = child;
  }
  return null;
}

export interface Located {
  readonly path: Path;
  readonly entry: TreeEntry;
}

/** Every leaf, files and empty folders, sorted by name within each folder. */
export function* entries(tree: Tree, within: Path | null = null): Generator<Located> {
  if (within === null) {
    yield* entriesOf(tree, "");
    return;
  }
  const start = nodeAt(tree, within);
  if (start?.kind === "directory" && start.children.size > 0) yield* entriesOf(start, `${within}/`);
  else if (start !== undefined) yield { path: within, entry: start };
}

export function* files(
  tree: Tree,
  within: Path | null = null,
): Generator<{ readonly path: Path; readonly entry: FileEntry }> {
  for (const { path, entry } of entries(tree, within)) if (entry.kind === "file") yield { path, entry };
}

/** The children of a folder, sorted by name; undefined where there is no folder. `null` is the root. */
export function listDirectory(tree: Tree, at: Path | null): readonly TreeNode[] | undefined {
  const node = at === null ? tree : nodeAt(tree, at);
  return node?.kind === "directory" ? childrenOf(node) : undefined;
}

export function childrenOf(directory: DirectoryNode): TreeNode[] {
  return [...mapValues(directory.children)].sort((a, b) => comparePaths(a.name, b.name));
}

function* entriesOf(directory: DirectoryNode, prefix: string): Generator<Located> {
  for (const child of childrenOf(directory)) {
    const at = prefix + child.name;
    if (child.kind === "directory" && child.children.size > 0) yield* entriesOf(child, `${at}/`);
    else yield { path: at as Path, entry: child };
  }
}
