/**
 * The blob store in a folder: `ab/cd/<hash>`, written beside, flushed, renamed, folders flushed.
 *
 * Costs: one pass over the bytes to put them (hashed as they come, never held), one pass to verify a file before the
 * first random read of it in this process; streams of the whole are verified as they pass.
 */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from "node:fs/promises";
import path from "node:path";

import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256Stream } from "../shared/sha256.ts";
import type { BlobStore, Bytes, OpenBlob, PutError, PutOptions, StoredBlob } from "./blobs.ts";
import { openBlobFile, type Verified } from "./blob-file.ts";

export function openFileBlobs(folder: string): BlobStore {
  const root = path.resolve(folder);
  const incoming = path.join(root, "incoming");
  const verified: Verified = new Set();
  const fileOf = (hash: Hash) => path.join(root, hash.slice(0, 2), hash.slice(2, 4), hash);

  const openBlob = async (hash: Hash): Promise<OpenBlob | null> => {
    const handle = await unlessMissing(open(fileOf(hash), "r"));
    return handle === null ? null : openBlobFile(handle, hash, verified);
  };

  return {
    async put(content, options = {}) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const temporary = path.join(incoming, randomUUID());
      try {
        const written = await write(temporary, content, options);
        if (written.ok) await settle(temporary, fileOf(written.value.hash), root);
        return written;
      } catch (error) {
        if (!isFull(error)) throw error;
        return err({ reason: "no-space", detail: `There is no space left for ${root}` });
      } finally {
        await rm(temporary, { force: true });
      }
    },
    open: openBlob,
    async readAll(hash) {
      const blob = await openBlob(hash);
      if (blob === null) return null;
      try {
        return await blob.read(0, blob.size);
      } finally {
        await blob.close();
      }
    },
    has: async (hash) => (await unlessMissing(stat(fileOf(hash)))) !== null,
    async delete(hash) {
      const gone = await unlessMissing(unlink(fileOf(hash)).then(() => true));
      if (gone === null) return false;
      await flushFolder(path.dirname(fileOf(hash)));
      return true;
    },
    sweep: (olderThan) => sweep(incoming, olderThan),
  };
}

/** Never more than one chunk in memory. */
async function write(file: string, content: Bytes, options: PutOptions): Promise<Result<StoredBlob, PutError>> {
  const { expected = {}, maxBytes = Infinity } = options;
  const limit = Math.min(expected.size ?? Infinity, maxBytes);
  const running = sha256Stream();
  let size = 0;
  const handle = await open(file, "wx", 0o600);
  try {
    const chunks = content instanceof Uint8Array ? [content].values() : content[Symbol.asyncIterator]();
    for (;;) {
      const next = await nextChunk(chunks);
      if (!next.ok) return next;
      if (next.value === null) break;
      size += next.value.byteLength;
      if (size > limit) {
        await chunks.return?.();
        return err({ reason: "too-large", limit });
      }
      running.update(next.value);
      await writeAll(handle, next.value);
    }
    const actual: StoredBlob = { hash: running.digest(), size };
    if ((expected.hash ?? actual.hash) !== actual.hash || (expected.size ?? size) !== size) {
      return err({ reason: "mismatch", expected, actual });
    }
    await handle.sync();
    return ok(actual);
  } finally {
    await handle.close();
  }
}

type Chunks = Iterator<Uint8Array> | AsyncIterator<Uint8Array>;

async function nextChunk(chunks: Chunks): Promise<Result<Uint8Array | null, PutError>> {
  try {
    const next = await chunks.next();
    return ok(next.done === true ? null : next.value);
  } catch (error) {
    return err({ reason: "interrupted", detail: String(error) });
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await handle.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
}

/**
 * Renames over what is there: equal bytes where it is whole, and mended where it was damaged. Every folder whose
 * entries changed is flushed, else the name could be lost though the bytes are not.
 */
async function settle(temporary: string, file: string, root: string): Promise<void> {
  const folder = path.dirname(file);
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(temporary, file);
  await flushFolder(folder);
  if (created === undefined) return;
  await flushFolder(path.dirname(folder));
  await flushFolder(root);
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems do not flush folders; they order renames themselves.
    if (codeOf(error) !== "EINVAL" && codeOf(error) !== "ENOTSUP") throw error;
  } finally {
    await handle.close();
  }
}

async function sweep(incoming: string, olderThan: Date): Promise<number> {
  let swept = 0;
  for (const name of (await unlessMissing(readdir(incoming))) ?? []) {
    const file = path.join(incoming, name);
    const found = await unlessMissing(stat(file));
    if (found === null || found.mtimeMs >= olderThan.getTime()) continue;
    await rm(file, { force: true });
    swept += 1;
  }
  return swept;
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

const isFull = (error: unknown) => codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";

const codeOf = (error: unknown) => (error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined);
