/**
 * Two versions of a document brought together by their changes: what came, went or moved is where its change says, and
 * everything between stands in pairs. Nothing is compared again here, so that the screen shows what is decided.
 *
 * With one side absent everything of the other one came or went, by no change of its own. Costs one walk over both.
 */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type {
  DocumentBlock,
  DocumentRow,
  DocumentStory,
  DocumentView,
  ParagraphBlock,
  TableBlock,
} from "../../lib/contracts/document-view.ts";
import { Places, type BlockFate, type Side } from "./places.ts";

/** `pair`: both versions have it. */
export type Fate = "pair" | BlockFate;

interface AlignedBase {
  readonly fate: Fate;
  /** Those of the block itself: not of what stands in it. */
  readonly changes: readonly ReviewedChange[];
}

export interface AlignedParagraph extends AlignedBase {
  readonly kind: "paragraph";
  readonly before: ParagraphBlock | null;
  readonly after: ParagraphBlock | null;
  readonly boxes: readonly (readonly AlignedBlock[])[];
}

export interface AlignedTable extends AlignedBase {
  readonly kind: "table";
  readonly before: TableBlock | null;
  readonly after: TableBlock | null;
  readonly rows: readonly AlignedRow[];
}

export interface AlignedRow extends AlignedBase {
  readonly before: DocumentRow | null;
  readonly after: DocumentRow | null;
  /** By column; what stands in them, paired. */
  readonly cells: readonly AlignedCell[];
}

export interface AlignedCell {
  readonly columns: number;
  readonly merged: boolean;
  readonly blocks: readonly AlignedBlock[];
}

export interface AlignedGroup extends AlignedBase {
  readonly kind: "group";
  readonly blocks: readonly AlignedBlock[];
}

export interface AlignedOpaque extends AlignedBase {
  readonly kind: "opaque";
  readonly before: string | null;
  readonly after: string | null;
}

export type AlignedBlock = AlignedParagraph | AlignedTable | AlignedGroup | AlignedOpaque;

export interface AlignedStory {
  /** As after names it; as before does where it went. */
  readonly name: string;
  readonly kind: DocumentStory["kind"];
  readonly fate: "pair" | "added" | "removed";
  readonly change: ReviewedChange | null;
  readonly author: string | null;
  readonly date: string | null;
  readonly blocks: readonly AlignedBlock[];
}

export interface AlignedDocument {
  readonly body: AlignedStory;
  readonly stories: readonly AlignedStory[];
  /** Changes without a place in the text. */
  readonly unplaced: readonly ReviewedChange[];
}

export function alignDocument(
  before: DocumentView | null,
  after: DocumentView | null,
  changes: readonly ReviewedChange[],
): AlignedDocument {
  const places = new Places(changes);
  const aligner = new Aligner(places);
  const body = aligner.story(before?.body ?? null, after?.body ?? null, null);
  const stories = aligner.stories(before?.stories ?? [], after?.stories ?? []);
  return { body, stories, unplaced: changes.filter(({ id }) => !places.placed.has(id)) };
}

