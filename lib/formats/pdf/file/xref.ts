/**
 * Where a PDF's objects are: its cross-reference sections (tables, streams, hybrids), newest first (ISO 32000-2, 7.5.4,
 * 7.5.8), or, where those lead nowhere, a scan of the file for whatever looks like an object. Offsets count from the
 * header.
 */
import { isKeyword, Lexer } from "./lexer.ts";
import { isDict, isName, isList, latin1, PdfProblem, type Dict, type PdfValue, type Stream } from "./objects.ts";

export type Entry =
  | { readonly at: "offset"; readonly offset: number; readonly gen: number }
  | { readonly at: "stream"; readonly stream: number; readonly index: number }
  | { readonly at: "nowhere" };

export interface Xref {
  readonly entries: Map<number, Entry>;
  /** The newest one. */
  readonly trailer: Dict;
  /** Of the newest section, or null after a scan. */
  readonly start: number | null;
  readonly isStream: boolean;
}

/** What reading sections needs from the file that is being opened. */
export interface Sections {
  readonly bytes: Uint8Array;
  /** The object that stands at an offset, whatever its number; streams with their dictionary. */
  objectAt(offset: number): { readonly num: number; readonly value: PdfValue } | null;
  contentOf(stream: Stream): Uint8Array;
}

/** Ceiling of objects in one file; the specification's own is eight times that. */
const MAX_OBJECTS = 1_000_000;

/** Null where the sections cannot be followed. */
export function followXref(file: Sections): Xref | null {
  const tail = latin1(file.bytes.subarray(Math.max(0, file.bytes.length - 2048)));
  const match = /startxref\s+(\d{1,15})(?![\s\S]*startxref)/.exec(tail);
  if (match === null) return null;
  const entries = new Map<number, Entry>();
  const seen = new Set<number>();
  const start = Number(match[1]);
  let newest: { trailer: Dict; isStream: boolean } | null = null;
  for (const open = [start]; open.length > 0;) {
    const offset = open.shift() ?? 0;
    if (seen.has(offset) || seen.size > 10_000) continue;
    seen.add(offset);
    const section = readSection(file, offset, entries);
    if (section === null) {
      if (newest === null) return null;
      continue;
    }
    newest ??= section;
    for (const key of ["XRefStm", "Prev"]) {
      const next = section.trailer.entries.get(key);
      if (typeof next === "number") open.push(next);
    }
  }
  return newest && { entries, ...newest, start };
}

function readSection(
  file: Sections,
  offset: number,
  entries: Map<number, Entry>,
): { trailer: Dict; isStream: boolean } | null {
  if (offset < 0 || offset >= file.bytes.length) return null;
  const lexer = new Lexer(file.bytes, offset, { references: false });
  const first = lexer.next();
  if (isKeyword(first)) return first.word === "xref" ? readTable(file, lexer, entries) : null;
  const object = file.objectAt(offset);
  if (object === null || typeof object.value !== "object" || object.value?.kind !== "stream") return null;
  return readStream(file, object.value, entries);
}

function readTable(
  file: Sections,
  lexer: Lexer,
  entries: Map<number, Entry>,
): { trailer: Dict; isStream: false } | null {
  for (;;) {
    const start = lexer.next();
    if (isKeyword(start)) {
      if (start.word !== "trailer") return null;
      const trailer = new Lexer(file.bytes, lexer.pos).next();
      return !isKeyword(trailer) && isDict(trailer) ? { trailer, isStream: false } : null;
    }
    const count = lexer.next();
    if (typeof start !== "number" || typeof count !== "number") return null;
    for (let num = start; num < start + count; num++) {
      const held = lexer.pos;
      const [offset, gen, kind] = [lexer.next(), lexer.next(), lexer.next()];
      if (typeof offset !== "number" || typeof gen !== "number" || !isKeyword(kind)) {
        lexer.pos = held;
        break;
      }
      put(entries, num, kind.word === "n" ? { at: "offset", offset, gen } : { at: "nowhere" });
    }
  }
}

