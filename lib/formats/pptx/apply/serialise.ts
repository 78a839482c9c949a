/**
 * An element of a part as text that can stand anywhere in another part: prefixes as they were written, with the
 * namespaces that they need declared on the element itself.
 */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { NS, type XmlAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";

export interface Writing {
  /** The value that an attribute gets; `null` leaves it out. */
  attribute(element: XmlElement, attribute: XmlAttribute): string | null;
  /** Elements that are written as something else. */
  readonly replace?: ReadonlyMap<XmlElement, string>;
}

type Scope = ReadonlyMap<string, string>;

export function serialise(element: XmlElement, root: XmlElement, writing: Writing): string {
  const replaced = writing.replace?.get(element);
  if (replaced !== undefined) return replaced;
  const { scope, ignorable } = surroundings(root, element);
  const used = new Set<string>();
  prefixesOf(element, used);
  const declared = new Set(element.attributes.map(({ qname }) => qname));
  const extra: string[] = [];
  const declare = (prefix: string) => {
    const name = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    const uri = scope.get(prefix);
    if (uri === undefined || prefix === "xml" || declared.has(name)) return;
    declared.add(name);
    extra.push(` ${name}="${encodeXml(uri)}"`);
  };
  for (const prefix of used) declare(prefix);
  const ignored = [...ignorable].filter((prefix) => used.has(prefix));
  const compatibility = [...scope].find(([, uri]) => uri === NS.mc)?.[0];
  if (ignored.length > 0 && compatibility !== undefined && compatibility !== "") {
    declare(compatibility);
    if (!declared.has(`${compatibility}:Ignorable`)) extra.push(` ${compatibility}:Ignorable="${ignored.join(" ")}"`);
  }
  return write(element, writing, extra.join(""));
}

function write(element: XmlElement, writing: Writing, extra: string): string {
  const replaced = writing.replace?.get(element);
  if (replaced !== undefined) return replaced;
  const attributes = element.attributes.map((found) => {
    const declaration = found.qname === "xmlns" || found.qname.startsWith("xmlns:");
    const value = declaration ? found.value : writing.attribute(element, found);
    return value === null ? "" : ` ${found.qname}="${encodeXml(value)}"`;
  });
  const inner = element.children
    .map((child) => (typeof child === "string" ? encodeXml(child) : write(child, writing, "")))
    .join("");
  const open = `<${element.qname}${extra}${attributes.join("")}`;
  return inner === "" ? `${open}/>` : `${open}>${inner}</${element.qname}>`;
}

const prefixOf = (qname: string) => (qname.includes(":") ? (qname.split(":")[0] ?? "") : "");

function prefixesOf(element: XmlElement, into: Set<string>): void {
  into.add(prefixOf(element.qname));
  for (const { qname, name, value } of element.attributes) {
    if (qname.includes(":") && !qname.startsWith("xmlns")) into.add(prefixOf(qname));
    if (name === "Requires" || name === "Ignorable") for (const prefix of value.split(/\s+/)) into.add(prefix);
  }
  for (const child of element.children) if (typeof child !== "string") prefixesOf(child, into);
}

const kept = new WeakMap<XmlElement, Map<XmlElement, { scope: Scope; ignorable: ReadonlySet<string> }>>();

/** The namespaces and ignorable prefixes in force around an element of a tree. */
function surroundings(root: XmlElement, element: XmlElement) {
  let known = kept.get(root);
  if (known === undefined) {
    known = new Map();
    collect(root, new Map(), new Set(), known);
    kept.set(root, known);
  }
  return known.get(element) ?? { scope: new Map<string, string>(), ignorable: new Set<string>() };
}

function collect(
  element: XmlElement,
  scope: Scope,
  ignorable: ReadonlySet<string>,
  into: Map<XmlElement, { scope: Scope; ignorable: ReadonlySet<string> }>,
): void {
  into.set(element, { scope, ignorable });
  const own = element.attributes.filter(({ qname }) => qname === "xmlns" || qname.startsWith("xmlns:"));
  const ignored = element.attributes.find(({ ns, name }) => ns === NS.mc && name === "Ignorable");
  const inner =
    own.length === 0
      ? scope
      : new Map([
          ...scope,
          ...own.map(({ qname, value }) => [qname === "xmlns" ? "" : qname.slice(6), value] as const),
        ]);
  const skipped = ignored === undefined ? ignorable : new Set([...ignorable, ...ignored.value.split(/\s+/)]);
  for (const child of element.children) if (typeof child !== "string") collect(child, inner, skipped, into);
}
