/** The notes of a slide: what the speaker reads, and the rest of the page. A page without either says nothing. */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import type { Slide } from "./deck.ts";
import { plainTextOf } from "./rich-text.ts";
import { paragraphsOf, textBodyOf } from "./shape-parts.ts";
import { allShapes, readShapes, elementsOf, type Shape } from "./shape.ts";
import type { PartView } from "./view.ts";

export interface Notes {
  readonly part: string;
  readonly root: XmlElement;
  /** The shape that holds the text, where there is one. */
  readonly body: Shape | undefined;
  readonly paragraphs: readonly XmlElement[];
}

/** `null` where there are none, or where they say nothing. */
export function readNotes(view: PartView, slide: Slide): Notes | null {
  if (slide.notes === null) return null;
  const tree = view.pack.tree(slide.notes);
  if (!tree.ok) return null;
  const common = elementsOf(tree.value).find(({ name }) => name === "cSld");
  const drawing = common === undefined ? undefined : elementsOf(common).find(({ name }) => name === "spTree");
  const shapes = drawing === undefined ? [] : [...allShapes(readShapes(drawing))];
  const body = shapes.find(({ placeholder }) => placeholder.startsWith("body "));
  const paragraphs = body === undefined ? [] : paragraphsOf(textBodyOf(body.element));
  const silent =
    plainTextOf(paragraphs, { target: String, shape: String }).trim() === "" &&
    shapes.every(({ placeholder }) => placeholder !== "");
  return silent ? null : { part: slide.notes, root: tree.value, body, paragraphs };
}

/** The page without what the speaker reads. */
export function notesRest(view: PartView, notes: Notes): string {
  const without = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children
      .filter((child) => typeof child === "string" || !notes.paragraphs.includes(child))
      .map((child) => (typeof child === "string" ? child : without(child))),
  });
  const hung = view.pack
    .relationships(notes.part)
    .filter(({ external, kind }) => !external && kind !== "slide")
    .map(
      ({ kind, target }) => `${kind} ${view.label(target) ?? (view.pack.has(target) ? view.deep(target) : "missing")}`,
    );
  return [view.meaning(notes.part, without(notes.root), String), ...hung.sort()].join("\n");
}
