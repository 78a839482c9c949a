/**
 * One picture, decoded: its pixels as they are shown (turned upright, in sRGB, with opacity), and what goes with them.
 *
 * Costs four bytes a pixel (eight where the file has more than eight bits a channel), and a ceiling is checked before
 * anything is decoded. Frames of an animation stand below one another. Decoding is the library's; the same release of
 * it gives the same pixels everywhere.
 */
import type { Metadata, SharpOptions } from "sharp";

import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Limits, ReadError, Source } from "../format.ts";

export type PictureType = "png" | "jpeg" | "gif" | "webp" | "tiff";

export interface Picture {
  readonly contentHash: Hash;
  /** Bytes of the file. */
  readonly size: number;
  readonly type: PictureType;
  /** As shown, of one frame. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Rows from the top, `bytesPerPixel` each: red, green, blue, opacity. All frames. */
  readonly pixels: Uint8Array;
  readonly bytesPerPixel: 4 | 8;
  readonly comments: readonly Comment[];
  /** What goes with the pixels, in words: equal where equal. */
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

interface Comment {
  readonly keyword: string;
  readonly text: string;
}

/** Signatures at offset 0, as Latin-1. */
const SIGNATURES: readonly (readonly [string, PictureType])[] = [
  ["\x89PNG\r\n\x1a\n", "png"],
  ["\xff\xd8\xff", "jpeg"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
];

export function kindOf(head: Uint8Array): PictureType | null {
  const start = String.fromCharCode(...head.subarray(0, 12));
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1] ?? null;
}

export async function readPicture(source: Source, limits: Limits): Promise<Result<Picture, ReadError>> {
  if (source.size > limits.maxBytes) return limit("maxBytes", `${source.size} bytes`);
  const bytes = await source.read(0, source.size);
  const type = kindOf(bytes);
  if (type === null) return err({ reason: "not-this-format", detail: "no signature of a picture" });
  const { default: sharp } = await import("sharp");
  const options: SharpOptions = { failOn: "error", limitInputPixels: limits.maxPixels, animated: true };
  try {
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    const frames = metadata.pages ?? 1;
    const pixels = metadata.width * metadata.height;
    if (frames > limits.maxPages) return limit("maxPages", `${frames} frames`);
    if (pixels > limits.maxPixels) return limit("maxPixels", `${metadata.width} × ${metadata.height} pixels`);
    const deep = metadata.depth === "ushort";
    const shown = sharp(bytes, options)
      .autoOrient()
      .toColourspace(deep ? "rgb16" : "srgb")
      .ensureAlpha();
    const { data, info } = await shown.raw({ depth: deep ? "ushort" : "uchar" }).toBuffer({ resolveWithObject: true });
    return ok({
      contentHash: source.contentHash,
      size: source.size,
      type,
      width: info.width,
      height: Math.round(info.height / frames),
      frames,
      pixels: data,
      bytesPerPixel: deep ? 8 : 4,
      comments: metadata.comments ?? [],
      properties: propertiesOf(type, metadata),
    });
  } catch (error) {
    return err({ reason: "damaged", detail: messageOf(error) });
  }
}

const limit = (name: keyof Limits, detail: string): Result<never, ReadError> =>
  err({ reason: "limit", limit: name, detail });

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : "").split("\n")[0]?.trim() || "cannot be decoded";

function propertiesOf(type: PictureType, metadata: Metadata): Picture["properties"] {
  const named: Record<string, string | number | boolean | undefined> = {
    type,
    "colour space": metadata.space,
    depth: metadata.depth,
    opacity: metadata.hasAlpha,
    "dots per inch": metadata.density,
    orientation: metadata.orientation,
    "chroma subsampling": metadata.chromaSubsampling,
    progressive: metadata.isProgressive,
    palette: metadata.isPalette,
    compression: metadata.compression,
    loop: metadata.loop,
    delays: metadata.delay?.join(" "),
    EXIF: described(metadata.exif),
    "colour profile": described(metadata.icc),
    IPTC: described(metadata.iptc),
    XMP: described(metadata.xmp),
  };
  for (const { keyword, text } of metadata.comments ?? []) named[`text: ${keyword}`] = text.slice(0, 2_000);
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** A block of bytes that is compared as a whole. */
const described = (block: Buffer | undefined): string | undefined =>
  block && `${block.length} bytes, SHA-256 ${sha256(block).slice(0, 16)}`;
