/**
 * The hash scan (S1): what a folder holds, however it came to hold it. Links, devices and sockets are never followed:
 * they are refused by name (S3). Names outside V4 are listed as illegal. Costs one `lstat` a file, and reading only of
 * what the stat cache does not know. Yields to the event loop while it walks.
 */
import { constants, createReadStream, lstatSync, readdirSync, readFileSync, type Stats, type Dirent } from "node:fs";
import path from "node:path";

import { foldCase, MAX_PATH_BYTES, segmentFault, utf8Length } from "../core/tree/path.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256, sha256Stream } from "../shared/sha256.ts";
import { ignoresFile, ignoresFolder } from "./ignored.ts";
import { StatCache } from "./stat-cache.ts";

export interface HashedFile {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

export interface ScannedFile extends HashedFile {
  readonly path: string;
}

export interface LeftOutEntry {
  readonly path: string;
  readonly reason: string;
}

export interface ScannedFolder {
  /** Sorted by path. */
  readonly files: readonly ScannedFile[];
  readonly emptyFolders: readonly string[];
  /** Names that no tree may hold (V4), case twins among them. */
  readonly illegal: readonly LeftOutEntry[];
  /** Left out because they are hidden (`skipHidden`). */
  readonly hidden: readonly LeftOutEntry[];
  /** Never followed: symbolic links, devices, sockets, what cannot be read. */
  readonly refused: readonly LeftOutEntry[];
}

export interface ScanOptions {
  /** Where to keep the stat cache; absent: none. */
  readonly cacheFile?: string;
  /** Names outside V4 are read like any other: an import proposes other names for them. */
  readonly anyName?: boolean;
  /**
   * Reads a file that the cache does not know, in place of hashing it only, so that whoever keeps the bytes too reads
   * them once. What it throws is why the file is refused; an `AbortSignal` ends the scan. Up to four at a time.
   */
  readonly read?: (file: string) => Promise<HashedFile>;
  /** Hidden files and folders are left out: in a person's own folder they are keys, settings, histories. */
  readonly skipHidden?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (files: number) => void;
}

/** A file that was swapped for a link since it was seen is not read. */
export const NO_FOLLOW = (constants.O_RDONLY | constants.O_NOFOLLOW) as unknown as string;

const YIELD_EVERY = 512;
const READERS = 4;
/** Nor is a pipe waited for that took its place. */
const NO_WAIT = (constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK) as unknown as string;
/** Bytes. */
const SMALL = 64 * 1024;

export async function scanFolder(
  folder: string,
  options: ScanOptions = {},
): Promise<Result<ScannedFolder, { reason: "unreadable"; detail: string }>> {
  const cache = await StatCache.open(options.cacheFile ?? null);
  const walk = new Walk(folder, cache, options);
  try {
    await walk.run();
  } catch (thrown) {
    if (thrown instanceof UnreadableFolder) return err({ reason: "unreadable", detail: thrown.message });
    throw thrown;
  }
  await cache.save();
  // The walk goes in this order; only files that had to be read come in any other.
  if (walk.hasRead) walk.files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return ok({
    files: walk.files,
    emptyFolders: walk.emptyFolders.sort(),
    illegal: walk.illegal,
    refused: walk.refused,
    hidden: walk.hidden,
  });
}

class UnreadableFolder extends Error {}

class Walk {
  readonly files: ScannedFile[] = [];
  readonly emptyFolders: string[] = [];
  readonly illegal: LeftOutEntry[] = [];
  readonly hidden: LeftOutEntry[] = [];
  readonly refused: LeftOutEntry[] = [];
  hasRead = false;
  readonly #root: string;
  readonly #cache: StatCache;
  readonly #options: ScanOptions;
  readonly #unknown: { at: string; stat: Stats }[] = [];
  #seen = 0;

  constructor(root: string, cache: StatCache, options: ScanOptions) {
    this.#root = path.resolve(root);
    this.#cache = cache;
    this.#options = options;
  }

