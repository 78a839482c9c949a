/**
 * Tokens and objects of PDF syntax (ISO 32000-2, 7.2 and 7.3), for files and for content streams. Never throws for
 * broken input: what cannot be read is skipped, as readers do; past a depth it stops with a problem.
 */
import { list, name, PdfProblem, ref, type Dict, type PdfValue } from "./objects.ts";

/** A word that is no object: `obj`, `endobj`, an operator of a content stream; also `>>`, `]`, `}` where nothing is open. */
export interface Keyword {
  readonly kind: "keyword";
  readonly word: string;
}

const MAX_DEPTH = 200;
const END: Keyword = { kind: "keyword", word: "" };

/** 1 white space, 2 delimiter, 0 regular. */
const CLASS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASS[byte] = 1;
for (const char of "()<>[]{}/%") CLASS[char.charCodeAt(0)] = 2;

export class Lexer {
  readonly bytes: Uint8Array;
  pos: number;
  readonly #end: number;
  /** Whether `1 0 R` is a reference: in files it is, in content streams it is not. */
  readonly #references: boolean;

  constructor(bytes: Uint8Array, pos = 0, options: { readonly references?: boolean; readonly end?: number } = {}) {
    this.bytes = bytes;
    this.pos = pos;
    this.#end = Math.min(options.end ?? bytes.length, bytes.length);
    this.#references = options.references ?? true;
  }

  get atEnd(): boolean {
    this.skipSpace();
    return this.pos >= this.#end;
  }

