/**
 * Elements of one part written into another one. Namespaces that the target declares keep its prefixes, all others are
 * declared where they are used; a strict document gets strict names.
 */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { NS, transitional, type XmlAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";

export interface Rewriting {
  /** The new value; `null` leaves the attribute out. */
  attribute(element: XmlElement, attribute: XmlAttribute): string | null;
  /** `false` leaves the element out. */
  keeps(element: XmlElement): boolean;
}

/** What the target's root declares: prefix → namespace (by its transitional name). */
export interface Target {
  readonly scope: ReadonlyMap<string, string>;
  readonly strict: boolean;
  /** What the source's root declares, for prefixes that are named in values. */
  readonly sourceScope: ReadonlyMap<string, string>;
}

export function declaredBy(root: XmlElement): ReadonlyMap<string, string> {
  const scope = new Map<string, string>([["xml", "http://www.w3.org/XML/1998/namespace"]]);
  for (const { qname, value } of root.attributes)
    if (qname === "xmlns") scope.set("", transitional(value));
    else if (qname.startsWith("xmlns:")) scope.set(qname.slice(6), transitional(value));
  return scope;
}

export const isStrict = (root: XmlElement): boolean =>
  root.attributes.some(({ qname, value }) => qname.startsWith("xmlns") && value.startsWith(STRICT));

const STRICT = "http://purl.oclc.org/ooxml/";
const TWINS: readonly (readonly [string, string])[] = [
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", `${STRICT}wordprocessingml/main`],
  [NS.rel, `${STRICT}officeDocument/relationships`],
  ["http://schemas.openxmlformats.org/drawingml/2006/", `${STRICT}drawingml/`],
  ["http://schemas.openxmlformats.org/officeDocument/2006/", `${STRICT}officeDocument/`],
];

function strictName(uri: string): string {
  const twin = TWINS.find(([name]) => uri.startsWith(name));
  return twin === undefined ? uri : twin[1] + uri.slice(twin[0].length);
}

export function serialise(element: XmlElement, target: Target, rewriting: Rewriting): string {
  return new Writer(target, rewriting).element(element, target.scope);
}

/** The start tag alone, not closed, and the name that closes it. */
export function startTag(element: XmlElement, target: Target, rewriting: Rewriting): { tag: string; name: string } {
  const { tag, name } = new Writer(target, rewriting).start(element, target.scope);
  return { tag: `<${tag}>`, name };
}

class Writer {
  readonly #target: Target;
  readonly #rewriting: Rewriting;

  constructor(target: Target, rewriting: Rewriting) {
    this.#target = target;
    this.#rewriting = rewriting;
  }

  element(element: XmlElement, scope: ReadonlyMap<string, string>): string {
    if (!this.#rewriting.keeps(element)) return "";
    const { tag, name, inner } = this.start(element, scope);
    let inside = "";
    for (const child of element.children)
      inside += typeof child === "string" ? encodeXml(child) : this.element(child, inner);
    return inside === "" ? `<${tag}/>` : `<${tag}>${inside}</${name}>`;
  }

  start(element: XmlElement, outer: ReadonlyMap<string, string>) {
    const scope = new Map(outer);
    let declared = "";
    const prefixFor = (ns: string, wanted: string, isAttribute: boolean): string => {
      if (scope.get(wanted) === ns && !(isAttribute && wanted === "")) return wanted;
      for (const [prefix, known] of scope) if (known === ns && !(isAttribute && prefix === "")) return prefix;
      let prefix = wanted === "" ? "x" : wanted;
      while (scope.has(prefix)) prefix += "x";
      scope.set(prefix, ns);
      declared += ` xmlns:${prefix}="${encodeXml(this.#target.strict ? strictName(ns) : ns)}"`;
      return prefix;
    };
    const named = (ns: string, qname: string, local: string, isAttribute: boolean): string => {
      if (ns === "") return local;
      const colon = qname.indexOf(":");
      const prefix = prefixFor(ns, colon === -1 ? "" : qname.slice(0, colon), isAttribute);
      return prefix === "" ? local : `${prefix}:${local}`;
    };
    const name = named(element.ns, element.qname, element.name, false);
    let attributes = "";
    for (const found of element.attributes) {
      if (found.qname === "xmlns" || found.qname.startsWith("xmlns:")) continue;
      if (found.ns === NS.mc && found.name === "Ignorable") continue;
      const value = this.#rewriting.attribute(element, found);
      if (value === null) continue;
      if (found.name === "Requires" && element.ns === NS.mc)
        this.#declareRequired(element, value, scope, (text) => (declared += text));
      attributes += ` ${named(found.ns, found.qname, found.name, true)}="${encodeXml(value)}"`;
    }
    return { tag: name + declared + attributes, name, inner: scope };
  }

  /** `mc:Choice Requires="wps"` names a prefix, which must be declared under that very name. */
  #declareRequired(
    element: XmlElement,
    prefixes: string,
    scope: Map<string, string>,
    declare: (text: string) => void,
  ): void {
    const own = declaredBy(element);
    for (const prefix of prefixes.split(/\s+/)) {
      const ns = own.get(prefix) ?? this.#target.sourceScope.get(prefix);
      if (ns === undefined || scope.get(prefix) === ns) continue;
      scope.set(prefix, ns);
      declare(` xmlns:${prefix}="${encodeXml(ns)}"`);
    }
  }
}
