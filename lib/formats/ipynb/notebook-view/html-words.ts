/**
 * The words of HTML, and the cells of its first table. Nothing is interpreted: tags only tell where a cell or line
 * begins, so that whatever a page is made to do, texts come out. One pass, linear in its length, bounded in rows and
 * cells. Nested tables, `rowspan` and `colspan` are not laid out.
 */
import { decodeEntities } from "../../ooxml/xml-text.ts";
import type { TableCell } from "./structure.ts";

const MAX_ROWS = 200;
const MAX_CELLS = 60;
const MAX_CELL = 500;
const MAX_HTML = 2_000_000;

export interface TableWords {
  readonly rows: readonly (readonly TableCell[])[];
  readonly rowsLeft: number;
}

/** Null: there is no table. */
export function htmlTable(html: string): TableWords | null {
  const rows: TableCell[][] = [];
  let rowsLeft = 0;
  let inside = false;
  let row: TableCell[] | null = null;
  let cell: { text: string; readonly head: boolean } | null = null;
  const closeCell = () => {
    if (cell !== null && row !== null && row.length < MAX_CELLS)
      row.push({ text: tidy(cell.text).slice(0, MAX_CELL), head: cell.head });
    cell = null;
  };
  const closeRow = () => {
    closeCell();
    if (row !== null && row.length > 0) {
      if (rows.length < MAX_ROWS) rows.push(row);
      else rowsLeft++;
    }
    row = null;
  };
  for (const piece of pieces(html)) {
    if (piece.tag === null) {
      if (cell !== null) (cell as { text: string }).text += piece.text;
      continue;
    }
    const { tag, closing } = piece;
    if (tag === "table" && !closing) inside = true;
    if (!inside) continue;
    if (tag === "table" && closing) break;
    if (tag === "tr" || tag === "tbody" || tag === "thead") closeRow();
    if (tag === "tr" && !closing) row = [];
    if (tag === "td" || tag === "th") {
      closeCell();
      if (!closing) cell = { text: "", head: tag === "th" };
    }
    if (tag === "br" && cell !== null) (cell as { text: string }).text += " ";
  }
  closeRow();
  return rows.length === 0 ? null : { rows, rowsLeft };
}

const LINES = new Set(["br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table"]);

export function htmlWords(html: string): string {
  let words = "";
  for (const { tag, text } of pieces(html)) words += tag === null ? text : LINES.has(tag) ? "\n" : "";
  return words
    .replace(/[ \t\u00a0]+/gu, " ")
    .replace(/ ?\n[ \n]*/gu, "\n")
    .trim();
}

interface Piece {
  /** Null: text. */
  readonly tag: string | null;
  readonly closing: boolean;
  readonly text: string;
}

const SILENT = new Set(["script", "style", "template", "noscript"]);

/** Tags and the texts between them; what is in scripts and styles is neither. */
function* pieces(whole: string): Generator<Piece> {
  const html = whole.slice(0, MAX_HTML);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    if (end > at) yield { tag: null, closing: false, text: decoded(html.slice(at, end)) };
    if (open === -1) return;
    const close = html.startsWith("<!--", open) ? html.indexOf("-->", open + 4) + 2 : html.indexOf(">", open);
    if (close <= open) return;
    const name = /^<(\/?)([a-z][a-z0-9]*)/iu.exec(html.slice(open, open + 24));
    at = close + 1;
    if (name === null) continue;
    const tag = (name[2] ?? "").toLowerCase();
    yield { tag, closing: name[1] === "/", text: "" };
    if (!SILENT.has(tag) || name[1] === "/") continue;
    const over = html.indexOf(`</${name[2] ?? ""}`, at);
    if (over === -1) return;
    at = over;
  }
}

const NAMED: Readonly<Record<string, string>> = { "&nbsp;": "\u00a0", "&ndash;": "–", "&mdash;": "—", "&hellip;": "…" };

const decoded = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});/giu,
        (found) => NAMED[found] ?? decodeEntities(found) ?? found,
      )
    : text;

const tidy = (text: string): string => text.replace(/\s+/gu, " ").trim();
