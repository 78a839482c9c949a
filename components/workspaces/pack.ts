/**
 * Files of this computer into one zip, chunk by chunk: at no time is a whole file in memory, and the archive is handed
 * to the browser's blob store piece by piece. Office files, pictures and archives are stored as they are: they are
 * compressed already. Limits of a plain zip (no zip64): 65,535 entries, 4 GB.
 */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

import { err, ok, type Result } from "../../lib/shared/result.ts";
import type { GatheredEntry } from "./gather.ts";

const MAX_ENTRIES = 65_535;
const MAX_BYTES = 4 * 1024 ** 3 - 64 * 1024 ** 2;
const PIECE = 16 * 1024 ** 2;
const TEXT = /\.(?:txt|md|csv|tsv|json|ya?ml|xml|html?|css|[jt]sx?|py|r|sql|ipynb|svg|log|tex)$/iu;

export type PackFailure =
  | { readonly reason: "empty" }
  | { readonly reason: "too-many"; readonly limit: number }
  | { readonly reason: "too-large"; readonly limit: number }
  | { readonly reason: "unreadable"; readonly path: string };

export interface PackOptions {
  readonly signal: AbortSignal;
  /** Bytes of the files, not of the archive. */
  readonly onProgress: (done: number, total: number) => void;
}

/** @throws the signal's reason when it is aborted */
export async function pack(
  entries: readonly GatheredEntry[],
  { signal, onProgress }: PackOptions,
): Promise<Result<Blob, PackFailure>> {
  const total = entries.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  if (entries.length === 0) return err({ reason: "empty" });
  if (entries.length > MAX_ENTRIES) return err({ reason: "too-many", limit: MAX_ENTRIES });
  if (total > MAX_BYTES) return err({ reason: "too-large", limit: MAX_BYTES });

  const out = new Pieces();
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure;
    out.add(chunk);
  });
  let done = 0;
  for (const { path, file } of entries) {
    const part = new (file !== null && TEXT.test(path) ? ZipDeflate : ZipPassThrough)(
      file === null ? `${path}/` : path,
    );
    zip.add(part);
    if (file === null) {
      part.push(new Uint8Array(0), true);
      continue;
    }
    const read = await pushAll(file, part, signal, (bytes) => onProgress((done += bytes), total));
    if (!read) return err({ reason: "unreadable", path });
  }
  zip.end();
  return ok(out.blob());
}

async function pushAll(
  file: File,
  part: ZipDeflate | ZipPassThrough,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<boolean> {
  const reader = file.stream().getReader();
  for (;;) {
    signal.throwIfAborted();
    // A file that was moved or changed since it was picked cannot be read any more.
    const next = await reader.read().catch(() => null);
    if (next === null) return false;
    if (next.done) break;
    part.push(next.value, false);
    count(next.value.length);
  }
  part.push(new Uint8Array(0), true);
  return true;
}

/** Chunks, folded into blobs as they grow, so that the browser may put them on disk. */
class Pieces {
  private folded: Blob[] = [];
  private fresh: Uint8Array<ArrayBuffer>[] = [];
  private size = 0;

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.fresh.push(chunk);
    this.size += chunk.length;
    if (this.size >= PIECE) this.fold();
  }

  blob(): Blob {
    this.fold();
    return new Blob(this.folded, { type: "application/zip" });
  }

  private fold(): void {
    if (this.fresh.length > 0) this.folded.push(new Blob(this.fresh));
    this.fresh = [];
    this.size = 0;
  }
}
