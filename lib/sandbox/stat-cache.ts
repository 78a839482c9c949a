/**
 * Remembers the hash of a file under what its inode says: size, modification and change time, inode number. An entry
 * whose file was written so late that a second write could have the same times ("racily clean", as in git) is not
 * trusted. A cache that is missing, damaged or old costs time, never truth: what it says is checked file by file.
 *
 * It is asked in the order of paths and so never searches: a file that is asked for out of order is not known. Kept in a
 * file; those used last are kept in memory too, so that a long-running process does not read them again.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Stats } from "node:fs";

import { isHash, type Hash } from "../shared/brand.ts";
import { LruMap } from "../shared/lru.ts";

const VERSION = 4;
/** Milliseconds. File systems tick as coarsely as this. */
const RACY = 2_000;
/** Files in all caches that are held in memory, about 200 bytes each. */
const IN_MEMORY = 300_000;

/** Times in milliseconds as doubles, which keep them apart down to a quarter of a microsecond: far less than `RACY`. */
type Row = readonly [path: string, hash: Hash, size: number, mtime: number, ctime: number, inode: number];

type FileStat = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">;

const NUMBERS = 4;

/** Rows by columns, in the order of their paths; `numbers` holds four of each row, one after the other. */
interface Table {
  readonly paths: readonly string[];
  readonly hashes: readonly Hash[];
  readonly numbers: Float64Array;
}

const inMemory = new LruMap<string, Table>(IN_MEMORY, (table) => table.paths.length);

export class StatCache {
  readonly #file: string | null;
  readonly #known: Table;
  /** By row of `#known`: 1 where the file is still as it says. */
  readonly #kept: Uint8Array;
  readonly #fresh: Row[] = [];
  #next = 0;
  #keeps = 0;
  #dirty: boolean;

  private constructor(file: string | null, known: Table | null) {
    this.#file = file;
    this.#known = known ?? tableOf([]);
    this.#kept = new Uint8Array(this.#known.paths.length);
    this.#dirty = known === null;
  }

  /** `null`: nothing is remembered beyond this scan. */
  static async open(file: string | null): Promise<StatCache> {
    if (file === null) return new StatCache(null, null);
    return new StatCache(file, inMemory.get(file) ?? (await load(file)));
  }

  /** Paths rise from call to call. */
  hashOf(at: string, stat: FileStat): Hash | null {
    const { paths, hashes, numbers } = this.#known;
    let row = this.#next;
    for (let found = paths[row]; found !== at; found = paths[++row]) {
      if (found === undefined || found > at) {
        this.#next = row;
        return null;
      }
    }
    this.#next = row + 1;
    const first = row * NUMBERS;
    const same =
      numbers[first] === stat.size &&
      numbers[first + 1] === stat.mtimeMs &&
      numbers[first + 2] === stat.ctimeMs &&
      numbers[first + 3] === stat.ino;
    if (!same) return null;
    this.#kept[row] = 1;
    this.#keeps += 1;
    return hashes[row] ?? null;
  }

  /** `now` in milliseconds: when the bytes began to be read, after `stat`. */
  remember(at: string, stat: FileStat, hash: Hash, now: number): void {
    this.#dirty = true;
    if (now - Math.max(stat.mtimeMs, stat.ctimeMs) < RACY) return;
    this.#fresh.push([at, hash, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino]);
  }

  async save(): Promise<void> {
    if (this.#file === null) return;
    const isSame = !this.#dirty && this.#keeps === this.#known.paths.length;
    const rows = isSame ? [] : [...rowsOf(this.#known, this.#kept), ...this.#fresh].sort(byPath);
    inMemory.set(this.#file, isSame ? this.#known : tableOf(rows));
    if (isSame) return;
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const temporary = `${this.#file}.${process.pid}.tmp`;
    await writeFile(temporary, JSON.stringify({ version: VERSION, rows }));
    await rename(temporary, this.#file);
  }
}

const byPath = ([a]: Row, [b]: Row) => (a < b ? -1 : a > b ? 1 : 0);

function tableOf(rows: readonly Row[]): Table {
  const numbers = new Float64Array(rows.length * NUMBERS);
  rows.forEach(([, , ...own], row) => numbers.set(own, row * NUMBERS));
  return { paths: rows.map(([at]) => at), hashes: rows.map(([, hash]) => hash), numbers };
}

function* rowsOf({ paths, hashes, numbers }: Table, kept: Uint8Array): Generator<Row> {
  for (const [row, at] of paths.entries()) {
    const [size = 0, mtime = 0, ctime = 0, inode = 0] = numbers.subarray(row * NUMBERS, (row + 1) * NUMBERS);
    const hash = hashes[row];
    if (kept[row] === 1 && hash !== undefined) yield [at, hash, size, mtime, ctime, inode];
  }
}

/** null: there is none that can be read. */
async function load(file: string): Promise<Table | null> {
  try {
    const stored = JSON.parse(await readFile(file, "utf8")) as { version?: number; rows?: unknown };
    if (stored.version !== VERSION || !Array.isArray(stored.rows)) return null;
    return tableOf((stored.rows as Row[]).filter(([at, hash]) => typeof at === "string" && isHash(hash)));
  } catch {
    return null;
  }
}
