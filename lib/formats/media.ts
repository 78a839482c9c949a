/**
 * Raster pictures inside of files, for screens. What a picture is, its own first bytes say; only types that a browser
 * draws without running anything are given out (never SVG or HTML), and none above a size. Reads the directory of a package
 * and the one entry, nothing else.
 */
import { err, ok, type Result } from "../shared/result.ts";
import { DEFAULT_LIMITS, type FormatId, type Limits, type Source } from "./format.ts";
import { readNotebook } from "./ipynb/document.ts";
import { outputPicture } from "./ipynb/notebook-view/pictures.ts";
import { inflateEntry } from "./ooxml/inflate.ts";
import { readZipDirectory } from "./ooxml/zip-directory.ts";

export type PictureMime = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp";

export interface Media {
  readonly type: PictureMime;
  readonly bytes: Uint8Array;
}

export interface MediaError {
  readonly reason: "no-such-part" | "not-a-picture" | "too-large" | "unreadable";
  /** For people. */
  readonly detail: string;
}

/** Bytes of one picture that are given out at most. */
export const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

/**
 * The bytes that a part names, whatever they are. `part` is a package part for office files, `cell=N&output=M` for
 * notebooks, "" for a file that is a picture itself.
 */
export type MediaReader = (source: Source, part: string, limits: Limits) => Promise<Result<Uint8Array, MediaError>>;

const READERS: Partial<Readonly<Record<FormatId, MediaReader>>> = {
  pptx: packagePart,
  docx: packagePart,
  xlsx: packagePart,
  ipynb: notebookOutput,
  image: wholeFile,
};

export async function readMedia(format: FormatId, source: Source, part: string): Promise<Result<Media, MediaError>> {
  const reader = READERS[format];
  if (reader === undefined) return wrong("no-such-part", "files of this format hold no pictures");
  const bytes = await reader(source, part, DEFAULT_LIMITS);
  if (!bytes.ok) return bytes;
  if (bytes.value.length > MAX_PICTURE_BYTES) return tooLarge(bytes.value.length);
  const type = pictureMime(bytes.value);
  if (type === null) return wrong("not-a-picture", "it is not of a type that browsers draw");
  return ok({ type, bytes: bytes.value });
}

/** Signatures at offset 0, as Latin-1. */
const SIGNATURES: readonly (readonly [signature: string, type: PictureMime])[] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
];
/** Sizes of the header behind the file header of a bitmap (BITMAPCOREHEADER to BITMAPV5HEADER). */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/** By content alone; null: none that is given out. */
export function pictureMime(bytes: Uint8Array): PictureMime | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  const dib = (bytes[14] ?? 0) + 256 * (bytes[15] ?? 0) + 65_536 * ((bytes[16] ?? 0) + (bytes[17] ?? 0));
  if (start.startsWith("BM") && BITMAP_HEADERS.has(dib)) return "image/bmp";
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1] ?? null;
}

async function packagePart(source: Source, part: string, limits: Limits): Promise<Result<Uint8Array, MediaError>> {
  if (source.size > limits.maxBytes) return wrong("unreadable", `the file has ${source.size} bytes`);
  const zip = readZipDirectory(await source.read(0, source.size), limits);
  if (!zip.ok) return wrong("unreadable", zip.error.detail);
  const entry =
    zip.value.byName.get(part) ?? zip.value.entries.find(({ name }) => name.toLowerCase() === part.toLowerCase());
  if (entry === undefined) return wrong("no-such-part", "the file has no such part");
  if (entry.size > MAX_PICTURE_BYTES) return tooLarge(entry.size);
  const inflated = inflateEntry(zip.value, entry);
  return inflated.ok ? inflated : wrong("unreadable", inflated.error.detail);
}

async function wholeFile(source: Source, part: string): Promise<Result<Uint8Array, MediaError>> {
  if (part !== "") return wrong("no-such-part", "a picture has no parts");
  if (source.size > MAX_PICTURE_BYTES) return tooLarge(source.size);
  return ok(await source.read(0, source.size));
}

async function notebookOutput(source: Source, part: string, limits: Limits): Promise<Result<Uint8Array, MediaError>> {
  const read = await readNotebook(source, limits);
  if (!read.ok) return wrong("unreadable", read.error.detail);
  const bytes = outputPicture(read.value, part);
  return bytes === null ? wrong("no-such-part", "the notebook has no picture there") : ok(bytes);
}

const tooLarge = (size: number) =>
  wrong("too-large", `a picture of ${size} bytes; at most ${MAX_PICTURE_BYTES} are shown`);

const wrong = (reason: MediaError["reason"], detail: string): Result<never, MediaError> => err({ reason, detail });
