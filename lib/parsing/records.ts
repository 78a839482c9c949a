/**
 * The text of one version of a file for search and reading, from its format's own `records`, bounded: pages of at most
 * `PAGE_CHARACTERS`, `MAX_PAGES` of them, `MAX_CHARACTERS` in all. What is left out is said by `cut`. Longer pages of a
 * format are cut at line ends and keep their locator; a table's heading is repeated on each piece.
 */
import { formatAddress, type Address } from "../core/address/address.ts";
import { formatOf } from "../formats/compare.ts";
import { DEFAULT_LIMITS, type FormatId, type ParsedPage, type ReadError, type Source } from "../formats/format.ts";
import { formatById } from "../formats/registry.ts";

export interface TextPage {
  /** Fragment of the address (R7) that the page was read from. */
  readonly locator: string;
  readonly markdown: string;
}

export interface ParsedText {
  readonly format: FormatId;
  /** Empty where there is an error, and where the format has no text. */
  readonly pages: readonly TextPage[];
  readonly error: ReadError | null;
  /** There is more text than is kept. */
  readonly cut: boolean;
}

const PAGE_CHARACTERS = 48_000;
const MAX_PAGES = 20_000;
export const MAX_CHARACTERS = 16_000_000;

/** Raised whenever the same records are cut or kept otherwise, and where a format begins to read what was none's. */
const RECORDS = 1;

const FORMAT_IDS: readonly FormatId[] = [
  "xlsx",
  "sheet",
  "docx",
  "pptx",
  "pdf",
  "ipynb",
  "csv",
  "image",
  "text",
  "bytes",
];

/** The parser of a format, as records are keyed (P1). */
export const parserOf = (format: FormatId): string => `${format}${formatById(format).version}.${RECORDS}`;

/** Every parser of this code: a record of any other one is of an older parser. */
export const currentParsers = (): readonly string[] => FORMAT_IDS.map(parserOf);

export async function parsedText(source: Source): Promise<ParsedText> {
  const format = await formatOf(source);
  if (format.id === "bytes") {
    const error: ReadError = { reason: "unsupported", detail: "no format here reads text out of it" };
    return { format: format.id, pages: [], error, cut: false };
  }
  const read = await format.read(source, DEFAULT_LIMITS);
  if (!read.ok) return { format: format.id, pages: [], error: read.error, cut: false };
  return { format: format.id, error: null, ...bounded(format.records(read.value)) };
}

function bounded(records: Iterable<ParsedPage>): Pick<ParsedText, "cut" | "pages"> {
  const pages: TextPage[] = [];
  let characters = 0;
  for (const { locator, markdown } of records) {
    for (const piece of piecesOf(locator, markdown)) {
      if (pages.length >= MAX_PAGES || characters + piece.length > MAX_CHARACTERS) return { pages, cut: true };
      pages.push({ locator: formatAddress(locator), markdown: storable(piece) });
      characters += piece.length;
    }
  }
  return { pages, cut: false };
}

/** PostgreSQL keeps neither U+0000 nor lone surrogates. */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").replaceAll(LONE, "\ufffd");
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function* piecesOf(locator: Address, markdown: string): Generator<string> {
  if (markdown.length <= PAGE_CHARACTERS) {
    yield markdown;
    return;
  }
  const head = locator.kind === "sheet" ? tableHead(markdown) : "";
  let piece = head;
  for (const line of linesOf(markdown.slice(head.length))) {
    if (piece.length > head.length && piece.length + line.length > PAGE_CHARACTERS) {
      yield piece;
      piece = head;
    }
    piece += line;
  }
  if (piece.length > head.length) yield piece;
}

/** Everything down to the line under a table's header; nothing where that would fill a page by itself. */
function tableHead(markdown: string): string {
  const head = /^[\s\S]*?\n\|(?: --- \|)+\n/.exec(markdown)?.[0] ?? "";
  return head.length < PAGE_CHARACTERS / 4 ? head : "";
}

/** With their line ends; a line that is longer than a page is cut. */
function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+$/g))
    for (let at = 0; at < line.length; at += PAGE_CHARACTERS / 2) yield line.slice(at, at + PAGE_CHARACTERS / 2);
}
