/** The presentation part, element by element; its lists are explained by the slides and masters themselves. */
import type { Facet, Value } from "../../../core/change/change.ts";
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { presentationElements, sectionsOf } from "../presentation.ts";
import { shortDigest } from "../shape-values.ts";
import type { Comparison, Side } from "./comparison.ts";
import type { Action, Entries } from "./entry.ts";
import { bringsPart, letsGoPart, referencesOf } from "./references.ts";

const LOOKS = new Set(["sldSz", "notesSz", "defaultTextStyle", "embeddedFontLst"]);

export function comparePresentations(comparison: Comparison, entries: Entries): void {
  compareElements(comparison, entries);
  const said = (side: Side) => {
    const { root, part } = comparison[side];
    const attributes = root.attributes.filter(({ name }) => name !== "conformance");
    return comparison.views[side].meaning(part, { ...root, attributes, children: [] }, String);
  };
  add(comparison, entries, "attributes", "unrendered", said, { type: "presentation-attributes" });
  const type = (side: Side) => comparison[side].package.contentType(comparison[side].part) ?? "";
  add(comparison, entries, "contentType", "unrendered", type, { type: "presentation-type" });
  compareSections(comparison, entries);
}

function compareElements(comparison: Comparison, entries: Entries): void {
  const elements = { before: presentationElements(comparison.before), after: presentationElements(comparison.after) };
  for (const name of new Set([...elements.before.keys(), ...elements.after.keys()])) {
    const said = (side: Side) => {
      const element = elements[side].get(name);
      return element === undefined ? "" : comparison.views[side].meaning(comparison[side].part, element, String);
    };
    const references = (side: Side) => {
      const element = elements[side].get(name);
      const context = { view: comparison.views[side], owner: comparison[side].part, shape: String };
      return element === undefined ? [] : [...referencesOf([element], context).parts];
    };
    add(
      comparison,
      entries,
      name,
      LOOKS.has(name) ? "format" : "unrendered",
      said,
      { type: "presentation-element", element: name },
      (side) => sizeWords(elements[side].get(name)),
      { gives: references("before").map(letsGoPart), needs: references("after").map(bringsPart) },
    );
  }
}

function add(
  { before, after }: Comparison,
  entries: Entries,
  element: string,
  facet: Facet,
  said: (side: Side) => string,
  action: Action,
  words: (side: Side) => Readonly<Record<string, number>> = () => ({}),
  needs: Parameters<Entries["add"]>[2] = {},
): void {
  const [was, is] = [said("before"), said("after")];
  if (was === is) return;
  const value = (side: Side, meaning: string): Value => ({
    type: "properties",
    properties: { element, ...words(side), digest: shortDigest(meaning) },
  });
  entries.add(
    {
      kind: was === "" ? "added" : is === "" ? "removed" : "modified",
      facet,
      address: { kind: "part", part: after.part },
      ...(before.part === after.part ? {} : { beforeAddress: { kind: "part", part: before.part } }),
      ...(was === "" ? {} : { before: value("before", was) }),
      ...(is === "" ? {} : { after: value("after", is) }),
    },
    action,
    needs,
  );
}

function sizeWords(element: XmlElement | undefined): Readonly<Record<string, number>> {
  const [width, height] = ["cx", "cy"].map((name) => (element === undefined ? undefined : attribute(element, name)));
  return width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) };
}

/** Sections by name, with those of their slides that both versions have and that kept their order. */
function compareSections(comparison: Comparison, entries: Entries): void {
  const still = [...comparison.order.still];
  const known = {
    before: new Map(still.map(({ before }) => [before.id, before.id])),
    after: new Map(still.map(({ before, after }) => [after.id, before.id])),
  };
  const said = (side: Side) =>
    sectionsOf(comparison[side])
      .map(
        ({ name, slides }) => `${JSON.stringify(name)} ${slides.flatMap((id) => known[side].get(id) ?? []).join(" ")}`,
      )
      .join("\n");
  add(comparison, entries, "sections", "structure", said, { type: "sections" });
}
