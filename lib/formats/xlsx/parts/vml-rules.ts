/**
 * Legacy drawings: form controls, pictures in headers, and the boxes that show notes. Where a note's box lies and how
 * large it is, is no content. Shape ids and types are numbered anew at every save.
 */
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { PartRules } from "./rules.ts";

export const VML_RULES: PartRules = {
  ids: { shape: ["id", "type", "spid", "gfxdata"], "*": ["spid"] },
  silent: new Set(["shapelayout", "shapetype", "idmap"]),
  hollow: new Set(["lock", "div", "textbox", "fill", "stroke", "shadow", "path"]),
  attribute(_element, { name, value }) {
    return name === "style" ? cssMeaning(value) : undefined;
  },
  element: (element, level) => (level === "seen" && isNoteBox(element) ? null : undefined),
};

/** The shape in which a note is shown. */
export const isNoteBox = (shape: XmlElement): boolean => {
  const data = clientData(shape);
  return data !== undefined && attribute(data, "ObjectType") === "Note";
};

export const clientData = (shape: XmlElement): XmlElement | undefined =>
  shape.name === "shape"
    ? shape.children.filter((child) => typeof child !== "string").find(({ name }) => name === "ClientData")
    : undefined;

/** Declarations in one order and spelling. */
export function cssMeaning(style: string): string | null {
  const rules = style
    .split(";")
    .map((rule) => rule.replace(/\s+/g, "").toLowerCase())
    .filter((rule) => rule !== "" && !rule.startsWith("mso-"));
  return rules.length === 0 ? null : rules.sort().join(";");
}
