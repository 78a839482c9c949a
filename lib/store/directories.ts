/**
 * Merkle directory objects, by hash (V1). What the bytes mean is core's business (`encodeDirectory`): here they are
 * verified against their hash on the way in and on the way out. Immutable, so callers may cache what they get for ever.
 */
import type { Hash } from "../shared/brand.ts";
import { invariant } from "../shared/assert.ts";
import { sha256 } from "../shared/sha256.ts";
import type { Queries } from "./database.ts";

/** Rows a statement: keeps one statement under some ten megabytes even for wide folders. */
const BATCH = 500;

/** The objects that are there, by hash; one that is not there is missing from the answer. */
export async function loadDirectories(db: Queries, hashes: Iterable<Hash>): Promise<Map<Hash, Uint8Array>> {
  const wanted = [...new Set(hashes)];
  const found = new Map<Hash, Uint8Array>();
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = await db.directory.findMany({ where: { hash: { in: wanted.slice(start, start + BATCH) } } });
    for (const { hash, bytes } of rows) {
      invariant(sha256(bytes) === hash, `directory ${hash} holds the bytes it is named by`);
      found.set(hash as Hash, bytes);
    }
  }
  return found;
}

/** Saves what is not there yet. In the order of hashes, so that two savers never wait for each other in a circle. */
export async function saveDirectories(db: Queries, objects: ReadonlyMap<Hash, Uint8Array>): Promise<void> {
  const rows = [...objects].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [hash, bytes] of rows) invariant(sha256(bytes) === hash, `directory ${hash} is saved under its own hash`);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await db.$executeRaw`
      INSERT INTO directory (hash, bytes)
      SELECT hash, decode(bytes, 'base64') FROM unnest(
        ${batch.map(([hash]) => hash)}::text[],
        ${batch.map(([, bytes]) => Buffer.from(bytes).toString("base64"))}::text[]) AS given (hash, bytes)
      ON CONFLICT (hash) DO NOTHING`;
  }
}
