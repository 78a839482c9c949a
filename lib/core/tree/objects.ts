/**
 * Directory objects: the canonical bytes of one folder, and the Merkle hash over them (V1). An object names its
 * children with kind, hash and size, sorted by name in UTF-16 code units; two folders have equal hashes exactly when
 * they hold the same. Size is part of it and never in doubt: bytes with one hash have one size.
 *
 * Hashing costs O(size of the changed folders), once for each folder version. Nothing is read or written here.
 */
import { hash as parseHash, isHash, type Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import { foldCase, segmentFault } from "./path.ts";
import { mapFrom, mapValues } from "./persistent-map.ts";
import { childrenOf, DIRECTORY_HEADER, type DirectoryNode, type Tree, type TreeNode } from "./tree.ts";

export function treeHash(tree: Tree): Hash {
  tree.digest ??= sha256(textOf(tree));
  return tree.digest;
}

export type DirectoryObject = readonly (
  | { readonly kind: "file"; readonly name: string; readonly hash: Hash; readonly size: number }
  | { readonly kind: "directory"; readonly name: string; readonly hash: Hash }
)[];

/** One line a child: a JSON array of `f`, name, hash and size, or `d`, name and hash, after the header line. UTF-8. */
export function encodeDirectory(directory: DirectoryNode): Uint8Array {
  return new TextEncoder().encode(textOf(directory));
}

/** Refuses everything that `encodeDirectory` would not have written. */
export function decodeDirectory(
  bytes: Uint8Array,
): Result<DirectoryObject, { readonly reason: "not-a-directory"; readonly detail: string }> {
  try {
    return ok(decode(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (thrown) {
    return err({ reason: "not-a-directory", detail: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/**
 * The tree under a hash. `load` gives the bytes of a directory object that was verified against its hash.
 * @throws where an object is missing or damaged: the store verifies what it reads, so this is no expected failure.
 */
export function treeFromObjects(root: Hash, load: (hash: Hash) => Uint8Array): Tree {
  const built = new Map<string, DirectoryNode>();
  const build = (hash: Hash, name: string): DirectoryNode => {
    const known = built.get(hash);
    if (known !== undefined) return known.name === name ? known : { ...known, name };
    const object = decodeDirectory(load(hash));
    if (!object.ok) throw new Error(`Directory object ${hash}: ${object.error.detail}`);
    const children = object.value.map((child) => (child.kind === "file" ? child : build(child.hash, child.name)));
    const node: DirectoryNode = {
      kind: "directory",
      name,
      children: mapFrom<TreeNode>(children.map((child) => [foldCase(child.name), child])),
      owner: null,
      digest: hash,
    };
    built.set(hash, node);
    return node;
  };
  return build(root, "");
}

/** The directory objects of a tree that are not `known` yet, children before parents; below a known one all are known. */
export function* newObjects(
  tree: Tree,
  known: (hash: Hash) => boolean,
): Generator<{ readonly hash: Hash; readonly bytes: Uint8Array }> {
  const seen = new Set<Hash>();
  yield* walk(tree);

  function* walk(directory: DirectoryNode): Generator<{ readonly hash: Hash; readonly bytes: Uint8Array }> {
    const hash = treeHash(directory);
    if (seen.has(hash) || known(hash)) return;
    seen.add(hash);
    for (const child of mapValues(directory.children)) if (child.kind === "directory") yield* walk(child);
    yield { hash, bytes: encodeDirectory(directory) };
  }
}

function textOf(directory: DirectoryNode): string {
  let text = DIRECTORY_HEADER;
  for (const child of childrenOf(directory)) {
    const name = JSON.stringify(child.name);
    text +=
      child.kind === "file" ? `["f",${name},"${child.hash}",${child.size}]\n` : `["d",${name},"${treeHash(child)}"]\n`;
  }
  return text;
}

function decode(text: string): DirectoryObject {
  if (!text.startsWith(DIRECTORY_HEADER)) throw new Error("no directory header");
  const lines = text.slice(DIRECTORY_HEADER.length).split("\n");
  if (lines.pop() !== "") throw new Error("no end of the last line");
  const children = lines.map(decodeLine);
  const keys = new Set(children.map((child) => foldCase(child.name)));
  if (keys.size !== children.length) throw new Error("two names that differ at most in case");
  if (children.some((child, i) => i > 0 && (children[i - 1]?.name ?? "") >= child.name))
    throw new Error("names out of order");
  return children;
}

function decodeLine(line: string): DirectoryObject[number] {
  const fields: unknown = JSON.parse(line);
  if (!Array.isArray(fields) || JSON.stringify(fields) !== line) throw new Error("a line that is not canonical");
  const [kind, name, hash, size] = fields as readonly unknown[];
  if (typeof name !== "string" || segmentFault(name) !== null) throw new Error("an illegal name");
  if (typeof hash !== "string" || !isHash(hash)) throw new Error("an illegal hash");
  if (kind === "d" && fields.length === 3) return { kind: "directory", name, hash };
  if (kind === "f" && fields.length === 4 && Number.isSafeInteger(size) && (size as number) >= 0) {
    return { kind: "file", name, hash: parseHash(hash), size: size as number };
  }
  throw new Error("an unknown kind of child");
}
