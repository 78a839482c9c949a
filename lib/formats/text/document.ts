/**
 * A text file as lines. A line is its text, without what ends it; the ending is kept beside it, per line.
 * `\n`, `\r\n` and a lone `\r` end a line (as in the editor that shows it); whatever follows the last one is a last
 * line without an ending. Lines count from 0 here and from 1 in addresses.
 *
 * Holds the content once, as UTF-8, with line offsets: no string is made for a line until it is asked for.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { decode, type Encoding } from "./encoding.ts";

/** Positions in `ENDINGS`. 0 is a last line without an ending. */
export type EndingKind = 0 | 1 | 2 | 3;
export const NONE = 0,
  LF = 1,
  CRLF = 2,
  CR = 3;
export const ENDINGS = ["", "\n", "\r\n", "\r"] as const;
export const ENDING_NAMES = ["none", "LF", "CRLF", "CR"] as const;

export interface TextDocument {
  readonly name: string;
  readonly contentHash: Hash;
  readonly encoding: Encoding;
  readonly ascii: boolean;
  /** UTF-8 without a byte order mark. */
  readonly content: Buffer;
  readonly lineCount: number;
  /** Byte offset of each line, and one more: the end of the content. */
  readonly starts: Uint32Array;
  readonly endings: Uint8Array;
  /** The one ending that all ended lines have; 0 where no line is ended; null where they differ. */
  readonly uniform: EndingKind | null;
  /** Null where there are no lines. */
  readonly finalNewline: boolean | null;
}

/** One file is held in memory as a whole, and once more where it is not UTF-8: above this it is reviewed as bytes. */
export const MAX_TEXT_BYTES = 128 * 1024 * 1024;
export const MAX_LINES = 5_000_000;

export async function readText(source: Source, limits: Limits): Promise<Result<TextDocument, ReadError>> {
  const ceiling = Math.min(limits.maxBytes, MAX_TEXT_BYTES);
  if (source.size > ceiling) {
    return err({ reason: "limit", limit: "maxBytes", detail: `${source.size} bytes, text is read up to ${ceiling}` });
  }
  const decoded = decode(await source.read(0, source.size));
  if (!decoded.ok) return err({ reason: "not-this-format", detail: decoded.error });
  const maxLines = Math.min(limits.maxCells, MAX_LINES);
  const lines = splitLines(decoded.value.content, maxLines);
  if (lines === null) return err({ reason: "limit", limit: "maxCells", detail: `more than ${maxLines} lines` });
  return ok({ name: source.name, contentHash: source.contentHash, ...decoded.value, ...lines });
}

/** The text of a line as bytes, without its ending. */
export function lineBytes(doc: TextDocument, line: number): Buffer {
  return doc.content.subarray(doc.starts[line], textEnd(doc, line));
}

/** Byte offset behind the text of a line. */
export function textEnd(doc: TextDocument, line: number): number {
  return (doc.starts[line + 1] as number) - endingLength(doc.endings[line] as EndingKind);
}

function endingLength(kind: EndingKind): number {
  return kind === NONE ? 0 : kind === CRLF ? 2 : 1;
}

type Lines = Pick<TextDocument, "lineCount" | "starts" | "endings" | "uniform" | "finalNewline">;

/** Null where there are more than `maxLines`. */
export function splitLines(content: Buffer, maxLines: number): Lines | null {
  const length = content.length;
  // One search in native code finds the endings of most files; a file with a carriage return needs a look at both.
  const plain = !content.includes(13);
  let starts = new Uint32Array(Math.min(Math.max(64, length >>> 4), maxLines + 2));
  let endings = new Uint8Array(starts.length);
  let lineCount = 0;
  const seen = [false, false, false, false];
  for (let at = 0; at < length;) {
    const end = plain ? indexOrEnd(content.indexOf(10, at), length) : nextEnding(content, at);
    const kind = end === length ? NONE : content[end] === 10 ? LF : content[end + 1] === 10 ? CRLF : CR;
    if (lineCount >= maxLines) return null;
    if (lineCount + 2 > starts.length) {
      starts = grown(starts, new Uint32Array(starts.length * 2));
      endings = grown(endings, new Uint8Array(endings.length * 2));
    }
    endings[lineCount] = kind;
    seen[kind] = true;
    at = end + endingLength(kind);
    starts[++lineCount] = at;
  }
  const kinds = ([LF, CRLF, CR] as const).filter((kind) => seen[kind]);
  return {
    lineCount,
    starts: starts.subarray(0, lineCount + 1),
    endings: endings.subarray(0, lineCount),
    uniform: kinds.length > 1 ? null : (kinds[0] ?? NONE),
    finalNewline: lineCount === 0 ? null : endings[lineCount - 1] !== NONE,
  };
}

function indexOrEnd(index: number, length: number): number {
  return index < 0 ? length : index;
}

/** Offset of the next `\n` or `\r`, or the length. */
function nextEnding(content: Buffer, from: number): number {
  for (let at = from; at < content.length; at++) {
    const byte = content[at] as number;
    if (byte === 10 || byte === 13) return at;
  }
  return content.length;
}

function grown<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
