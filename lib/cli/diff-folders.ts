/** Two folders as trees: files by path, moves by unique equal hashes, changed files by their own format. */
import path from "node:path";

import { changeId, type Change, type Value } from "../core/change/change.ts";
import { treeHash } from "../core/tree/objects.ts";
import { compareFiles } from "../formats/compare.ts";
import type { ScannedFile, ScannedFolder } from "../sandbox/scan.ts";
import { openSource } from "./files.ts";
import { changesText, type ChangeText, type DiffAnswer, type UnrenderedText } from "./json.ts";
import { scanned, treeOf } from "./scan.ts";

/** What a folder holds that is no file or folder, or has a name that no tree takes: it is not compared, and named. */
export interface FolderAnswer extends DiffAnswer {
  readonly leftOut: readonly string[];
}

export async function compareFolders(before: string, after: string): Promise<FolderAnswer> {
  const [left, right] = [await scanned(before, {}), await scanned(after, {})];
  const found: { path: string; changes: readonly Change[] }[] = [...moves(left, right), ...emptyFolders(left, right)];
  const moved = new Set(
    found.flatMap(({ changes }) => changes.flatMap(({ before: from, after: to }) => [nameOf(from), nameOf(to)])),
  );
  const byPath = (files: readonly ScannedFile[]) =>
    new Map(files.filter((file) => !moved.has(file.path)).map((file) => [file.path, file]));
  const [from, to] = [byPath(left.files), byPath(right.files)];
  const leftOut = [...left.illegal, ...left.refused, ...right.illegal, ...right.refused].map(
    ({ path: at, reason }) => `${at} (${reason})`,
  );
  let complete = leftOut.length === 0;
  for (const at of new Set([...from.keys(), ...to.keys()])) {
    const [was, is] = [from.get(at), to.get(at)];
    if (was?.hash === is?.hash) continue;
    const source = (folder: string, file: ScannedFile | undefined) =>
      file ? openSource(path.join(folder, file.path), file.path) : Promise.resolve(null);
    const comparison = await compareFiles(await source(before, was), await source(after, is));
    complete &&= comparison.complete;
    found.push({ path: at, changes: comparison.changes });
  }
  const changes: ChangeText[] = [];
  const unrendered: UnrenderedText[] = [];
  for (const file of found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const text = changesText(file.changes, file.path);
    changes.push(...text.changes);
    unrendered.push(...text.unrendered);
  }
  return {
    format: "folder",
    complete,
    before: { path: before, contentHash: treeHash(treeOf(left)) },
    after: { path: after, contentHash: treeHash(treeOf(right)) },
    changes,
    unrendered,
    leftOut: [...new Set(leftOut)],
  };
}

function nameOf(value: Value | undefined): string | undefined {
  return value?.type === "name" ? value.name : undefined;
}

/** Only unique exact-hash pairs are moves (J1). */
function moves(left: ScannedFolder, right: ScannedFolder): { path: string; changes: Change[] }[] {
  const gone = uniqueByHash(left, right);
  const come = uniqueByHash(right, left);
  return [...gone].flatMap(([hash, from]) => {
    const to = come.get(hash);
    return to === undefined ? [] : [{ path: to, changes: [pathChange("moved", from, to)] }];
  });
}

/** Paths that are only in `own`, by hash, where no other such path has the same hash. */
function uniqueByHash(own: ScannedFolder, other: ScannedFolder): Map<string, string> {
  const there = new Set(other.files.map(({ path: at }) => at));
  const found = new Map<string, string>();
  const repeated = new Set<string>();
  for (const { path: at, hash } of own.files) {
    if (there.has(at)) continue;
    if (found.has(hash)) repeated.add(hash);
    found.set(hash, at);
  }
  for (const hash of repeated) found.delete(hash);
  return found;
}

function emptyFolders(left: ScannedFolder, right: ScannedFolder): { path: string; changes: Change[] }[] {
  const only = (own: ScannedFolder, other: ScannedFolder) =>
    own.emptyFolders.filter((folder) => !other.emptyFolders.includes(folder));
  return [
    ...only(left, right).map((folder) => ({ path: folder, changes: [pathChange("removed", `${folder}/`, undefined)] })),
    ...only(right, left).map((folder) => ({ path: folder, changes: [pathChange("added", undefined, `${folder}/`)] })),
  ];
}

function pathChange(kind: "added" | "removed" | "moved", from: string | undefined, to: string | undefined): Change {
  const name = (own: string): Value => ({ type: "name", name: own });
  const address = { kind: "file" } as const;
  const [before, after] = [from === undefined ? undefined : name(from), to === undefined ? undefined : name(to)];
  const id = changeId({ kind, facet: "structure", baseAddress: address, before, after });
  return { id, kind, facet: "structure", address, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
