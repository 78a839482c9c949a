/**
 * One text for what an element of a slide means. Equal texts mean the same to a person who looks at the slide; what
 * saving again changes is left out:
 *
 * - ids of revisions and creations (`creationId`, `modId`, `rowId`, `colId`, `uniqueId`), proofing marks (`dirty`, `err`,
 *   `smtClean`, `bmk`) and the proofing language (`lang`, `altLang`)
 * - runs split without a difference in look, runs without text, the look of a paragraph's end behind text
 * - elements that say nothing (`a:lstStyle`, `a:pPr`, … without content), attributes with their default value
 * - the cached text of slide numbers and dates, which is computed when it is shown
 * - the name of a slide size, beside its width and height
 * - transitions and time lines without effects
 * - relationship ids and shape ids: replaced by what they lead to
 *
 * Costs one pass over the element.
 */
import { NS, type XmlAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { A } from "./names.ts";

/** What ids mean, which only the owner of the element knows. */
export interface Resolver {
  /** The target of a relationship id. */
  readonly target: (id: string) => string;
  /** The shape with an id on the same slide. */
  readonly shape: (id: string) => string;
}

const VOLATILE = new Set(["creationId", "modId", "rowId", "colId", "uniqueId"]);
const PROOFING = new Set(["dirty", "err", "smtClean", "bmk", "lang", "altLang", "noProof"]);
/** Nothing, where they have neither attributes nor content. */
const EMPTY = new Set(["lstStyle", "pPr", "rPr", "endParaRPr", "avLst", "extLst", "ext", "bodyPr", "tcPr"]);
const DEFAULTS: Readonly<Record<string, string>> = {
  "sld@show": "1",
  "sld@showMasterSp": "1",
  "sld@showMasterPhAnim": "1",
  "pPr@lvl": "0",
  "ph@type": "obj",
  "ph@idx": "0",
  "ph@orient": "horz",
  "ph@sz": "full",
  "ph@hasCustomPrompt": "0",
  "xfrm@rot": "0",
  "xfrm@flipH": "0",
  "xfrm@flipV": "0",
  "cNvSpPr@txBox": "0",
  "cNvPr@descr": "",
  "cNvPr@title": "",
  "cNvPr@hidden": "0",
  "nvPr@isPhoto": "0",
  "nvPr@userDrawn": "0",
  "tc@rowSpan": "1",
  "tc@gridSpan": "1",
  "tc@hMerge": "0",
  "tc@vMerge": "0",
  "blip@cstate": "none",
  "hlinkClick@invalidUrl": "",
  "hlinkClick@action": "",
  "hlinkClick@tgtFrame": "",
  "hlinkClick@tooltip": "",
  "hlinkClick@history": "1",
  "hlinkClick@highlightClick": "0",
  "hlinkClick@endSnd": "0",
};
const BOOLEAN: Readonly<Record<string, string>> = { true: "1", false: "0" };

export function meaning(element: XmlElement, resolver: Resolver): string {
  if (VOLATILE.has(element.name)) return "";
  if (element.ns === A && element.name === "p") return paragraphMeaning(element, resolver);
  if (saysNothing(element)) return "";
  const attributes: string[] = [];
  for (const found of element.attributes) {
    const value = attributeMeaning(element, found, resolver);
    if (value !== null)
      attributes.push(` ${found.ns === "" ? "" : `{${found.ns}}`}${found.name}=${JSON.stringify(value)}`);
  }
  const children = element.children.map((child) =>
    typeof child === "string" ? textMeaning(element, child) : meaning(child, resolver),
  );
  const inner = children.join("");
  if (element.ns === NS.mc && inner === "") return "";
  const hollow = inner === "" && (attributes.length === 0 || element.name === "ext");
  if (hollow && EMPTY.has(element.name)) return "";
  return `<${element.ns === A ? "a:" : `{${element.ns}}`}${element.name}${attributes.sort().join("")}>${inner}</>`;
}

function attributeMeaning(
  element: XmlElement,
  { ns, name, qname, value }: XmlAttribute,
  resolver: Resolver,
): string | null {
  if (qname === "xmlns" || qname.startsWith("xmlns:") || ns === NS.mc) return null;
  if (ns === NS.rel) return value === "" ? null : resolver.target(value);
  if (name === "id" && element.name === "cNvPr") return null;
  if (name === "spid" || (name === "id" && (element.name === "stCxn" || element.name === "endCxn")))
    return resolver.shape(value);
  if (name === "id" && element.name === "fld") return null;
  if (name === "type" && element.name === "sldSz") return null;
  if (PROOFING.has(name) && (element.name.endsWith("rPr") || element.name.endsWith("RPr") || element.name === "br"))
    return null;
  const plain = BOOLEAN[value] ?? value;
  return DEFAULTS[`${element.name}@${name}`] === plain ? null : plain;
}

const textMeaning = (element: XmlElement, text: string): string =>
  element.name === "t" || text.trim() !== "" ? JSON.stringify(text.replaceAll("\r\n", "\n")) : "";

/** Programs write these where nothing is said: a color map that is the master's, a time line or transition without effects. */
function saysNothing(element: XmlElement): boolean {
  const inner = element.children.filter((child) => typeof child !== "string");
  if (element.name === "clrMapOvr") return inner.every(({ name }) => name === "masterClrMapping");
  if (element.name === "timing") return !holdsEffects(element);
  if (element.name === "transition") return inner.length === 0 && !element.attributes.some(advances);
  return false;
}

/** A transition without an effect still says when the next slide comes. */
const advances = ({ name, value }: XmlAttribute): boolean =>
  name === "advTm" || (name === "advClick" && (value === "0" || value === "false"));

function holdsEffects(timing: XmlElement): boolean {
  const quiet = new Set(["tnLst", "par", "cTn"]);
  return timing.children.some((child) => typeof child !== "string" && (!quiet.has(child.name) || holdsEffects(child)));
}

/** A piece of a paragraph; neighbours of equal look are one. */
export interface Piece {
  readonly look: string;
  readonly properties: XmlElement | undefined;
  /** For a run. A break is "\v"; a field that is computed is its kind in brackets. */
  text: string;
  /** What it means where it is no plain text. */
  readonly other?: string;
}

export function piecesOf(paragraph: XmlElement, resolver: Resolver): Piece[] {
  const pieces: Piece[] = [];
  for (const child of paragraph.children) {
    if (typeof child === "string" || child.name === "pPr" || child.name === "endParaRPr") continue;
    const inner = child.children.filter((found) => typeof found !== "string");
    const properties = inner.find(({ name }) => name === "rPr");
    const look = properties === undefined ? "" : meaning(properties, resolver);
    if (child.name === "r" && child.ns === A) {
      const text = inner
        .filter(({ name }) => name === "t")
        .map(plainText)
        .join("");
      const last = pieces.at(-1);
      if (text === "") continue;
      if (last?.look === look && last.other === undefined) last.text += text;
      else pieces.push({ look, properties, text });
    } else if (child.name === "br") pieces.push({ look, properties, text: "\v", other: "br" });
    else if (child.name === "fld" && child.ns === A) {
      const type = child.attributes.find(({ name }) => name === "type")?.value ?? "";
      const computed = /^(slidenum|datetime)/.test(type);
      const text = computed
        ? `[${type}]`
        : inner
            .filter(({ name }) => name === "t")
            .map(plainText)
            .join("");
      pieces.push({ look, properties, text, other: `fld ${type}` });
    } else {
      const other = meaning(child, resolver);
      if (other !== "") pieces.push({ look: "", properties: undefined, text: deepText(child), other });
    }
  }
  return pieces;
}

const plainText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : "")).join("");

/** The text of an opaque element: of its first branch where it offers several. */
export function deepText(element: XmlElement): string {
  const inner = element.children.filter((child) => typeof child !== "string");
  if (element.name === "AlternateContent" && element.ns === NS.mc)
    return inner[0] === undefined ? "" : deepText(inner[0]);
  return element.name === "t" ? plainText(element) : inner.map(deepText).join("");
}

function paragraphMeaning(paragraph: XmlElement, resolver: Resolver): string {
  const pieces = piecesOf(paragraph, resolver);
  const child = (wanted: string) =>
    paragraph.children.find((found) => typeof found !== "string" && found.name === wanted) as XmlElement | undefined;
  const properties = child("pPr");
  const end = pieces.length === 0 ? child("endParaRPr") : undefined;
  const said = [
    properties === undefined ? "" : meaning(properties, resolver),
    ...pieces.map(({ look, text, other }) => JSON.stringify(other === undefined ? [look, text] : [look, text, other])),
    end === undefined ? "" : meaning(end, resolver),
  ];
  return `<a:p>${said.join("")}</>`;
}
