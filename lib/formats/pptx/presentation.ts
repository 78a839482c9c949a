/**
 * What the presentation part says beside its lists of slides and masters: its attributes, its elements one by one, and the
 * sections that slides are grouped in.
 */
import { attribute, relAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import type { Deck } from "./deck.ts";
import { elementsOf } from "./shape.ts";
import { relationshipIds } from "./view.ts";

/** In the order of the schema (ECMA-376 part 1, 19.2.1.26). */
export const PRESENTATION_ORDER = [
  "sldMasterIdLst",
  "notesMasterIdLst",
  "handoutMasterIdLst",
  "sldIdLst",
  "sldSz",
  "notesSz",
  "smartTags",
  "embeddedFontLst",
  "custShowLst",
  "photoAlbum",
  "custDataLst",
  "kinsoku",
  "defaultTextStyle",
  "modifyVerifier",
  "extLst",
];
/** Explained by the relationships that they list. */
const LISTS = new Set(["sldMasterIdLst", "notesMasterIdLst", "handoutMasterIdLst", "sldIdLst"]);

export const isList = (name: string): boolean => LISTS.has(name);

/** Elements by name, the sections taken out of the extensions. */
export function presentationElements(deck: Deck): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const element of elementsOf(deck.root)) {
    if (isList(element.name) || found.has(element.name)) continue;
    if (element.name !== "extLst") found.set(element.name, element);
    else {
      const rest = element.children.filter((child) => typeof child === "string" || !holdsSections(child));
      found.set("extLst", { ...element, children: rest });
    }
  }
  return found;
}

export const holdsSections = (extension: XmlElement): boolean =>
  elementsOf(extension).some(({ name }) => name === "sectionLst");

/** Internal parts that the presentation part names itself, beside those of its lists. */
export function namedByPresentation(deck: Deck): string[] {
  const ids = new Set<string>();
  for (const element of elementsOf(deck.root)) if (!isList(element.name)) relationshipIds(element, ids);
  return deck.package
    .relationships(deck.part)
    .flatMap(({ id, external, kind, target }) => (ids.has(id) && !external && kind !== "slide" ? [target] : []));
}

export interface Section {
  readonly name: string;
  readonly id: string;
  readonly slides: readonly number[];
}

export function sectionExtension(deck: Deck): XmlElement | undefined {
  const list = elementsOf(deck.root).find(({ name }) => name === "extLst");
  return list === undefined ? undefined : elementsOf(list).find(holdsSections);
}

export function sectionsOf(deck: Deck): Section[] {
  const extension = sectionExtension(deck);
  const list = extension === undefined ? undefined : elementsOf(extension).find(({ name }) => name === "sectionLst");
  if (list === undefined) return [];
  return elementsOf(list).map((section) => ({
    name: attribute(section, "name") ?? "",
    id: attribute(section, "id") ?? "",
    slides: elementsOf(section)
      .filter(({ name }) => name === "sldIdLst")
      .flatMap((inner) => elementsOf(inner).map((slide) => Number(attribute(slide, "id") ?? 0))),
  }));
}

/** The relationship that an entry of a list names. */
export const listedId = (entry: XmlElement): string | undefined => relAttribute(entry, "id");
