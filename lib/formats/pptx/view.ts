/**
 * What the parts of one version mean within one comparison. Slides, layouts and masters have labels that both versions
 * share, so that what leads to them means the same although they are named or edited otherwise; every other part is
 * what it holds, with all that hangs on it. A view is made for one comparison and remembers every digest.
 */
import { sha256 } from "../../shared/sha256.ts";
import type { OoxmlPackage } from "../ooxml/package.ts";
import type { Relationship } from "../ooxml/relationships.ts";
import { NS, type XmlElement } from "../ooxml/xml-tree.ts";
import { meaning, type Resolver } from "./meaning.ts";

/** What an element refers to beside what it says: parts with a label, and shapes of its own slide by id. */
export interface References {
  readonly parts: Set<string>;
  readonly shapes: Set<string>;
}

const MAX_DEPTH = 32;

export class PartView {
  readonly pack: OoxmlPackage;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #kept = new Map<string, string>();
  readonly #children = new Map<string, readonly Relationship[]>();

  /** @param labels by part name, of the parts that are compared on their own */
  constructor(pack: OoxmlPackage, labels: ReadonlyMap<string, string>) {
    this.pack = pack;
    this.#labels = labels;
  }

  label(part: string): string | undefined {
    return this.#labels.get(this.pack.resolve(part) ?? part);
  }

  /** What an element of `owner` means. `shape` says what a shape id of the same slide stands for. */
  meaning(owner: string, element: XmlElement, shape: (id: string) => string, references?: References): string {
    return meaning(element, this.#resolver(owner, shape, references, new Set([owner])));
  }

  /** What a relationship id of `owner` leads to. */
  target(owner: string, id: string, references?: References): string {
    return this.#resolver(owner, String, references, new Set([owner])).target(id);
  }

  /** A digest of the part and all that hangs on it; what has a label counts by it alone. */
  deep(part: string): string {
    return this.#deep(part, new Set());
  }

  #deep(part: string, path: ReadonlySet<string>): string {
    const name = this.pack.resolve(part) ?? part;
    if (path.has(name) || path.size > MAX_DEPTH) return "cycle";
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const made = this.#digest(name, new Set([...path, name]));
    this.#kept.set(name, made);
    return made;
  }

  #digest(part: string, path: ReadonlySet<string>): string {
    const tree = isXmlPart(this.pack, part) ? this.pack.tree(part) : null;
    if (tree?.ok !== true) return sha256(this.pack.bytes(part) ?? new Uint8Array());
    const own = meaning(tree.value, this.#resolver(part, String, undefined, path));
    const unnamed = this.unnamed(part, tree.value).map((child) => this.#target(child, path));
    return sha256(`${own}${unnamed.sort().join()}`);
  }

  /** Internal relationships that the part's own text does not name, without those to labelled parts. */
  unnamed(part: string, root: XmlElement): readonly Relationship[] {
    const kept = this.#children.get(part);
    if (kept !== undefined) return kept;
    const named = relationshipIds(root);
    const found = this.pack
      .relationships(part)
      .filter(
        ({ id, external, target }) =>
          !external && !named.has(id) && this.label(target) === undefined && this.pack.has(target),
      );
    this.#children.set(part, found);
    return found;
  }

  #target(found: Relationship, path: ReadonlySet<string>): string {
    if (found.external) return `external ${found.target}`;
    return `${found.kind} ${this.label(found.target) ?? (this.pack.has(found.target) ? this.#deep(found.target, path) : "missing")}`;
  }

  #resolver(
    owner: string,
    shape: (id: string) => string,
    references: References | undefined,
    path: ReadonlySet<string>,
  ): Resolver {
    const relationships = this.pack.relationships(owner);
    return {
      target: (id) => {
        const found = relationships.find((relationship) => relationship.id === id);
        if (found === undefined) return "missing";
        const name = this.pack.resolve(found.target);
        if (!found.external && name !== undefined && this.#labels.has(name)) references?.parts.add(name);
        return this.#target(found, path);
      },
      shape: (id) => {
        references?.shapes.add(id);
        return shape(id);
      },
    };
  }
}

export const newReferences = (): References => ({ parts: new Set(), shapes: new Set() });

export function relationshipIds(element: XmlElement, into = new Set<string>()): Set<string> {
  for (const { ns, value } of element.attributes) if (ns === NS.rel) into.add(value);
  for (const child of element.children) if (typeof child !== "string") relationshipIds(child, into);
  return into;
}

export function isXmlPart(pack: OoxmlPackage, part: string): boolean {
  const type = pack.contentType(part) ?? "";
  return (
    /[+/]xml$/.test(type) || type.endsWith("vmlDrawing") || (/\.(xml|rels)$/i.test(part) && !type.startsWith("image/"))
  );
}
