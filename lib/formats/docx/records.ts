/**
 * A document as text for search and reading: pages of markdown that begin at headings and are cut at about 32 KB,
 * located by their first paragraph; headers, notes and comments follow as pages of their own.
 */
import type { Address } from "../../core/address/address.ts";
import type { ParsedPage } from "../format.ts";
import type { Block, Container, Paragraph, Table } from "./blocks.ts";
import type { Story, WordDocument } from "./document.ts";

const PAGE_CHARACTERS = 32_000;
/** A section shorter than this goes on with the next one. */
const LEAST_CHARACTERS = 2_000;
const MAX_CELL = 500;

export function* documentRecords(document: WordDocument): Generator<ParsedPage> {
  for (const story of [document.body, ...document.stories]) yield* storyPages(story);
}

function* storyPages(story: Story): Generator<ParsedPage> {
  const head = story.name === "" ? "" : `## ${story.name.replace("-", " ")}\n\n`;
  let from = 1;
  let text = head;
  for (const { at, markdown, heading } of piecesOf(story.container)) {
    const full = text.length + markdown.length > PAGE_CHARACTERS;
    if (text !== head && (full || (heading && text.length >= LEAST_CHARACTERS))) {
      yield { locator: addressOf(story, from), markdown: text };
      text = head;
    }
    if (text === head) from = at;
    text += `${markdown}\n\n`;
  }
  if (text !== head || story.name === "") yield { locator: addressOf(story, from), markdown: text };
}

const addressOf = (story: Story, paragraph: number): Address => ({
  kind: "paragraph",
  paragraph,
  ...(story.name === "" ? {} : { story: story.name }),
});

interface Piece {
  readonly at: number;
  readonly markdown: string;
  readonly heading: boolean;
}

function* piecesOf(container: Container): Generator<Piece> {
  for (const block of container.blocks) yield* blockPieces(block);
}

function* blockPieces(block: Block): Generator<Piece> {
  switch (block.kind) {
    case "paragraph": {
      const markdown = paragraphMarkdown(block);
      if (markdown.trim() !== "") yield* cut(block.at, markdown, headingLevel(block) > 0);
      for (const box of block.boxes) yield* piecesOf(box);
      return;
    }
    case "table":
      yield* tablePieces(block);
      return;
    case "group":
      yield* piecesOf(block.container);
      return;
    case "opaque":
      return;
  }
}

function* cut(at: number, markdown: string, heading: boolean): Generator<Piece> {
  for (let from = 0; from < markdown.length; from += PAGE_CHARACTERS)
    yield { at, markdown: markdown.slice(from, from + PAGE_CHARACTERS), heading: heading && from === 0 };
}

function headingLevel({ style, properties }: Paragraph): number {
  if (style.toLowerCase() === "title") return 1;
  const named = /^heading ([1-9])$/i.exec(style);
  if (named !== null) return Number(named[1]);
  const outline = Number(properties["outlineLvl"] ?? 9);
  return outline < 9 ? outline + 1 : 0;
}

function paragraphMarkdown(paragraph: Paragraph): string {
  const text = paragraph.tokens
    .map((token) => (token.format.includes("(tracked)") ? tracked(token.text, token.format) : token.text))
    .join("")
    .replaceAll("[number]", "")
    .trim();
  const level = headingLevel(paragraph);
  if (level > 0 && text !== "") return `${"#".repeat(Math.min(level, 6))} ${text}`;
  const list = /level (\d)/.exec(paragraph.properties["numPr"] ?? "");
  return list === null || text === "" ? text : `${"  ".repeat(Number(list[1]))}- ${text}`;
}

const tracked = (text: string, format: string): string =>
  /\b(deleted|moved away) by /.test(format) ? `~~${text}~~` : text;

function* tablePieces(table: Table): Generator<Piece> {
  const width = Math.max(1, ...table.rows.map(({ cells }) => cells.length));
  let at = table.at;
  let lines: string[] = [];
  let size = 0;
  for (const row of table.rows) {
    const cells = row.cells.map(({ text }) => escaped(text));
    while (cells.length < width) cells.push("");
    const line = `| ${cells.join(" | ")} |`;
    if (size + line.length > PAGE_CHARACTERS && lines.length > 0) {
      yield { at, markdown: lines.join("\n"), heading: false };
      [lines, size, at] = [[], 0, row.at];
    }
    lines.push(line);
    size += line.length;
    if (lines.length === 1) lines.push(`|${" --- |".repeat(width)}`);
  }
  if (lines.length > 0) yield { at, markdown: lines.join("\n"), heading: false };
}

const escaped = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")
    .slice(0, MAX_CELL);