function readStream(
  file: Sections,
  stream: Stream,
  entries: Map<number, Entry>,
): { trailer: Dict; isStream: true } | null {
  const fields = stream.dict.entries;
  const type = fields.get("Type");
  if (!isName(type) || type.name !== "XRef") return null;
  const numbers = (value: PdfValue | undefined): number[] =>
    isList(value) ? value.items.flatMap((item) => (typeof item === "number" ? [item] : [])) : [];
  const [w0 = 0, w1 = 0, w2 = 0] = numbers(fields.get("W"));
  const size = fields.get("Size");
  const index = fields.has("Index") ? numbers(fields.get("Index")) : [0, typeof size === "number" ? size : 0];
  const bytes = file.contentOf(stream);
  const width = w0 + w1 + w2;
  if (!(width > 0) || width > 24) return null;
  let at = 0;
  const field = (length: number, fallback: number): number => {
    let value = length === 0 ? fallback : 0;
    for (let n = 0; n < length; n++) value = value * 256 + (bytes[at++] ?? 0);
    return value;
  };
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [from, count] = [index[pair] ?? 0, index[pair + 1] ?? 0];
    for (let num = from; num < from + count && at + width <= bytes.length; num++) {
      const [kind, second, third] = [field(w0, 1), field(w1, 0), field(w2, 0)];
      if (kind === 1) put(entries, num, { at: "offset", offset: second, gen: third });
      else if (kind === 2) put(entries, num, { at: "stream", stream: second, index: third });
      else put(entries, num, { at: "nowhere" });
    }
  }
  return { trailer: stream.dict, isStream: true };
}

function put(entries: Map<number, Entry>, num: number, entry: Entry): void {
  if (!entries.has(num)) entries.set(num, entry);
  if (entries.size > MAX_OBJECTS) throw new PdfProblem("maxEntries", `more than ${MAX_OBJECTS} objects`);
}

/** Every `n g obj` in the file, the last of a number counting, and the last trailer that names a catalog. */
export function scanObjects(file: Sections): Xref | null {
  const text = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const found = new Map<number, Entry>();
  for (let at = text.indexOf("obj"); at >= 0; at = text.indexOf("obj", at + 3)) {
    const before = text.toString("latin1", Math.max(0, at - 24), at);
    const match = /(?:^|[^0-9])(\d{1,10})\s+(\d{1,5})\s*$/.exec(before) ?? /^(\d{1,10})\s+(\d{1,5})\s*$/.exec(before);
    if (match === null) continue;
    const [num, gen] = [Number(match[1]), Number(match[2])];
    const digits = match[0].search(/\d/);
    found.set(num, { at: "offset", offset: at - before.length + match.index + digits, gen });
    if (found.size > MAX_OBJECTS) throw new PdfProblem("maxEntries", `more than ${MAX_OBJECTS} objects`);
  }
  let trailer: Dict | null = null;
  for (let at = text.indexOf("trailer"); at >= 0; at = text.indexOf("trailer", at + 7)) {
    const value = new Lexer(file.bytes, at + 7).next();
    if (!isKeyword(value) && isDict(value) && value.entries.has("Root")) trailer = value;
  }
  const streams = scanStreams(file, found);
  trailer ??= streams;
  return trailer && { entries: found, trailer, start: null, isStream: false };
}

/** Objects inside of object streams; the trailer that a cross-reference stream or the catalog itself makes up for. */
function scanStreams(file: Sections, found: Map<number, Entry>): Dict | null {
  let trailer: Dict | null = null;
  let catalog: number | null = null;
  for (const [num, entry] of [...found]) {
    if (entry.at !== "offset") continue;
    const value = file.objectAt(entry.offset)?.value;
    if (typeof value !== "object" || value === null) continue;
    const own = value.kind === "stream" ? value.dict : value.kind === "dict" ? value : null;
    const type = own?.entries.get("Type");
    if (!isName(type)) continue;
    if (type.name === "Catalog") catalog = num;
    if (value.kind === "stream" && type.name === "XRef" && value.dict.entries.has("Root")) trailer = value.dict;
    if (value.kind !== "stream" || type.name !== "ObjStm") continue;
    const count = value.dict.entries.get("N");
    const lexer = new Lexer(file.contentOf(value), 0, { references: false });
    for (let index = 0; typeof count === "number" && index < count; index++) {
      const [inner, offset] = [lexer.next(), lexer.next()];
      if (typeof inner !== "number" || typeof offset !== "number") break;
      if (!found.has(inner)) put(found, inner, { at: "stream", stream: num, index });
    }
  }
  if (trailer === null && catalog !== null)
    trailer = { kind: "dict", entries: new Map([["Root", { kind: "ref", num: catalog, gen: 0 }]]) };
  return trailer;
}
