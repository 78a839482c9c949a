/**
 * Where bytes live: once, under their SHA-256 (V2). An adapter interface, so that a bucket can stand in for the folder.
 *
 * Guarantees of every implementation: what `put` acknowledged survives a crash; nobody ever sees half a blob; bytes are
 * verified before they are trusted; putting the same bytes twice, or at the same moment, is harmless.
 */
import type { Hash } from "../shared/brand.ts";
import type { Result } from "../shared/result.ts";

export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

export interface StoredBlob {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

export interface Expected {
  readonly hash?: Hash;
  readonly size?: number;
}

export type PutError =
  /** The bytes are not the ones that were announced (an upload cut short, a wrong hash). Nothing is kept. */
  | { readonly reason: "mismatch"; readonly expected: Expected; readonly actual: StoredBlob }
  /** More than `expected.size` or the limit arrived; reading stopped there. Nothing is kept. */
  | { readonly reason: "too-large"; readonly limit: number }
  | { readonly reason: "no-space"; readonly detail: string }
  /** The bytes stopped coming (a client that went away). Nothing is kept. */
  | { readonly reason: "interrupted"; readonly detail: string };

export interface PutOptions {
  readonly expected?: Expected;
  /** Refuse more than this many bytes. */
  readonly maxBytes?: number;
}

/** Inclusive start, exclusive end, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One immutable blob, opened: close it. `read` and `stream` reject only where the store fails or bytes are damaged. */
export interface OpenBlob {
  readonly contentHash: Hash;
  readonly size: number;
  /** Exactly `length` bytes from `offset`; both within `size`. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * Pull-based, and closes the blob at its end or when it is cancelled. A whole blob is hashed as it passes: where it is
   * damaged, the stream fails before its last chunk.
   */
  stream(range?: ByteRange): ReadableStream<Uint8Array>;
  close(): Promise<void>;
}

export interface BlobStore {
  put(content: Bytes, options?: PutOptions): Promise<Result<StoredBlob, PutError>>;
  /** null: not there. */
  open(hash: Hash): Promise<OpenBlob | null>;
  /** All bytes, verified; null: not there. For what is known to be small. */
  readAll(hash: Hash): Promise<Uint8Array | null>;
  has(hash: Hash): Promise<boolean>;
  /** Only the collector may call this. True where there was something. */
  delete(hash: Hash): Promise<boolean>;
  /** Removes what crashed uploads left behind before `olderThan`. Returns how many. */
  sweep(olderThan: Date): Promise<number>;
}

/** The stored bytes are not the ones that the name says: a broken disk, or a hand that changed them. */
export class DamagedBlobError extends Error {
  readonly hash: Hash;
  constructor(hash: Hash, detail: string) {
    super(`The stored bytes of ${hash} are damaged: ${detail}`);
    this.name = "DamagedBlobError";
    this.hash = hash;
  }
}
