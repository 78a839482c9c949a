/**
 * Reads a folder of this server for an import. Each file is read once, hashed while it is stored; a file that is as a
 * scan saw it before, and whose bytes the store still holds, is not read at all. What cannot be read is refused by name.
 */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";

import { scanFolder, type HashedFile, type ScannedFolder } from "../sandbox/scan.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import { refreshBlobs, storeBlob } from "../store/blob-register.ts";
import type { PutError } from "../store/blobs.ts";
import type { Services } from "./context.ts";
import { fail, type Failure } from "./failure.ts";
import { putFailure } from "./uploads.ts";

/** Bytes; files up to this are read at once, larger ones in pieces of it. */
const PIECE = 1024 * 1024;
/** A link, or a pipe that nobody writes to, may take a file's place at any moment. */
const READ_ONLY_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Shared with the scans of a sandbox in the same folder. */
export const scanCacheOf = ({ dataFolder }: Pick<Services, "dataFolder">, folder: string): string =>
  path.join(dataFolder, "scans", `${sha256(folder).slice(0, 32)}.json`);

export async function readFolder(services: Services, root: string): Promise<Result<ScannedFolder, Failure>> {
  const found = await readUnknown(services, root, { cacheFile: scanCacheOf(services, root) });
  if (!found.ok) return found;
  const { folder, stored } = found.value;
  const known = folder.files.map(({ hash }) => hash).filter((hash) => !stored.has(hash));
  const held = await refreshBlobs(services.db, services.blobs, known);
  if (known.every((hash) => held.has(hash))) return ok(folder);
  // Collected since: without the cache, everything is read and stored again.
  const again = await readUnknown(services, root, {});
  return again.ok ? ok(again.value.folder) : again;
}

interface Reading {
  readonly folder: ScannedFolder;
  /** Put into the store by this very reading. */
  readonly stored: ReadonlySet<Hash>;
}

async function readUnknown(
  services: Services,
  root: string,
  options: { readonly cacheFile?: string },
): Promise<Result<Reading, Failure>> {
  const stop = new AbortController();
  const stored = new Set<Hash>();
  const failures: PutError[] = [];
  const read = async (file: string): Promise<HashedFile> => {
    const put = await storeFile(services, file);
    if (put.ok) {
      stored.add(put.value.hash);
      return put.value;
    }
    failures.push(put.error);
    stop.abort();
    throw new Error(put.error.reason);
  };
  try {
    const scanned = await scanFolder(root, { ...options, anyName: true, skipHidden: true, read, signal: stop.signal });
    if (!scanned.ok) return fail("not-found", `The folder cannot be read: ${scanned.error.detail}`);
    if (failures.length === 0) return ok({ folder: scanned.value, stored });
  } catch (thrown) {
    if (failures.length === 0) throw thrown;
  }
  const [failure] = failures;
  return failure === undefined ? fail("not-found", "The folder cannot be read") : err(putFailure(failure));
}

/** @throws where it cannot be opened, or is no file any more. */
async function storeFile({ db, blobs }: Services, file: string): Promise<Result<HashedFile, PutError>> {
  const handle = await open(file, READ_ONLY_FILE);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error("it is no file any more");
    if (stat.size <= PIECE) return await storeBlob(db, blobs, await handle.readFile());
    const pieces = handle.createReadStream({ highWaterMark: PIECE, autoClose: false });
    try {
      return await storeBlob(db, blobs, pieces as AsyncIterable<Uint8Array>);
    } finally {
      pieces.destroy();
    }
  } finally {
    await handle.close();
  }
}
