/**
 * Elements of one part written into another part. Elements of the main namespace take the prefix that is used there;
 * every other prefix is declared where it is used. Attributes that only readers of a newer format ignore (revision ids)
 * are left out, because the other part may not say that they can be ignored.
 */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { NS, type XmlAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";

export interface Rewriting {
  /** The new value; `null` leaves the attribute out. */
  attribute?(element: XmlElement, attribute: XmlAttribute): string | null;
  /** The new text of an element that holds nothing but text. */
  text?(element: XmlElement, text: string): string;
  /** `false` leaves the element out. */
  keeps?(element: XmlElement): boolean;
}

const REVISIONS = /spreadsheetml\/20\d\d\/(revision\d*|\d+\/ac)$|\/ac$/;

/** @param main the prefix of the main namespace in the target, with its colon, or "" */
export function serialise(element: XmlElement, main: string, rewriting: Rewriting = {}, root?: XmlElement): string {
  return write(element, main, rewriting, new Map([["xml", ""]]), root);
}

function write(
  element: XmlElement,
  main: string,
  rewriting: Rewriting,
  outer: ReadonlyMap<string, string>,
  root: XmlElement | undefined,
): string {
  if (rewriting.keeps?.(element) === false) return "";
  const scope = new Map(outer);
  const declared: string[] = [];
  const declare = (prefix: string, ns: string) => {
    if (scope.get(prefix) === ns || prefix === "xml") return;
    scope.set(prefix, ns);
    declared.push(` xmlns${prefix === "" ? "" : `:${prefix}`}="${encodeXml(ns)}"`);
  };
  const isMain = element.ns === NS.main;
  const name = isMain ? main + element.name : element.qname;
  if (!isMain) declare(element.qname.includes(":") ? (element.qname.split(":")[0] ?? "") : "", element.ns);
  else if (main === "" && scope.has("") && scope.get("") !== NS.main) declare("", NS.main);
  let attributes = "";
  for (const found of element.attributes) {
    if (found.qname === "xmlns" || found.qname.startsWith("xmlns:") || (found.ns !== "" && REVISIONS.test(found.ns)))
      continue;
    if (found.name === "Ignorable" && found.ns === NS.mc) continue;
    const value = rewriting.attribute === undefined ? found.value : rewriting.attribute(element, found);
    if (value === null) continue;
    if (found.ns !== "") declare(found.qname.split(":")[0] ?? "", found.ns);
    if (found.name === "Requires") declareNamed(value, element, root, declare);
    attributes += ` ${found.qname}="${encodeXml(value)}"`;
  }
  const only = element.children.length === 1 && typeof element.children[0] === "string" ? element.children[0] : null;
  const inside =
    only !== null
      ? encodeXml(rewriting.text?.(element, only) ?? only)
      : element.children
          .map((child) =>
            typeof child === "string"
              ? child.trim() === ""
                ? ""
                : encodeXml(child)
              : write(child, main, rewriting, scope, root),
          )
          .join("");
  const tag = name + declared.join("") + attributes;
  return inside === "" ? `<${tag}/>` : `<${tag}>${inside}</${name}>`;
}

/** `mc:Choice Requires="x14"` names a prefix, which must be declared. */
function declareNamed(
  prefixes: string,
  element: XmlElement,
  root: XmlElement | undefined,
  declare: (prefix: string, ns: string) => void,
): void {
  for (const prefix of prefixes.split(/\s+/))
    for (const place of [element, root])
      for (const found of place?.attributes ?? []) if (found.qname === `xmlns:${prefix}`) declare(prefix, found.value);
}

/** The prefix that the main namespace has in a part, with its colon; "" where it is the default. */
export const mainPrefix = (root: XmlElement): string =>
  root.qname.includes(":") ? root.qname.slice(0, root.qname.indexOf(":") + 1) : "";
