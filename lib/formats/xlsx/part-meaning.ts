/**
 * What a part means, for parts that no cell comparison explains: XML by its canonical text, everything else by its
 * bytes. Relationship ids are replaced by what they lead to.
 */
import { sha256 } from "../../shared/sha256.ts";
import type { OoxmlPackage } from "../ooxml/package.ts";
import type { Relationship } from "../ooxml/relationships.ts";
import { canonicalXml } from "../ooxml/xml-canonical.ts";
import { NS, type XmlElement } from "../ooxml/xml-tree.ts";

const kept = new WeakMap<OoxmlPackage, Map<string, string>>();

/** The part without what hangs on it: relationship ids by their kind or external target. */
export const ownMeaning = (pack: OoxmlPackage, part: string): string =>
  remembered(pack, `own ${part}`, () => digest(pack, part, null));

/** The part with all that hangs on it. */
export const deepMeaning = (pack: OoxmlPackage, part: string): string => deep(pack, part, new Set());

function deep(pack: OoxmlPackage, part: string, path: ReadonlySet<string>): string {
  if (path.has(part)) return "cycle";
  const inner = new Set([...path, part]);
  if (inner.size > 64) return "deep";
  return remembered(
    pack,
    `deep ${part}`,
    () =>
      digest(pack, part, (target) => deep(pack, target.target, inner)) +
      childParts(pack, part)
        .map((child) => `${child.kind} ${deep(pack, child.target, inner)}`)
        .join(),
  );
}

function remembered(pack: OoxmlPackage, key: string, make: () => string): string {
  let known = kept.get(pack);
  if (known === undefined) kept.set(pack, (known = new Map()));
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = sha256(make());
  known.set(key, made);
  return made;
}

function digest(pack: OoxmlPackage, part: string, follow: ((target: Relationship) => string) | null): string {
  const tree = isXmlPart(pack, part) ? pack.tree(part) : null;
  if (tree?.ok !== true) return sha256(pack.bytes(part) ?? new Uint8Array());
  const byId = new Map(pack.relationships(part).map((found) => [found.id, found]));
  return canonicalXml(tree.value, {
    attribute(_element, { ns, value }) {
      const target = ns === NS.rel ? byId.get(value) : undefined;
      if (target === undefined) return ns === NS.rel ? "" : value;
      if (target.external) return `external ${target.target}`;
      return follow === null ? target.kind : `${target.kind} ${follow(target)}`;
    },
  });
}

export const isXmlPart = (pack: OoxmlPackage, part: string): boolean => {
  const type = pack.contentType(part) ?? "";
  return /[+/]xml$/.test(type) || (/\.(xml|rels)$/i.test(part) && !type.startsWith("image/"));
};

/** Internal targets in the order in which the part refers to them, then those that it does not name. */
export function childParts(pack: OoxmlPackage, part: string): readonly Relationship[] {
  const order = new Map<string, number>();
  const tree = isXmlPart(pack, part) ? pack.tree(part) : null;
  if (tree?.ok === true) collect(tree.value, order);
  const children = pack.relationships(part).filter((found) => !found.external && pack.has(found.target));
  const rank = (child: Relationship) => order.get(child.id) ?? Infinity;
  return [...children].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    return a.kind === b.kind ? (a.target < b.target ? -1 : Number(a.target > b.target)) : a.kind < b.kind ? -1 : 1;
  });
}

function collect(element: XmlElement, order: Map<string, number>): void {
  for (const { ns, value } of element.attributes) if (ns === NS.rel && !order.has(value)) order.set(value, order.size);
  for (const child of element.children) if (typeof child !== "string") collect(child, order);
}
