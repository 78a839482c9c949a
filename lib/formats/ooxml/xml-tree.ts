/**
 * A small XML part as a tree with resolved namespaces and the place of every element in the text, so that a writer can
 * replace one element and leave all other characters alone. Checks well-formedness; refuses DTDs (hence entities other
 * than the five of XML) and too deep nesting; never recurses while parsing. Strict OOXML namespaces are read as their
 * transitional twins (ECMA-376 part 1 and part 4). Comments and processing instructions are dropped. Costs about 10
 * times the text in memory: not for sheet data.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";
import { decodeEntities } from "./xml-text.ts";

export interface XmlAttribute {
  /** "" for an attribute without a prefix. */
  readonly ns: string;
  readonly name: string;
  readonly qname: string;
  readonly value: string;
}

export interface XmlElement {
  readonly ns: string;
  readonly name: string;
  readonly qname: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
  /** Offsets in the text: `<`, behind the start tag, the `</` (= openEnd where empty), behind the end tag. */
  readonly start: number;
  readonly openEnd: number;
  closeStart: number;
  end: number;
}

export const NS = {
  main: "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
  rel: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  packageRel: "http://schemas.openxmlformats.org/package/2006/relationships",
  types: "http://schemas.openxmlformats.org/package/2006/content-types",
  mc: "http://schemas.openxmlformats.org/markup-compatibility/2006",
} as const;

const STRICT = "http://purl.oclc.org/ooxml/";
const STRICT_TWINS: readonly (readonly [string, string])[] = [
  [`${STRICT}spreadsheetml/main`, NS.main],
  [`${STRICT}wordprocessingml/main`, "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  [`${STRICT}officeDocument/relationships`, NS.rel],
  [`${STRICT}presentationml/main`, "http://schemas.openxmlformats.org/presentationml/2006/main"],
  [`${STRICT}drawingml/`, "http://schemas.openxmlformats.org/drawingml/2006/"],
  [`${STRICT}officeDocument/`, "http://schemas.openxmlformats.org/officeDocument/2006/"],
];

/** The transitional name of a strict namespace or relationship type; others as they are. */
export function transitional(uri: string): string {
  if (!uri.startsWith(STRICT)) return uri;
  const twin = STRICT_TWINS.find(([strict]) => uri.startsWith(strict));
  return twin === undefined ? uri : twin[1] + uri.slice(twin[0].length);
}

const damaged = (detail: string): Result<never, ReadError> => err({ reason: "damaged", detail });
const TAG =
  /<(?:(\/)?([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>|!--[^]*?-->|!\[CDATA\[([^]*?)\]\]>|\?[^]*?\?>)/y;
const ATTRIBUTE = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

interface Frame {
  readonly element: XmlElement;
  readonly scope: ReadonlyMap<string, string>;
}

const ROOT_SCOPE: ReadonlyMap<string, string> = new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]);

export function parseXml(text: string, limits: Pick<Limits, "maxXmlDepth">): Result<XmlElement, ReadError> {
  const stack: Frame[] = [];
  let root: XmlElement | null = null;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const run = text.slice(at, next === -1 ? text.length : next);
    const content = stack.at(-1)?.element.children;
    if (run !== "") {
      const decoded = decodeEntities(run);
      if (decoded === null) return damaged("an undeclared XML entity");
      if (content !== undefined) content.push(decoded);
      else if (run.trim() !== "") return damaged("text outside of the XML root");
    }
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(text);
    if (tag === null)
      return damaged(text.startsWith("<!DOCTYPE", next) ? "a DTD is not accepted" : `XML is malformed at ${next}`);
    at = TAG.lastIndex;
    if (tag[5] !== undefined) content?.push(tag[5]);
    const qname = tag[2];
    if (qname === undefined) continue;
    if (tag[1] !== undefined) {
      const closing = stack.pop()?.element;
      if (closing?.qname !== qname) return damaged(`XML element ${qname.slice(0, 80)} is closed but not open`);
      closing.closeStart = next;
      closing.end = at;
      continue;
    }
    if (root !== null && stack.length === 0) return damaged("more than one XML root");
    const opened = openElement(qname, tag[3] ?? "", stack.at(-1)?.scope ?? ROOT_SCOPE, next, at);
    if (opened === null) return damaged(`XML element ${qname.slice(0, 80)} has a bad name or attribute`);
    root ??= opened.element;
    content?.push(opened.element);
    if (tag[4] === undefined) stack.push(opened);
    if (stack.length > limits.maxXmlDepth)
      return err({ reason: "limit", limit: "maxXmlDepth", detail: `XML nests deeper than ${limits.maxXmlDepth}` });
  }
  if (root === null || stack.length > 0) return damaged("XML ends too early");
  return ok(root);
}

function openElement(
  qname: string,
  attributeText: string,
  outer: ReadonlyMap<string, string>,
  start: number,
  openEnd: number,
): Frame | null {
  const raw: [string, string][] = [];
  let scope = outer;
  for (const match of attributeText.matchAll(ATTRIBUTE)) {
    const name = match[1] ?? "";
    const value = decodeEntities(match[2] ?? match[3] ?? "");
    if (value === null) return null;
    raw.push([name, value]);
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    if (scope === outer) scope = new Map(outer);
    (scope as Map<string, string>).set(name === "xmlns" ? "" : name.slice(6), transitional(value));
  }
  const own = resolve(qname, scope, true);
  if (own === null) return null;
  const attributes: XmlAttribute[] = [];
  for (const [name, value] of raw) {
    const resolved =
      name === "xmlns" || name.startsWith("xmlns:") ? (["", name] as const) : resolve(name, scope, false);
    if (resolved === null) return null;
    attributes.push({ ns: resolved[0], name: resolved[1], qname: name, value });
  }
  const element = {
    ns: own[0],
    name: own[1],
    qname,
    attributes,
    children: [],
    start,
    openEnd,
    closeStart: openEnd,
    end: openEnd,
  };
  return { element, scope };
}

function resolve(
  qname: string,
  scope: ReadonlyMap<string, string>,
  element: boolean,
): readonly [string, string] | null {
  const colon = qname.indexOf(":");
  if (colon === -1) return [element ? (scope.get("") ?? "") : "", qname];
  const ns = scope.get(qname.slice(0, colon));
  return ns === undefined ? null : [ns, qname.slice(colon + 1)];
}

/** An attribute without a namespace. */
export const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((found) => found.name === name && found.ns === "")?.value;

/** An attribute of the relationships namespace, such as `r:id`. */
export const relAttribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((found) => found.name === name && found.ns === NS.rel)?.value;

/**
 * Child elements, with `mc:AlternateContent` replaced by what a program that knows no extension shows: its fallback,
 * or nothing (ECMA-376 part 3).
 */
export function* childElements(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    if (child.ns !== NS.mc || child.name !== "AlternateContent") yield child;
    else
      for (const branch of child.children)
        if (typeof branch !== "string" && branch.name === "Fallback") yield* childElements(branch);
  }
}

export function childElement(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element !== undefined) for (const child of childElements(element)) if (child.name === name) return child;
  return undefined;
}

export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
