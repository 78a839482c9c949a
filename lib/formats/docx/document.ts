/**
 * A Word document (.docx, .docm) as it was read: its texts by story, its styles, and what everything else in the
 * package means. Reading costs one pass over the XML of the stories; damage anywhere in the package is found here.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { openPackage, type OoxmlPackage } from "../ooxml/package.ts";
import { relAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import type { Container } from "./blocks.ts";
import { meaningOf, type MeaningContext } from "./meaning.ts";
import { isWord, W, wordAttribute, wordChild } from "./names.ts";
import { readContainer } from "./read-blocks.ts";
import { defaultStyle, readStyles, styleName, type StyleTable } from "./styles.ts";

export interface Story {
  /** "" is the body; `header-1`, `footer-2`, `footnote-3`, `endnote-1`, `comment-4`, counted as they are referred to. */
  readonly name: string;
  readonly kind: StoryKind;
  readonly part: string;
  readonly container: Container;
  /** The id of a note or comment in its part; the relationship id of a header. */
  readonly id: string;
}

export type StoryKind = "body" | "header" | "footer" | "footnote" | "endnote" | "comment";

export interface WordDocument {
  readonly package: OoxmlPackage;
  /** The main part's name. */
  readonly part: string;
  readonly root: XmlElement;
  readonly body: Story;
  /** All others, in the order of their names. */
  readonly stories: readonly Story[];
  readonly styles: StyleTable;
  readonly parts: PartMeanings;
  /** Parts of the document itself, by the kind of their relationship: `styles`, `numbering`, `settings`, `footnotes`, … */
  readonly related: ReadonlyMap<string, string>;
}

export async function readDocument(source: Source, limits: Limits): Promise<Result<WordDocument, ReadError>> {
  if (source.size > limits.maxBytes) return err({ reason: "limit", limit: "maxBytes", detail: `${source.size} bytes` });
  return parseDocument(await source.read(0, source.size), limits);
}

const RELATED = ["styles", "numbering", "settings", "footnotes", "endnotes", "comments"] as const;

export function parseDocument(bytes: Uint8Array, limits: Limits): Result<WordDocument, ReadError> {
  const opened = openPackage(bytes, limits);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const main = pack.related("", "officeDocument");
  const part = main === undefined ? undefined : pack.resolve(main.target);
  if (part === undefined) return err({ reason: "not-this-format", detail: "a package without a main document" });
  const tree = pack.tree(part);
  if (!tree.ok) return tree;
  const root = tree.value;
  if (root.ns !== W || root.name !== "document")
    return err({ reason: "not-this-format", detail: `the main part is no text document (${root.name.slice(0, 60)})` });
  const body = wordChild(root, "body");
  if (body === undefined) return err({ reason: "damaged", detail: "the document has no body" });
  const related = new Map<string, string>();
  for (const kind of RELATED) {
    const target = pack.related(part, kind)?.target;
    const name = target === undefined ? undefined : pack.resolve(target);
    if (name === undefined) continue;
    const read = pack.tree(name);
    if (!read.ok) return read;
    related.set(kind, name);
  }
  const stylesPart = related.get("styles");
  const stylesTree = stylesPart === undefined ? undefined : pack.tree(stylesPart);
  const styles = readStyles(stylesTree?.ok === true ? stylesTree.value : undefined);
  const parts = new PartMeanings(pack, styles);
  const reader = new StoryReader(pack, parts, styles);
  const bodyStory = reader.story("", "body", part, body, "");
  return ok({
    package: pack,
    part,
    root,
    body: bodyStory,
    stories: reader.others(part, bodyStory, related),
    styles,
    parts,
    related,
  });
}

class StoryReader {
  readonly #pack: OoxmlPackage;
  readonly #parts: PartMeanings;
  readonly #defaultStyle: string;

  constructor(pack: OoxmlPackage, parts: PartMeanings, styles: StyleTable) {
    this.#pack = pack;
    this.#parts = parts;
    this.#defaultStyle = defaultStyle(styles, "paragraph")?.name ?? "Normal";
  }

