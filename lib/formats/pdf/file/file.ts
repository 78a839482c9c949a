/**
 * One PDF file as its objects: found through the cross-reference sections, or by a scan where those are broken. Objects
 * are read when they are asked for, and kept. Throws `PdfProblem` for what cannot be read; never makes more bytes of
 * compressed streams than the limit.
 */
import type { Limits } from "../../format.ts";
import { decode, type Allowance, type Decoded } from "./filters.ts";
import { isKeyword, Lexer } from "./lexer.ts";
import { isDict, isRef, isStream, PdfProblem, type Dict, type PdfValue, type Stream } from "./objects.ts";
import { decryption, type Decryption } from "./decryption.ts";
import { followXref, scanObjects, type Entry, type Sections, type Xref } from "./xref.ts";

interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly first: number;
  readonly offsets: readonly number[];
}

/** Bytes of one decoded stream, and of all, that are kept. */
const MAX_KEPT = 1024 * 1024;
const MAX_KEPT_ALL = 64 * 1024 * 1024;

export class PdfFile implements Sections {
  /** From the header on. */
  readonly bytes: Uint8Array;
  /** Bytes in front of the header. */
  readonly junk: number;
  readonly allowance: Allowance;
  #xref: Xref = { entries: new Map(), trailer: { kind: "dict", entries: new Map() }, start: null, isStream: false };
  #scanned = false;
  #decryption: Decryption | null = null;
  /** Bytes that may still be searched for the ends of streams whose length is wrong. */
  #search: number;
  /** Null: decoded before, and not kept. */
  readonly #decoded = new WeakMap<Stream, Decoded | null>();
  #kept = 0;
  readonly #objects = new Map<number, PdfValue>();
  readonly #loading = new Set<number>();
  readonly #streams = new Map<number, ObjectStream | null>();

