/**
 * The sandbox of a branch: the folder that an agent works in. A managed one lies in the data folder; a branch that was
 * made from a server folder works in that folder itself.
 */
import { createReadStream } from "node:fs";
import path from "node:path";

import { treeFrom } from "../core/tree/edit.ts";
import { parsePath, type Path } from "../core/tree/path.ts";
import { EMPTY_FOLDER, getFile, type Tree, type TreeEntry } from "../core/tree/tree.ts";
import { hydrate } from "../sandbox/hydrate.ts";
import { NO_FOLLOW, scanFolder } from "../sandbox/scan.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { storeBlob } from "../store/blob-register.ts";
import type { StoredBlob } from "../store/blobs.ts";
import type { BranchAccess } from "./access.ts";
import { blobStream } from "./blobBody.ts";
import type { Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { scanCacheOf } from "./readFolder.ts";
import { putFailure } from "./uploads.ts";

export const sandboxOf = (
  services: Pick<Services, "dataFolder">,
  branch: Pick<BranchAccess, "id" | "folder">,
): string => branch.folder ?? path.join(services.dataFolder, "sandboxes", branch.id);

export interface ScannedSandbox {
  readonly tree: Tree;
  /** Names outside V4 and entries that are never followed (links, devices, sockets): they block the end of a turn. */
  readonly illegal: readonly string[];
}

/**
 * What a folder holds, with its new bytes put into the blob store. `held` is what it held before: its files are known
 * to be stored already.
 */
export async function scanSandbox(services: Services, folder: string, held: Tree): Outcome<ScannedSandbox> {
  // A managed sandbox is the agent's; in a person's own folder what is hidden is nobody's business.
  const skipHidden = !folder.startsWith(path.join(services.dataFolder, "sandboxes") + path.sep);
  const scanned = await scanFolder(folder, { cacheFile: scanCacheOf(services, folder), skipHidden });
  if (!scanned.ok) return fail("not-found", `The folder cannot be read: ${scanned.error.detail}`);
  const located: [Path, TreeEntry][] = [];
  for (const file of scanned.value.files) {
    const at = parsePath(file.path);
    if (!at.ok) continue;
    const known = getFile(held, at.value);
    const entry = known?.hash === file.hash ? ok(known) : await storedEntry(services, path.join(folder, file.path));
    if (!entry.ok) return entry;
    located.push([at.value, { kind: "file", hash: entry.value.hash, size: entry.value.size }]);
  }
  for (const empty of scanned.value.emptyFolders) {
    const at = parsePath(empty);
    if (at.ok) located.push([at.value, EMPTY_FOLDER]);
  }
  const illegal = [...scanned.value.illegal, ...scanned.value.refused].map(
    ({ path: at, reason }) => `${at} (${reason})`,
  );
  return ok({ tree: treeFrom(located), illegal });
}

/** The bytes may have changed since they were hashed: what was stored is what counts. */
async function storedEntry(services: Services, file: string): Promise<Result<StoredBlob, Failure>> {
  const stored = await storeBlob(services.db, services.blobs, createReadStream(file, { flags: NO_FOLLOW }));
  return stored.ok ? stored : err(putFailure(stored.error));
}

/** Brings a folder from what it holds to `to`. */
export async function hydrateSandbox(services: Services, folder: string, from: Tree, to: Tree): Outcome<number> {
  const written = await hydrate(folder, from, to, (hash) => blobStream(services.blobs, hash));
  if (written.ok) return written;
  return fail(
    "conflict",
    `"${written.error.path}" in the sandbox is a symbolic link where a folder or file belongs. Nothing was written.`,
  );
}
