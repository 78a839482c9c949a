/** How a run looks, as words for people that leave nothing out (ECMA-376 part 1, 17.3.2). */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import { propertiesOf, type MeaningContext } from "./meaning.ts";

const NAMES: Readonly<Record<string, string>> = {
  b: "bold",
  i: "italic",
  strike: "struck through",
  dstrike: "struck through twice",
  caps: "capitals",
  smallCaps: "small capitals",
  vanish: "hidden",
  sz: "size",
  rFonts: "font",
  u: "underlined",
  vertAlign: "position",
  rStyle: "style",
  bCs: "bold (complex scripts)",
  iCs: "italic (complex scripts)",
  szCs: "size (complex scripts)",
};

/** Sorted; empty where the run looks as its paragraph does. */
export function runWords(properties: XmlElement | undefined, context: MeaningContext): string[] {
  const found = propertiesOf(properties, context);
  return Object.entries(found)
    .map(([name, value]) => words(name, value))
    .sort();
}

function words(name: string, value: string): string {
  const named = NAMES[name] ?? name;
  if (value === "on") return named;
  if (value === "0" && !/^(sz|position|spacing|kern|w)$/.test(name)) return `not ${named}`;
  if ((name === "sz" || name === "szCs") && Number.isFinite(Number(value))) return `${named} ${Number(value) / 2}`;
  if (name === "u" && value === "single") return named;
  if (name === "rFonts") return `${named} ${fontName(value)}`;
  return `${named} ${value}`;
}

/** One name where all scripts have the same font. */
function fontName(value: string): string {
  const fonts = new Set(value.split(", ").map((part) => part.replace(/^\w+ /, "")));
  return fonts.size === 1 && value.includes("ascii ") && value.includes("hAnsi ") ? ([...fonts][0] ?? value) : value;
}
