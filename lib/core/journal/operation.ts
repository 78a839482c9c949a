/**
 * What one operation means to a tree (J1): whether it fits, and what it leaves. Costs O(depth).
 *
 * Folders are lenient, files are not: a mkdir fits wherever a folder is already, a rmdir wherever no empty folder is
 * left to remove (each then does nothing), so that two people who fill or make one folder never meet in a conflict.
 */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import type { Path } from "../tree/path.ts";
import { TreeEdit } from "../tree/edit.ts";
import {
  EMPTY_FOLDER,
  EMPTY_FOLDER_HASH,
  getFile,
  nodeAt,
  obstacleAt,
  type Obstacle,
  type Tree,
  type TreeEntry,
} from "../tree/tree.ts";
import type { Operation, OperationKind } from "./entry.ts";

/** An operation before it has a place in a journal. */
export interface OperationDraft {
  readonly kind: OperationKind;
  readonly path: Path;
  readonly toPath?: Path;
  readonly baseHash: Hash | null;
  readonly resultHash: Hash | null;
  /** Bytes; null where the result is no file. */
  readonly resultSize: number | null;
}

/** Why an operation does not fit: another hash at `at` than its base, or something in the way of "absent". */
export type Misfit =
  | { readonly reason: "base-differs"; readonly at: Path; readonly expected: Hash; readonly found: Hash | null }
  | { readonly reason: "not-absent"; readonly at: Path; readonly obstacle: Obstacle };

/** null: it fits. */
export function misfit(tree: Tree, operation: OperationDraft): Misfit | null {
  switch (operation.kind) {
    case "create":
      return absentOr(tree, operation.path);
    case "replace":
    case "delete":
      return holdsOr(tree, operation);
    case "move":
      return holdsOr(tree, operation) ?? absentOr(tree, targetOf(operation));
    case "mkdir":
      return nodeAt(tree, operation.path)?.kind === "directory" ? null : absentOr(tree, operation.path);
    case "rmdir": {
      const file = getFile(tree, operation.path);
      return file === undefined
        ? null
        : { reason: "base-differs", at: operation.path, expected: EMPTY_FOLDER_HASH, found: file.hash };
    }
  }
}

/** Does it, where `misfit` is null. */
export function perform(edit: TreeEdit, operation: OperationDraft): void {
  switch (operation.kind) {
    case "create":
    case "replace":
      edit.put(operation.path, resultOf(operation));
      return;
    case "delete":
    case "rmdir":
      edit.remove(operation.path);
      return;
    case "move":
      edit.remove(operation.path);
      edit.put(targetOf(operation), resultOf(operation));
      return;
    case "mkdir":
      if (nodeAt(edit.tree, operation.path) === undefined) edit.put(operation.path, EMPTY_FOLDER);
  }
}

/** Folds drafts that are known to fit, as `arrange` orders them. @throws where one does not. */
export function performAll(tree: Tree, operations: Iterable<OperationDraft>): Tree {
  const edit = new TreeEdit(tree);
  for (const operation of operations) {
    invariant(
      misfit(edit.tree, operation) === null,
      `J1: ${operation.kind} ${operation.path} fits onto the one before`,
    );
    perform(edit, operation);
  }
  return edit.finish();
}

export function targetOf(operation: OperationDraft): Path {
  invariant(operation.toPath !== undefined, "J1: a move names where to");
  return operation.toPath;
}

/** The file that a create, replace or move leaves. */
export function resultOf(operation: OperationDraft): TreeEntry & { readonly kind: "file" } {
  const { resultHash, resultSize } = operation;
  invariant(resultHash !== null && resultSize !== null, `J1: a ${operation.kind} has a result`);
  return { kind: "file", hash: resultHash, size: resultSize };
}

/** The draft that takes one path from one entry to another; null where both are the same. */
export function changeOf(path: Path, before: TreeEntry | null, after: TreeEntry | null): readonly OperationDraft[] {
  if (before?.kind === "file" && after?.kind === "file") {
    if (before.hash === after.hash) return [];
    return [{ kind: "replace", path, baseHash: before.hash, resultHash: after.hash, resultSize: after.size }];
  }
  if (before?.kind === after?.kind) return [];
  return [...removalOf(path, before), ...additionOf(path, after)];
}

export function removalOf(path: Path, before: TreeEntry | null): readonly OperationDraft[] {
  if (before === null) return [];
  const gone = { path, resultHash: null, resultSize: null };
  return before.kind === "file"
    ? [{ kind: "delete", ...gone, baseHash: before.hash }]
    : [{ kind: "rmdir", ...gone, baseHash: EMPTY_FOLDER_HASH }];
}

export function additionOf(path: Path, after: TreeEntry | null): readonly OperationDraft[] {
  if (after === null) return [];
  return after.kind === "file"
    ? [{ kind: "create", path, baseHash: null, resultHash: after.hash, resultSize: after.size }]
    : [{ kind: "mkdir", path, baseHash: null, resultHash: EMPTY_FOLDER_HASH, resultSize: null }];
}

export const pathsOf = (operation: OperationDraft | Operation): readonly Path[] =>
  operation.toPath === undefined ? [operation.path] : [operation.path, operation.toPath];

function holdsOr(tree: Tree, operation: OperationDraft): Misfit | null {
  invariant(operation.baseHash !== null, `J1: a ${operation.kind} has a base`);
  const found = getFile(tree, operation.path)?.hash ?? null;
  return found === operation.baseHash
    ? null
    : { reason: "base-differs", at: operation.path, expected: operation.baseHash, found };
}

function absentOr(tree: Tree, at: Path): Misfit | null {
  const obstacle = obstacleAt(tree, at);
  return obstacle === null ? null : { reason: "not-absent", at, obstacle };
}
