/**
 * A CSV or TSV file as records of fields. Holds the text once, with the offset of every record; fields are cut out
 * when they are asked for. Rows and columns count from 0 here and from 1 (A) in addresses: physical records, the
 * header included.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { MAX_TEXT_BYTES, NONE, type EndingKind } from "../text/document.ts";
import { decode, type Encoding } from "../text/encoding.ts";
import { MAX_COLUMN } from "../xlsx/reference.ts";
import { detectDelimiter, type Delimiter } from "./dialect.ts";
import { scanRecords, splitRecord, splitValues, type Field } from "./scan.ts";

export interface CsvDocument {
  readonly name: string;
  readonly contentHash: Hash;
  readonly size: number;
  readonly encoding: Encoding;
  readonly ascii: boolean;
  readonly content: string;
  readonly delimiter: Delimiter;
  readonly delimiterKnown: boolean;
  readonly rowCount: number;
  readonly starts: Uint32Array;
  readonly endings: Uint8Array;
  /** The one ending that all ended records have; `NONE` where no record is ended; null where they differ. */
  readonly uniform: EndingKind | null;
  /** Null where there are no records. */
  readonly finalNewline: boolean | null;
  /** Fields that most records have: what is a column of the table. A record may have fewer, or more behind these. */
  readonly width: number;
  readonly maxWidth: number;
}

/** An address has seven digits for a row. */
const MAX_ROWS = 9_000_000;

export async function readCsv(source: Source, limits: Limits): Promise<Result<CsvDocument, ReadError>> {
  const ceiling = Math.min(limits.maxBytes, MAX_TEXT_BYTES);
  if (source.size > ceiling)
    return err({
      reason: "limit",
      limit: "maxBytes",
      detail: `${source.size} bytes, tables are read up to ${ceiling}`,
    });
  return parseCsv(source.name, source.contentHash, await source.read(0, source.size), limits);
}

export function parseCsv(
  name: string,
  contentHash: Hash,
  bytes: Uint8Array,
  limits: Limits,
): Result<CsvDocument, ReadError> {
  const decoded = decode(bytes);
  if (!decoded.ok) return err({ reason: "not-this-format", detail: decoded.error });
  const { encoding, ascii } = decoded.value;
  const content = decoded.value.content.toString(ascii ? "latin1" : "utf8");
  const { delimiter, known } = detectDelimiter(content, name);
  const records = scanRecords(content, delimiter, { rows: MAX_ROWS, cells: limits.maxCells, width: MAX_COLUMN });
  if (typeof records === "string") return err({ reason: "limit", limit: "maxCells", detail: records });
  const { starts, endings, count, maxWidth, widths } = records;
  return ok({
    name,
    contentHash,
    size: bytes.length,
    encoding,
    ascii,
    content,
    delimiter,
    delimiterKnown: known,
    rowCount: count,
    starts,
    endings,
    uniform: uniformEnding(endings),
    finalNewline: count === 0 ? null : endings[count - 1] !== NONE,
    width: commonWidth(widths),
    maxWidth,
  });
}

/** Of a record, without its ending. */
export function rowText(doc: CsvDocument, row: number): string {
  return doc.content.slice(doc.starts[row], rowEnd(doc, row));
}

export function rowEnd(doc: CsvDocument, row: number): number {
  const ending = doc.endings[row] as EndingKind;
  return (doc.starts[row + 1] ?? 0) - (ending === NONE ? 0 : ending === 2 ? 2 : 1);
}

/** A blank record has no fields, unless the table has a single column. */
export function rowFields(doc: CsvDocument, row: number): Field[] {
  const text = rowText(doc, row);
  return text === "" && doc.width > 1 ? [] : splitRecord(text, doc.delimiter);
}

/** The values alone. */
export function rowValues(doc: CsvDocument, row: number): string[] {
  const text = rowText(doc, row);
  return text === "" && doc.width > 1 ? [] : splitValues(text, doc.delimiter);
}

const NUMERIC = /^[-+]?[\d.,' ]*\d[\d.,' ]*%?$/;
export const looksNumeric = (text: string): boolean => NUMERIC.test(text.trim());

/** The names of the columns where the first record reads as names: all there, none twice, none a number. */
export function headerOf(doc: CsvDocument): readonly string[] | null {
  if (doc.rowCount < 2) return null;
  const names = rowValues(doc, 0);
  if (names.length !== doc.width || new Set(names).size !== names.length) return null;
  return names.every((name) => name.trim() !== "" && !looksNumeric(name)) ? names : null;
}

function uniformEnding(endings: Uint8Array): EndingKind | null {
  let found: EndingKind = NONE;
  for (const ending of endings) {
    if (ending === NONE || ending === found) continue;
    if (found !== NONE) return null;
    found = ending as EndingKind;
  }
  return found;
}

/** The width of most records; the larger one where two are equally many. */
function commonWidth(widths: ReadonlyMap<number, number>): number {
  let [width, most] = [0, 0];
  for (const [own, count] of widths) {
    if (count < most || (count === most && own < width)) continue;
    width = own;
    most = count;
  }
  return width;
}
