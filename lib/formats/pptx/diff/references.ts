/**
 * What a piece of a slide leads to, as keys of `Needs`: a piece that leads to an added slide needs that slide; a removed slide needs
 * every piece that led to it to let it go. The same for layouts and shapes.
 */
import { textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { Context } from "../shape-values.ts";
import { newReferences, type References } from "../view.ts";

export const bringsPart = (part: string): string => `brings ${part}`;
export const letsGoPart = (part: string): string => `lets go ${part}`;
export const bringsShape = (slide: string, id: string): string => `brings shape ${id} of ${slide}`;
export const letsGoShape = (slide: string, id: string): string => `lets go shape ${id} of ${slide}`;
export const letsGoKind = (kind: string): string => `lets go ${kind} in general`;
export const bringsKind = (kind: string): string => `brings ${kind}`;

export function referencesOf(elements: readonly XmlElement[], { view, owner }: Context): References {
  const found = newReferences();
  for (const element of elements) view.meaning(owner, element, String, found);
  return found;
}

/** @param gone what is there no longer once the change is applied @param come what is there instead */
export function needsOf(
  gone: { readonly elements: readonly XmlElement[]; readonly context: Context },
  come: { readonly elements: readonly XmlElement[]; readonly context: Context },
): { gives: string[]; needs: string[] } {
  const [before, after] = [referencesOf(gone.elements, gone.context), referencesOf(come.elements, come.context)];
  return {
    gives: [
      ...[...before.parts].map(letsGoPart),
      ...[...before.shapes].map((id) => letsGoShape(gone.context.owner, id)),
    ],
    needs: [
      ...[...after.parts].map(bringsPart),
      ...[...after.shapes].map((id) => bringsShape(come.context.owner, id)),
      ...tableStyles(come.elements, gone.context),
    ],
  };
}

/** A table's style lies in a part of its own: where before does not have it, the change of that part is needed. */
function tableStyles(elements: readonly XmlElement[], { view }: Context): string[] {
  const wanted = new Set<string>();
  for (const element of elements) collectStyles(element, wanted);
  if (wanted.size === 0) return [];
  const part = view.pack.zip.entries.find(({ name }) => /tableStyles\.xml$/i.test(name));
  const known = part === undefined ? "" : (view.pack.text(part.name) ?? "");
  return [...wanted].every((style) => known.includes(style)) ? [] : [bringsKind("tableStyles")];
}

function collectStyles(element: XmlElement, into: Set<string>): void {
  if (element.name === "tableStyleId") into.add(textOf(element));
  for (const child of element.children) if (typeof child !== "string") collectStyles(child, into);
}
