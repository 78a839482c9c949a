/** What changes show: paragraphs with their runs, rows by column, properties by name. */
import type { Value } from "../../core/change/change.ts";
import type { Block, Container, Paragraph, Row } from "./blocks.ts";

export type RichValue = Extract<Value, { readonly type: "rich" }>;
export type PropertiesValue = Extract<Value, { readonly type: "properties" }>;
type Run = RichValue["runs"][number];

export const paragraphValue = (paragraph: Paragraph): RichValue => richValue(paragraph, paragraph.units);

/** @param pieces what the paragraph consists of, in order */
export function richValue(
  paragraph: Paragraph,
  pieces: readonly { readonly text: string; readonly format: string }[],
): RichValue {
  const runs: { text: string; readonly format?: string }[] = [];
  for (const { text, format } of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && (last.format ?? "") === format) last.text += text;
    else runs.push(format === "" ? { text } : { text, format });
  }
  return { type: "rich", text: textOfRuns(runs), style: styleWords(paragraph), runs };
}

export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/** The style, and what was set beside it. */
function styleWords({ style, properties }: Paragraph): string {
  const direct = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return [style, ...direct.map(([name, value]) => `${name} ${value}`)].join("; ");
}

/**
 * A block as a whole. `paragraphs` is how many it holds, so that the numbers of all behind it can be followed; `look`
 * stands for everything that the text does not say.
 * @param firstTable the number in the base of its first table, or of the one in front of which that comes
 */
export function blockValue(block: Block, firstTable = 0): Value {
  if (block.kind === "paragraph" && block.boxes.length === 0) return paragraphValue(block);
  const table = block.kind === "table" ? { rows: block.rows.length } : {};
  const what = block.kind === "opaque" ? block.element.name : block.kind === "group" ? "content control" : block.kind;
  return {
    type: "properties",
    properties: {
      what,
      ...table,
      text: wholeText(block),
      paragraphs: block.span,
      ...counted(block.tables, firstTable),
      look: block.key,
    },
  };
}

const counted = (tables: number, firstTable: number) => (tables === 0 ? {} : { tables, table: firstTable });

export function rowValue(row: Row, at: number, firstTable = 0): PropertiesValue {
  const cells = row.cells.map((cell, n) => [columnName(n), cell.text] as const);
  return {
    type: "properties",
    properties: {
      ...Object.fromEntries(cells),
      at,
      paragraphs: row.span,
      ...counted(row.tables, firstTable),
      look: row.key,
    },
  };
}

export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function wholeText(block: Block): string {
  if (block.kind !== "paragraph") return block.text;
  return [block.text, ...block.boxes.map(boxText)].join("\n");
}

const boxText = (box: Container): string => box.blocks.map(wholeText).join("\n");
