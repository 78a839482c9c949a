/**
 * The streams of a compound file (MS-CFB, the container of .xls): names and contents, read with every chain bounded and
 * every cycle refused, so that no later reader has to trust the file's own tables. Costs one pass over the file.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on are marks: end of chain, free, tables. */
const LAST_SECTOR = 0xfffffff9;
const END_OF_CHAIN = 0xfffffffe;
const NO_ENTRY = 0xffffffff;
const HEADER_TABLES = 109;
const ENTRY_BYTES = 128;

export const isCompoundFile = (bytes: Uint8Array): boolean => MAGIC.every((byte, at) => bytes[at] === byte);

/** Stream contents by path; storages are joined with `/`, the root is left out. */
export function readCompoundFile(bytes: Uint8Array, limits: Limits): Result<Map<string, Uint8Array>, ReadError> {
  try {
    return ok(new CompoundFile(bytes, limits).streams());
  } catch (error) {
    if (error instanceof Refused) return err(error.why);
    throw error;
  }
}

class Refused extends Error {
  readonly why: ReadError;

  constructor(why: ReadError) {
    super(why.detail);
    this.why = why;
  }
}

const damaged = (detail: string) => new Refused({ reason: "damaged", detail });

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #limits: Limits;
  readonly #sector: number;
  readonly #miniSector: number;
  readonly #miniCutoff: number;
  readonly #next: readonly number[];

  constructor(bytes: Uint8Array, limits: Limits) {
    if (!isCompoundFile(bytes) || bytes.length < 512) throw damaged("not a compound file");
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = limits;
    const power = this.#view.getUint16(30, true);
    const miniPower = this.#view.getUint16(32, true);
    if ((power !== 9 && power !== 12) || miniPower !== 6) throw damaged("a compound file with unknown sector sizes");
    this.#sector = 1 << power;
    this.#miniSector = 1 << miniPower;
    this.#miniCutoff = this.#view.getUint32(56, true);
    this.#next = this.#table(this.#tableSectors());
  }

  streams(): Map<string, Uint8Array> {
    const entries = this.#entries();
    const root = entries[0];
    if (root?.type !== 5) throw damaged("a compound file without a root");
    const small = root.start > LAST_SECTOR ? new Uint8Array() : this.#chain(root.start, root.size);
    const miniNext = this.#table(this.#sectorsOf(this.#view.getUint32(60, true)));
    const found = new Map<string, Uint8Array>();
    const seen = new Set<number>([0]);
    const open: { readonly at: number; readonly folder: string }[] = [{ at: root.child, folder: "" }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { at, folder } = next;
      if (at === NO_ENTRY) continue;
      const entry = entries[at];
      if (entry === undefined || seen.has(at)) throw damaged("the directory of the compound file goes in circles");
      seen.add(at);
      open.push({ at: entry.left, folder }, { at: entry.right, folder });
      if (entry.type === 1) open.push({ at: entry.child, folder: `${folder}${entry.name}/` });
      if (entry.type !== 2) continue;
      if (found.has(folder + entry.name)) throw damaged("two streams of the compound file have one name");
      const content =
        entry.size < this.#miniCutoff
          ? this.#smallStream(entry, small, miniNext)
          : this.#chain(entry.start, entry.size);
      found.set(folder + entry.name, content);
    }
    return found;
  }

  /** A sector's first byte; refused where it is not in the file. The last one may be cut short. */
  #offset(sector: number): number {
    const offset = (sector + 1) * this.#sector;
    if (offset >= this.#bytes.length) throw damaged("a sector outside of the file");
    return offset;
  }

  /** The sectors that hold the allocation table. */
  #tableSectors(): number[] {
    const most = Math.ceil(this.#bytes.length / this.#sector);
    const found: number[] = [];
    const take = (at: number) => {
      const sector = at + 4 <= this.#bytes.length ? this.#view.getUint32(at, true) : NO_ENTRY;
      if (sector <= LAST_SECTOR) found.push(sector);
    };
    for (let n = 0; n < HEADER_TABLES; n++) take(76 + 4 * n);
    let more = this.#view.getUint32(68, true);
    for (let steps = 0; more <= LAST_SECTOR; steps++) {
      const offset = this.#offset(more);
      if (steps > most) throw damaged("the tables of the compound file go in circles");
      for (let n = 0; n < this.#sector / 4 - 1; n++) take(offset + 4 * n);
      const last = offset + this.#sector - 4;
      more = last + 4 <= this.#bytes.length ? this.#view.getUint32(last, true) : END_OF_CHAIN;
    }
    if (found.length > most) throw damaged("the tables of the compound file are larger than the file");
    return found;
  }

  #table(sectors: readonly number[]): number[] {
    const next: number[] = [];
    for (const sector of sectors) {
      const offset = this.#offset(sector);
      for (let at = offset; at < offset + this.#sector; at += 4)
        next.push(at + 4 <= this.#bytes.length ? this.#view.getUint32(at, true) : NO_ENTRY);
    }
    return next;
  }

  #sectorsOf(start: number): number[] {
    const found: number[] = [];
    for (let sector = start; sector <= LAST_SECTOR; sector = this.#next[sector] ?? END_OF_CHAIN) {
      if (found.length * this.#sector > this.#bytes.length) throw damaged("a stream goes in circles");
      found.push(sector);
    }
    return found;
  }

  /** What a chain holds, at most `size` bytes; a file that was cut off gives less. */
  #chain(start: number, size: number): Uint8Array {
    if (size > this.#bytes.length) throw damaged("a stream is larger than the file");
    const out = new Uint8Array(size);
    let filled = 0;
    for (const sector of this.#sectorsOf(start)) {
      if (filled >= size) break;
      const offset = this.#offset(sector);
      const piece = this.#bytes.subarray(offset, offset + Math.min(this.#sector, size - filled));
      out.set(piece, filled);
      filled += piece.length;
    }
    if (filled < size) throw damaged("a stream is cut off");
    return out;
  }

  #smallStream({ start, size }: Entry, small: Uint8Array, next: readonly number[]): Uint8Array {
    const out = new Uint8Array(size);
    let filled = 0;
    for (let sector = start; filled < size; sector = next[sector] ?? END_OF_CHAIN) {
      const from = sector * this.#miniSector;
      const piece = small.subarray(from, from + Math.min(this.#miniSector, size - filled));
      if (sector > LAST_SECTOR || piece.length === 0) throw damaged("a stream is cut off");
      out.set(piece, filled);
      filled += piece.length;
    }
    return out;
  }

  #entries(): Entry[] {
    const entries: Entry[] = [];
    for (const sector of this.#sectorsOf(this.#view.getUint32(48, true))) {
      const offset = this.#offset(sector);
      for (
        let at = offset;
        at + ENTRY_BYTES <= offset + this.#sector && at + ENTRY_BYTES <= this.#bytes.length;
        at += ENTRY_BYTES
      )
        entries.push(this.#entry(at));
      if (entries.length > this.#limits.maxEntries)
        throw new Refused({
          reason: "limit",
          limit: "maxEntries",
          detail: `more than ${this.#limits.maxEntries} streams`,
        });
    }
    return entries;
  }

  #entry(at: number): Entry {
    const number = (offset: number) => this.#view.getUint32(at + offset, true);
    const length = Math.min(64, Math.max(0, this.#view.getUint16(at + 64, true) - 2));
    return {
      name: new TextDecoder("utf-16le").decode(this.#bytes.subarray(at, at + length)),
      type: this.#bytes[at + 66] ?? 0,
      left: number(68),
      right: number(72),
      child: number(76),
      start: number(116),
      size: number(120),
    };
  }
}
