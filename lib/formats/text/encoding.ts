/**
 * From bytes to UTF-8 and back, without loss: what `decode` accepts, `encode` gives back byte for byte.
 *
 * A byte order mark decides first (UTF-8, UTF-16 of either order), then valid UTF-8, then Latin-1, which takes any byte.
 * Refused as not text: a NUL character, UTF-16 of odd length or with a lone surrogate (UTF-8 cannot hold it).
 * Costs one pass over the bytes; UTF-8 is not copied.
 */
import { isAscii, isUtf8 } from "node:buffer";

import { err, ok, type Result } from "../../shared/result.ts";

export type Encoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin-1";

export interface Decoded {
  readonly encoding: Encoding;
  /** Seven-bit and without a mark: the bytes are the same in UTF-8 and in Latin-1. */
  readonly ascii: boolean;
  /** UTF-8, without the mark. */
  readonly content: Buffer;
}

/** The byte order mark in front, or nothing. */
export function markOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** The error says in words why the bytes are not text. */
export function decode(bytes: Uint8Array): Result<Decoded, string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = markOf(buffer);
  if (mark === "utf-16le" || mark === "utf-16be") return decodeUtf16(buffer, mark);
  if (buffer.includes(0)) return err(`NUL byte at offset ${buffer.indexOf(0)}`);
  if (isUtf8(buffer)) {
    if (mark === "utf-8-bom") return ok({ encoding: mark, ascii: false, content: buffer.subarray(3) });
    return ok({ encoding: "utf-8", ascii: isAscii(buffer), content: buffer });
  }
  return ok({ encoding: "latin-1", ascii: false, content: Buffer.from(buffer.toString("latin1"), "utf8") });
}

/** The content must be representable: ask `canHold` first. */
export function encode(content: Uint8Array, encoding: Encoding): Buffer {
  const utf8 = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  switch (encoding) {
    case "utf-8":
      return utf8;
    case "utf-8-bom":
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]);
    case "latin-1":
      return Buffer.from(utf8.toString("utf8"), "latin1");
    case "utf-16le":
      return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(utf8.toString("utf8"), "utf16le")]);
    case "utf-16be":
      return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf8.toString("utf8"), "utf16le").swap16()]);
  }
}

/** Whether UTF-8 content has only characters that the encoding has. In UTF-8, U+0100 and up begin with 0xC4 or more. */
export function canHold(encoding: Encoding, content: Uint8Array): boolean {
  return encoding !== "latin-1" || content.every((byte) => byte < 0xc4);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function decodeUtf16(buffer: Buffer, encoding: "utf-16le" | "utf-16be"): Result<Decoded, string> {
  if (buffer.length % 2 !== 0) return err("UTF-16 of odd length");
  const body = buffer.subarray(2);
  const text = (encoding === "utf-16le" ? body : Buffer.from(body).swap16()).toString("utf16le");
  if (text.includes("\0")) return err("NUL character");
  if (LONE_SURROGATE.test(text)) return err("UTF-16 with a lone surrogate");
  return ok({ encoding, ascii: false, content: Buffer.from(text, "utf8") });
}
