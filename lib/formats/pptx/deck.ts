/**
 * A presentation as its package, its masters and layouts, and its slides in the order of the show. Every slide and layout is
 * parsed when the deck is opened, so that what is damaged is known then and nothing fails later. Notes, comments,
 * charts and media are looked up through the package when they are compared.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { openPackage, type OoxmlPackage } from "../ooxml/package.ts";
import { attribute, childElement, childElements, relAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { P } from "./names.ts";
import { readShapes, type Shape } from "./shape.ts";

export interface Slide {
  /** Counted from 1 in the order of the show. */
  readonly number: number;
  /** The slide's own id in the presentation (`p:sldId/@id`): a hint, nothing more. */
  readonly id: number;
  readonly part: string;
  readonly root: XmlElement;
  readonly tree: XmlElement | undefined;
  /** In drawing order; the members of a group are its children. */
  readonly shapes: readonly Shape[];
  readonly hidden: boolean;
  /** The part of the layout, `null` where there is none. */
  readonly layout: string | null;
  readonly notes: string | null;
}

export interface Layout {
  readonly part: string;
  readonly name: string;
  readonly type: string;
}

export interface Master {
  readonly part: string;
  /** The name of its theme. */
  readonly name: string;
  readonly layouts: readonly Layout[];
}

export interface Deck {
  readonly package: OoxmlPackage;
  readonly contentHash: Hash;
  readonly size: number;
  readonly part: string;
  readonly root: XmlElement;
  readonly slides: readonly Slide[];
  readonly masters: readonly Master[];
  /** Written with the strict names of ISO/IEC 29500. */
  readonly strict: boolean;
}

export async function readDeck(source: Source, limits: Limits): Promise<Result<Deck, ReadError>> {
  if (source.size > limits.maxBytes) return err({ reason: "limit", limit: "maxBytes", detail: `${source.size} bytes` });
  const bytes = await source.read(0, source.size);
  return parseDeck(bytes, source.contentHash, limits);
}

export function parseDeck(bytes: Uint8Array, contentHash: Hash, limits: Limits): Result<Deck, ReadError> {
  const opened = openPackage(bytes, limits);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const main = pack.relationships("").find((found) => found.kind === "officeDocument" && !found.external);
  const part = main === undefined ? undefined : pack.resolve(main.target);
  if (part === undefined) return err({ reason: "not-this-format", detail: "a package without a presentation" });
  const type = pack.contentType(part) ?? "";
  const tree = pack.tree(part);
  if (!tree.ok) return /presentation/i.test(type) ? tree : notThis(type);
  if (tree.value.ns !== P || tree.value.name !== "presentation") return notThis(type);
  const slides = readSlides(pack, part, tree.value, limits);
  if (!slides.ok) return slides;
  const masters = readMasters(pack, part, tree.value);
  const strict = tree.value.attributes.some(({ value }) => value.startsWith("http://purl.oclc.org/ooxml/"));
  return ok({
    package: pack,
    contentHash,
    size: bytes.length,
    part,
    root: tree.value,
    slides: slides.value,
    masters,
    strict,
  });
}

const notThis = (type: string): Result<never, ReadError> =>
  err({ reason: "not-this-format", detail: `an office file, but no presentation (${type.slice(0, 120)})` });

/** The parts that a list of the presentation part names by relationship, with the list's elements. */
function listed(pack: OoxmlPackage, owner: string, root: XmlElement, list: string): [XmlElement, string | undefined][] {
  const holder = childElement(root, list);
  if (holder === undefined) return [];
  return [...childElements(holder)].map((element) => {
    const id = relAttribute(element, "id");
    const target = pack.relationships(owner).find((found) => found.id === id && !found.external)?.target;
    return [element, target === undefined ? undefined : pack.resolve(target)];
  });
}

function readSlides(
  pack: OoxmlPackage,
  owner: string,
  root: XmlElement,
  limits: Limits,
): Result<readonly Slide[], ReadError> {
  const list = listed(pack, owner, root, "sldIdLst");
  if (list.length > limits.maxPages)
    return err({ reason: "limit", limit: "maxPages", detail: `${list.length} slides` });
  const slides: Slide[] = [];
  const known = new Set<string>();
  for (const [element, part] of list) {
    const number = slides.length + 1;
    if (part === undefined) return err({ reason: "damaged", detail: `the part of slide ${number} is missing` });
    if (known.has(part)) return err({ reason: "damaged", detail: `slide ${number} is listed twice` });
    known.add(part);
    const tree = pack.tree(part);
    if (!tree.ok) return tree;
    slides.push(readSlide(pack, part, tree.value, number, Number(attribute(element, "id") ?? 0)));
  }
  return ok(slides);
}

function readSlide(pack: OoxmlPackage, part: string, root: XmlElement, number: number, id: number): Slide {
  const tree = childElement(childElement(root, "cSld"), "spTree");
  const related = (kind: string) => {
    const found = pack.related(part, kind);
    return found === undefined ? null : (pack.resolve(found.target) ?? null);
  };
  return {
    number,
    id,
    part,
    root,
    tree,
    shapes: tree === undefined ? [] : readShapes(tree),
    hidden: ["0", "false"].includes(attribute(root, "show") ?? "1"),
    layout: related("slideLayout"),
    notes: related("notesSlide"),
  };
}

function readMasters(pack: OoxmlPackage, owner: string, root: XmlElement): Master[] {
  const masters: Master[] = [];
  for (const [, part] of listed(pack, owner, root, "sldMasterIdLst")) {
    if (part === undefined || masters.some((master) => master.part === part)) continue;
    const theme = pack.related(part, "theme");
    const themeTree = theme === undefined ? undefined : pack.tree(theme.target);
    const name = themeTree?.ok === true ? (attribute(themeTree.value, "name") ?? "") : "";
    const tree = pack.tree(part);
    const layouts = tree.ok ? listed(pack, part, tree.value, "sldLayoutIdLst") : [];
    masters.push({
      part,
      name,
      layouts: layouts.flatMap(([, layout]) => (layout === undefined ? [] : [readLayout(pack, layout)])),
    });
  }
  return masters;
}

function readLayout(pack: OoxmlPackage, part: string): Layout {
  const tree = pack.tree(part);
  if (!tree.ok) return { part, name: "", type: "" };
  return {
    part,
    name: attribute(childElement(tree.value, "cSld") ?? tree.value, "name") ?? "",
    type: attribute(tree.value, "type") ?? "",
  };
}
