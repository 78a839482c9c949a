/**
 * Reads an uploaded zip for an import: its files are stored while it is read, and what nobody confirms is collected like
 * any unreferenced upload. An archive that is damaged or dangerous anywhere is refused as a whole.
 */
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";

import { ignoresFile, ignoresFolder } from "../sandbox/ignored.ts";
import type { LeftOutEntry } from "../sandbox/scan.ts";
import { ARCHIVE_LIMITS, unzip, type ArchiveEntry } from "../sandbox/unzip.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import { storeBlob } from "../store/blob-register.ts";
import type { Bytes } from "../store/blobs.ts";
import type { Services } from "./context.ts";
import { fail, type Failure } from "./failure.ts";
import { putFailure } from "./uploads.ts";

interface FoundFile {
  /** As the archive names it. */
  readonly path: string;
  readonly hash: Hash;
  readonly size: number;
}

/** Paths as the archive names them, or below the one folder that holds everything in it. */
export interface FoundInArchive {
  readonly files: readonly FoundFile[];
  readonly emptyFolders: readonly string[];
  readonly refused: readonly LeftOutEntry[];
}

export async function readArchive(services: Services, file: string): Promise<Result<FoundInArchive, Failure>> {
  const refused: LeftOutEntry[] = [];
  const folders = new Set<string>();
  const storing = new Storing(services);
  const unzipped = await unzip(
    file,
    ARCHIVE_LIMITS,
    async (entry, content) => {
      if (!isIgnored(entry.name)) return storing.take(entry, content);
      refused.push({ path: entry.name, reason: "a cache, lock or temporary file" });
      // Read all the same: an archive that is damaged anywhere is refused.
      await finished(content.resume()).catch(() => undefined);
    },
    (name) => folders.add(name.replace(/\/+$/, "")),
  );
  const { found, failures } = await storing.end();
  if (!unzipped.ok)
    return fail(
      "archive-refused",
      `The archive was refused (${unzipped.error.reason}): ${unzipped.error.detail}. Nothing was kept.`,
    );
  const [failure] = failures;
  if (failure !== undefined) return err(failure);
  const filled = new Set([...found.map(({ path: at }) => at), ...folders].flatMap(foldersAbove));
  const emptyFolders = [...folders].filter((folder) => !filled.has(folder) && !isIgnored(folder));
  return ok(withoutCommonFolder({ files: found, emptyFolders, refused }));
}

/** Files of an archive come one after another; this many small ones are flushed to the disk at once. */
const AT_ONCE = 16;
/** Bytes of a file that is held while it waits for the disk; a larger one is stored as it comes. */
const SMALL = 1024 ** 2;

class Storing {
  readonly #services: Services;
  readonly #files: (FoundFile | null)[] = [];
  readonly #failures: Failure[] = [];
  /** What is stored already, or on its way: an archive may hold the same bytes thousands of times. */
  readonly #known = new Map<Hash, Promise<void>>();
  readonly #running = new Set<Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Resolves once there is room for the next; every stream is read to its end, also after a failure. */
  async take({ name, size }: ArchiveEntry, content: Readable): Promise<void> {
    const place = this.#files.push(null) - 1;
    if (size > SMALL) return this.#store(place, name, content);
    const bytes = await buffer(content).catch((thrown: unknown) => {
      // Where the archive's own bytes are at fault, its reader says so, and that counts more.
      this.#failures.push(putFailure({ reason: "interrupted", detail: String(thrown) }));
      return null;
    });
    if (bytes === null || this.#failures.length > 0) return;
    const hash = sha256(bytes);
    const running = this.#known.get(hash) ?? this.#store(place, name, bytes);
    this.#known.set(hash, running);
    this.#files[place] = { path: name, hash, size: bytes.byteLength };
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running)).catch(() => undefined);
    if (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
  }

  /** In the archive's order. @throws what the store or the database threw. */
  async end(): Promise<{ readonly found: readonly FoundFile[]; readonly failures: readonly Failure[] }> {
    await Promise.all(this.#known.values());
    return { found: this.#files.flatMap((file) => file ?? []), failures: this.#failures };
  }

  async #store(place: number, name: string, content: Bytes): Promise<void> {
    const stored = await storeBlob(this.#services.db, this.#services.blobs, content);
    if (stored.ok) this.#files[place] = { path: name, ...stored.value };
    else this.#failures.push(putFailure(stored.error));
  }
}

function isIgnored(name: string): boolean {
  const segments = name.split("/");
  const last = segments.pop() ?? "";
  return ignoresFile(last) || segments.some((segment) => ignoresFolder(segment, new Set()));
}

/** "a/b/c.txt" → "a", "a/b". */
function foldersAbove(at: string): string[] {
  const segments = at.split("/");
  return segments.slice(1).map((_, n) => segments.slice(0, n + 1).join("/"));
}

/** Archives mostly hold one folder with everything in it: that folder is the workspace, not a part of it. */
function withoutCommonFolder(found: FoundInArchive): FoundInArchive {
  const all = [...found.files.map(({ path: at }) => at), ...found.emptyFolders];
  const first = all[0]?.split("/")[0] ?? "";
  if (all.length === 0 || !all.every((at) => at.startsWith(`${first}/`))) return found;
  const cut = (at: string) => at.slice(first.length + 1);
  return {
    files: found.files.map((file) => ({ ...file, path: cut(file.path) })),
    emptyFolders: found.emptyFolders.map(cut),
    refused: found.refused,
  };
}
