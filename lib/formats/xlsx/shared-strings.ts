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
  for (let at = buffer.indexOf("<si"); at !== -1;) {
    const open = buffer.indexOf(">", at) + 1;
    if (open === 0) break;
    const empty = bytes[open - 2] === 0x2f;
    const close = empty ? open : buffer.indexOf("</si>", open);
    starts.push(open);
    ends.push(close === -1 ? buffer.length : close);
    if (close === -1) break;
    at = buffer.indexOf("<si", close);
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

const TEXT = /<t(?:\s[^>]*)?>([^<]*)<\/t>/g;

/** The inside of `<si>`, `<is>` or a comment's `<text>`. */
export function readRichText(xml: string): CellText {
  const spoken = xml.includes("<rPh") ? xml.replace(/<rPh[\s>][^]*?<\/rPh>/g, "") : xml;
  let text = "";
  for (const match of spoken.matchAll(TEXT)) text += decodeEntities(match[1] ?? "") ?? match[1] ?? "";
  text = decodeEscapes(text.replaceAll("\r\n", "\n"));
  if (!spoken.includes("<rPr")) return { text };
  const looks: string[] = [];
  for (const run of spoken.matchAll(/<r(?:\s[^>]*)?>([^]*?)<\/r>/g)) {
    const properties = /<rPr[^>]*>([^]*?)<\/rPr>/.exec(run[1] ?? "")?.[1] ?? "";
    const length = [...(run[1] ?? "").matchAll(TEXT)].reduce((sum, match) => sum + (match[1] ?? "").length, 0);
    looks.push(
      `${length}:${(properties.match(/<[^>]+>/g) ?? [])
        .map((tag) => tag.replace(/\s*\/?>/, ">"))
        .sort()
        .join("")}`,
    );
  }
  return { text, rich: sha256(looks.join("|")).slice(0, 12) };
}
