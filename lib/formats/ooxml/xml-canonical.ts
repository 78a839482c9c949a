/**
 * One text for what an XML element means: namespaces by name instead of prefix, attributes sorted, comments and white
 * space between elements dropped, revision ids dropped. What a caller knows better (relationship ids, style indexes,
 * defaults) it resolves through `Meaning`. Equal texts mean the same; different texts may still mean the same.
 */
import { NS, type XmlAttribute, type XmlElement } from "./xml-tree.ts";

export interface Meaning {
  /** What an attribute means, or `null` where it means nothing (a default, an id). */
  attribute?(element: XmlElement, attribute: XmlAttribute): string | null;
  /** What a whole element means; `null` drops it; `undefined` goes on with its attributes and children. */
  element?(element: XmlElement): string | null | undefined;
  /** Whether the element means nothing where neither an attribute nor a child of it means anything. */
  hollow?(element: XmlElement): boolean;
  /** What the element says by what it does not have: texts that count as children of it. */
  implied?(element: XmlElement): readonly string[];
  /** Whether the order of the element's children means nothing. */
  unordered?(element: XmlElement): boolean;
}

/** Written anew at every save, or telling only which program wrote it. */
const VOLATILE_NAMESPACES =
  /(spreadsheetml\/20\d\d\/(revision\d*|\d+\/ac)|markup-compatibility\/2006|office\/excel\/2006\/main\/ac)$/;

/** What is left of an element: `text` stands for its whole inside where a caller said what it means. */
export interface Canonical {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly children: readonly (Canonical | string)[];
}

export function canonicalXml(element: XmlElement, meaning: Meaning = {}): string {
  const found = canonical(element, meaning);
  return found === null ? "" : canonicalText(found);
}

/** `null` where the element means nothing. */
export function canonical(element: XmlElement, meaning: Meaning = {}): Canonical | string | null {
  const whole = meaning.element?.(element);
  if (whole !== undefined) return whole;
  const attributes: string[] = [];
  for (const found of element.attributes) {
    if (found.qname === "xmlns" || found.qname.startsWith("xmlns:")) continue;
    if (found.ns === NS.mc || VOLATILE_NAMESPACES.test(found.ns)) continue;
    const value = meaning.attribute === undefined ? found.value : meaning.attribute(element, found);
    if (value !== null)
      attributes.push(` ${found.ns === "" ? "" : `{${found.ns}}`}${found.name}=${JSON.stringify(value)}`);
  }
  const children: (Canonical | string)[] = [];
  const mixed = element.children.some((child) => typeof child === "string" && child.trim() !== "");
  const bare = element.children.every((child) => typeof child === "string");
  for (const child of element.children) {
    if (typeof child !== "string") {
      const inner = canonical(child, meaning);
      if (inner !== null) children.push(inner);
    } else if (mixed || (bare && child !== "" && element.name === "t")) children.push(JSON.stringify(child));
  }
  children.push(...(meaning.implied?.(element) ?? []));
  if (attributes.length + children.length === 0 && meaning.hollow?.(element) === true) return null;
  if (children.length > 1 && meaning.unordered?.(element) === true)
    children.sort((a, b) => compareTexts(canonicalText(a), canonicalText(b)));
  return { name: `{${element.ns}}${element.name}`, attributes: attributes.sort(), children };
}

export const canonicalText = (found: Canonical | string): string =>
  typeof found === "string"
    ? found
    : `<${found.name}${found.attributes.join("")}>${found.children.map(canonicalText).join("")}</>`;

/**
 * Where something is said, whatever it is: one entry for every element, attribute and text, `a/b/c` and `a/b/c@d`.
 * Two elements of which one says less than the other differ in these.
 */
export function canonicalPlaces(found: Canonical | string, above = "", into: string[] = []): string[] {
  if (typeof found === "string") {
    into.push(`${above}/${/^<\w+/.exec(found)?.[0] ?? "text"}`);
    return into;
  }
  const place = `${above}/${found.name.replace(/^\{[^}]*\}/, "")}`;
  into.push(place);
  for (const written of found.attributes) {
    const [name = "", value = ""] = written.split('="');
    // A reference says to what kind of thing it leads.
    into.push(`${place}@${name.trim()}${name.includes(NS.rel) ? `=${value.split(/[" ]/)[0] ?? ""}` : ""}`);
  }
  for (const child of found.children) canonicalPlaces(child, place, into);
  return into;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
