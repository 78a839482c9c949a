/**
 * Remembers the hash of a file under what its inode says: size, modification and change times in nanoseconds, inode
 * number. An entry whose file was written so late that a second write could have the same times ("racily clean", as in
 * git) is not trusted. A cache that is missing or damaged costs time, never truth.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BigIntStats } from "node:fs";

import { isHash, type Hash } from "../shared/brand.ts";

const VERSION = 2;
/** Nanoseconds. File systems tick as coarsely as this. */
const RACY = 2_000_000_000n;

/** Times in nanoseconds as doubles, which keep them apart down to a quarter of a microsecond: far less than `RACY`. */
type Row = readonly [path: string, size: number, mtime: number, ctime: number, inode: number, hash: string];

export class StatCache {
  readonly #file: string | null;
  readonly #known = new Map<string, Row>();
  readonly #kept = new Map<string, Row>();
  #dirty = false;

  private constructor(file: string | null) {
    this.#file = file;
  }

  /** `null`: nothing is remembered beyond this scan. */
  static async open(file: string | null): Promise<StatCache> {
    const cache = new StatCache(file);
    if (file === null) return cache;
    try {
      const stored = JSON.parse(await readFile(file, "utf8")) as { version?: number; rows?: unknown };
      if (stored.version === VERSION && Array.isArray(stored.rows)) {
        for (const row of stored.rows as Row[]) cache.#known.set(row[0], row);
      }
    } catch {
      cache.#dirty = true;
    }
    return cache;
  }

  hashOf(at: string, stat: BigIntStats): Hash | null {
    const row = this.#known.get(at);
    if (!row) return null;
    const [, size, mtime, ctime, inode, hash] = row;
    const same =
      size === Number(stat.size) &&
      mtime === Number(stat.mtimeNs) &&
      ctime === Number(stat.ctimeNs) &&
      inode === Number(stat.ino);
    if (!same || !isHash(hash)) return null;
    this.#kept.set(at, row);
    return hash;
  }

  /** `now` in nanoseconds: when the bytes were read. */
  remember(at: string, stat: BigIntStats, hash: Hash, now: bigint): void {
    this.#dirty = true;
    const newest = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
    if (now - newest < RACY) return;
    this.#kept.set(at, [at, Number(stat.size), Number(stat.mtimeNs), Number(stat.ctimeNs), Number(stat.ino), hash]);
  }

  async save(): Promise<void> {
    if (this.#file === null || (!this.#dirty && this.#kept.size === this.#known.size)) return;
    await mkdir(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify({ version: VERSION, rows: [...this.#kept.values()] }));
    await rename(temporary, this.#file);
  }
}