class Aligner {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Told by a change, then by equal words, then in order. */
  stories(before: readonly DocumentStory[], after: readonly DocumentStory[]): AlignedStory[] {
    const gone = new Map(before.flatMap((story) => keyed(story, this.#places.story(story.name, "before"))));
    const come = new Map(after.flatMap((story) => keyed(story, this.#places.story(story.name, "after"))));
    const open = before.filter((story) => !gone.has(story));
    const paired = new Map<DocumentStory, DocumentStory>();
    const pair = (wanted: (left: DocumentStory, right: DocumentStory) => boolean) => {
      for (const right of after) {
        if (come.has(right) || paired.has(right)) continue;
        const at = open.findIndex((left) => left.kind === right.kind && wanted(left, right));
        const left = open[at];
        if (left === undefined) continue;
        open.splice(at, 1);
        paired.set(right, left);
      }
    };
    pair((left, right) => this.#places.storyPairs.get(left.name) === right.name);
    pair((left, right) => wordsOf(left.blocks) === wordsOf(right.blocks));
    pair(() => true);
    return [
      ...after.map((story) => this.story(paired.get(story) ?? null, story, come.get(story) ?? null)),
      ...before
        .filter((story) => gone.has(story) || open.includes(story))
        .map((story) => this.story(story, null, gone.get(story) ?? null)),
    ].sort((left, right) => STORY_ORDER.indexOf(left.kind) - STORY_ORDER.indexOf(right.kind));
  }

  story(before: DocumentStory | null, after: DocumentStory | null, change: ReviewedChange | null): AlignedStory {
    const shown = after ?? before;
    const blocks =
      before !== null && after !== null
        ? this.#blocks(before.blocks, after.blocks, [before.name, after.name])
        : (shown?.blocks ?? []).map((block) => this.#alone(block, after === null ? "removed" : "added", change));
    return {
      name: shown?.name ?? "",
      kind: shown?.kind ?? "body",
      fate: before === null ? "added" : after === null ? "removed" : "pair",
      change,
      author: shown?.author ?? null,
      date: shown?.date ?? null,
      blocks,
    };
  }

  #blocks(
    before: readonly DocumentBlock[],
    after: readonly DocumentBlock[],
    names: readonly [before: string, after: string],
  ): AlignedBlock[] {
    const found: AlignedBlock[] = [];
    let [i, j] = [0, 0];
    const lone = (block: DocumentBlock, side: Side): boolean => {
      const told = this.#places.block(names[side === "before" ? 0 : 1], block, side);
      if (told === null) return false;
      found.push(this.#alone(block, told.fate, told.change));
      return true;
    };
    for (;;) {
      const [left, right] = [before[i], after[j]];
      if (left === undefined && right === undefined) return found;
      if (left !== undefined && lone(left, "before")) i++;
      else if (right !== undefined && lone(right, "after")) j++;
      else if (left !== undefined && right !== undefined && left.kind === right.kind) {
        found.push(this.#pair(left, right, names));
        i++;
        j++;
      } else if (left !== undefined) found.push(this.#alone(before[i++] ?? left, "removed", null));
      else if (right !== undefined) found.push(this.#alone(after[j++] ?? right, "added", null));
    }
  }

  #pair(before: DocumentBlock, after: DocumentBlock, names: readonly [string, string]): AlignedBlock {
    const fate = "pair" as const;
    if (before.kind === "paragraph" && after.kind === "paragraph")
      return {
        kind: "paragraph",
        fate,
        before,
        after,
        changes: this.#places.paragraph(names[1], after.at),
        boxes: longest(before.boxes, after.boxes).map((n) =>
          this.#blocks(before.boxes?.[n] ?? [], after.boxes?.[n] ?? [], names),
        ),
      };
    if (before.kind === "table" && after.kind === "table") return this.#tables(before, after, names);
    if (before.kind === "group" && after.kind === "group")
      return { kind: "group", fate, changes: [], blocks: this.#blocks(before.blocks, after.blocks, names) };
    const words = (block: DocumentBlock) => (block.kind === "opaque" ? opaqueWords(block) : "");
    const changes = this.#places.opaque(names[1], after.at);
    return { kind: "opaque", fate, changes, before: words(before), after: words(after) };
  }

  #tables(before: TableBlock, after: TableBlock, names: readonly [string, string]): AlignedTable {
    const rows: AlignedRow[] = [];
    let [i, j] = [0, 0];
    for (;;) {
      const [left, right] = [before.rows[i], after.rows[j]];
      if (left === undefined && right === undefined) break;
      const gone = left && this.#places.row(names[0], before.number, left.index, "before");
      const come = right && this.#places.row(names[1], after.number, right.index, "after");
      if (left !== undefined && (gone || right === undefined)) {
        rows.push(this.#loneRow(left, "removed", gone ?? null));
        i++;
      } else if (right !== undefined && (come || left === undefined)) {
        rows.push(this.#loneRow(right, "added", come ?? null));
        j++;
      } else if (left !== undefined && right !== undefined) {
        rows.push(...this.#rowPair(left, right, after.number, names));
        i++;
        j++;
      }
    }
    return { kind: "table", fate: "pair", before, after, changes: [], rows };
  }

  /** A row with another number of cells is replaced as a whole, by one change. */
  #rowPair(
    before: DocumentRow,
    after: DocumentRow,
    table: number,
    names: readonly [string, string],
  ): readonly AlignedRow[] {
    const changes = this.#places.rowChanges(names[1], table, after.index);
    if (before.cells.length !== after.cells.length) {
      const change = changes[0] ?? null;
      return [this.#loneRow(before, "removed", change), this.#loneRow(after, "added", change)];
    }
    const cells = after.cells.map((cell, n) => ({
      columns: cell.columns,
      merged: cell.merged === "below",
      blocks: this.#blocks(before.cells[n]?.blocks ?? [], cell.blocks, names),
    }));
    return [{ fate: "pair", before, after, changes, cells }];
  }

  #alone(block: DocumentBlock, fate: BlockFate, change: ReviewedChange | null): AlignedBlock {
    const changes = change === null ? [] : [change];
    const own = <T>(value: T) =>
      fate === "removed" || fate === "movedFrom" ? { before: value, after: null } : { before: null, after: value };
    switch (block.kind) {
      case "paragraph": {
        const boxes = (block.boxes ?? []).map((box) => box.map((inner) => this.#alone(inner, fate, change)));
        return { kind: "paragraph", fate, changes, ...own(block), boxes };
      }
      case "table": {
        const rows = block.rows.map((row) => this.#loneRow(row, fate, change));
        return { kind: "table", fate, changes, ...own(block), rows };
      }
      case "group":
        return {
          kind: "group",
          fate,
          changes,
          blocks: block.blocks.map((inner) => this.#alone(inner, fate, change)),
        };
      case "opaque":
        return { kind: "opaque", fate, changes, ...own(opaqueWords(block)) };
    }
  }

  #loneRow(row: DocumentRow, fate: BlockFate, change: ReviewedChange | null): AlignedRow {
    const cells = row.cells.map((cell) => ({
      columns: cell.columns,
      merged: cell.merged === "below",
      blocks: cell.blocks.map((block) => this.#alone(block, fate, change)),
    }));
    const gone = fate === "removed" || fate === "movedFrom";
    return {
      fate,
      changes: change === null ? [] : [change],
      before: gone ? row : null,
      after: gone ? null : row,
      cells,
    };
  }
}

const STORY_ORDER: readonly DocumentStory["kind"][] = ["body", "header", "footer", "footnote", "endnote", "comment"];

const keyed = (story: DocumentStory, change: ReviewedChange | null): (readonly [DocumentStory, ReviewedChange])[] =>
  change === null ? [] : [[story, change]];

const longest = (left: readonly unknown[] = [], right: readonly unknown[] = []): readonly number[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, n) => n);

const opaqueWords = ({ what, text }: Extract<DocumentBlock, { kind: "opaque" }>): string => (text === "" ? what : text);

export const textOf = (paragraph: ParagraphBlock): string => paragraph.runs.map(({ text }) => text).join("");

/** Of a few blocks: notes and headers are short. */
function wordsOf(blocks: readonly DocumentBlock[]): string {
  return blocks.map((block) => (block.kind === "paragraph" ? textOf(block) : JSON.stringify(block))).join("\n");
}
