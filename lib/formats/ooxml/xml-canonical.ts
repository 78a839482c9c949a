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
}

/** Written anew at every save, or telling only which program wrote it. */
const VOLATILE_NAMESPACES =
  /(spreadsheetml\/20\d\d\/(revision\d*|\d+\/ac)|markup-compatibility\/2006|office\/excel\/2006\/main\/ac)$/;

export function canonicalXml(element: XmlElement, meaning: Meaning = {}): string {
  const whole = meaning.element?.(element);
  if (whole !== undefined) return whole ?? "";
  const attributes: string[] = [];
  for (const found of element.attributes) {
    if (found.qname === "xmlns" || found.qname.startsWith("xmlns:")) continue;
    if (found.ns !== NS.mc && VOLATILE_NAMESPACES.test(found.ns)) continue;
    if (found.ns === NS.mc) continue;
    const value = meaning.attribute === undefined ? found.value : meaning.attribute(element, found);
    if (value !== null)
      attributes.push(` ${found.ns === "" ? "" : `{${found.ns}}`}${found.name}=${JSON.stringify(value)}`);
  }
  const children: string[] = [];
  const mixed = element.children.some((child) => typeof child === "string" && child.trim() !== "");
  const bare = element.children.every((child) => typeof child === "string");
  for (const child of element.children) {
    if (typeof child !== "string") children.push(canonicalXml(child, meaning));
    else if (mixed || (bare && child !== "" && element.name === "t")) children.push(JSON.stringify(child));
  }
  return `<{${element.ns}}${element.name}${attributes.sort().join("")}>${children.join("")}</>`;
}
