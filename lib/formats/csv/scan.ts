/**
 * Where records and fields begin and end (RFC 4180, read leniently). A quote opens a field only as its first character;
 * what follows the closing quote up to the next delimiter belongs to the field; a quote that is never closed is a
 * character like any other, so that a lone one does not swallow the rest of the file.
 *
 * One pass over the text: a quote without an end is looked for at most once, because afterwards quotes come in pairs.
 */
import { CR, CRLF, LF, NONE, type EndingKind } from "../text/document.ts";

const QUOTE = 34;

export interface Field {
  readonly value: string;
  /** As written, quotes and all. */
  readonly raw: string;
}

export interface Records {
  /** Offset of each record, and one more: the end. */
  readonly starts: Uint32Array;
  readonly endings: Uint8Array;
  readonly count: number;
  readonly cells: number;
  readonly maxWidth: number;
  /** How many records have how many fields. */
  readonly widths: ReadonlyMap<number, number>;
}

interface ScanLimits {
  readonly rows: number;
  readonly cells: number;
  readonly width: number;
}

/** The text of a record as fields; a blank record is one empty field. */
export function splitRecord(text: string, delimiter: string): Field[] {
  if (!text.includes('"')) return text.split(delimiter).map((value) => ({ value, raw: value }));
  const fields: Field[] = [];
  const separator = delimiter.charCodeAt(0);
  for (let at = 0; ;) {
    const close = text.charCodeAt(at) === QUOTE ? closingQuote(text, at) : -1;
    let end = close < 0 ? at : close + 1;
    while (end < text.length && text.charCodeAt(end) !== separator) end++;
    const raw = text.slice(at, end);
    const value = close < 0 ? raw : text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end);
    fields.push({ value, raw });
    if (end >= text.length) return fields;
    at = end + 1;
  }
}

/** The values alone. */
export function splitValues(text: string, delimiter: string): string[] {
  return text.includes('"') ? splitRecord(text, delimiter).map(({ value }) => value) : text.split(delimiter);
}

/** The name of the limit in words where one is passed. */
export function scanRecords(content: string, delimiter: string, limits: ScanLimits): Records | string {
  const separator = delimiter.charCodeAt(0);
  const { length } = content;
  let starts = new Uint32Array(Math.max(64, Math.min(length >>> 4, limits.rows) + 2));
  let endings = new Uint8Array(starts.length);
  const widths = new Map<number, number>();
  let count = 0;
  let cells = 0;
  let maxWidth = 0;
  for (let at = 0; at < length;) {
    let width = 1;
    let first = true;
    let ending: EndingKind = NONE;
    for (; at < length; at++) {
      const code = content.charCodeAt(at);
      if (code === QUOTE && first) {
        const close = closingQuote(content, at);
        if (close >= 0) at = close;
      } else if (code === separator) {
        width++;
        first = true;
        continue;
      } else if (code === 10 || code === 13) {
        ending = code === 10 ? LF : content.charCodeAt(at + 1) === 10 ? CRLF : CR;
        break;
      }
      first = false;
    }
    at += ending === NONE ? 0 : ending === CRLF ? 2 : 1;
    cells += width;
    if (width > maxWidth) maxWidth = width;
    widths.set(width, (widths.get(width) ?? 0) + 1);
    if (count >= limits.rows) return `more than ${limits.rows} rows`;
    if (width > limits.width) return `more than ${limits.width} columns`;
    if (cells > limits.cells) return `more than ${limits.cells} cells`;
    if (count + 2 > starts.length) {
      starts = grown(starts, new Uint32Array(starts.length * 2));
      endings = grown(endings, new Uint8Array(endings.length * 2));
    }
    endings[count++] = ending;
    starts[count] = at;
  }
  return {
    starts: starts.subarray(0, count + 1),
    endings: endings.subarray(0, count),
    count,
    cells,
    maxWidth,
    widths,
  };
}

/** The quote that closes the one at `at`, or -1. */
function closingQuote(text: string, at: number): number {
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
  return close;
}

function grown<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