  story(name: string, kind: StoryKind, part: string, element: XmlElement, id: string): Story {
    const source = this.#pack.text(part) ?? "";
    const context = this.#parts.context(part);
    const container = readContainer(element, { source, context, defaultStyle: this.#defaultStyle });
    return { name, kind, part, container, id };
  }

  others(part: string, body: Story, related: ReadonlyMap<string, string>): Story[] {
    const stories = this.#headers(part, body);
    for (const kind of ["footnote", "endnote"] as const) {
      const owner = related.get(`${kind}s`);
      if (owner !== undefined) stories.push(...this.#notes(kind, owner, [body, ...stories]));
    }
    const comments = related.get("comments");
    if (comments !== undefined) stories.push(...this.#notes("comment", comments, [body, ...stories]));
    return stories;
  }

  #headers(part: string, body: Story): Story[] {
    const found: Story[] = [];
    const seen = new Set<string>();
    const count = { header: 0, footer: 0 };
    for (const section of sectionsOf(body.container.element))
      for (const reference of section.children) {
        if (typeof reference === "string") continue;
        const kind = HEADERS[reference.name];
        const id = relAttribute(reference, "id") ?? "";
        const target = this.#pack.relationships(part).find((relation) => relation.id === id && !relation.external);
        const name = target === undefined ? undefined : this.#pack.resolve(target.target);
        if (kind === undefined || name === undefined || seen.has(name)) continue;
        const tree = this.#pack.tree(name);
        if (!tree.ok) continue;
        seen.add(name);
        found.push(this.story(`${kind}-${++count[kind]}`, kind, name, tree.value, id));
      }
    return found;
  }

  /** Numbered as the stories refer to them; what nothing refers to comes last. */
  #notes(kind: "footnote" | "endnote" | "comment", part: string, stories: readonly Story[]): Story[] {
    const tree = this.#pack.tree(part);
    if (!tree.ok) return [];
    const byId = new Map<string, XmlElement>();
    for (const element of tree.value.children)
      if (typeof element !== "string" && isWord(element, kind) && !isSeparator(element))
        byId.set(wordAttribute(element, "id") ?? "", element);
    const order = new Set<string>();
    for (const { container } of stories) collectReferences(container.element, kind, order);
    for (const id of byId.keys()) order.add(id);
    const found: Story[] = [];
    for (const id of order) {
      const element = byId.get(id);
      if (element !== undefined) found.push(this.story(`${kind}-${found.length + 1}`, kind, part, element, id));
    }
    return found;
  }
}

const HEADERS: Readonly<Record<string, "header" | "footer">> = { headerReference: "header", footerReference: "footer" };

const isSeparator = (note: XmlElement): boolean => {
  const type = wordAttribute(note, "type");
  return type !== undefined && type !== "normal";
};

/** Section properties in document order, the last one of the body included. */
export function sectionsOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const open: XmlElement[] = [element];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isWord(at, "sectPr")) {
      found.push(at);
      continue;
    }
    if (at.name === "r" || at.name === "tbl" || at.name === "sectPrChange") continue;
    for (const child of [...at.children].reverse()) if (typeof child !== "string") open.push(child);
  }
  return found;
}

function collectReferences(element: XmlElement, kind: string, order: Set<string>): void {
  if (isWord(element, `${kind}Reference`)) order.add(wordAttribute(element, "id") ?? "");
  for (const child of element.children) if (typeof child !== "string") collectReferences(child, kind, order);
}

/** What parts mean beside their own text: relationship ids replaced by what they lead to. Remembers every digest. */
export class PartMeanings {
  readonly #pack: OoxmlPackage;
  readonly #styles: StyleTable;
  readonly #digests = new Map<string, string>();
  readonly #contexts = new Map<string, MeaningContext>();

  constructor(pack: OoxmlPackage, styles: StyleTable) {
    this.#pack = pack;
    this.#styles = styles;
  }

  context(part: string): MeaningContext {
    const kept = this.#contexts.get(part);
    if (kept !== undefined) return kept;
    const byId = new Map(this.#pack.relationships(part).map((relation) => [relation.id, relation]));
    const made: MeaningContext = {
      style: (_type, id) => styleName(this.#styles, id),
      relation: (id) => {
        const relation = byId.get(id);
        if (relation === undefined) return "nothing";
        if (relation.external) return `external ${relation.target}`;
        if (relation.kind === "header" || relation.kind === "footer") return relation.kind;
        return `${relation.kind} ${this.digest(relation.target)}`;
      },
    };
    this.#contexts.set(part, made);
    return made;
  }

  /** Of the part with all that it refers to. */
  digest(part: string): string {
    const name = this.#pack.resolve(part) ?? part;
    const kept = this.#digests.get(name);
    if (kept !== undefined) return kept;
    this.#digests.set(name, "cycle");
    const made = sha256(this.#meaning(name)).slice(0, 16);
    this.#digests.set(name, made);
    return made;
  }

  #meaning(part: string): Uint8Array | string {
    const tree = isXml(this.#pack, part) ? this.#pack.tree(part) : null;
    if (tree?.ok === true) return meaningOf(tree.value, this.context(part));
    return this.#pack.bytes(part) ?? new Uint8Array();
  }
}

export function isXml(pack: OoxmlPackage, part: string): boolean {
  const type = pack.contentType(part) ?? "";
  return /[+/]xml$/.test(type) || type.endsWith("vmlDrawing") || /\.(xml|rels|vml)$/i.test(part);
}