  constructor(whole: Uint8Array, limits: Limits) {
    const at = Buffer.from(whole.buffer, whole.byteOffset, Math.min(whole.length, 1024)).indexOf("%PDF-");
    if (at < 0) throw new PdfProblem("damaged", "no PDF header");
    this.junk = at;
    this.bytes = whole.subarray(at);
    this.allowance = { remaining: limits.maxInflatedBytes };
    this.#search = 16 * this.bytes.length + 1_000_000;
    this.#xref = this.#open();
    if (!isDict(this.#pages())) this.#scan();
    this.#decrypt();
    if (!isDict(this.#pages())) throw new PdfProblem("damaged", "no page tree is found");
  }

  get trailer(): Dict {
    return this.#xref.trailer;
  }

  get catalog(): Dict {
    const root = this.resolve(this.trailer.entries.get("Root"));
    return isDict(root) ? root : { kind: "dict", entries: new Map() };
  }

  get encrypted(): boolean {
    return this.#decryption !== null;
  }

  /** Where the newest cross-reference section is and whether it is a stream; null where the sections are broken. */
  get lastSection(): { readonly start: number; readonly isStream: boolean } | null {
    const { start, isStream: stream } = this.#xref;
    return start === null ? null : { start, isStream: stream };
  }

  /** Larger than every object number that is used. */
  get nextNumber(): number {
    const declared = this.trailer.entries.get("Size");
    let next = typeof declared === "number" && declared < 8_000_000 ? Math.max(1, Math.floor(declared)) : 1;
    for (const num of this.#xref.entries.keys()) if (num < 8_000_000) next = Math.max(next, num + 1);
    return next;
  }

  resolve = (value: PdfValue | undefined): PdfValue => {
    let found: PdfValue = value ?? null;
    for (let steps = 0; isRef(found); steps++) {
      if (steps > 30) return null;
      found = this.get(found.num);
    }
    return found;
  };

  get(num: number): PdfValue {
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    if (this.#loading.has(num)) return null;
    this.#loading.add(num);
    try {
      const value = this.#load(num);
      this.#objects.set(num, value);
      return value;
    } finally {
      this.#loading.delete(num);
    }
  }

  /** What is decoded again (a form that is drawn often) is not counted again; small results are kept. */
  decode(stream: Stream): Decoded {
    const known = this.#decoded.get(stream);
    if (known !== undefined && known !== null) return known;
    const allowance = known === null ? { remaining: Math.max(this.allowance.remaining, MAX_KEPT_ALL) } : this.allowance;
    const found = decode(stream, this.resolve, allowance);
    const kept = found.bytes.length <= MAX_KEPT && this.#kept + found.bytes.length <= MAX_KEPT_ALL;
    if (kept) this.#kept += found.bytes.length;
    this.#decoded.set(stream, kept ? found : null);
    return found;
  }

  contentOf(stream: Stream): Uint8Array {
    return this.decode(stream).bytes;
  }

  objectAt(offset: number): { readonly num: number; readonly gen: number; readonly value: PdfValue } | null {
    const lexer = new Lexer(this.bytes, offset);
    const [num, gen, word] = [lexer.next(), lexer.next(), lexer.next()];
    if (typeof num !== "number" || typeof gen !== "number" || !isKeyword(word) || word.word !== "obj") return null;
    const value = lexer.next();
    if (isKeyword(value)) return { num, gen, value: null };
    if (!isDict(value)) return { num, gen, value };
    const held = lexer.pos;
    const after = lexer.next();
    if (!isKeyword(after) || after.word !== "stream") {
      lexer.pos = held;
      return { num, gen, value };
    }
    return { num, gen, value: { kind: "stream", dict: value, raw: this.#streamBytes(value, lexer.pos) } };
  }

  #open(): Xref {
    const xref = followXref(this) ?? this.#scanOnce();
    if (xref === null) throw new PdfProblem("damaged", "no objects are found");
    return xref;
  }

  #scanOnce(): Xref | null {
    this.#scanned = true;
    return scanObjects(this);
  }

  #scan(): void {
    if (this.#scanned) return;
    const found = this.#scanOnce();
    this.#objects.clear();
    this.#streams.clear();
    if (found === null) return;
    const trailer = new Map(found.trailer.entries);
    const encrypt = this.#xref.trailer.entries.get("Encrypt");
    if (encrypt !== undefined && !trailer.has("Encrypt")) trailer.set("Encrypt", encrypt);
    const id = this.#xref.trailer.entries.get("ID");
    if (id !== undefined && !trailer.has("ID")) trailer.set("ID", id);
    this.#xref = { ...found, trailer: { kind: "dict", entries: trailer } };
  }

  #decrypt(): void {
    const encrypt = this.trailer.entries.get("Encrypt");
    if (encrypt === undefined || encrypt === null) return;
    const found = decryption(this.trailer, this.resolve);
    this.#objects.clear();
    this.#streams.clear();
    this.#decryption = found;
    if (isRef(encrypt)) this.#objects.set(encrypt.num, null);
  }

  #pages(): PdfValue {
    return this.resolve(this.catalog.entries.get("Pages"));
  }

  #load(num: number): PdfValue {
    const entry = this.#xref.entries.get(num);
    if (entry === undefined || entry.at === "nowhere") return null;
    if (entry.at === "stream") return this.#inStream(num, entry);
    const found = this.objectAt(entry.offset);
    if (found !== null && found.num === num) {
      return this.#decryption ? this.#decryption.value(found.value, num, found.gen) : found.value;
    }
    if (this.#scanned) return null;
    this.#scan();
    return this.#load(num);
  }

  #inStream(num: number, { stream, index }: Extract<Entry, { at: "stream" }>): PdfValue {
    let held = this.#streams.get(stream);
    if (held === undefined) {
      held = this.#openStream(stream);
      this.#streams.set(stream, held);
    }
    if (held === null) return null;
    let at = index * 2;
    if (held.offsets[at] !== num) at = held.offsets.findIndex((own, n) => n % 2 === 0 && own === num);
    const offset = held.offsets[at + 1];
    if (at < 0 || offset === undefined) return null;
    const value = new Lexer(held.bytes, held.first + offset).next();
    return isKeyword(value) ? null : value;
  }

  #openStream(num: number): ObjectStream | null {
    const stream = this.get(num);
    if (!isStream(stream)) return null;
    const [count, first] = [this.resolve(stream.dict.entries.get("N")), this.resolve(stream.dict.entries.get("First"))];
    if (typeof count !== "number" || typeof first !== "number") return null;
    const bytes = this.contentOf(stream);
    const lexer = new Lexer(bytes, 0, { references: false });
    const offsets: number[] = [];
    for (let n = 0; n < count * 2; n++) {
      const value = lexer.next();
      if (typeof value !== "number") break;
      offsets.push(value);
    }
    return { bytes, first, offsets };
  }

  /** By the declared length where `endstream` follows it, else up to the next one. */
  #streamBytes(own: Dict, pos: number): Uint8Array {
    const { bytes } = this;
    let start = pos;
    if (bytes[start] === 13) start++;
    if (bytes[start] === 10) start++;
    const length = this.resolve(own.entries.get("Length"));
    if (typeof length === "number" && length >= 0 && start + length <= bytes.length) {
      const after = new Lexer(bytes, start + length).next();
      if (isKeyword(after) && (after.word === "endstream" || after.word === "endobj"))
        return bytes.subarray(start, start + length);
    }
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = whole.indexOf("endstream", start);
    if (end < 0) end = bytes.length;
    this.#search -= end - start;
    if (this.#search < 0) throw new PdfProblem("damaged", "the ends of streams are not found");
    if (end > start && bytes[end - 1] === 10) end--;
    if (end > start && bytes[end - 1] === 13) end--;
    return bytes.subarray(start, end);
  }
}
