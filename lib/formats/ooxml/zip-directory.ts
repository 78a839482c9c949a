/**
 * The directory of a zip file: which entries it holds and where their bytes lie. Refuses what an office program would
 * never write and an attacker would: duplicate names, names that leave the package, overlapping entries, bombs by
 * declared size. Costs one pass over the central directory; inflates nothing (see inflate.ts).
 * Zip64 is read where its sizes fit in 2^53. Format: PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";

export interface ZipEntry {
  readonly name: string;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** The local header, the first byte of the (deflated) content, and the end of all that belongs to the entry. */
  readonly localStart: number;
  readonly dataStart: number;
  readonly localEnd: number;
  /** Its record in the central directory. */
  readonly centralStart: number;
  readonly centralEnd: number;
}

export interface ZipDirectory {
  readonly bytes: Uint8Array;
  /** In the order of the central directory. */
  readonly entries: readonly ZipEntry[];
  readonly byName: ReadonlyMap<string, ZipEntry>;
}

const END_RECORD = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const OLE_HEADER = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const damaged = (detail: string): Result<never, ReadError> => err({ reason: "damaged", detail });
const limit = (name: keyof Limits, detail: string): Result<never, ReadError> =>
  err({ reason: "limit", limit: name, detail });

export function readZipDirectory(bytes: Uint8Array, limits: Limits): Result<ZipDirectory, ReadError> {
  if (bytes.length > limits.maxBytes) return limit("maxBytes", `${bytes.length} bytes`);
  if (OLE_HEADER.every((byte, at) => bytes[at] === byte)) return oleError(bytes);
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) return err({ reason: "not-this-format", detail: "not a zip package" });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return damaged("the zip directory is missing (the file may be cut off)");
  if (end.count > limits.maxEntries) return limit("maxEntries", `${end.count} entries`);
  const entries: ZipEntry[] = [];
  const byName = new Map<string, ZipEntry>();
  const folded = new Set<string>();
  let inflated = 0;
  let at = end.start;
  while (entries.length < end.count) {
    const read = readCentral(view, at);
    if (!read.ok) return read;
    const entry = read.value;
    at = entry.centralEnd;
    const wrong = nameFault(entry.name);
    if (wrong !== null) return damaged(wrong);
    const fold = entry.name.toLowerCase();
    if (folded.has(fold)) return damaged(`two entries are named ${printable(entry.name)}`);
    folded.add(fold);
    inflated += entry.size;
    if (inflated > limits.maxInflatedBytes) return limit("maxInflatedBytes", `more than ${inflated} bytes inflated`);
    if (entry.size > 65_536 && entry.size > entry.compressedSize * limits.maxRatio)
      return limit("maxRatio", `${printable(entry.name)}: ${entry.compressedSize} bytes inflate to ${entry.size}`);
    entries.push(entry);
    byName.set(entry.name, entry);
  }
  return overlapFault(entries) ? damaged("zip entries overlap") : ok({ bytes, entries, byName });
}

/** An OLE file is an encrypted package, or an old binary workbook or document with a new name. */
function oleError(bytes: Uint8Array): Result<never, ReadError> {
  const name = "EncryptedPackage".split("").join("\0");
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name, 0, "latin1");
  return found
    ? err({ reason: "encrypted", detail: "the file is protected by a password" })
    : err({ reason: "unsupported", detail: "an old binary office file (OLE), not a package" });
}

function findEnd(view: DataView): { count: number; start: number } | null {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (count !== 0xffff && start !== 0xffffffff) return start <= at ? { count, start } : null;
    return findZip64End(view, at - 20) ?? { count, start };
  }
  return null;
}

function findZip64End(view: DataView, at: number): { count: number; start: number } | null {
  if (at < 0 || view.getUint32(at, true) !== ZIP64_LOCATOR) return null;
  const record = Number(view.getBigUint64(at + 8, true));
  if (record + 56 > view.byteLength || view.getUint32(record, true) !== ZIP64_END) return null;
  return { count: Number(view.getBigUint64(record + 32, true)), start: Number(view.getBigUint64(record + 48, true)) };
}

