/**
 * A package under change: new part texts, relationships and content types on top of what is there, written out at the
 * end as edits of the zip. What is never asked for is never touched.
 */
import { CONTENT_TYPES_PART, editContentTypes } from "../../ooxml/content-types.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import {
  freshRelationshipId,
  relationshipsPart,
  writeRelationships,
  type Relationship,
} from "../../ooxml/relationships.ts";
import { childParts, isXmlPart } from "../part-meaning.ts";

export class PackageEditor {
  readonly pack: OoxmlPackage;
  readonly #parts = new Map<string, Uint8Array | null>();
  readonly #relationships = new Map<string, Relationship[]>();
  readonly #types = new Map<string, string | null>();
  /** Parts of the other package that were copied, by their name there. */
  readonly #copied = new Map<string, string>();

  constructor(pack: OoxmlPackage) {
    this.pack = pack;
  }

  has(part: string): boolean {
    const edited = this.#parts.get(this.pack.resolve(part) ?? part);
    return edited === undefined ? this.pack.has(part) : edited !== null;
  }

  text(part: string): string | undefined {
    const edited = this.#parts.get(this.pack.resolve(part) ?? part);
    return edited === undefined || edited === null ? this.pack.text(part) : new TextDecoder().decode(edited);
  }

  write(part: string, content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(asUtf8(content)) : content;
    this.#parts.set(this.pack.resolve(part) ?? part, bytes);
  }

  setType(part: string, type: string): void {
    this.#types.set(part, type);
  }

  relationships(owner: string): readonly Relationship[] {
    return this.#relationships.get(owner) ?? this.pack.relationships(owner);
  }

  /** The new relationship's id. */
  relate(owner: string, relationship: Omit<Relationship, "id">): string {
    const list = this.relationships(owner);
    const id = freshRelationshipId(list);
    this.#relationships.set(owner, [...list, { id, ...relationship }]);
    return id;
  }

  unrelate(owner: string, id: string): void {
    this.#relationships.set(
      owner,
      this.relationships(owner).filter((found) => found.id !== id),
    );
  }

  /** Takes every relationship to `part` away. */
  unrelateAll(part: string): void {
    for (const owner of this.#owners())
      for (const found of this.relationships(owner))
        if (!found.external && this.#same(found.target, part)) this.unrelate(owner, found.id);
  }

  #owners(): Set<string> {
    return new Set(["", ...this.pack.zip.entries.map((entry) => entry.name), ...this.#relationships.keys()]);
  }

  readonly #same = (a: string, b: string) => (this.pack.resolve(a) ?? a) === (this.pack.resolve(b) ?? b);

  /** Takes a part away with its relationships and type; what hung on it goes too where nothing else leads to it. */
  remove(part: string): void {
    const name = this.pack.resolve(part) ?? part;
    const children = this.relationships(name).filter((child) => !child.external);
    this.#parts.set(name, null);
    this.#types.set(name, null);
    if (this.has(relationshipsPart(name))) this.#parts.set(relationshipsPart(name), null);
    this.#relationships.set(name, []);
    for (const child of children) this.removeIfUnused(child.target);
  }

  removeIfUnused(part: string): void {
    if (!this.has(part)) return;
    const name = this.pack.resolve(part) ?? part;
    for (const owner of this.#owners()) {
      if (owner !== "" && !this.has(owner)) continue;
      const leads = this.relationships(owner).some(
        (found) => !found.external && (this.pack.resolve(found.target) ?? found.target) === name,
      );
      if (leads) return;
    }
    this.remove(name);
  }

  /** A name in the style of `like` that no part has. */
  freshName(like: string): string {
    if (!this.has(like)) return like;
    const match = /^(.*?)(\d*)(\.[^./]*)?$/.exec(like);
    for (let n = Number(match?.[2] ?? 0) + 1; ; n++) {
      const name = `${match?.[1] ?? like}${n}${match?.[3] ?? ""}`;
      if (!this.has(name)) return name;
    }
  }

  /**
   * Copies a part of another package with all that hangs on it; children keep their relationship ids.
   * @param as its name here; a fresh one like its own where absent
   */
  copy(from: OoxmlPackage, part: string, as?: string): string {
    const source = from.resolve(part) ?? part;
    const known = as === undefined ? this.#copied.get(source) : undefined;
    if (known !== undefined) return known;
    const name = as ?? this.freshName(source);
    this.#copied.set(source, name);
    this.write(name, from.bytes(source) ?? new Uint8Array());
    const type = from.contentType(source);
    if (this.pack.contentType(name) === type) this.#types.delete(name);
    else if (type !== undefined) this.#types.set(name, type);
    const list = from.relationships(source);
    const children = new Set(childParts(from, source).map((child) => child.id));
    if (list.length > 0 || this.relationships(name).length > 0)
      this.#relationships.set(
        name,
        list.map((found) => (children.has(found.id) ? { ...found, target: this.copy(from, found.target) } : found)),
      );
    return name;
  }

  edits(): ReadonlyMap<string, Uint8Array | null> {
    const edits = new Map<string, Uint8Array | null>();
    const encode = (text: string) => new TextEncoder().encode(text);
    for (const [part, content] of this.#parts)
      if (content !== null || this.pack.has(part)) edits.set(this.pack.resolve(part) ?? part, content);
    for (const [owner, list] of this.#relationships) {
      const name = relationshipsPart(owner);
      if (owner !== "" && !this.has(owner)) continue;
      if (list.length > 0) edits.set(this.pack.resolve(name) ?? name, encode(writeRelationships(list)));
      else if (this.pack.has(name)) edits.set(this.pack.resolve(name) ?? name, null);
    }
    if (this.#types.size > 0) {
      const tree = this.pack.tree(CONTENT_TYPES_PART);
      const text = this.pack.text(CONTENT_TYPES_PART);
      if (tree.ok && text !== undefined) {
        const edited = editContentTypes(text, tree.value, this.#types);
        if (edited !== text)
          edits.set(this.pack.resolve(CONTENT_TYPES_PART) ?? CONTENT_TYPES_PART, encode(asUtf8(edited)));
      }
    }
    return edits;
  }

  isXml(part: string): boolean {
    return isXmlPart(this.pack, part);
  }
}

/** Parts are written as UTF-8 whatever they were read from. */
const asUtf8 = (text: string) => text.replace(/^\ufeff?(<\?xml[^>]*?encoding=)(["'])[^"']*\2/, "$1$2UTF-8$2");
