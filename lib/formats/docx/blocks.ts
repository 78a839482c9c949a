/**
 * The blocks of a document's texts: paragraphs, tables of rows of cells, block content controls, and whatever else
 * stands between paragraphs. Paragraphs and tables are counted from 1 in document order within a story, those in cells
 * and text boxes included; of alternate content the shown branch counts.
 */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import type { MeaningContext } from "./meaning.ts";
import type { Token } from "./tokens.ts";
import type { Unit } from "./units.ts";

export interface Container {
  /** `w:body`, `w:hdr`, `w:tc`, `w:txbxContent`, `w:footnote`, … */
  readonly element: XmlElement;
  readonly blocks: readonly Block[];
  /** How deep it stands in its story: 0 is the story itself. */
  readonly depth: number;
  /** The same content once more: the fallback of a text box. */
  readonly twin?: Container;
}

export type Block = Paragraph | Table | Group | Opaque;

interface Placed {
  readonly element: XmlElement;
  /** The number of the first paragraph in it, or of the next one behind it where it has none. */
  readonly at: number;
  /** How many paragraphs are in it. */
  readonly span: number;
  /** How many tables are in it. */
  readonly tables: number;
  /** Equal keys: equal in text, format and all that is inside. */
  readonly key: string;
  /** Its words, for people and for telling how alike two blocks are. */
  readonly text: string;
}

export interface Paragraph extends Placed {
  readonly kind: "paragraph";
  readonly tokens: readonly Token[];
  readonly units: readonly Unit[];
  readonly style: string;
  /** Direct properties as words, without the style; the list by its level alone. */
  readonly properties: Readonly<Record<string, string>>;
  readonly listId: string | null;
  readonly sectionProperties: XmlElement | undefined;
  readonly boxes: readonly Container[];
  /** In a table that has a style, which says how its text looks. */
  readonly styledByTable: boolean;
  readonly context: MeaningContext;
}

export interface Table extends Placed {
  readonly kind: "table";
  readonly number: number;
  readonly rows: readonly Row[];
  /** Of `tblPr` and `tblGrid`. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface Row extends Placed {
  readonly index: number;
  readonly cells: readonly Cell[];
  readonly properties: Readonly<Record<string, string>>;
}

export interface Cell {
  readonly element: XmlElement;
  readonly container: Container;
  readonly properties: Readonly<Record<string, string>>;
  readonly key: string;
  readonly text: string;
}

/** A content control (or custom XML) around blocks. */
export interface Group extends Placed {
  readonly kind: "group";
  readonly container: Container;
  readonly properties: Readonly<Record<string, string>>;
}

/** What is compared as a whole: imported text, a formula between paragraphs. */
export interface Opaque extends Placed {
  readonly kind: "opaque";
}

/** Every paragraph, in the order of their numbers. */
export function* paragraphsOf(container: Container): Generator<Paragraph> {
  for (const block of container.blocks) yield* paragraphsIn(block);
}

export function* paragraphsIn(block: Block): Generator<Paragraph> {
  if (block.kind === "paragraph") {
    yield block;
    for (const box of block.boxes) yield* paragraphsOf(box);
  } else if (block.kind === "table")
    for (const row of block.rows) for (const cell of row.cells) yield* paragraphsOf(cell.container);
  else if (block.kind === "group") yield* paragraphsOf(block.container);
}