  async run(): Promise<void> {
    await this.#folder("");
    this.hasRead = this.#unknown.length > 0;
    await Promise.all(Array.from({ length: READERS }, () => this.#readUnknown()));
  }

  /** How many entries count for whether the folder is empty. */
  async #folder(at: string): Promise<number> {
    let entries: Dirent[];
    try {
      entries = readdirSync(this.#locate(at), { withFileTypes: true });
    } catch (thrown) {
      if (at === "") throw new UnreadableFolder(message(thrown));
      this.refused.push({ path: at, reason: `the folder cannot be read: ${message(thrown)}` });
      return 1;
    }
    const names = new Set(entries.map((entry) => entry.name));
    const folded = new Map<string, string>();
    let counted = 0;
    for (const entry of entries.sort(byPath)) {
      if (entry.isDirectory() ? ignoresFolder(entry.name, names) : ignoresFile(entry.name)) continue;
      if (this.#options.skipHidden && entry.name.startsWith(".")) {
        this.hidden.push({ path: at === "" ? entry.name : `${at}/${entry.name}`, reason: "hidden" });
        continue;
      }
      counted += 1;
      const inner = at === "" ? entry.name : `${at}/${entry.name}`;
      if (!this.#legal(inner, entry.name, folded)) continue;
      if (entry.isDirectory()) {
        if ((await this.#folder(inner)) === 0) this.emptyFolders.push(inner);
        continue;
      }
      this.#file(inner, entry);
      if (++this.#seen % YIELD_EVERY === 0) await this.#breathe();
    }
    return counted;
  }

  #legal(inner: string, name: string, folded: Map<string, string>): boolean {
    if (this.#options.anyName) return true;
    // The folders above it are legal, else it would not be looked into.
    const fault = segmentFault(name) ?? (isTooLong(inner) ? "path-too-long" : null);
    const key = foldCase(name);
    const twin = folded.get(key);
    folded.set(key, name);
    if (fault !== null) this.illegal.push({ path: inner, reason: fault });
    else if (twin !== undefined) this.illegal.push({ path: inner, reason: `differs only in case from "${twin}"` });
    return fault === null && twin === undefined;
  }

  async #breathe(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.(this.#seen);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** Joined by hand: normalizing costs as much as the look at the file. */
  #locate(at: string): string {
    return at === "" ? this.#root : `${this.#root}/${at}`;
  }

  #file(at: string, entry: Dirent): void {
    if (!entry.isFile()) {
      this.refused.push({ path: at, reason: kindOf(entry) });
      return;
    }
    const stat = lstatSync(this.#locate(at), { throwIfNoEntry: false });
    if (!stat?.isFile()) return;
    const hash = this.#cache.hashOf(at, stat);
    if (hash === null) this.#unknown.push({ at, stat });
    else this.files.push({ path: at, hash, size: stat.size });
  }

  async #readUnknown(): Promise<void> {
    for (let next = this.#unknown.pop(); next !== undefined; next = this.#unknown.pop()) {
      this.#options.signal?.throwIfAborted();
      const { at, stat } = next;
      const now = Date.now();
      try {
        const file = this.#locate(at);
        const { hash, size } = await (this.#options.read?.(file) ?? hashFile(file, stat.size));
        this.#cache.remember(at, stat, hash, now);
        this.files.push({ path: at, hash, size });
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === "ENOENT") continue;
        this.refused.push({ path: at, reason: `cannot be read: ${message(thrown)}` });
      }
    }
  }
}

/** A folder is sorted as its name with `/`, so that a walk meets paths in their order. */
function byPath(a: Dirent, b: Dirent): number {
  return (a.isDirectory() ? `${a.name}/` : a.name) < (b.isDirectory() ? `${b.name}/` : b.name) ? -1 : 1;
}

const isTooLong = (at: string) => at.length * 3 > MAX_PATH_BYTES && utf8Length(at) > MAX_PATH_BYTES;

async function hashFile(file: string, expected: number): Promise<HashedFile> {
  if (expected <= SMALL) return hashSmallFile(file);
  const running = sha256Stream();
  let size = 0;
  for await (const chunk of createReadStream(file, {
    highWaterMark: 1 << 20,
    flags: NO_FOLLOW,
  }) as AsyncIterable<Uint8Array>) {
    running.update(chunk);
    size += chunk.byteLength;
  }
  return { hash: running.digest(), size };
}

/** Without a stream, which would cost a small file more than its bytes; yields between files. */
async function hashSmallFile(file: string): Promise<HashedFile> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  const bytes = readFileSync(file, { flag: NO_WAIT });
  return { hash: sha256(bytes), size: bytes.byteLength };
}

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isSocket()) return "a socket";
  if (entry.isFIFO()) return "a pipe";
  return "a device";
}

const message = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
