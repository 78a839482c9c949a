/** The marks of a document's texts, those between paragraphs included: they stand at the next paragraph's beginning. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { paragraphsOf, type Container, type Paragraph } from "../blocks.ts";
import type { Story, WordDocument } from "../document.ts";
import { isWord, MARKS, shownChildren, W } from "../names.ts";

/** An empty place in a paragraph. */
export interface Mark {
  readonly element: XmlElement;
  readonly paragraph: Paragraph;
  readonly token: number;
  /** How many pieces of the field that `token` is stand in front of it. */
  readonly inner: number;
  readonly story: Story;
}

const textStories = (document: WordDocument): Story[] => [
  document.body,
  ...document.stories.filter(({ kind }) => kind !== "comment"),
];

export function marksOf(document: WordDocument, wanted: (element: XmlElement) => boolean): Mark[] {
  const found: Mark[] = [];
  for (const story of textStories(document)) {
    const paragraphs = [...paragraphsOf(story.container)];
    const between = marksBetween(story.container, paragraphs);
    for (const paragraph of paragraphs) {
      const add = (element: XmlElement, token: number, inner: number) => {
        if (wanted(element)) found.push({ element, paragraph, token, inner, story });
      };
      const around = between.get(paragraph);
      for (const element of around?.front ?? []) add(element, 0, 0);
      paragraph.tokens.forEach((token, at) => {
        if (token.kind === "mark") add(token.holder, at, 0);
        token.parts?.forEach((part, n) => {
          if (part.kind === "mark") add(part.holder, at, n);
        });
      });
      for (const element of around?.behind ?? []) add(element, paragraph.tokens.length, 0);
    }
  }
  return found;
}

interface Around {
  readonly front: XmlElement[];
  readonly behind: XmlElement[];
}

function marksBetween(story: Container, paragraphs: readonly Paragraph[]): ReadonlyMap<Paragraph, Around> {
  const byElement = new Map(paragraphs.map((paragraph) => [paragraph.element, paragraph]));
  const found = new Map<Paragraph, Around>();
  const around = (paragraph: Paragraph): Around => {
    const known = found.get(paragraph) ?? { front: [], behind: [] };
    found.set(paragraph, known);
    return known;
  };
  for (const { element } of [story, ...paragraphs.flatMap(({ boxes }) => boxes)]) {
    const waiting: XmlElement[] = [];
    const last = walkBlocks(element, waiting, (at) => {
      const paragraph = byElement.get(at);
      if (paragraph !== undefined && waiting.length > 0) around(paragraph).front.push(...waiting.splice(0));
      return paragraph;
    });
    if (last !== undefined && waiting.length > 0) around(last).behind.push(...waiting);
  }
  return found;
}

function walkBlocks(
  element: XmlElement,
  waiting: XmlElement[],
  visit: (paragraph: XmlElement) => Paragraph | undefined,
): Paragraph | undefined {
  let last: Paragraph | undefined;
  for (const child of shownChildren(element))
    if (isWord(child, "p")) last = visit(child) ?? last;
    else if (child.ns === W && MARKS.has(child.name)) waiting.push(child);
    else if (child.ns === W && child.children.length > 0) last = walkBlocks(child, waiting, visit) ?? last;
  return last;
}
