import { sha256 } from "../shared/sha256.ts";
import type { Source } from "./format.ts";

/** Bytes in memory as a version of a file. */
export function memorySource(name: string, bytes: Uint8Array): Source {
  return {
    name,
    size: bytes.length,
    contentHash: sha256(bytes),
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}
