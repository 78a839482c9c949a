/**
 * Remembers the hash of a file under what its inode says: size, modification and change time, inode number. An entry
 * whose file was written so late that a second write could have the same times ("racily clean", as in git) is not
 * trusted. A cache that is missing, damaged or old costs time, never truth: what it says is checked file by file.
 *
 * Kept in a file; those used last are kept in memory too, so that a long-running process does not read them again.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Stats } from "node:fs";

import { isHash, type Hash } from "../shared/brand.ts";
import { LruMap } from "../shared/lru.ts";

const VERSION = 3;
/** Milliseconds. File systems tick as coarsely as this. */
const RACY = 2_000;
/** Files in all caches that are held in memory, about 300 bytes each. */
const IN_MEMORY = 300_000;

/** Times in milliseconds as doubles, which keep them apart down to a quarter of a microsecond: far less than `RACY`. */
type Row = readonly [path: string, size: number, mtime: number, ctime: number, inode: number, hash: Hash];
type Rows = ReadonlyMap<string, Row>;

const inMemory = new LruMap<string, Rows>(IN_MEMORY, (rows) => rows.size);

export class StatCache {
  readonly #file: string | null;
  readonly #known: Rows;
  readonly #kept = new Map<string, Row>();
  #dirty: boolean;

  private constructor(file: string | null, known: Rows | null) {
    this.#file = file;
    this.#known = known ?? new Map();
    this.#dirty = known === null;
  }

  /** `null`: nothing is remembered beyond this scan. */
  static async open(file: string | null): Promise<StatCache> {
    if (file === null) return new StatCache(null, null);
    return new StatCache(file, inMemory.get(file) ?? (await load(file)));
  }

  hashOf(at: string, stat: Stats): Hash | null {
    const row = this.#known.get(at);
    if (row === undefined) return null;
    const same = row[1] === stat.size && row[2] === stat.mtimeMs && row[3] === stat.ctimeMs && row[4] === stat.ino;
    if (!same) return null;
    this.#kept.set(row[0], row);
    return row[5];
  }

  /** `now` in milliseconds: when the bytes began to be read, after `stat`. */
  remember(at: string, stat: Stats, hash: Hash, now: number): void {
    this.#dirty = true;
    if (now - Math.max(stat.mtimeMs, stat.ctimeMs) < RACY) return;
    this.#kept.set(at, [at, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, hash]);
  }

  async save(): Promise<void> {
    if (this.#file === null) return;
    inMemory.set(this.#file, this.#kept);
    if (!this.#dirty && this.#kept.size === this.#known.size) return;
    await mkdir(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify({ version: VERSION, rows: [...this.#kept.values()] }));
    await rename(temporary, this.#file);
  }
}

/** null: there is none that can be read. */
async function load(file: string): Promise<Rows | null> {
  try {
    const stored = JSON.parse(await readFile(file, "utf8")) as { version?: number; rows?: unknown };
    if (stored.version !== VERSION || !Array.isArray(stored.rows)) return null;
    const rows = (stored.rows as Row[]).filter((row) => isHash(row[5]));
    return new Map(rows.map((row) => [row[0], row]));
  } catch {
    return null;
  }
}