  skipSpace(): void {
    const { bytes } = this;
    while (this.pos < this.#end) {
      const byte = bytes[this.pos] ?? 0;
      if (byte === 0x25) while (this.pos < this.#end && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++;
      else if (CLASS[byte] === 1) this.pos++;
      else return;
    }
  }

  /** The next object, or the next word that is none; the empty word at the end. */
  next(depth = 0): PdfValue | Keyword {
    if (depth > MAX_DEPTH) throw new PdfProblem("maxXmlDepth", `objects nested deeper than ${MAX_DEPTH}`);
    this.skipSpace();
    if (this.pos >= this.#end) return END;
    const byte = this.bytes[this.pos] ?? 0;
    switch (byte) {
      case 0x2f: // "/"
        this.pos++;
        return name(this.#nameText());
      case 0x28: // "("
        return { kind: "string", bytes: this.#literal() };
      case 0x5b: // "["
        this.pos++;
        return list(this.#items("]", depth));
      case 0x3c: // "<"
        if (this.bytes[this.pos + 1] !== 0x3c) return { kind: "string", bytes: this.#hex() };
        this.pos += 2;
        return this.#dictionary(depth);
      case 0x3e: // ">"
        this.pos += this.bytes[this.pos + 1] === 0x3e ? 2 : 1;
        return { kind: "keyword", word: ">>" };
      case 0x5d:
      case 0x29:
      case 0x7b:
      case 0x7d:
        this.pos++;
        return { kind: "keyword", word: String.fromCharCode(byte) };
      default:
        return this.#word();
    }
  }

  #word(): PdfValue | Keyword {
    const from = this.pos;
    const first = this.bytes[from] ?? 0;
    while (this.pos < this.#end && CLASS[this.bytes[this.pos] ?? 0] === 0) this.pos++;
    const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
    const text = String.fromCharCode(...this.bytes.subarray(from, Math.min(this.pos, from + 128)));
    if (numeric) {
      const value = numberOf(text);
      if (value !== null) return this.#references && Number.isInteger(value) ? this.#maybeReference(value) : value;
    }
    if (text === "true") return true;
    if (text === "false") return false;
    if (text === "null") return null;
    return { kind: "keyword", word: text };
  }

  #maybeReference(num: number): PdfValue {
    const { bytes } = this;
    if (num < 0) return num;
    let at = this.pos;
    const space = at;
    while (at < this.#end && CLASS[bytes[at] ?? 0] === 1) at++;
    if (at === space) return num;
    const from = at;
    while (at < this.#end && at - from < 6 && isDigit(bytes[at])) at++;
    if (at === from) return num;
    const gen = Number(String.fromCharCode(...bytes.subarray(from, at)));
    const gap = at;
    while (at < this.#end && CLASS[bytes[at] ?? 0] === 1) at++;
    if (at === gap || bytes[at] !== 0x52 || (at + 1 < this.#end && CLASS[bytes[at + 1] ?? 0] === 0)) return num;
    this.pos = at + 1;
    return ref(num, gen);
  }

  #items(close: string, depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      const item = this.next(depth + 1);
      if (!isKeyword(item)) items.push(item);
      else if (item.word === close || this.#stops(item)) return items;
    }
  }

  #dictionary(depth: number): Dict {
    const entries = new Map<string, PdfValue>();
    for (;;) {
      const key = this.next(depth + 1);
      if (isKeyword(key)) {
        if (key.word === ">>" || this.#stops(key)) return { kind: "dict", entries };
        continue;
      }
      if (typeof key !== "object" || key === null || key.kind !== "name") continue;
      const value = this.next(depth + 1);
      if (isKeyword(value)) {
        entries.set(key.name, null);
        if (value.word === ">>" || this.#stops(value)) return { kind: "dict", entries };
      } else entries.set(key.name, value);
    }
  }

  /** An object that is not closed ends where the next one, or the file, does. */
  #stops({ word }: Keyword): boolean {
    if (word === "endobj" || word === "stream" || word === "obj") {
      this.pos -= word.length;
      return true;
    }
    return word === "" && this.pos >= this.#end;
  }

  #nameText(): string {
    const from = this.pos;
    while (this.pos < this.#end && CLASS[this.bytes[this.pos] ?? 0] === 0) this.pos++;
    const text = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, this.pos - from).toString("latin1");
    if (!text.includes("#")) return text;
    return text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }

  #hex(): Uint8Array {
    const from = ++this.pos;
    while (this.pos < this.#end && this.bytes[this.pos] !== 0x3e) this.pos++;
    const digits = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, this.pos - from)
      .toString("latin1")
      .replaceAll(/[^0-9a-fA-F]/g, "");
    this.pos++;
    return Uint8Array.from(Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, "hex"));
  }

  #literal(): Uint8Array {
    const out: number[] = [];
    let open = 1;
    this.pos++;
    while (this.pos < this.#end) {
      const byte = this.bytes[this.pos++] ?? 0;
      if (byte === 0x5c) this.#escape(out);
      else if (byte === 0x28) {
        open++;
        out.push(byte);
      } else if (byte === 0x29) {
        if (--open === 0) break;
        out.push(byte);
      } else if (byte === 13) {
        if (this.bytes[this.pos] === 10) this.pos++;
        out.push(10);
      } else out.push(byte);
    }
    return Uint8Array.from(out);
  }

  #escape(out: number[]): void {
    const byte = this.bytes[this.pos++] ?? 0;
    const plain = ESCAPES.get(byte);
    if (plain !== undefined) out.push(plain);
    else if (byte === 13) {
      if (this.bytes[this.pos] === 10) this.pos++;
    } else if (byte >= 0x30 && byte <= 0x37) {
      let code = byte - 0x30;
      for (let n = 0; n < 2; n++) {
        const digit = this.bytes[this.pos] ?? 0;
        if (digit < 0x30 || digit > 0x37) break;
        code = code * 8 + digit - 0x30;
        this.pos++;
      }
      out.push(code & 255);
    } else if (byte !== 10) out.push(byte);
  }
}

const ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

export const isKeyword = (value: PdfValue | Keyword): value is Keyword =>
  typeof value === "object" && value !== null && value.kind === "keyword";

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** As readers take it: `--5` is −5, `1-2` is 1, what overflows is bounded. */
function numberOf(text: string): number | null {
  const match = /^([+-]*)(\d*\.?\d*)/.exec(text);
  const digits = match?.[2] ?? "";
  if (match === null || (digits === "" && match[1] === "") || /^[+-]*\.?[A-Za-z]/.test(text)) return null;
  const value = digits === "" || digits === "." ? 0 : Number(digits);
  return match[1]?.includes("-") && value !== 0 ? -value : value;
}
