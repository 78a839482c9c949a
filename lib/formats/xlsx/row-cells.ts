/**
 * The cells of one row, from the row's text. Tolerant: what makes no sense is skipped, nothing throws, and the work is
 * linear in the text. Values stay as written until asked for (cell-value.ts). Cells without `r` follow their
 * predecessor; cells out of order are sorted, and of two cells at one place the last one counts.
 */
import { decodeEntities } from "../ooxml/xml-text.ts";
import { MAX_COLUMN } from "./reference.ts";

export interface RawFormula {
  /** Decoded, without `=`; "" for a follower of a shared formula. */
  readonly text: string;
  readonly kind: "normal" | "shared" | "array" | "dataTable";
  /** The attributes as written, for what is not interpreted (data tables). */
  readonly attributes: string;
  readonly ref: string | null;
  readonly shared: number | null;
}

export interface RawCell {
  readonly column: number;
  /** Index into `cellXfs`. */
  readonly style: number;
  /** The `t` attribute; "n" where absent. */
  readonly type: string;
  /** The text of `<v>`, still with entities; `null` where there is none. */
  readonly raw: string | null;
  /** The inside of `<is>`, as XML. */
  readonly inline: string | null;
  readonly formula: RawFormula | null;
  /** The cell's place in the row's text, from `<c` to behind `</c>`. */
  readonly start: number;
  readonly end: number;
}

export function parseRowCells(text: string, from: number): RawCell[] {
  const cells: RawCell[] = [];
  let column = 0;
  let sorted = true;
  for (let at = text.indexOf("<c", from); at !== -1; at = text.indexOf("<c", at)) {
    const after = text.charCodeAt(at + 2);
    if (after > 0x20 && after !== 0x3e && after !== 0x2f) {
      at += 2;
      continue;
    }
    const open = text.indexOf(">", at) + 1;
    if (open === 0) break;
    const empty = text.charCodeAt(open - 2) === 0x2f;
    const tag = readTag(text, at + 2, open - 1);
    const next = tag.column === 0 ? column + 1 : tag.column;
    if (next <= column) sorted = false;
    column = next;
    const close = empty ? open : text.indexOf("</c>", open);
    const bodyEnd = close === -1 ? text.length : close;
    const end = empty ? open : Math.min(text.length, bodyEnd + 4);
    const body = empty ? NO_BODY : readBody(text, open, bodyEnd);
    if (column <= MAX_COLUMN)
      cells.push({
        column,
        style: tag.style,
        type: tag.type,
        raw: body.raw,
        inline: body.inline,
        formula: body.formula,
        start: at,
        end,
      });
    at = end;
  }
  return sorted ? cells : inOrder(cells);
}

function inOrder(cells: readonly RawCell[]): RawCell[] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].sort((a, b) => a.column - b.column);
}

/** Attributes r, s and t between `from` and `end`; whatever else is there is passed over. */
function readTag(text: string, from: number, end: number): { column: number; style: number; type: string } {
  let column = 0;
  let style = 0;
  let type = "n";
  for (let at = from; at < end; at++) {
    if (text.charCodeAt(at) !== 0x3d) continue;
    let name = at - 1;
    while (text.charCodeAt(name) <= 0x20) name--;
    let open = at + 1;
    while (open < end && text.charCodeAt(open) <= 0x20) open++;
    const quote = text[open] ?? '"';
    const close = text.indexOf(quote, open + 1);
    if (close === -1 || close > end) break;
    if (text.charCodeAt(name - 1) <= 0x20) {
      const key = text.charCodeAt(name);
      if (key === 0x72) column = columnOf(text, open + 1);
      else if (key === 0x73) style = integerOf(text, open + 1, close);
      else if (key === 0x74) type = text.slice(open + 1, close);
    }
    at = close;
  }
  return { column, style, type };
}

function columnOf(text: string, from: number): number {
  let column = 0;
  for (let at = from; ; at++) {
    const letter = text.charCodeAt(at) & ~32;
    if (!(letter >= 65 && letter <= 90) || at - from > 3) return column;
    column = column * 26 + letter - 64;
  }
}

function integerOf(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    number = Math.min(number * 10 + digit, 0x7fffffff);
  }
  return number;
}

interface Body {
  readonly raw: string | null;
  readonly inline: string | null;
  readonly formula: RawFormula | null;
}
const NO_BODY: Body = { raw: null, inline: null, formula: null };

function readBody(text: string, from: number, end: number): Body {
  if (text.startsWith("<v>", from)) {
    const close = text.indexOf("<", from + 3);
    return { raw: text.slice(from + 3, close === -1 ? end : close), inline: null, formula: null };
  }
  // Searched in the body alone, so that what is never closed costs its own cell and not the rest of the row.
  const body = text.slice(from, end);
  let raw: string | null = null;
  let inline: string | null = null;
  let formula: RawFormula | null = null;
  for (let at = body.indexOf("<"); at !== -1; at = body.indexOf("<", at)) {
    const open = body.indexOf(">", at) + 1;
    if (open === 0) break;
    const name = /^[\w:]+/.exec(body.slice(at + 1, Math.min(at + 12, open)))?.[0] ?? "";
    const empty = body.charCodeAt(open - 2) === 0x2f;
    const close = empty ? open : body.indexOf(`</${name}>`, open);
    const stop = close === -1 ? body.length : close;
    const inside = empty ? "" : body.slice(open, stop);
    if (name === "v") raw = inside;
    else if (name === "is") inline = inside;
    else if (name === "f") formula = readFormula(body.slice(at + 2, open - (empty ? 2 : 1)), inside);
    at = empty || name === "" ? open : stop + name.length + 3;
  }
  return { raw, inline, formula };
}

function readFormula(attributes: string, inside: string): RawFormula {
  const get = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? null;
  const written = attributes === "" ? null : get("t");
  const kind = written === "shared" || written === "array" || written === "dataTable" ? written : "normal";
  const shared = kind === "shared" ? get("si") : null;
  return {
    text: (decodeEntities(inside.replaceAll("\r\n", "\n")) ?? inside).replace(/^=/, ""),
    kind,
    attributes: attributes.trim(),
    ref: attributes === "" ? null : get("ref"),
    shared: shared === null ? null : Number(shared),
  };
}
