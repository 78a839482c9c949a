/**
 * The content of one zip entry, with its length and checksum verified. Never makes more bytes than the directory
 * declares (and the directory was held to the limits), so that a bomb costs what it claims at most.
 */
import { crc32, inflateRawSync } from "node:zlib";

import { err, ok, type Result } from "../../shared/result.ts";
import type { ReadError } from "../format.ts";
import type { ZipDirectory, ZipEntry } from "./zip-directory.ts";

/** Bytes; larger entries come in several pieces. */
const MAX_CHUNK = 512 * 1024 * 1024;

export function inflateEntry(zip: ZipDirectory, entry: ZipEntry): Result<Uint8Array, ReadError> {
  const raw = zip.bytes.subarray(entry.dataStart, entry.dataStart + entry.compressedSize);
  const damaged = (why: string) =>
    err<ReadError>({ reason: "damaged", detail: `${JSON.stringify(entry.name)} ${why}` });
  let content = raw;
  if (entry.method === 8) {
    try {
      // In one piece: one byte more than it has to be, so that its end is seen without a second one.
      const chunkSize = Math.max(64, Math.min(entry.size + 1, MAX_CHUNK));
      content = inflateRawSync(raw, { maxOutputLength: Math.max(1, entry.size), chunkSize });
    } catch {
      return damaged("cannot be inflated");
    }
  }
  if (content.length !== entry.size) return damaged("has another length than the directory says");
  return crc32(content) === entry.crc ? ok(content) : damaged("has a wrong checksum");
}
