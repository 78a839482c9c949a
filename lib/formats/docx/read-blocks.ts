/** Makes blocks of a story's XML; costs one pass over it. */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import type { Block, Cell, Container, Group, Opaque, Paragraph, Row, Table } from "./blocks.ts";
import { digest, meaningOf, propertiesOf, type MeaningContext } from "./meaning.ts";
import { fallbackBranch, isWord, MARKS, shownChildren, W, wordAttribute, wordChild } from "./names.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { unitsOf } from "./units.ts";

export interface StoryReading {
  readonly source: string;
  readonly context: MeaningContext;
  /** The name of the style of paragraphs that name none. */
  readonly defaultStyle: string;
}

export function readContainer(element: XmlElement, reading: StoryReading): Container {
  return new BlockReader(reading).container(element, 0);
}

const SECTION = new Set(["sectPr", "pStyle"]);
const WRAPPED = new Set(["sdt", "customXml", "ins", "del", "moveFrom", "moveTo"]);
const PROPERTIES = new Set(["sdtPr", "sdtEndPr", "customXmlPr", "tcPr", "pPr", "sectPr"]);

class BlockReader {
  readonly #reading: StoryReading;
  #paragraphs = 0;
  #tables = 0;
  #styledTables = 0;

  constructor(reading: StoryReading) {
    this.#reading = reading;
  }

  container(element: XmlElement, depth: number, twin?: Container): Container {
    const blocks: Block[] = [];
    for (const child of element.children) {
      if (typeof child === "string" || PROPERTIES.has(child.name)) continue;
      const block = this.#block(child, depth);
      if (block !== null) blocks.push(block);
    }
    return { element, blocks, depth, ...(twin === undefined ? {} : { twin }) };
  }

  #block(element: XmlElement, depth: number): Block | null {
    if (isWord(element, "p")) return this.#paragraph(element, depth);
    if (isWord(element, "tbl")) return this.#table(element, depth);
    if (element.ns === W && MARKS.has(element.name)) return null;
    if (element.ns === W && WRAPPED.has(element.name)) return this.#group(element, depth);
    const meaning = meaningOf(element, this.#reading.context);
    if (meaning === "") return null;
    const key = digest(meaning);
    const text = [...element.children].some((child) => typeof child !== "string") ? "" : element.name;
    return { kind: "opaque", element, at: this.#paragraphs + 1, span: 0, tables: 0, key, text } satisfies Opaque;
  }

  #paragraph(element: XmlElement, depth: number): Paragraph {
    const { source, context, defaultStyle } = this.#reading;
    const at = ++this.#paragraphs;
    const tables = this.#tables;
    const own = wordChild(element, "pPr");
    const styleId = wordAttribute(wordChild(own, "pStyle"), "val");
    const style = styleId === undefined ? defaultStyle : context.style("paragraph", styleId);
    const properties = propertiesOf(own, context, SECTION);
    const listId = wordAttribute(wordChild(wordChild(own, "numPr"), "numId"), "val") ?? null;
    const read = tokensOf(element, source, context).map((token) => this.#withBoxes(token, depth + 1));
    const tokens = read.map(({ token }) => token);
    const boxes = read.flatMap((found) => found.boxes);
    const units = unitsOf(tokens);
    const key = digest(
      JSON.stringify([style, sorted(properties), units.map((unit) => unit.key), boxes.map(containerKey)]),
    );
    return {
      kind: "paragraph",
      element,
      at,
      span: this.#paragraphs - at + 1,
      tables: this.#tables - tables,
      key,
      text: tokens.map(({ text }) => text).join(""),
      tokens,
      units,
      style,
      properties,
      listId,
      sectionProperties: wordChild(own, "sectPr"),
      boxes,
      styledByTable: this.#styledTables > 0,
      context,
    };
  }

  /** A box whose fallback says something else is not taken apart: its twin could not be kept in step. */
  #withBoxes(token: Token, depth: number): { readonly token: Token; readonly boxes: readonly Container[] } {
    if (token.boxes.length === 0) return { token, boxes: [] };
    const hidden: XmlElement[] = [];
    collectHidden(token.holder, false, hidden);
    const silent = new BlockReader(this.#reading);
    const twins = hidden.map((element) => silent.container(element, depth));
    const boxes = token.boxes.map((element, at) => {
      const box = this.container(element, depth);
      const twin = twins[at];
      return twin !== undefined && containerKey(twin) === containerKey(box) ? { ...box, twin } : box;
    });
    const whole = hidden.length > 0 && (hidden.length !== boxes.length || boxes.some(({ twin }) => twin === undefined));
    if (!whole) return { token, boxes };
    const inside = digest(JSON.stringify([boxes.map(containerKey), twins.map(containerKey)]));
    return {
      token: {
        ...token,
        boxes: [],
        format: `${token.format}, contents ${inside}`,
        beside: `${token.beside}, contents ${inside}`,
      },
      boxes: [],
    };
  }

  #table(element: XmlElement, depth: number): Table {
    const { context } = this.#reading;
    const number = ++this.#tables;
    const at = this.#paragraphs + 1;
    const properties = {
      ...propertiesOf(wordChild(element, "tblPr"), context),
      ...gridOf(element, context),
    };
    const styled = wordChild(wordChild(element, "tblPr"), "tblStyle") === undefined ? 0 : 1;
    this.#styledTables += styled;
    const rows: Row[] = [];
    for (const { element: found, around } of rowsOf(element, context))
      rows.push(this.#row(found, rows.length + 1, around, depth));
    this.#styledTables -= styled;
    return {
      kind: "table",
      element,
      number,
      at,
      span: this.#paragraphs - at + 1,
      tables: this.#tables - number + 1,
      key: digest(JSON.stringify([sorted(properties), rows.map(({ key }) => key)])),
      text: rows.map(({ text }) => text).join("\n"),
      rows,
      properties,
    };
  }

  #row(element: XmlElement, index: number, around: Readonly<Record<string, string>>, depth: number): Row {
    const { context } = this.#reading;
    const at = this.#paragraphs + 1;
    const tables = this.#tables;
    const exceptions = propertiesOf(wordChild(element, "tblPrEx"), context);
    const properties = { ...propertiesOf(wordChild(element, "trPr"), context), ...exceptions, ...around };
    const cells = cellsOf(element).map((cell) => this.#cell(cell, depth + 1));
    return {
      element,
      index,
      at,
      span: this.#paragraphs - at + 1,
      tables: this.#tables - tables,
      key: digest(JSON.stringify([sorted(properties), cells.map(({ key }) => key)])),
      text: cells.map(({ text }) => text).join(" | "),
      cells,
      properties,
    };
  }

  #cell(element: XmlElement, depth: number): Cell {
    const properties = propertiesOf(wordChild(element, "tcPr"), this.#reading.context);
    const container = this.container(element, depth);
    const key = digest(JSON.stringify([sorted(properties), containerKey(container)]));
    return { element, container, properties, key, text: containerText(container) };
  }

  #group(element: XmlElement, depth: number): Group {
    const { context } = this.#reading;
    const at = this.#paragraphs + 1;
    const tables = this.#tables;
    const properties: Record<string, string> = {
      ...propertiesOf(wordChild(element, "sdtPr"), context),
      ...propertiesOf(wordChild(element, "customXmlPr"), context),
    };
    if (element.name !== "sdt") properties[element.name] = digest(meaningOf({ ...element, children: [] }, context));
    const container = this.container(wordChild(element, "sdtContent") ?? element, depth + 1);
    return {
      kind: "group",
      element,
      at,
      span: this.#paragraphs - at + 1,
      tables: this.#tables - tables,
      key: digest(JSON.stringify([element.name, sorted(properties), containerKey(container)])),
      text: containerText(container),
      container,
      properties,
    };
  }
}