function readCentral(view: DataView, at: number): Result<ZipEntry, ReadError> {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL) return damaged("the zip directory is cut off");
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const centralEnd = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  if (centralEnd > view.byteLength) return damaged("the zip directory is cut off");
  const name = decodeName(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength), (flags & 0x800) !== 0);
  if ((flags & 1) !== 0) return err({ reason: "encrypted", detail: `${printable(name)} is encrypted` });
  if (method !== 0 && method !== 8) return err({ reason: "unsupported", detail: `compression method ${method}` });
  const sizes = readSizes(view, at, at + 46 + nameLength, extraLength);
  const { localStart, compressedSize, size } = sizes;
  if (localStart + 30 > view.byteLength || view.getUint32(localStart, true) !== LOCAL)
    return damaged(`${printable(name)} has no local header`);
  const dataStart = localStart + 30 + view.getUint16(localStart + 26, true) + view.getUint16(localStart + 28, true);
  const dataEnd = dataStart + compressedSize;
  if (dataEnd > view.byteLength) return damaged(`${printable(name)} is cut off`);
  const localEnd = (flags & 8) !== 0 ? descriptorEnd(view, dataEnd) : dataEnd;
  const crc = view.getUint32(at + 16, true);
  return ok({ name, method, crc, compressedSize, size, localStart, dataStart, localEnd, centralStart: at, centralEnd });
}

function readSizes(view: DataView, at: number, extraStart: number, extraLength: number) {
  let compressedSize = view.getUint32(at + 20, true);
  let size = view.getUint32(at + 24, true);
  let localStart = view.getUint32(at + 42, true);
  for (let extra = extraStart; extra + 4 <= extraStart + extraLength;) {
    const length = view.getUint16(extra + 2, true);
    if (view.getUint16(extra, true) === 1) {
      let next = extra + 4;
      const last = Math.min(extra + 4 + length, view.byteLength);
      const take = (value: number) => {
        if (value !== 0xffffffff || next + 8 > last) return value;
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      };
      size = take(size);
      compressedSize = take(compressedSize);
      localStart = take(localStart);
    }
    extra += 4 + length;
  }
  return { compressedSize, size, localStart };
}

/** The data descriptor that streaming writers put behind the content: with or without its signature. */
function descriptorEnd(view: DataView, dataEnd: number): number {
  if (dataEnd + 16 <= view.byteLength && view.getUint32(dataEnd, true) === 0x08074b50) {
    const next = dataEnd + 16 + 4 <= view.byteLength ? view.getUint32(dataEnd + 16, true) : 0;
    const wide = dataEnd + 24 + 4 <= view.byteLength ? view.getUint32(dataEnd + 24, true) : 0;
    const starts = (word: number) => word === LOCAL || word === CENTRAL || word === ZIP64_END;
    return !starts(next) && starts(wide) ? dataEnd + 24 : dataEnd + 16;
  }
  return Math.min(dataEnd + 12, view.byteLength);
}

function decodeName(raw: Uint8Array, utf8: boolean): string {
  return utf8 || raw.some((byte) => byte >= 0x80)
    ? new TextDecoder("utf-8").decode(raw)
    : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
}

function nameFault(name: string): string | null {
  const parts = name.split(/[/\\]/);
  if (name.startsWith("/") || name.startsWith("\\") || /^[A-Za-z]:/.test(name) || parts.includes(".."))
    return `the entry name ${printable(name)} leaves the package`;
  return name.includes("\0") ? "an entry name holds a NUL" : null;
}

function overlapFault(entries: readonly ZipEntry[]): boolean {
  const byPlace = [...entries].sort((a, b) => a.localStart - b.localStart);
  return byPlace.some((entry, at) => {
    const next = byPlace[at + 1];
    return next !== undefined && entry.dataStart + entry.compressedSize > next.localStart;
  });
}

const printable = (name: string) => JSON.stringify(name.slice(0, 120));
