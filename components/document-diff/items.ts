/**
 * An aligned document as a flat list to draw: paragraphs and table rows in order, texts beside the body under their own
 * titles, long stretches without a change folded. Every item is drawn alone, so that a document of any length keeps few
 * nodes on the page.
 */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import {
  textOf,
  type AlignedBlock,
  type AlignedDocument,
  type AlignedOpaque,
  type AlignedParagraph,
  type AlignedRow,
  type AlignedStory,
  type AlignedTable,
  type Fate,
} from "./align.ts";

interface ItemBase {
  readonly key: string;
  /** Of all that is drawn in it. */
  readonly changes: readonly ReviewedChange[];
  /** "Paragraph 14", "Table 2, row 3". */
  readonly heading: string;
}

export interface ParagraphItem extends ItemBase {
  readonly kind: "paragraph";
  /** Of the text that it stands in; empty: the body. */
  readonly storyName: string;
  readonly block: AlignedParagraph;
  readonly inBox: boolean;
}

export interface RowItem extends ItemBase {
  readonly kind: "row";
  readonly storyName: string;
  /** The table's number in its text. */
  readonly table: number;
  readonly row: AlignedRow;
  readonly columns: readonly number[];
  readonly first: boolean;
  readonly last: boolean;
}

export interface OpaqueItem extends ItemBase {
  readonly kind: "opaque";
  readonly block: AlignedOpaque;
}

export interface StoryItem extends ItemBase {
  readonly kind: "story";
  readonly story: AlignedStory;
  readonly title: string;
  /** The first of its section. */
  readonly opens: string | null;
}

export interface FoldItem extends ItemBase {
  readonly kind: "fold";
  readonly words: string;
}

export type Item = ParagraphItem | RowItem | OpaqueItem | StoryItem | FoldItem;

export interface OutlineEntry {
  readonly key: string;
  readonly text: string;
  /** 0 to 9. */
  readonly level: number;
  /** In its section, without those of subsections that have an entry of their own. */
  readonly changes: number;
}

export function itemsOf(document: AlignedDocument): readonly Item[] {
  const items: Item[] = [];
  addBlocks(items, document.body.blocks, { key: "", name: "", title: "" }, false);
  let section = "";
  for (const story of document.stories) {
    const title = SECTIONS[story.kind];
    items.push({
      kind: "story",
      key: `story ${story.fate} ${story.name}`,
      // Its paragraphs have it: only an empty story shows it itself.
      changes: story.change === null || story.blocks.length > 0 ? [] : [story.change],
      heading: storyTitle(story),
      story,
      title: storyTitle(story),
      opens: title === section ? null : title,
    });
    section = title;
    const where = { key: `${story.fate} ${story.name}`, name: story.name, title: `${storyTitle(story)}, ` };
    addBlocks(items, story.blocks, where, false);
  }
  return items;
}

const SECTIONS: Readonly<Record<AlignedStory["kind"], string>> = {
  body: "",
  header: "Headers and footers",
  footer: "Headers and footers",
  footnote: "Footnotes",
  endnote: "Endnotes",
  comment: "Comments in the file",
};

