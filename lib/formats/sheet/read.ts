/**
 * Reads .xls, .xlsb and .ods through SheetJS, which trusts what it is given; hence everything that it would trust is
 * checked before: containers, sizes, checksums, well-formed XML, passwords, how many cells there will be. What cannot be
 * read is an error with its reason, never a throw.
 */
import type { CellObject, WorkBook } from "@e965/xlsx";

import { sha256 } from "../../shared/sha256.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { inflateEntry } from "../ooxml/inflate.ts";
import { decodeXml } from "../ooxml/xml-text.ts";
import { parseXml, type XmlElement } from "../ooxml/xml-tree.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { writeZip } from "../ooxml/zip-write.ts";
import type { Workbook } from "../xlsx/workbook.ts";
import { countBiffCells, countBinaryCells, countTableCells } from "./cell-count.ts";
import { isCompoundFile, readCompoundFile } from "./compound-file.ts";
import { hiddenTables } from "./hidden-tables.ts";
import { plainReferences } from "./ods-formula.ts";
import { toWorkbook } from "./to-workbook.ts";

export interface SheetDocument {
  readonly book: Workbook;
  readonly contentHash: Source["contentHash"];
  readonly size: number;
  /** SHA-256 of every part (zip entry, stream) by name. */
  readonly parts: ReadonlyMap<string, string>;
}

/** SheetJS keeps every cell as an object. */
const MAX_CELLS = 3_000_000;
/** XML that is made a tree before SheetJS sees it. */
const MAX_XML = 64 * 1024 * 1024;
/** SheetJS looks at every array formula for every cell. */
const MAX_ARRAYS = 1_000;

const damaged = (detail: string): Result<never, ReadError> => err({ reason: "damaged", detail });
const limit = (name: keyof Limits, detail: string): Result<never, ReadError> =>
  err({ reason: "limit", limit: name, detail });

interface Checked {
  /** What SheetJS is given. */
  readonly bytes: Uint8Array;
  readonly parts: ReadonlyMap<string, string>;
  /** By sheet, where SheetJS does not say it. */
  readonly hidden?: readonly boolean[];
}

export async function readSheetDocument(source: Source, limits: Limits): Promise<Result<SheetDocument, ReadError>> {
  if (source.size > limits.maxBytes) return limit("maxBytes", `${source.size} bytes`);
  const bytes = await source.read(0, source.size);
  try {
    const checked = check(bytes, limits);
    if (!checked.ok) return checked;
    const book = await readBook(checked.value, limits);
    if (!book.ok) return book;
    return ok({ book: book.value, contentHash: source.contentHash, size: source.size, parts: checked.value.parts });
  } catch (error) {
    // A text or a list beyond what the engine can hold.
    if (error instanceof RangeError) return damaged(`too large or too deep (${error.message})`);
    throw error;
  }
}

function check(bytes: Uint8Array, limits: Limits): Result<Checked, ReadError> {
  if (isCompoundFile(bytes)) return checkCompound(bytes, limits);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return checkZip(bytes, limits);
  if (bytes[0] === 0x09 && (bytes[1] ?? 0xff) <= 8 && bytes.length > 8) return checkBiff(bytes, limits, new Map());
  return err({ reason: "not-this-format", detail: "neither an .xls nor an .xlsb nor an .ods workbook" });
}

function checkCompound(bytes: Uint8Array, limits: Limits): Result<Checked, ReadError> {
  const streams = readCompoundFile(bytes, limits);
  if (!streams.ok) return streams;
  const byName = new Map([...streams.value].map(([name, content]) => [name.toLowerCase(), content]));
  if (byName.has("encryptedpackage"))
    return err({ reason: "encrypted", detail: "the file is protected by a password" });
  const stream = byName.get("workbook") ?? byName.get("book");
  if (stream === undefined) return err({ reason: "not-this-format", detail: "a compound file without a workbook" });
  return checkBiff(stream, limits, digests(streams.value));
}

function checkBiff(stream: Uint8Array, limits: Limits, parts: Map<string, string>): Result<Checked, ReadError> {
  if (stream[0] !== 0x09 || (stream[1] ?? 0xff) > 8)
    return damaged("the workbook does not begin with its first record");
  const { cells, encrypted } = countBiffCells(stream);
  if (encrypted) return err({ reason: "encrypted", detail: "the workbook is protected by a password" });
  const most = Math.min(limits.maxCells, MAX_CELLS);
  if (cells > most) return limit("maxCells", `more than ${most} cells`);
  return ok({ bytes: stream, parts: parts.size > 0 ? parts : digests(new Map([["Workbook", stream]])) });
}