export const sorted = (properties: Readonly<Record<string, string>>): (readonly [string, string])[] =>
  Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));

export const containerKey = (container: Container): string => container.blocks.map(({ key }) => key).join();

export const containerText = (container: Container): string => container.blocks.map(({ text }) => text).join("\n");

/** Column widths: an absent grid says nothing. */
function gridOf(table: XmlElement, context: MeaningContext): Record<string, string> {
  const grid = wordChild(table, "tblGrid");
  if (grid === undefined) return {};
  const widths = grid.children.flatMap((child) =>
    typeof child !== "string" && isWord(child, "gridCol") ? [wordAttribute(child, "w") ?? "auto"] : [],
  );
  const changed = wordChild(grid, "tblGridChange");
  return {
    columns: widths.join(" "),
    ...(changed === undefined ? {} : { tblGridChange: digest(meaningOf(changed, context)) }),
  };
}

interface FoundRow {
  readonly element: XmlElement;
  readonly around: Readonly<Record<string, string>>;
}

/** Rows, also those in content controls, which then are a property of the row. */
function rowsOf(table: XmlElement, context: MeaningContext, around: Readonly<Record<string, string>> = {}): FoundRow[] {
  const found: FoundRow[] = [];
  for (const child of shownChildren(table)) {
    if (isWord(child, "tr")) found.push({ element: child, around });
    else if (child.ns === W && WRAPPED.has(child.name)) {
      const own = digest(meaningOf({ ...child, children: [wordChild(child, "sdtPr") ?? ""] }, context));
      found.push(...rowsOf(wordChild(child, "sdtContent") ?? child, context, { ...around, around: own }));
    }
  }
  return found;
}

function cellsOf(row: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of shownChildren(row)) {
    if (isWord(child, "tc")) found.push(child);
    else if (child.ns === W && WRAPPED.has(child.name)) found.push(...cellsOf(wordChild(child, "sdtContent") ?? child));
  }
  return found;
}

/** The boxes of fallbacks. */
function collectHidden(element: XmlElement, hidden: boolean, found: XmlElement[]): void {
  if (hidden && isWord(element, "txbxContent")) {
    found.push(element);
    return;
  }
  const fallback = element.name === "AlternateContent" ? fallbackBranch(element) : undefined;
  for (const child of element.children)
    if (typeof child !== "string") collectHidden(child, hidden || child === fallback, found);
}
