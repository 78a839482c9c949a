/**
 * The objects that a PDF is made of (ISO 32000-2, 7.3). Plain data; a stream's bytes are views of the file (or of what
 * they were decrypted to), still encoded.
 */
export type PdfValue = null | boolean | number | Name | Str | Ref | List | Dict | Stream;

export interface Name {
  readonly kind: "name";
  /** Decoded (`#20` is a space), one character a byte. */
  readonly name: string;
}

export interface Str {
  readonly kind: "string";
  readonly bytes: Uint8Array;
}

export interface Ref {
  readonly kind: "ref";
  readonly num: number;
  readonly gen: number;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly PdfValue[];
}

export interface Dict {
  readonly kind: "dict";
  readonly entries: ReadonlyMap<string, PdfValue>;
}

export interface Stream {
  readonly kind: "stream";
  readonly dict: Dict;
  readonly raw: Uint8Array;
}

export const name = (text: string): Name => ({ kind: "name", name: text });
export const ref = (num: number, gen = 0): Ref => ({ kind: "ref", num, gen });
export const list = (items: readonly PdfValue[]): List => ({ kind: "list", items });
export const dict = (entries: Iterable<readonly [string, PdfValue]>): Dict => ({
  kind: "dict",
  entries: new Map(entries),
});

export const isObject = (value: PdfValue | undefined): value is Exclude<PdfValue, null | boolean | number> =>
  typeof value === "object" && value !== null;
export const isDict = (value: PdfValue | undefined): value is Dict => isObject(value) && value.kind === "dict";
export const isList = (value: PdfValue | undefined): value is List => isObject(value) && value.kind === "list";
export const isName = (value: PdfValue | undefined): value is Name => isObject(value) && value.kind === "name";
export const isRef = (value: PdfValue | undefined): value is Ref => isObject(value) && value.kind === "ref";
export const isString = (value: PdfValue | undefined): value is Str => isObject(value) && value.kind === "string";
export const isStream = (value: PdfValue | undefined): value is Stream => isObject(value) && value.kind === "stream";

/** A text string (7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding (its Latin-1 part). */
export function textOf(value: PdfValue | undefined): string | null {
  if (isName(value)) return value.name;
  if (!isString(value)) return null;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  return latin1(bytes);
}

export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** What makes a PDF unreadable; caught by `read`, which turns it into an error value. */
export class PdfProblem extends Error {
  readonly reason:
    "damaged" | "encrypted" | "unsupported" | "maxEntries" | "maxInflatedBytes" | "maxPages" | "maxXmlDepth";
  constructor(reason: PdfProblem["reason"], detail: string) {
    super(detail);
    this.reason = reason;
  }
}
