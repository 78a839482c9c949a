/**
 * Paragraphs as a value for people: their text, and the look of runs and paragraphs in words. The words are complete:
 * what has no word of its own is there as a short digest, so that two texts of different look never have equal values.
 */
import type { Value } from "../../core/change/change.ts";
import { sha256 } from "../../shared/sha256.ts";
import { attribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { meaning, piecesOf, type Resolver } from "./meaning.ts";
import { elementsOf } from "./shape.ts";

type RichValue = Extract<Value, { type: "rich" }>;

export function richValue(paragraphs: readonly XmlElement[], resolver: Resolver): RichValue {
  const runs: { text: string; format?: string }[] = [];
  const styles: string[] = [];
  paragraphs.forEach((paragraph, at) => {
    if (at > 0) runs.push({ text: "\n" });
    const pieces = piecesOf(paragraph, resolver);
    for (const piece of pieces) {
      const look = piece.properties === undefined ? "" : runWords(piece.properties, piece.look, resolver);
      const other = piece.other === undefined || piece.other === "br" ? "" : `field ${digest(piece.other)}`;
      const format = [look, other].filter(Boolean).join(", ");
      runs.push({ text: piece.text === "\v" ? "\n" : piece.text, ...(format === "" ? {} : { format }) });
    }
    const words = paragraphWords(paragraph, pieces.length === 0, resolver);
    if (words !== "") styles.push(`${at + 1}: ${words}`);
  });
  const text = runs.map((run) => run.text).join("");
  return { type: "rich", text, ...(styles.length === 0 ? {} : { style: styles.join("; ") }), runs };
}

/** The text alone: paragraphs by lines. */
export const plainTextOf = (paragraphs: readonly XmlElement[], resolver: Resolver): string =>
  paragraphs
    .map((paragraph) =>
      piecesOf(paragraph, resolver)
        .map(({ text }) => (text === "\v" ? "\n" : text))
        .join(""),
    )
    .join("\n");

const digest = (text: string) => `#${sha256(text).slice(0, 8)}`;

/** Words for the attributes and children that have one; the digest of the rest. */
function runWords(properties: XmlElement, look: string, resolver: Resolver): string {
  if (look === "") return "";
  const words: string[] = [];
  const flag = (name: string, word: string, off: string) => {
    const value = attribute(properties, name);
    if (value !== undefined) words.push(value === "1" || value === "true" ? word : off);
  };
  flag("b", "bold", "not bold");
  flag("i", "italic", "not italic");
  const size = Number(attribute(properties, "sz"));
  if (size > 0) words.push(`${size / 100} pt`);
  const underline = attribute(properties, "u");
  if (underline !== undefined) words.push(underline === "none" ? "not underlined" : `underlined (${underline})`);
  const fill = colorWords(properties);
  if (fill !== null) words.push(fill);
  const latin = elementsOf(properties).find(({ name }) => name === "latin");
  const face = latin === undefined ? undefined : attribute(latin, "typeface");
  if (face !== undefined) words.push(`font ${face}`);
  const link = elementsOf(properties).find(({ name }) => name === "hlinkClick");
  if (link !== undefined) words.push(`link ${/external ([^"\\]*)/.exec(meaning(link, resolver))?.[1] ?? ""}`.trim());
  words.push(digest(look));
  return words.join(", ");
}

/** A plain fill, in words; null where there is none. */
export function colorWords(holder: XmlElement): string | null {
  const fill = elementsOf(holder).find(({ name }) => name.endsWith("Fill"));
  if (fill === undefined) return null;
  if (fill.name === "noFill") return "no fill";
  const color = elementsOf(fill)[0];
  if (fill.name !== "solidFill" || color === undefined) return fill.name.replace("Fill", " fill");
  const value = attribute(color, color.name === "sysClr" ? "lastClr" : "val") ?? "";
  return color.name === "srgbClr" || color.name === "sysClr" ? `#${value}` : value;
}

function paragraphWords(paragraph: XmlElement, empty: boolean, resolver: Resolver): string {
  const wanted = empty ? ["pPr", "endParaRPr"] : ["pPr"];
  const parts = elementsOf(paragraph).filter(({ name }) => wanted.includes(name));
  const said = parts.map((part) => meaning(part, resolver)).join("");
  if (said === "") return "";
  const words: string[] = [];
  const properties = parts.find(({ name }) => name === "pPr");
  if (properties !== undefined) {
    const level = Number(attribute(properties, "lvl") ?? 0);
    if (level > 0) words.push(`level ${level + 1}`);
    const align = attribute(properties, "algn");
    if (align !== undefined) words.push(ALIGNMENTS[align] ?? align);
    const bullet = elementsOf(properties).find(({ name }) => /^bu(Char|AutoNum|None|Blip)$/.test(name));
    if (bullet !== undefined) words.push(BULLETS[bullet.name] ?? bullet.name);
  }
  words.push(digest(said));
  return words.join(", ");
}

const ALIGNMENTS: Readonly<Record<string, string>> = { l: "left", r: "right", ctr: "centred", just: "justified" };
const BULLETS: Readonly<Record<string, string>> = {
  buChar: "bullet",
  buAutoNum: "numbered",
  buNone: "no bullet",
  buBlip: "picture bullet",
};
