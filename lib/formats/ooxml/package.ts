/**
 * An Office package: its entries, and small parts as text, tree and relationships, each made once and kept. Opening it
 * inflates every entry once, so that whatever is damaged is known at `openPackage` and nothing fails later; entries
 * that are not XML are not kept inflated.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";
import { CONTENT_TYPES_PART, readContentTypes, typeOf, type ContentTypes } from "./content-types.ts";
import { inflateEntry } from "./inflate.ts";
import { readRelationships, relationshipsPart, type Relationship } from "./relationships.ts";
import { decodeXml } from "./xml-text.ts";
import { parseXml, type XmlElement } from "./xml-tree.ts";
import { readZipDirectory, type ZipDirectory } from "./zip-directory.ts";

/** Parts beyond this are never made a tree: they are compared as bytes. */
const MAX_TREE_BYTES = 64 * 1024 * 1024;

export class OoxmlPackage {
  readonly zip: ZipDirectory;
  readonly limits: Limits;
  readonly types: ContentTypes;
  readonly #inflated: Map<string, Uint8Array>;
  readonly #trees = new Map<string, Result<XmlElement, ReadError>>();
  readonly #relationships = new Map<string, readonly Relationship[]>();
  readonly #caseless: ReadonlyMap<string, string>;

  constructor(zip: ZipDirectory, limits: Limits, inflated: Map<string, Uint8Array>, types: ContentTypes) {
    this.zip = zip;
    this.limits = limits;
    this.types = types;
    this.#inflated = inflated;
    this.#caseless = new Map(zip.entries.map((entry) => [entry.name.toLowerCase(), entry.name]));
  }

  /** The entry's own spelling of a part name (names are compared without case), or `undefined` where it is missing. */
  resolve(part: string): string | undefined {
    return this.zip.byName.has(part) ? part : this.#caseless.get(part.toLowerCase());
  }

  has(part: string): boolean {
    return this.resolve(part) !== undefined;
  }

  bytes(part: string): Uint8Array | undefined {
    const name = this.resolve(part);
    const entry = name === undefined ? undefined : this.zip.byName.get(name);
    if (entry === undefined || name === undefined) return undefined;
    const kept = this.#inflated.get(name);
    if (kept !== undefined) return kept;
    const inflated = inflateEntry(this.zip, entry);
    return inflated.ok ? inflated.value : undefined;
  }

  text(part: string): string | undefined {
    const bytes = this.bytes(part);
    return bytes === undefined || bytes.length > MAX_TREE_BYTES ? undefined : (decodeXml(bytes) ?? undefined);
  }

  /** The part as a tree; an error where it is missing, too large or not well-formed. */
  tree(part: string): Result<XmlElement, ReadError> {
    const kept = this.#trees.get(part);
    if (kept !== undefined) return kept;
    const text = this.text(part);
    const tree =
      text === undefined
        ? err<ReadError>({
            reason: "damaged",
            detail: `the part ${JSON.stringify(part.slice(0, 120))} is missing or unreadable`,
          })
        : parseXml(text, this.limits);
    this.#trees.set(part, tree);
    return tree;
  }

  relationships(part: string): readonly Relationship[] {
    const kept = this.#relationships.get(part);
    if (kept !== undefined) return kept;
    const name = relationshipsPart(part);
    const tree = this.has(name) ? this.tree(name) : undefined;
    const found = tree?.ok === true ? readRelationships(part, tree.value) : [];
    this.#relationships.set(part, found);
    return found;
  }

  related(part: string, kind: string): Relationship | undefined {
    return this.relationships(part).find((found) => found.kind === kind && !found.external);
  }

  contentType(part: string): string | undefined {
    return typeOf(this.types, part);
  }
}

const isXml = (name: string, content: Uint8Array) =>
  /\.(xml|rels|vml)$/i.test(name) || (content[0] === 0x3c && content[1] === 0x3f);

export function openPackage(bytes: Uint8Array, limits: Limits): Result<OoxmlPackage, ReadError> {
  const zip = readZipDirectory(bytes, limits);
  if (!zip.ok) return zip;
  const inflated = new Map<string, Uint8Array>();
  for (const entry of zip.value.entries) {
    const content = inflateEntry(zip.value, entry);
    if (!content.ok) return content;
    if (!isXml(entry.name, content.value)) continue;
    if (hasDoctype(content.value))
      return err({ reason: "damaged", detail: `a DTD is not accepted (${JSON.stringify(entry.name)})` });
    inflated.set(entry.name, content.value);
  }
  const opened = new OoxmlPackage(zip.value, limits, inflated, { defaults: new Map(), overrides: new Map() });
  if (!opened.has(CONTENT_TYPES_PART))
    return err({ reason: "not-this-format", detail: "a zip, but not an office package" });
  const types = opened.tree(CONTENT_TYPES_PART);
  if (!types.ok) return types;
  return ok(new OoxmlPackage(zip.value, limits, inflated, readContentTypes(types.value)));
}

/** Looks in the first kilobytes only: a DTD must come before the root element. */
function hasDoctype(content: Uint8Array): boolean {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 16_384));
  return head.includes("<!DOCTYPE") || head.includes("<\0!\0D\0O\0C\0T\0Y\0P\0E");
}