export function storyTitle({ name, kind }: AlignedStory): string {
  const number = /\d+$/u.exec(name)?.[0] ?? "";
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`.trim();
}

/** Where blocks stand: what begins their keys, the name of the text, and what they are called by. */
interface Where {
  readonly key: string;
  readonly name: string;
  readonly title: string;
}

const called = ({ title }: Where, words: string) => (title === "" ? words : `${title}${words.toLowerCase()}`);

function addBlocks(items: Item[], blocks: readonly AlignedBlock[], story: Where, inBox: boolean): void {
  for (const block of blocks)
    switch (block.kind) {
      case "paragraph":
        addParagraph(items, block, story, inBox);
        break;
      case "table":
        addTable(items, block, story);
        break;
      case "group":
        addBlocks(items, block.blocks, story, inBox);
        break;
      case "opaque":
        items.push({
          kind: "opaque",
          key: `${story.key} opaque ${items.length}`,
          changes: block.changes,
          heading: "A part of the text",
          block,
        });
    }
}

function addParagraph(items: Item[], block: AlignedParagraph, story: Where, inBox: boolean): void {
  items.push({
    kind: "paragraph",
    storyName: story.name,
    key: `${story.key} ${block.fate} ${(block.after ?? block.before)?.at ?? items.length}`,
    changes: block.changes,
    heading: called(story, placeWords(block)),
    block,
    inBox,
  });
  for (const box of block.boxes) addBlocks(items, box, story, true);
}

const placeWords = ({ before, after }: AlignedParagraph) => `Paragraph ${(after ?? before)?.at ?? ""}`;

function addTable(items: Item[], table: AlignedTable, story: Where): void {
  const shown = table.after ?? table.before;
  table.rows.forEach((row, n) => {
    const own = row.after ?? row.before;
    items.push({
      kind: "row",
      storyName: story.name,
      table: shown?.number ?? 0,
      key: `${story.key} table ${table.fate} ${shown?.number ?? 0} ${row.fate} ${own?.index ?? n}`,
      changes: unique([...row.changes, ...row.cells.flatMap(({ blocks }) => blocks.flatMap(changesIn))]),
      heading: called(story, `Table ${shown?.number ?? ""}, row ${own?.index ?? ""}`),
      row,
      columns: shown?.columns ?? [],
      first: n === 0,
      last: n === table.rows.length - 1,
    });
  });
}

export function changesIn(block: AlignedBlock): readonly ReviewedChange[] {
  if (block.kind === "paragraph") return [...block.changes, ...block.boxes.flat().flatMap(changesIn)];
  if (block.kind === "group") return [...block.changes, ...block.blocks.flatMap(changesIn)];
  if (block.kind === "opaque") return block.changes;
  return block.rows.flatMap((row) => [...row.changes, ...row.cells.flatMap(({ blocks }) => blocks.flatMap(changesIn))]);
}

const unique = (changes: readonly ReviewedChange[]): readonly ReviewedChange[] => [...new Set(changes)];

/** How many unchanged items stay in sight on either side of a change, and from how many on others are folded. */
const AROUND = 2;
const FOLDED_FROM = 4;

/** @param open keys of folds that were opened */
export function folded(items: readonly Item[], open: ReadonlySet<string>): readonly Item[] {
  const near = new Set<number>();
  items.forEach((item, at) => {
    if (item.changes.length === 0 && fateOf(item) === "pair") return;
    for (let n = Math.max(0, at - AROUND); n <= at + AROUND; n++) near.add(n);
  });
  const found: Item[] = [];
  for (let at = 0; at < items.length;) {
    let end = at;
    while (end < items.length && !near.has(end) && isFoldable(items[end])) end++;
    const first = items[at];
    if (first === undefined) break;
    if (end - at < FOLDED_FROM) {
      const until = Math.max(end, at + 1);
      found.push(...items.slice(at, until));
      at = until;
      continue;
    }
    const key = `fold ${first.key}`;
    if (open.has(key)) found.push(...items.slice(at, end));
    else found.push({ kind: "fold", key, changes: [], heading: "", words: foldWords(items.slice(at, end)) });
    at = end;
  }
  return found;
}

/** Headings and titles stay in sight: they say where one is. */
const isFoldable = (item: Item | undefined): boolean =>
  item?.kind === "row" || item?.kind === "opaque" || (item?.kind === "paragraph" && headingOf(item) === null);

export function fateOf(item: Item): Fate {
  if (item.kind === "paragraph" || item.kind === "opaque") return item.block.fate;
  if (item.kind === "row") return item.row.fate;
  return item.kind === "story" ? item.story.fate : "pair";
}

function foldWords(items: readonly Item[]): string {
  const rows = items.filter(({ kind }) => kind === "row").length;
  const paragraphs = items.length - rows;
  const words = (count: number, one: string) =>
    count === 0 ? [] : [`${count} unchanged ${count === 1 ? one : `${one}s`}`];
  return [...words(paragraphs, "paragraph"), ...words(rows, "table row")].join(", ");
}

export function headingOf(item: Item): number | null {
  if (item.kind !== "paragraph" || item.inBox) return null;
  const shown = item.block.after ?? item.block.before;
  return shown?.heading === undefined || textOf(shown).trim() === "" ? null : shown.heading;
}

/** Headings and sections beside the body, each with what changed below it. */
export function outlineOf(items: readonly Item[]): readonly OutlineEntry[] {
  const entries: { key: string; text: string; level: number; seen: Set<ReviewedChange> }[] = [];
  for (const item of items) {
    const level = headingOf(item);
    if (item.kind === "paragraph" && level !== null) {
      const shown = item.block.after ?? item.block.before;
      const text = shown === null ? "" : textOf(shown).trim();
      entries.push({ key: item.key, text, level, seen: new Set() });
    } else if (item.kind === "story" && item.opens !== null)
      entries.push({ key: item.key, text: item.opens, level: 0, seen: new Set() });
    else if (entries.length === 0) entries.push({ key: item.key, text: "Beginning", level: 0, seen: new Set() });
    for (const change of item.changes) entries.at(-1)?.seen.add(change);
  }
  const [first] = entries;
  const shown = first?.text === "Beginning" && first.seen.size === 0 ? entries.slice(1) : entries;
  return shown.map(({ key, text, level, seen }) => ({ key, text, level, changes: seen.size }));
}

export interface Step {
  readonly change: ReviewedChange;
  /** The item it is first drawn in; null: it has no place in the text. */
  readonly key: string | null;
  readonly heading: string;
}

/** Every change once: those without a place first, as they are listed above the text; what only says who saved it last. */
export function stepsOf(items: readonly Item[], unplaced: readonly ReviewedChange[]): readonly Step[] {
  const steps = new Map<string, Step>();
  const beside = (metadata: boolean) => {
    for (const change of unplaced)
      if ((change.facet === "metadata") === metadata) steps.set(change.id, { change, key: null, heading: "" });
  };
  beside(false);
  for (const { key, heading, changes } of items)
    for (const change of changes) if (!steps.has(change.id)) steps.set(change.id, { change, key, heading });
  beside(true);
  return [...steps.values()];
}
