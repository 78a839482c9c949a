/** The blocks of all stories, as far as the ceiling goes. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import {
  paragraphsOf,
  type Block,
  type Cell,
  type Container,
  type Paragraph,
  type Row,
  type Table,
} from "../blocks.ts";
import type { Story, WordDocument } from "../document.ts";
import type {
  DocumentBlock,
  DocumentCell,
  DocumentRow,
  DocumentStory,
  DocumentView,
  ParagraphBlock,
} from "./structure.ts";
import { isWord, wordAttribute, wordChild } from "../names.ts";
import { readNumbering } from "../numbering.ts";
import { ListLabels } from "./list-labels.ts";
import { paragraphLook, StyleLooks } from "./looks.ts";
import { RunReader } from "./runs.ts";

/** Blocks, rows, cells and runs; characters of text. */
const MAX_PIECES = 300_000;
const MAX_CHARACTERS = 8_000_000;

export function viewBlocks(document: WordDocument): DocumentView {
  const reader = new ViewReader(document);
  const body = reader.story(document.body);
  const stories = document.stories.map((story) => reader.story(story));
  const all = [document.body, ...document.stories].reduce((sum, { container }) => sum + countOf(container), 0);
  return { kind: "document", body, stories, leftOut: Math.max(0, all - reader.paragraphs) };
}

const countOf = (container: Container): number => [...paragraphsOf(container)].length;

class ViewReader {
  readonly #document: WordDocument;
  readonly #looks: StyleLooks;
  readonly #labels: ListLabels;
  readonly #names: ReadonlyMap<string, string>;
  #pieces = 0;
  #characters = 0;
  paragraphs = 0;

  constructor(document: WordDocument) {
    this.#document = document;
    this.#looks = new StyleLooks(document.styles);
    const numbering = document.package.tree(document.related.get("numbering") ?? "");
    this.#labels = new ListLabels(readNumbering(numbering.ok ? numbering.value : undefined));
    this.#names = new Map(document.stories.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  }

  story(story: Story): DocumentStory {
    const { container, kind, name, part } = story;
    const runs = new RunReader({
      pack: this.#document.package,
      part,
      name,
      looks: this.#looks,
      stories: this.#names,
    });
    const said = (attribute: string) => (kind === "comment" ? wordAttribute(container.element, attribute) : undefined);
    const [author, date] = [said("author"), said("date")];
    return {
      name,
      kind,
      blocks: this.#blocks(container, runs),
      ...(author === undefined ? {} : { author: author.slice(0, 200) }),
      ...(date === undefined ? {} : { date: date.slice(0, 40) }),
    };
  }

  get #full(): boolean {
    return this.#pieces >= MAX_PIECES || this.#characters >= MAX_CHARACTERS;
  }

  #blocks(container: Container, runs: RunReader): DocumentBlock[] {
    const found: DocumentBlock[] = [];
    for (const block of container.blocks) {
      if (this.#full) break;
      this.#pieces++;
      found.push(this.#block(block, runs));
    }
    return found;
  }

  #block(block: Block, runs: RunReader): DocumentBlock {
    const { at, span } = block;
    switch (block.kind) {
      case "paragraph":
        return this.#paragraph(block, runs);
      case "table":
        return this.#table(block, runs);
      case "group":
        return { kind: "group", at, span, blocks: this.#blocks(block.container, runs) };
      case "opaque":
        return { kind: "opaque", at, span, what: block.element.name.slice(0, 60), text: block.text.slice(0, 2000) };
    }
  }

  #paragraph(paragraph: Paragraph, reader: RunReader): ParagraphBlock {
    const { at, span, style, element } = paragraph;
    this.paragraphs++;
    const own = wordChild(element, "pPr");
    const styled = this.#looks.paragraph(wordAttribute(wordChild(own, "pStyle"), "val"));
    const { align, indent, heading, list } = { ...styled, ...paragraphLook(own) };
    const runs = reader.runs(paragraph.tokens);
    this.#pieces += runs.length;
    this.#characters += paragraph.text.length;
    const label = list === undefined || list.id === "0" ? null : this.#labels.next(list.id, list.level);
    const boxes = paragraph.boxes.map((box) => this.#blocks(box, reader));
    return {
      kind: "paragraph",
      at,
      span,
      style,
      runs,
      ...(heading === undefined ? {} : { heading }),
      ...(align === undefined || align === "left" ? {} : { align }),
      ...(indent === undefined || indent === 0 ? {} : { indent }),
      ...(label === null || list === undefined ? {} : { list: { label, level: list.level } }),
      ...(Object.keys(styled.look).length === 0 ? {} : { look: styled.look }),
      ...(isOn(wordChild(own, "pageBreakBefore")) ? { pageBreak: true } : {}),
      ...(paragraph.sectionProperties === undefined ? {} : { section: true }),
      ...(boxes.length === 0 ? {} : { boxes }),
    };
  }

  #table(table: Table, runs: RunReader): DocumentBlock {
    const { at, span, number } = table;
    const rows: DocumentRow[] = [];
    for (const row of table.rows) {
      if (this.#full) break;
      this.#pieces++;
      rows.push(this.#row(row, runs));
    }
    return { kind: "table", at, span, number, columns: columnsOf(table.element), rows };
  }

  #row(row: Row, runs: RunReader): DocumentRow {
    const header = isOn(wordChild(wordChild(row.element, "trPr"), "tblHeader"));
    const cells: DocumentCell[] = [];
    for (const cell of row.cells) {
      if (this.#full) break;
      this.#pieces++;
      cells.push(this.#cell(cell, runs));
    }
    return { index: row.index, ...(header ? { header: true } : {}), cells };
  }

  #cell({ element, container }: Cell, runs: RunReader): DocumentCell {
    const properties = wordChild(element, "tcPr");
    const columns = Number(wordAttribute(wordChild(properties, "gridSpan"), "val") ?? 1);
    const merge = wordChild(properties, "vMerge");
    return {
      columns: Number.isInteger(columns) && columns >= 1 && columns <= MAX_COLUMNS ? columns : 1,
      ...(merge === undefined ? {} : { merged: wordAttribute(merge, "val") === "restart" ? "top" : "below" }),
      blocks: this.#blocks(container, runs),
    };
  }
}

const MAX_COLUMNS = 64;

const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !["0", "false", "off"].includes(wordAttribute(element, "val") ?? "1");

function columnsOf(table: XmlElement): number[] {
  const widths = (wordChild(table, "tblGrid")?.children ?? []).flatMap((child) =>
    typeof child !== "string" && isWord(child, "gridCol") ? [Number(wordAttribute(child, "w") ?? 0)] : [],
  );
  return widths.length <= MAX_COLUMNS && widths.every((width) => width > 0 && width < 100_000) ? widths : [];
}