function checkZip(bytes: Uint8Array, limits: Limits): Result<Checked, ReadError> {
  const zip = readZipDirectory(bytes, limits);
  if (!zip.ok) return zip;
  const kept = new Map<string, Uint8Array>();
  for (const entry of zip.value.entries) {
    const content = inflateEntry(zip.value, entry);
    if (!content.ok) return content;
    kept.set(entry.name, content.value);
  }
  const type = Buffer.from(kept.get("mimetype") ?? [])
    .toString("latin1")
    .trim();
  const isBinary =
    kept.has("xl/workbook.bin") || [...kept.keys()].some((name) => /(^|\/)workbook\d*\.bin$/i.test(name));
  const isTable = type.startsWith("application/vnd.oasis.opendocument.spreadsheet");
  if (!isBinary && !isTable) return err({ reason: "not-this-format", detail: "neither an .xlsb nor an .ods workbook" });
  let cells = 0;
  let hidden: readonly boolean[] | undefined;
  const most = Math.min(limits.maxCells, MAX_CELLS);
  for (const [name, content] of kept) {
    if (/\.(xml|rels|rdf)$/i.test(name)) {
      const root = checkXml(name, content, limits);
      if (!root.ok) return root;
      if (name === "META-INF/manifest.xml" && isTable && hasElement(root.value, "encryption-data"))
        return err({ reason: "encrypted", detail: "the file is protected by a password" });
      if (name === "content.xml" && countNamed(root.value) > MAX_ARRAYS)
        return limit("maxCells", `more than ${MAX_ARRAYS} array formulas`);
      if (name === "content.xml") {
        cells += countTableCells(root.value);
        hidden = hiddenTables(root.value);
      }
    } else if (isBinary && /\.bin$/i.test(name) && /sheets\//i.test(name)) cells += countBinaryCells(content);
    if (cells > most) return limit("maxCells", `more than ${most} cells`);
  }
  // Written anew, so that SheetJS sees what was checked and nothing else of the file.
  return ok({ bytes: writeZip(kept), parts: digests(kept), ...(isTable && hidden ? { hidden } : {}) });
}

function checkXml(name: string, content: Uint8Array, limits: Limits): Result<XmlElement, ReadError> {
  if (content.length > MAX_XML) return limit("maxInflatedBytes", `${JSON.stringify(name)} has ${content.length} bytes`);
  const text = decodeXml(content);
  if (text === null) return damaged(`${JSON.stringify(name)} is in an unknown encoding`);
  if (text.includes("<![CDATA[") || text.includes("<!DOCTYPE"))
    return err({ reason: "unsupported", detail: `${JSON.stringify(name)} has a CDATA section or a DTD` });
  return parseXml(text, limits);
}

function* descendants(root: XmlElement): Generator<XmlElement> {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    for (const child of element.children) if (typeof child !== "string") open.push(child);
  }
}

const hasElement = (root: XmlElement, name: string): boolean => {
  for (const element of descendants(root)) if (element.name === name) return true;
  return false;
};

function countNamed(root: XmlElement): number {
  let count = 0;
  for (const { attributes } of descendants(root))
    if (attributes.some(({ name }) => name === "number-matrix-rows-spanned")) count++;
  return count;
}

const digests = (parts: ReadonlyMap<string, Uint8Array>): Map<string, string> =>
  new Map([...parts].map(([name, content]) => [name, sha256(content)]));

function plainCells({ Sheets }: WorkBook): void {
  for (const sheet of Object.values(Sheets))
    for (const row of (sheet["!data"] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[])
      for (const cell of row ?? []) {
        if (cell === undefined) continue;
        if (cell.f !== undefined) cell.f = plainReferences(cell.f);
        // General is written as a format of one digit, which SheetJS cannot tell from "0": neither is a number format here.
        if (cell.z === "0") delete cell.z;
      }
}

async function readBook({ bytes, hidden }: Checked, limits: Limits): Promise<Result<Workbook, ReadError>> {
  // Asked for here and not above: a program that never opens such a file does not load a megabyte for it.
  const [sheetjs, codepages] = await Promise.all([import("@e965/xlsx"), import("@e965/xlsx/dist/cpexcel.full.mjs")]);
  sheetjs.set_cptable(codepages);
  // What it does not know it tells the console, which is nobody's to read here.
  const speaker: { error: unknown } = globalThis.console;
  const speak = speaker.error;
  speaker.error = () => undefined;
  try {
    const read = sheetjs.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      type: "buffer",
      dense: true,
      cellFormula: true,
      cellNF: true,
      cellHTML: false,
      cellText: true,
      cellDates: false,
      cellStyles: false,
      sheetStubs: false,
    });
    if (hidden !== undefined) plainCells(read);
    const states = hidden?.map((isHidden) => ({ Hidden: isHidden ? (1 as const) : (0 as const) }));
    return toWorkbook(states ? { ...read, Workbook: { ...read.Workbook, Sheets: states } } : read, limits);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(detail)) return err({ reason: "encrypted", detail });
    if (/unsupported/i.test(detail)) return err({ reason: "unsupported", detail });
    return damaged(detail === "" ? "the workbook cannot be read" : detail.slice(0, 300));
  } finally {
    speaker.error = speak;
  }
}
