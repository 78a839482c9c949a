/**
 * One text for what an element of a document means: two elements with equal texts look and read the same. Left out is
 * what is written anew at every save or tells nothing to a reader: revision ids, paragraph ids, proofing marks and
 * languages, ids of drawings, how text is split into runs, spelled-out truth values, the strict names of sides. Style
 * and relationship ids are replaced by what they lead to.
 *
 * Of alternate content the shown branch counts, and of its fallback the text, so that nothing can be said there unseen.
 */
import { sha256 } from "../../shared/sha256.ts";
import { NS, textOf, type XmlAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { fallbackBranch, isWord, MARKS, shownBranch, W, wordAttribute, wordChild } from "./names.ts";

export interface MeaningContext {
  /** The name of a style. */
  style(type: StyleType, id: string): string;
  /** What a relationship of the part at hand leads to. */
  relation(id: string): string;
}

export type StyleType = "paragraph" | "character" | "table" | "numbering";

export const STYLE_REFERENCES: Readonly<Record<string, StyleType>> = {
  pStyle: "paragraph",
  rStyle: "character",
  tblStyle: "table",
  basedOn: "paragraph",
  next: "paragraph",
  link: "character",
  numStyleLink: "numbering",
  styleLink: "numbering",
};

/** Quoted, so that no text can look like a piece of the notation around it. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("<", "\\u003c");

const SILENT: ReadonlySet<string> = new Set([
  "proofErr",
  "lastRenderedPageBreak",
  "noProof",
  "lang",
  // Of content controls.
  "id",
  "rsid",
  "rsids",
  ...MARKS,
]);
/** In any namespace: ids and editing state of drawings and shapes. */
const DRAWING_IDS: ReadonlySet<string> = new Set(["docPr", "cNvPr", "nvPr"]);
const TEXTUAL: ReadonlySet<string> = new Set(["t", "delText", "instrText", "delInstrText"]);

export const digest = (text: string): string => sha256(text).slice(0, 16);

export interface MeaningOptions {
  /** Leave the contents of text boxes out: they are compared apart. */
  readonly withoutBoxes?: boolean;
}

export function meaningOf(element: XmlElement, context: MeaningContext, options: MeaningOptions = {}): string {
  if (isSilent(element)) return "";
  if (options.withoutBoxes === true && isWord(element, "txbxContent")) return "<box>";
  const branch = shownBranch(element);
  if (branch !== null) {
    const fallback = fallbackBranch(element);
    const hidden = fallback === undefined || options.withoutBoxes === true ? "" : quoted(plainText(fallback));
    return (branch === undefined ? "" : contentMeaning(branch, context, options)) + hidden;
  }
  const attributes = element.attributes
    .map((found) => attributeMeaning(element, found, context))
    .filter((meaning) => meaning !== null)
    .sort();
  return `<${nameOf(element)}${attributes.join("")}>${contentMeaning(element, context, options)}</>`;
}

/** What stands inside an element; neighbouring runs of one format as one run. */
function contentMeaning(element: XmlElement, context: MeaningContext, options: MeaningOptions): string {
  let out = "";
  let format: string | null = null;
  const textual = TEXTUAL.has(element.name);
  for (const child of element.children) {
    if (typeof child === "string") {
      if (textual || child.trim() !== "") out += `\u0001${quoted(child).slice(1, -1)}\u0002`;
      continue;
    }
    if (isSilent(child)) continue;
    if (!isWord(child, "r")) {
      out += (format === null ? "" : "}") + meaningOf(child, context, options);
      format = null;
      continue;
    }
    const properties = wordChild(child, "rPr");
    const own = properties === undefined ? "" : contentMeaning(properties, context, options);
    const inside = contentMeaning(
      { ...child, children: child.children.filter((inner) => inner !== properties) },
      context,
      options,
    );
    if (inside === "") continue;
    if (own !== format) out += `${format === null ? "" : "}"}{${own}|`;
    format = own;
    out += inside;
  }
  const all = out + (format === null ? "" : "}");
  return all.replaceAll("</><w:t>", "").replaceAll("\u0002\u0001", "");
}

const isSilent = ({ name, ns }: XmlElement): boolean =>
  ns === W ? SILENT.has(name) : name === "useLocalDpi" && ns !== "";

const SIDES: Readonly<Record<string, string>> = { start: "left", end: "right" };

function nameOf({ ns, name }: XmlElement): string {
  if (ns === W) return `w:${SIDES[name] ?? name}`;
  return `{${ns}}${name}`;
}

export function attributeMeaning(element: XmlElement, found: XmlAttribute, context: MeaningContext): string | null {
  const value = attributeValue(element, found, context);
  if (value === null) return null;
  const name = element.name === "ind" && element.ns === W ? (SIDES[found.name] ?? found.name) : found.name;
  const space = found.ns === "" || found.ns === element.ns ? "" : found.ns === NS.rel ? "r:" : `{${found.ns}}`;
  return ` ${space}${name}=${quoted(value)}`;
}

/** `null` where it means nothing. */
export function attributeValue(element: XmlElement, found: XmlAttribute, context: MeaningContext): string | null {
  const { ns, name, qname, value } = found;
  if (qname === "xmlns" || qname.startsWith("xmlns:") || ns === NS.mc || ns.endsWith("/XML/1998/namespace"))
    return null;
  if (ns === NS.rel) return context.relation(value);
  if (/^(rsid|paraId$|textId$|anchorId$|editId$)/.test(name)) return null;
  if (element.ns !== W) return drawingValue(element, found, context);
  if (name === "id" && element.name !== "tag") return null;
  if (element.name === "rFonts" && name === "hint") return null;
  // The sum of the attributes beside it.
  if (element.name === "tblLook" && name === "val" && element.attributes.length > 1) return null;
  if (name !== "val") return value;
  const type = STYLE_REFERENCES[element.name];
  if (type !== undefined) return context.style(type, value);
  if (element.name === "numId") return value === "0" ? "none" : "list";
  if (element.name === "jc") return SIDES[value] ?? value;
  if (value === "true" || value === "on" || value === "1") return null;
  return value === "false" || value === "off" ? "0" : value;
}

function drawingValue(element: XmlElement, { ns, name, value }: XmlAttribute, context: MeaningContext): string | null {
  if (DRAWING_IDS.has(element.name) && (name === "id" || name === "name")) return null;
  // Where the cached picture of a diagram lies.
  if (name === "relId" && ns === "") return null;
  if (name === "spid" || name === "gfxdata" || name === "relativeHeight") return null;
  if (element.ns.startsWith("urn:schemas-microsoft-com:") && (name === "id" || name === "type")) return null;
  // Diagrams name their parts by attributes of their own (`r:dm`), ink and charts by `r:id`: all in NS.rel, see above.
  return ns === NS.rel ? context.relation(value) : value;
}

/** What the branches of alternate content below an element mean that are not shown; empty where there are none. */
export function hiddenMeaning(element: XmlElement, context: MeaningContext, options: MeaningOptions): string {
  const shown = shownBranch(element);
  const children = element.children.filter((child): child is XmlElement => typeof child !== "string");
  return children
    .map((child) =>
      shown === null || child === shown
        ? hiddenMeaning(child, context, options)
        : `${child.name}${meaningOf({ ...child, attributes: [] }, context, options)}`,
    )
    .join("");
}

/** All text below an element, of the shown branches; words of different paragraphs stay apart. */
export function plainText(element: XmlElement): string {
  if (isWord(element, "t") || isWord(element, "delText")) return textOf(element);
  if (isWord(element, "tab") && element.children.length === 0) return "\t";
  if (isWord(element, "br") || isWord(element, "cr")) return "\n";
  if (element.ns.endsWith("/math") && element.name === "t") return textOf(element);
  const branch = shownBranch(element);
  const inside = [...(branch ?? element).children].map((child) => (typeof child === "string" ? "" : plainText(child)));
  return inside.join("") + (isWord(element, "p") ? "\n" : "");
}

/** The properties of an element as words: one entry a child, empty ones and those that say nothing left out. */
export function propertiesOf(
  element: XmlElement | undefined,
  context: MeaningContext,
  leaveOut: ReadonlySet<string> = new Set(),
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const child of element?.children ?? []) {
    if (typeof child === "string" || isSilent(child) || leaveOut.has(child.name)) continue;
    const name = child.ns === W ? child.name : child.qname;
    const value = propertyValue(child, context);
    if (value !== null) found[name] = name in found ? `${found[name] ?? ""}; ${value}` : value;
  }
  return found;
}

