/** What all stories of one comparison share: changes found so far, and what belongs together. */
import type { Address } from "../../../core/address/address.ts";
import type { Value } from "../../../core/change/change.ts";
import type { Work } from "../../format.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { paragraphsIn, type Container, type Paragraph, type Row, type Table } from "../blocks.ts";
import type { PartMeanings, Story } from "../document.ts";
import type { Looks } from "../looks.ts";
import { isWord, wordAttribute } from "../names.ts";
import type { Draft, Drafts, ParagraphPair, WordsChange } from "./entry.ts";

export interface Pairing {
  readonly drafts: Drafts;
  readonly work: Work;
  /** Of before. */
  readonly looks: Looks;
  readonly parts: { readonly before: PartMeanings; readonly after: PartMeanings };
  readonly paragraphs: ParagraphPair[];
  /** By the paragraph of before, and of after. */
  readonly paired: Map<Paragraph, ParagraphPair>;
  readonly pairedAfter: Map<Paragraph, ParagraphPair>;
  /** The changes of words of a paragraph of before, in order. */
  readonly words: Map<Paragraph, WordsChange[]>;
  /** Ids of notes that the same reference leads to: `footnote 2` → `3`. */
  readonly notes: Map<string, string>;
  /** Stories beside the body that belong together: after → before. */
  readonly stories: Map<Story, Story>;
  /** What came with which change: paragraphs of after, references of either version. */
  readonly addedBy: Map<Paragraph, Draft>;
  readonly removedBy: Map<Paragraph, Draft>;
  /** References by `footnote 2`, of before and after. */
  readonly referenceRemovedBy: Map<string, Draft>;
  readonly referenceAddedBy: Map<string, Draft>;
  complete: boolean;
}

/** The properties that differ, on both sides; `null` where none does. */
export function changedProperties(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  where: Readonly<Record<string, string>> = {},
): { before: Value; after: Value } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  if (names.length === 0) return null;
  const pick = (from: Readonly<Record<string, string>>): Value => ({
    type: "properties",
    properties: { ...where, ...Object.fromEntries(names.sort().map((name) => [name, from[name] ?? null])) },
  });
  return { before: pick(before), after: pick(after) };
}

/** `footnote 2` for a reference to a note. */
export function referenceOf(element: XmlElement): string | null {
  const kind = isWord(element, "footnoteReference") ? "footnote" : isWord(element, "endnoteReference") ? "endnote" : "";
  return kind === "" ? null : `${kind} ${wordAttribute(element, "id") ?? ""}`;
}

export interface Addresses {
  readonly address: Address;
  readonly beforeAddress?: Address;
}

export const both = (before: Address, after: Address): Addresses =>
  JSON.stringify(before) === JSON.stringify(after) ? { address: after } : { address: after, beforeAddress: before };

export function* paragraphsInRow(row: Row): Generator<Paragraph> {
  for (const cell of row.cells) for (const block of cell.container.blocks) yield* paragraphsIn(block);
}

export const paragraphAddress = (story: Story, paragraph: number): Address => ({
  kind: "paragraph",
  paragraph,
  ...(story.name === "" ? {} : { story: story.name }),
});

export const rowAddress = (story: Story, table: number, row: number): Address => ({
  kind: "tableRow",
  table,
  row,
  ...(story.name === "" ? {} : { story: story.name }),
});

/** Where each table begins, by its number. */
export function tableStarts(container: Container): number[] {
  const starts: number[] = [];
  for (const table of tablesOf(container)) starts[table.number - 1] = table.at;
  return starts;
}

function* tablesOf(container: Container): Generator<Table> {
  for (const block of container.blocks) {
    if (block.kind === "group") yield* tablesOf(block.container);
    if (block.kind === "paragraph") for (const box of block.boxes) yield* tablesOf(box);
    if (block.kind !== "table") continue;
    yield block;
    for (const row of block.rows) for (const cell of row.cells) yield* tablesOf(cell.container);
  }
}
