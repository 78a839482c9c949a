/** One stored file, opened for reading: nothing that it hands out is unverified (V2). */
import type { FileHandle } from "node:fs/promises";

import type { Hash } from "../shared/brand.ts";
import { sha256, sha256Stream } from "../shared/sha256.ts";
import { DamagedBlobError, type ByteRange, type OpenBlob } from "./blobs.ts";

/** Identities (hash, inode, size, times) of files whose bytes this process has hashed. */
export type Verified = Set<string>;

const CHUNK = 1024 * 1024;
/** About 150 bytes each. */
const REMEMBERED = 100_000;

interface File {
  readonly handle: FileHandle;
  readonly hash: Hash;
  readonly size: number;
  readonly identity: string;
  readonly verified: Verified;
}

export async function openBlobFile(handle: FileHandle, hash: Hash, verified: Verified): Promise<OpenBlob> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
  const identity = [hash, dev, ino, size, mtimeNs, ctimeNs].join(":");
  const file: File = { handle, hash, size: Number(size), identity, verified };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= handle.close());
  return {
    contentHash: hash,
    size: file.size,
    read: (offset, length) => read(file, offset, length),
    stream: (range) => stream(file, range ?? { start: 0, end: file.size }, close),
    close,
  };
}

async function read(file: File, offset: number, length: number): Promise<Uint8Array> {
  requireWithin(file, offset, offset + length);
  if (offset === 0 && length === file.size && !file.verified.has(file.identity)) {
    const bytes = await readExactly(file, 0, length);
    accept(file, sha256(bytes));
    return bytes;
  }
  await verify(file);
  return readExactly(file, offset, length);
}

/** A whole file is hashed as it passes, and fails before its last chunk where it is damaged; a range is verified first. */
function stream(file: File, { start, end }: ByteRange, close: () => Promise<void>): ReadableStream<Uint8Array> {
  requireWithin(file, start, end);
  const running = start === 0 && end === file.size && !file.verified.has(file.identity) ? sha256Stream() : null;
  let offset = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (running === null) await verify(file);
          const chunk = await readExactly(file, offset, Math.min(CHUNK, end - offset));
          offset += chunk.byteLength;
          running?.update(chunk);
          if (offset === end && running !== null) accept(file, running.digest());
          if (chunk.byteLength > 0) controller.enqueue(chunk);
          if (offset < end) return;
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

async function verify(file: File): Promise<void> {
  if (file.verified.has(file.identity)) return;
  const running = sha256Stream();
  for (let offset = 0; offset < file.size; offset += CHUNK) {
    running.update(await readExactly(file, offset, Math.min(CHUNK, file.size - offset)));
  }
  accept(file, running.digest());
}

function accept({ hash, identity, verified }: File, found: Hash): void {
  if (found !== hash) throw new DamagedBlobError(hash, `they hash to ${found}`);
  if (verified.size >= REMEMBERED) verified.clear();
  verified.add(identity);
}

async function readExactly({ handle, hash }: File, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new DamagedBlobError(hash, "the file became shorter");
    done += bytesRead;
  }
  return bytes;
}

function requireWithin({ size, hash }: File, start: number, end: number): void {
  if (start < 0 || end < start || end > size)
    throw new RangeError(`Bytes ${start} to ${end} are not within ${hash} (${size} bytes)`);
}
