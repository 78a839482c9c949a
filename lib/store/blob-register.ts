/**
 * Which blobs there are and which of them must stay (M9). The store holds bytes, this holds their marks.
 *
 * Guarantees: what is referenced is never collected, also where somebody puts, references and collects the same bytes
 * at the same moment. How: putting refreshes `putAt` after the bytes are safe; referencing needs a reference already,
 * or a put within half of the grace period; collecting takes only unreferenced rows past the whole of it, and holds
 * the row's lock while the file goes.
 */
import type { Hash } from "../shared/brand.ts";
import { err, type Result } from "../shared/result.ts";
import type { BlobStore, Bytes, PutError, PutOptions, StoredBlob } from "./blobs.ts";
import type { Database, Queries, Transaction } from "./database.ts";

/** How long bytes that nothing refers to are kept, in milliseconds. */
export const GRACE_PERIOD = 24 * 60 * 60 * 1_000;

const BATCH = 1_000;

/** Puts bytes and registers them. In one call, because bytes that are not registered are never collected nor found. */
export async function storeBlob(
  database: Database,
  blobs: BlobStore,
  content: Bytes,
  options?: PutOptions,
): Promise<Result<StoredBlob, PutError>> {
  const put = await blobs.put(content, options);
  if (!put.ok) return put;
  await register(database, put.value);
  if (await blobs.has(put.value.hash)) return put;
  // A collector took the file between the two. The row is fresh now, so that it cannot happen again.
  if (content instanceof Uint8Array) return blobs.put(content, options);
  return err({ reason: "interrupted", detail: "The same bytes were being collected at this moment: send them again" });
}

/**
 * Makes bytes that were put before as safe from collection as newly put ones. Returns those of which that is true; the
 * others are gone, or never were there: put them.
 */
export async function refreshBlobs(database: Database, blobs: BlobStore, hashes: Iterable<Hash>): Promise<Set<Hash>> {
  const wanted = [...new Set(hashes)].sort();
  const fresh = new Set<Hash>();
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = await database.$queryRaw<{ hash: Hash }[]>`
      UPDATE blob SET put_at = now() WHERE hash IN (
        SELECT hash FROM blob WHERE hash = ANY(${wanted.slice(start, start + BATCH)}) ORDER BY hash FOR NO KEY UPDATE
      ) RETURNING hash`;
    await Promise.all(rows.map(async ({ hash }) => ((await blobs.has(hash)) ? fresh.add(hash) : null)));
  }
  return fresh;
}

async function register(database: Database, { hash, size }: StoredBlob): Promise<void> {
  await database.$executeRaw`
    INSERT INTO blob (hash, size) VALUES (${hash}, ${size}) ON CONFLICT (hash) DO UPDATE SET put_at = now()`;
}

/**
 * Marks blobs as referenced, in the transaction that writes the reference. Returns the hashes that cannot be: unknown,
 * or unreferenced for so long that they may be collected any moment. Then write nothing, and have them put again.
 */
export async function referenceBlobs(tx: Transaction, hashes: Iterable<Hash>, grace = GRACE_PERIOD): Promise<Hash[]> {
  const wanted = [...new Set(hashes)].sort();
  const kept = new Set<string>();
  const putAfter = new Date(Date.now() - grace / 2);
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = await tx.$queryRaw<{ hash: string; referenced: boolean }[]>`
      SELECT hash, referenced FROM blob
      WHERE hash = ANY(${wanted.slice(start, start + BATCH)}) AND (referenced OR put_at > ${putAfter})
      ORDER BY hash FOR NO KEY UPDATE`;
    const fresh = rows.filter((row) => !row.referenced).map((row) => row.hash);
    if (fresh.length > 0) await tx.blob.updateMany({ where: { hash: { in: fresh } }, data: { referenced: true } });
    for (const row of rows) kept.add(row.hash);
  }
  return wanted.filter((hash) => !kept.has(hash));
}

/** The sizes of the blobs that are registered, in bytes. */
export async function blobSizes(db: Queries, hashes: Iterable<Hash>): Promise<Map<Hash, number>> {
  const wanted = [...new Set(hashes)];
  const sizes = new Map<Hash, number>();
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = await db.blob.findMany({ where: { hash: { in: wanted.slice(start, start + BATCH) } } });
    for (const row of rows) sizes.set(row.hash as Hash, Number(row.size));
  }
  return sizes;
}

export interface Collected {
  readonly blobs: number;
  readonly bytes: number;
  /** Left behind by uploads that crashed. */
  readonly leftovers: number;
}

/** Removes unreferenced blobs whose newest put is older than the grace period, and nothing else. */
export async function collectBlobs(
  database: Database,
  blobs: BlobStore,
  now: Date,
  grace = GRACE_PERIOD,
): Promise<Collected> {
  const before = new Date(now.getTime() - grace);
  let count = 0;
  let bytes = 0;
  for (;;) {
    const taken = await database.transaction((tx) => collectOne(tx, blobs, before));
    if (taken === null) break;
    count += 1;
    bytes += taken;
  }
  return { blobs: count, bytes, leftovers: await blobs.sweep(before) };
}

/** One row and its file; the file goes while the row is locked, so that a put of the same bytes comes before or after. */
async function collectOne(tx: Transaction, blobs: BlobStore, before: Date): Promise<number | null> {
  const rows = await tx.$queryRaw<{ hash: string; size: bigint }[]>`
    DELETE FROM blob WHERE hash IN (
      SELECT hash FROM blob WHERE NOT referenced AND put_at < ${before} ORDER BY put_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING hash, size`;
  const row = rows[0];
  if (row === undefined) return null;
  await blobs.delete(row.hash as Hash);
  return Number(row.size);
}
