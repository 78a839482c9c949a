/** A stored file as the body of an answer. */
import type { Hash } from "../shared/brand.ts";
import { openedWhenRead } from "../shared/streams.ts";
import type { BlobStore, ByteRange } from "../store/blobs.ts";

export interface BlobBody {
  /** Bytes, of the whole. */
  readonly size: number;
  /** The file is open from the first read to the end, or until it is cancelled. */
  readonly stream: (range?: ByteRange) => ReadableStream<Uint8Array>;
}

/** `null` where the bytes are not in the store. Nothing is open when it returns. */
export async function blobBody(blobs: BlobStore, hash: Hash): Promise<BlobBody | null> {
  const blob = await blobs.open(hash);
  if (!blob) return null;
  await blob.close();
  return { size: blob.size, stream: (range) => openedWhenRead(() => blobStream(blobs, hash, range)) };
}

/** Open at once: for who reads it at once. @throws where the bytes are not in the store */
export async function blobStream(blobs: BlobStore, hash: Hash, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const blob = await blobs.open(hash);
  if (!blob) throw new Error(`Blob ${hash} is not in the store`);
  return blob.stream(range);
}
