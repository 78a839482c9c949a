/**
 * A package under change: new parts, relationships and content types on top of what is there, written out at the end as
 * edits of the zip. What is never asked for is never touched. Parts of the other version that stand for parts of this
 * one are linked, not copied; media that are here already are shared.
 */
import { CONTENT_TYPES_PART, editContentTypes } from "../../ooxml/content-types.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import {
  freshRelationshipId,
  relationshipsPart,
  writeRelationships,
  type Relationship,
} from "../../ooxml/relationships.ts";
import { isXmlPart } from "../view.ts";

/** The part here that a part of the other version stands for; `null` where it has none and must not be copied. */
export type Counterpart = (part: string) => string | null | undefined;

export class PackageEditor {
  readonly pack: OoxmlPackage;
  readonly other: OoxmlPackage;
  readonly #counterpart: Counterpart;
  readonly #parts = new Map<string, Uint8Array | null>();
  readonly #relationships = new Map<string, readonly Relationship[]>();
  readonly #types = new Map<string, string | null>();
  readonly #copied = new Map<string, string>();
  /** What something led to that does not any more. */
  readonly #loose = new Set<string>();
  readonly #reserved = new Set<string>();

  constructor(pack: OoxmlPackage, other: OoxmlPackage, counterpart: Counterpart) {
    this.pack = pack;
    this.other = other;
    this.#counterpart = counterpart;
  }

