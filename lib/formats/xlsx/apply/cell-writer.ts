/** Cells as XML: one of before patched, or one of after written for the result. */
import { encodeEscapes, encodeXml } from "../../ooxml/xml-text.ts";
import type { RawCell } from "../row-cells.ts";
import type { Workbook } from "../workbook.ts";
import { readRichText } from "../shared-strings.ts";

export interface WrittenFormula {
  readonly text: string;
  /** Attributes of `<f>`, with a leading space where any. */
  readonly attributes: string;
}

/**
 * A cell with the value of `cell` (of `book`).
 * @param formula the formula in the result's coordinates; `null` for none
 * @param cached whether the result of the formula is known
 * @param plain drops rich formatting inside of the text
 */
export function writeCell(
  place: string,
  style: number,
  book: Workbook,
  cell: RawCell | null,
  formula: WrittenFormula | null,
  cached: boolean,
  plain: boolean,
): string {
  const start = `<c r="${place}"${style === 0 ? "" : ` s="${style}"`}`;
  const written = formula === null ? "" : `<f${formula.attributes}>${encodeXml(formula.text)}</f>`;
  const value = cell === null || (formula !== null && !cached) ? null : cell;
  if (value === null) return written === "" ? (style === 0 ? "" : `${start}/>`) : `${start}>${written}</c>`;
  if (value.type === "s" || value.type === "inlineStr") {
    const xml =
      value.type === "inlineStr"
        ? value.inline
        : value.raw === null || value.raw === ""
          ? null
          : book.strings.xml(Number(value.raw));
    if (xml === null) return written === "" && style === 0 ? "" : `${start}>${written}</c>`;
    const inside = plain ? plainText(readRichText(xml).text) : xml;
    return `${start} t="inlineStr">${written}<is>${inside}</is></c>`;
  }
  if (value.raw === null || (value.raw === "" && value.type !== "str"))
    return written === "" ? (style === 0 ? "" : `${start}/>`) : `${start}>${written}</c>`;
  const type = value.type === "n" ? "" : ` t="${encodeXml(value.type)}"`;
  return `${start}${type}>${written}<v>${value.raw}</v></c>`;
}

const plainText = (text: string) => `<t xml:space="preserve">${encodeXml(encodeEscapes(text))}</t>`;

/** `xml` of a cell of before at another place, in another style. */
export function movedCell(xml: string, place: string, style: number | null): string {
  const end = xml.indexOf(">");
  let tag = xml.slice(0, end);
  tag = /\sr\s*=/.test(tag)
    ? tag.replace(/\sr\s*=\s*("[^"]*"|'[^']*')/, ` r="${place}"`)
    : tag.replace(/^<c/, `<c r="${place}"`);
  if (style !== null) {
    tag = tag.replace(/\ss\s*=\s*("[^"]*"|'[^']*')/, "");
    if (style !== 0) tag = tag.replace(/^<c/, `<c s="${style}"`);
  }
  return tag + xml.slice(end);
}

/** The same cell with another formula, or with its cached result taken away. */
export function withFormula(xml: string, formula: WrittenFormula): string {
  return xml.replace(
    /<f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)/,
    () => `<f${formula.attributes}>${encodeXml(formula.text)}</f>`,
  );
}

export function withoutResult(xml: string): string {
  const end = xml.indexOf(">");
  const tag = xml.slice(0, end).replace(/\st\s*=\s*("[^"]*"|'[^']*')/, "");
  return tag + xml.slice(end).replace(/<v(?:\s[^>]*)?(?:\/>|>[^<]*<\/v>)/, "");
}

/** The same cell with the cached result of another one. */
export function withResult(xml: string, result: RawCell, book: Workbook): string {
  const bare = withoutResult(xml);
  if (result.raw === null || (result.raw === "" && result.type !== "str")) return bare;
  const text = result.type === "s" ? encodeXml(encodeEscapes(book.strings.get(Number(result.raw)).text)) : result.raw;
  const type = result.type === "n" ? "" : ` t="${result.type === "s" ? "str" : encodeXml(result.type)}"`;
  const end = bare.indexOf(">");
  const opened =
    bare[end - 1] === "/" ? `${bare.slice(0, end - 1)}${type}></c>` : `${bare.slice(0, end)}${type}${bare.slice(end)}`;
  return opened.replace(/<\/c>$/, `<v>${text}</v></c>`);
}
