/** A deck as text for search and reading: one page a slide with its title, texts, tables and notes, bounded. */
import type { ParsedPage } from "../format.ts";
import type { Deck, Slide } from "./deck.ts";
import { ownContext, titleOf } from "./diff/comparison.ts";
import { readNotes } from "./notes.ts";
import { plainTextOf } from "./rich-text.ts";
import { chartText, resolverOf, shapeText, type Context } from "./shape-values.ts";
import { cellsOf, paragraphsOf, textBodyOf } from "./shape-parts.ts";
import { nonVisual, type Shape } from "./shape.ts";
import { attribute } from "../ooxml/xml-tree.ts";
import { PartView } from "./view.ts";

const MAX_CHARACTERS = 500_000;

export function* deckRecords(deck: Deck): Generator<ParsedPage> {
  const view = new PartView(deck.package, new Map(deck.slides.map(({ part, number }) => [part, `slide ${number}`])));
  for (const slide of deck.slides)
    yield {
      locator: { kind: "slide", slide: slide.number },
      markdown: slideMarkdown(view, slide).slice(0, MAX_CHARACTERS),
    };
}

function slideMarkdown(view: PartView, slide: Slide): string {
  const context = ownContext(view, slide);
  const title = titleOf(slide);
  const blocks = [`# ${title === "" ? `Slide ${slide.number}` : oneLine(title)}${slide.hidden ? " (hidden)" : ""}`];
  for (const shape of slide.shapes) blocks.push(...shapeMarkdown(shape, context));
  const notes = readNotes(view, slide);
  const spoken =
    notes === null ? "" : plainTextOf(notes.paragraphs, resolverOf({ ...context, owner: notes.part })).trim();
  if (spoken !== "") blocks.push(`## Notes\n\n${escaped(spoken)}`);
  return `${blocks.join("\n\n")}\n`;
}

function shapeMarkdown(shape: Shape, context: Context): string[] {
  if (/^(title|ctrTitle) /.test(shape.placeholder)) return [];
  if (shape.kind === "group") return shape.children.flatMap((member) => shapeMarkdown(member, context));
  if (shape.kind === "table") return [tableMarkdown(shape, context)];
  const text = shape.kind === "chart" ? chartText(shape, context) : shapeText(shape, context);
  if (text.trim() !== "") return [escaped(text.trim())];
  const nv = shape.kind === "picture" ? nonVisual(shape.element) : undefined;
  const description = nv === undefined ? undefined : attribute(nv, "descr");
  return description ? [`(picture: ${escaped(oneLine(description))})`] : [];
}

function tableMarkdown(shape: Shape, context: Context): string {
  const rows = cellsOf(shape.element).map((row) =>
    row.map((cell) => oneLine(plainTextOf(paragraphsOf(textBodyOf(cell)), resolverOf(context))).replaceAll("|", "\\|")),
  );
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_unused, at) => row[at] ?? "").join(" | ")} |`;
  const [first, ...others] = rows;
  return [line(first ?? []), `|${" --- |".repeat(width)}`, ...others.map(line)].join("\n");
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A text that begins like a heading is none. */
const escaped = (text: string): string => text.replaceAll(/^(\s*)(#{1,6} )/gm, "$1\\$2");