  #name(part: string): string {
    return this.pack.resolve(part) ?? part;
  }

  has(part: string): boolean {
    const edited = this.#parts.get(this.#name(part));
    return edited === undefined ? this.pack.has(part) : edited !== null;
  }

  text(part: string): string {
    const edited = this.#parts.get(this.#name(part));
    return (edited === undefined || edited === null ? this.pack.text(part) : new TextDecoder().decode(edited)) ?? "";
  }

  write(part: string, content: string | Uint8Array): void {
    this.#parts.set(
      this.#name(part),
      typeof content === "string" ? new TextEncoder().encode(asUtf8(content)) : content,
    );
  }

  setType(part: string, type: string): void {
    if (this.pack.contentType(part) !== type) this.#types.set(this.#name(part), type);
  }

  relationships(owner: string): readonly Relationship[] {
    return this.#relationships.get(owner) ?? this.pack.relationships(owner);
  }

  setRelationships(owner: string, list: readonly Relationship[]): void {
    this.#relationships.set(owner, list);
  }

  /** The id of a relationship like this one: the one that is there, or a new one. */
  relate(owner: string, wanted: Omit<Relationship, "id">): string {
    const list = this.relationships(owner);
    const same = list.find(
      ({ type, target, external }) =>
        type === wanted.type &&
        external === wanted.external &&
        (external ? target === wanted.target : this.#name(target) === this.#name(wanted.target)),
    );
    if (same !== undefined) return same.id;
    const id = freshRelationshipId(list);
    this.#relationships.set(owner, [...list, { id, ...wanted }]);
    return id;
  }

  unrelate(owner: string, gone: (found: Relationship) => boolean): void {
    const list = this.relationships(owner);
    const dropped = list.filter(gone);
    if (dropped.length === 0) return;
    this.#relationships.set(
      owner,
      list.filter((found) => !gone(found)),
    );
    for (const { external, target } of dropped) if (!external) this.removeIfUnused(target);
  }

  /** Takes a part away with its relationships and type; what hung on it goes too where nothing else leads to it. */
  remove(part: string): void {
    const name = this.#name(part);
    if (!this.has(name)) return;
    const children = this.relationships(name).filter((child) => !child.external);
    this.#parts.set(name, null);
    this.#types.set(name, null);
    this.#relationships.set(name, []);
    if (this.pack.has(relationshipsPart(name))) this.#parts.set(this.#name(relationshipsPart(name)), null);
    for (const child of children) this.removeIfUnused(child.target);
  }

  /** The part goes at the end if nothing leads to it then. */
  removeIfUnused(part: string): void {
    this.#loose.add(this.#name(part));
  }

  #removeLoose(): void {
    for (const part of this.#loose) {
      this.#loose.delete(part);
      if (this.has(part) && !this.#isReachable(part)) this.remove(part);
    }
  }

  #isReachable(wanted: string): boolean {
    const seen = new Set<string>([""]);
    const open = [""];
    for (let owner = open.pop(); owner !== undefined; owner = open.pop())
      for (const { external, target } of this.relationships(owner)) {
        const name = this.#name(target);
        if (external || seen.has(name) || !this.has(name)) continue;
        if (name === wanted) return true;
        seen.add(name);
        open.push(name);
      }
    return false;
  }

  /** A name in the style of `like` that no part has; it is taken from now on. */
  reserve(like: string): string {
    const match = /^(.*?)(\d*)(\.[^./]*)?$/.exec(like);
    let name = like;
    const taken = (candidate: string) =>
      this.has(candidate) || this.pack.has(candidate) || this.#reserved.has(candidate.toLowerCase());
    for (let n = Number(match?.[2] ?? 0) + 1; taken(name); n++) name = `${match?.[1] ?? like}${n}${match?.[3] ?? ""}`;
    this.#reserved.add(name.toLowerCase());
    return name;
  }

  /** The name here of a part of the other version: its counterpart, or a copy with all that hangs on it. */
  bring(part: string): string | null {
    const source = this.other.resolve(part) ?? part;
    const known = this.#counterpart(source);
    if (known !== undefined) return known;
    const copied = this.#copied.get(source) ?? this.#shared(source);
    return copied ?? this.copy(source, this.reserve(source));
  }

  /** Writes a part of the other version as `name`; its relationships keep their ids. */
  copy(part: string, name: string): string {
    const source = this.other.resolve(part) ?? part;
    this.#copied.set(source, name);
    this.write(name, this.other.bytes(source) ?? new Uint8Array());
    const type = this.other.contentType(source);
    if (type !== undefined) this.setType(name, type);
    const before = this.relationships(name);
    const list = this.carried(source);
    if (list.length > 0 || before.length > 0) this.#relationships.set(name, list);
    for (const { external, target } of before) if (!external) this.removeIfUnused(target);
    return name;
  }

  /** The relationships of a part of the other version, as they are here. */
  carried(source: string): Relationship[] {
    return this.other.relationships(source).flatMap((found): Relationship[] => {
      if (found.external || !this.other.has(found.target)) return [found];
      const target = this.bring(found.target);
      return target === null ? [] : [{ ...found, target }];
    });
  }

  /** A part without relationships that is here byte for byte, under any name. */
  #shared(source: string): string | undefined {
    if (isXmlPart(this.other, source) || this.other.relationships(source).length > 0) return undefined;
    const wanted = this.other.zip.byName.get(source);
    const bytes = this.other.bytes(source);
    const type = this.other.contentType(source);
    if (wanted === undefined || bytes === undefined) return undefined;
    const twin = this.pack.zip.entries.find(
      ({ name, crc, size }) =>
        crc === wanted.crc &&
        size === wanted.size &&
        this.has(name) &&
        !this.#parts.has(name) &&
        this.pack.contentType(name) === type &&
        Buffer.compare(this.pack.bytes(name) ?? new Uint8Array(), bytes) === 0,
    );
    return twin?.name;
  }

  edits(): ReadonlyMap<string, Uint8Array | null> {
    this.#removeLoose();
    const edits = new Map<string, Uint8Array | null>();
    const encode = (text: string) => new TextEncoder().encode(text);
    for (const [part, content] of this.#parts) if (content !== null || this.pack.has(part)) edits.set(part, content);
    for (const [owner, list] of this.#relationships) {
      const name = this.#name(relationshipsPart(owner));
      if (owner !== "" && !this.has(owner)) continue;
      if (list.length > 0) edits.set(name, encode(writeRelationships(list)));
      else if (this.pack.has(name)) edits.set(name, null);
    }
    const tree = this.pack.tree(CONTENT_TYPES_PART);
    const text = this.pack.text(CONTENT_TYPES_PART);
    if (this.#types.size > 0 && tree.ok && text !== undefined) {
      const edited = editContentTypes(text, tree.value, this.#types);
      if (edited !== text) edits.set(this.#name(CONTENT_TYPES_PART), encode(asUtf8(edited)));
    }
    return edits;
  }
}

/** Parts are written as UTF-8 whatever they were read from. */
const asUtf8 = (text: string) => text.replace(/^\ufeff?(<\?xml[^>]*?encoding=)(["'])[^"']*\2/, "$1$2UTF-8$2");
