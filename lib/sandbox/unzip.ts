/**
 * Reads an uploaded zip entry by entry, streaming. Refused as a whole, with the reason and nothing kept: names that
 * leave the folder (zip-slip), absolute names, links, encrypted entries, more entries or bytes than the limits, an entry
 * that inflates beyond its announced size or the ratio, or whose bytes are not those of its checksum. Names outside V4 that are harmless are passed on: renames are
 * the importer's business.
 */
import { Transform, type Readable, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";

import yauzl from "yauzl";

import { err, ok, type Result } from "../shared/result.ts";

export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Bytes of all entries together, inflated. */
  readonly maxInflatedBytes: number;
  /** Inflated over deflated bytes of one entry, and of all together; under 1 MiB, or 64 MiB in all, it may be exceeded. */
  readonly maxRatio: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { maxEntries: 200_000, maxInflatedBytes: 20 * 1024 ** 3, maxRatio: 200 };

export interface ArchiveError {
  readonly reason: "not-a-zip" | "encrypted" | "zip-slip" | "link" | "limit" | "damaged" | "duplicate";
  readonly detail: string;
}

export interface ArchiveEntry {
  /** As the archive says it, with `\` made `/`; a folder ends in `/`. */
  readonly name: string;
  readonly size: number;
}

/** Calls `onFile` for one entry at a time, in the archive's order; its stream must be read to its end. */
export async function unzip(
  file: string,
  limits: ArchiveLimits,
  onFile: (entry: ArchiveEntry, content: Readable) => Promise<void>,
  onFolder: (name: string) => void,
): Promise<Result<void, ArchiveError>> {
  let archive: yauzl.ZipFile;
  try {
    archive = await open(file);
  } catch (thrown) {
    return err({ reason: "not-a-zip", detail: message(thrown) });
  }
  try {
    if (archive.entryCount > limits.maxEntries) {
      return err({ reason: "limit", detail: `${archive.entryCount} entries, more than ${limits.maxEntries}` });
    }
    return await readEntries(archive, limits, onFile, onFolder);
  } catch (thrown) {
    if (thrown instanceof ArchiveRefused) return err(thrown.error);
    if (isArchiveFault(thrown)) return err(faultOf(thrown));
    throw thrown;
  } finally {
    archive.close();
  }
}

class ArchiveRefused extends Error {
  readonly error: ArchiveError;
  constructor(error: ArchiveError) {
    super(error.detail);
    this.error = error;
  }
}

async function readEntries(
  archive: yauzl.ZipFile,
  limits: ArchiveLimits,
  onFile: (entry: ArchiveEntry, content: Readable) => Promise<void>,
  onFolder: (name: string) => void,
): Promise<Result<void, ArchiveError>> {
  const listed = await listEntries(archive, limits);
  if (!listed.ok) return listed;
  for (const entry of listed.value) {
    if (entry.fileName.endsWith("/")) {
      onFolder(entry.fileName);
      continue;
    }
    const fault = await readEntry(archive, entry, onFile);
    if (fault) return err(fault);
  }
  return ok(undefined);
}

/** All that the directory says is checked before the first byte of any entry is read. */
async function listEntries(
  archive: yauzl.ZipFile,
  limits: ArchiveLimits,
): Promise<Result<yauzl.Entry[], ArchiveError>> {
  let inflated = 0;
  const entries: yauzl.Entry[] = [];
  const names = new Set<string>();
  for (;;) {
    const entry = await nextEntry(archive);
    if (!entry) return ok(entries);
    const refusal = refusalOf(entry, limits);
    if (refusal) return err(refusal);
    const name = entry.fileName;
    if (names.has(name)) return err({ reason: "duplicate", detail: `"${name}" is there twice` });
    names.add(name);
    entries.push(entry);
    if (name.endsWith("/")) continue;
    inflated += entry.uncompressedSize;
    if (inflated > limits.maxInflatedBytes)
      return err({ reason: "limit", detail: `more than ${limits.maxInflatedBytes} bytes inflated` });
    if (inflated > 64 * 1024 ** 2 && inflated > archive.fileSize * limits.maxRatio)
      return err({ reason: "limit", detail: `its entries inflate more than ${limits.maxRatio}-fold` });
  }
}

/** What is wrong with its bytes shows while they are read, and counts more than what the reader made of that. */
async function readEntry(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
  onFile: (entry: ArchiveEntry, content: Readable) => Promise<void>,
): Promise<ArchiveError | null> {
  const checked = new Checksum(entry.crc32);
  const ended = pipeline(await openEntry(archive, entry), checked).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  await onFile({ name: entry.fileName, size: entry.uncompressedSize }, checked);
  checked.destroy();
  const thrown = await ended;
  if (thrown === null || !isArchiveFault(thrown)) return null;
  return { ...faultOf(thrown), detail: `"${entry.fileName}": ${thrown.message}` };
}

class Checksum extends Transform {
  readonly #expected: number;
  #sum = 0;

  constructor(expected: number) {
    super();
    this.#expected = expected;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#sum = crc32(chunk, this.#sum);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#sum === this.#expected ? null : new Error("its bytes are not those of its checksum"));
  }
}

const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

function refusalOf(entry: yauzl.Entry, limits: ArchiveLimits): ArchiveError | null {
  const name = entry.fileName;
  if ((entry.generalPurposeBitFlag & 1) === 1) return { reason: "encrypted", detail: `"${name}" is encrypted` };
  const invalid = yauzl.validateFileName(name);
  if (invalid) return { reason: "zip-slip", detail: invalid };
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK)
    return { reason: "link", detail: `"${name}" is a symbolic link` };
  if (entry.uncompressedSize > 1024 ** 2 && entry.uncompressedSize > entry.compressedSize * limits.maxRatio) {
    return { reason: "limit", detail: `"${name}" inflates more than ${limits.maxRatio}-fold` };
  }
  return null;
}

/** `decodeStrings` with `validateEntrySize` makes yauzl stop an entry that inflates beyond what it announced. */
const open = (file: string) =>
  new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(
      file,
      { lazyEntries: true, autoClose: false, strictFileNames: false, validateEntrySizes: true },
      (error, archive) => {
        if (error) reject(error);
        else resolve(archive);
      },
    );
  });

const nextEntry = (archive: yauzl.ZipFile) =>
  new Promise<yauzl.Entry | null>((resolve, reject) => {
    const done = () => {
      archive.off("entry", onEntry).off("end", onEnd).off("error", onError);
    };
    const onEntry = (entry: yauzl.Entry) => {
      done();
      resolve(entry);
    };
    const onEnd = () => {
      done();
      resolve(null);
    };
    const onError = (error: Error) => {
      done();
      reject(error);
    };
    archive.on("entry", onEntry).on("end", onEnd).on("error", onError);
    archive.readEntry();
  });

const openEntry = (archive: yauzl.ZipFile, entry: yauzl.Entry) =>
  new Promise<Readable>((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });

/** What yauzl and zlib throw about the archive's own bytes, as against failures of the store. */
function isArchiveFault(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  const code = (thrown as NodeJS.ErrnoException).code ?? "";
  if (code === "ERR_STREAM_PREMATURE_CLOSE") return false;
  return code === "" || code.startsWith("Z_") || code.startsWith("ERR_");
}

const faultOf = (thrown: Error): ArchiveError =>
  /invalid relative path|absolute path|invalid characters/i.test(thrown.message)
    ? { reason: "zip-slip", detail: thrown.message }
    : { reason: "damaged", detail: thrown.message };

const message = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
