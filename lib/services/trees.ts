/**
 * Trees by hash, from and to the store. A tree is immutable, so one that was loaded is remembered. Loading costs one
 * query per level of folders. Both go past any open transaction: directory objects are content-addressed, so that one
 * which a rolled-back transaction leaves behind is harmless, and what is remembered as saved is saved.
 */
import { decodeDirectory, newObjects, treeFromObjects, treeHash } from "../core/tree/objects.ts";
import { EMPTY_TREE, files, type Tree } from "../core/tree/tree.ts";
import { invariant } from "../shared/assert.ts";
import type { Hash } from "../shared/brand.ts";
import type { Queries } from "../store/database.ts";
import { loadDirectories, saveDirectories } from "../store/directories.ts";
import type { Services } from "./context.ts";

/** @throws where the store lost an object: everything a head, a point or a promotion names is kept (M9). */
export async function loadTree(services: Services, hash: Hash): Promise<Tree> {
  const known = services.caches.trees.get(hash);
  if (known) return known;
  const objects = await loadObjects(services.db, hash);
  const tree = treeFromObjects(hash, (wanted) => {
    const bytes = objects.get(wanted);
    invariant(bytes !== undefined, `directory ${wanted} is in the store`);
    return bytes;
  });
  services.caches.trees.set(hash, tree);
  return tree;
}

async function loadObjects(db: Queries, root: Hash): Promise<Map<Hash, Uint8Array>> {
  const objects = new Map<Hash, Uint8Array>();
  let wanted: Hash[] = root === treeHash(EMPTY_TREE) ? [] : [root];
  if (wanted.length === 0) for (const { hash, bytes } of newObjects(EMPTY_TREE, () => false)) objects.set(hash, bytes);
  while (wanted.length > 0) {
    const level = await loadDirectories(db, wanted);
    const below = new Set<Hash>();
    for (const [hash, bytes] of level) {
      objects.set(hash, bytes);
      const object = decodeDirectory(bytes);
      invariant(object.ok, `directory ${hash} is readable`);
      for (const child of object.value)
        if (child.kind === "directory" && !objects.has(child.hash)) below.add(child.hash);
    }
    wanted = [...below];
  }
  return objects;
}

/** Saves the directory objects of a tree. Returns its hash. */
export async function saveTree(services: Services, tree: Tree): Promise<Hash> {
  const hash = treeHash(tree);
  if (services.caches.trees.get(hash)) return hash;
  const objects = new Map<Hash, Uint8Array>();
  for (const object of newObjects(tree, () => false)) objects.set(object.hash, object.bytes);
  await saveDirectories(services.db, objects);
  services.caches.trees.set(hash, tree);
  return hash;
}

/** How many files a tree has and how many bytes they are together. */
export function sizeOf(tree: Tree): { files: number; bytes: number } {
  let count = 0;
  let bytes = 0;
  for (const { entry } of files(tree)) {
    count += 1;
    bytes += entry.size;
  }
  return { files: count, bytes };
}
