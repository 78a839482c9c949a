/**
 * The shared strings of a workbook by index: plain text, and a digest of the rich formatting inside of it. Where the
 * strings lie is found by one scan at reading; each is decoded when first asked for. Phonetic guides are no text.
 */
import { sha256 } from "../../shared/sha256.ts";
import { decodeEntities, decodeEscapes } from "../ooxml/xml-text.ts";

export interface CellText {
  readonly text: string;
  /** What the runs look like; `undefined` where the text is plain. */
  readonly rich?: string;
}

export interface SharedStrings {
  readonly count: number;
  get(index: number): CellText;
  /** The inside of the `<si>` element, as written. */
  xml(index: number): string;
}

export const NO_STRINGS: SharedStrings = { count: 0, get: () => ({ text: "" }), xml: () => "" };

/** `bytes` in the plain spelling of sheet-text.ts. */
export function readSharedStrings(bytes: Uint8Array): SharedStrings {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = find(bytes, ITEM, 0); at !== -1;) {
    const open = bytes.indexOf(0x3e, at) + 1;
    if (open === 0) break;
    const empty = bytes[open - 2] === 0x2f;
    const close = empty ? open : find(bytes, ITEM_END, open);
    starts.push(open);
    ends.push(close === -1 ? buffer.length : close);
    if (close === -1) break;
    at = find(bytes, ITEM, close);
  }
  const kept = new Array<CellText | undefined>(starts.length);
  return {
    count: starts.length,
    get(index) {
      const from = starts[index];
      if (from === undefined) return { text: "" };
      return (kept[index] ??= readRichText(buffer.toString("utf8", from, ends[index])));
    },
    xml: (index) => (starts[index] === undefined ? "" : buffer.toString("utf8", starts[index], ends[index])),
  };
}

const ITEM = new TextEncoder().encode("<si");
const ITEM_END = new TextEncoder().encode("</si>");

/** As `Buffer.indexOf`, whose calls cost more than the few bytes that there are between two strings. */
function find(bytes: Uint8Array, mark: Uint8Array, from: number): number {
  for (let at = from; at <= bytes.length - mark.length; at++) {
    let same = 0;
    while (same < mark.length && bytes[at + same] === mark[same]) same++;
    if (same === mark.length) return at;
  }
  return -1;
}

const TEXT = /<t(?:\s[^<>]*)?>([^<]*)<\/t>/g;

const plainText = (xml: string) => decodeEscapes((decodeEntities(xml) ?? xml).replaceAll("\r\n", "\n"));

/** The inside of `<si>`, `<is>` or a comment's `<text>`. */
export function readRichText(xml: string): CellText {
  if (xml.startsWith("<t>") && xml.indexOf("<", 3) === xml.length - 4 && xml.endsWith("</t>"))
    return { text: plainText(xml.slice(3, -4)) };
  const spoken = xml.includes("<rPh") ? pieces(xml, "rPh").outside : xml;
  let text = "";
  for (const match of spoken.matchAll(TEXT)) text += decodeEntities(match[1] ?? "") ?? match[1] ?? "";
  text = decodeEscapes(text.replaceAll("\r\n", "\n"));
  if (!spoken.includes("<rPr")) return { text };
  const looks: { length: number; readonly look: string }[] = [];
  for (const run of pieces(spoken, "r").inside) {
    const length = [...run.matchAll(TEXT)].reduce((sum, match) => sum + (match[1] ?? "").length, 0);
    const properties = pieces(run, "rPr").inside[0]?.match(/<[^<>]+>/g) ?? [];
    const tags = properties.map((tag) => tag.replace(/\s*\/?>$/, ">")).filter((tag) => !tag.startsWith("</"));
    const look = tags.sort().join("");
    const last = looks.at(-1);
    // Where a run is cut in two means nothing.
    if (last?.look === look) last.length += length;
    else if (length > 0) looks.push({ length, look });
  }
  return { text, rich: sha256(looks.map(({ length, look }) => `${length}:${look}`).join("|")).slice(0, 12) };
}

/** The insides of the elements of one name, and what is left without them. Linear: an element that does not end is the rest. */
function pieces(xml: string, name: string): { readonly inside: readonly string[]; readonly outside: string } {
  const inside: string[] = [];
  let outside = "";
  let at = 0;
  for (let start = xml.indexOf(`<${name}`); start !== -1; start = xml.indexOf(`<${name}`, start)) {
    const next = xml.charCodeAt(start + name.length + 1);
    if (next > 0x20 && next !== 0x3e && next !== 0x2f) {
      start++;
      continue;
    }
    const open = xml.indexOf(">", start) + 1;
    const empty = xml.charCodeAt(open - 2) === 0x2f;
    const close = open === 0 ? -1 : empty ? open : xml.indexOf(`</${name}>`, open);
    outside += xml.slice(at, start);
    inside.push(xml.slice(open, close === -1 ? undefined : close));
    if (close === -1) return { inside, outside };
    at = empty ? open : close + name.length + 3;
    start = at;
  }
  return { inside, outside: outside + xml.slice(at) };
}