/** Elements that say something by their children alone. */
const HOLDERS: ReadonlySet<string> = new Set([
  "rPr",
  "pPr",
  "numPr",
  "pBdr",
  "tabs",
  "tblBorders",
  "tcBorders",
  "tblCellMar",
  "tcMar",
  "pgBorders",
]);

function propertyValue(element: XmlElement, context: MeaningContext): string | null {
  if (/^\w+Change$/.test(element.name) || ((element.name === "ins" || element.name === "del") && element.ns === W))
    return `tracked, by ${wordAttribute(element, "author") ?? "unknown"}, ${wordAttribute(element, "date") ?? ""} ${digest(meaningOf(element, context))}`;
  const children = element.children.some((child) => typeof child !== "string");
  if (element.name === "numPr") return listValue(element);
  if (children) {
    const inside = contentMeaning(element, context, {});
    return inside === "" ? null : digest(inside);
  }
  const parts: string[] = [];
  for (const attribute of element.attributes) {
    const value = attributeValue(element, attribute, context);
    if (value === null) continue;
    const name = element.name === "ind" ? (SIDES[attribute.name] ?? attribute.name) : attribute.name;
    parts.push(name === "val" && element.attributes.length === 1 ? value : `${name} ${value}`);
  }
  if (parts.length > 0) return parts.sort().join(", ");
  if (HOLDERS.has(element.name)) return null;
  const said = element.attributes.some(({ qname }) => !qname.startsWith("xmlns"));
  return said && wordAttribute(element, "val") === undefined ? null : "on";
}

/** Which list it is cannot be told without the other version: lists are paired by the paragraphs that use them. */
function listValue(element: XmlElement): string {
  const level = wordAttribute(wordChild(element, "ilvl"), "val") ?? "0";
  const id = wordAttribute(wordChild(element, "numId"), "val");
  return id === undefined ? `level ${level}` : id === "0" ? "none" : `list, level ${level}`;
}
