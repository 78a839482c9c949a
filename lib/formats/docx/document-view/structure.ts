/** What the view of a document is made of. */
import type { StoryKind } from "../document.ts";

export interface DocumentView {
  readonly kind: "document";
  readonly body: DocumentStory;
  /** Headers, footers, notes and comments, as addresses name them. */
  readonly stories: readonly DocumentStory[];
  /** Paragraphs past the ceiling; 0 where all are there. */
  readonly leftOut: number;
}

export interface DocumentStory {
  /** "" is the body; `header-1`, `footnote-3`, `comment-2`. */
  readonly name: string;
  readonly kind: StoryKind;
  readonly blocks: readonly DocumentBlock[];
  /** Of a comment. */
  readonly author?: string;
  readonly date?: string;
}

export type DocumentBlock = ParagraphBlock | TableBlock | GroupBlock | OpaqueBlock;

interface PlacedBlock {
  /** The number of its first paragraph in its story, and how many paragraphs are in it. */
  readonly at: number;
  readonly span: number;
}

export interface ParagraphBlock extends PlacedBlock {
  readonly kind: "paragraph";
  readonly style: string;
  /** 0 is the title, 1 to 9 an outline level. */
  readonly heading?: number;
  readonly align?: "center" | "right" | "justify";
  /** Points from the left edge. */
  readonly indent?: number;
  readonly list?: { readonly label: string; readonly level: number };
  /** What the style says of all its text; runs say what differs. */
  readonly look?: DocumentLook;
  readonly pageBreak?: true;
  /** A section ends with it. */
  readonly section?: true;
  readonly runs: readonly DocumentRun[];
  /** Text boxes anchored in it. */
  readonly boxes?: readonly (readonly DocumentBlock[])[];
}

export interface DocumentLook {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly caps?: boolean;
  readonly hidden?: boolean;
  readonly position?: "super" | "sub";
  /** Six hex digits. */
  readonly color?: string;
  readonly highlight?: string;
  /** Points. */
  readonly size?: number;
}

export interface DocumentRun extends DocumentLook {
  /** As changes quote it; of what is no text, a word in brackets. */
  readonly text: string;
  /** Where a link leads: an address, or `#` and a bookmark. */
  readonly link?: string;
  /** A change that the file itself keeps track of. */
  readonly tracked?: { readonly kind: "inserted" | "deleted"; readonly author: string; readonly date?: string };
  /** The note that it refers to, or in a note its own: `footnote-3`. */
  readonly note?: string;
  /** Comments whose range it is in. */
  readonly comments?: readonly string[];
  /** The comment whose mark stands here. */
  readonly commentMark?: string;
  /** Pixels; `part` names the picture in the package. */
  readonly picture?: {
    readonly part: string;
    readonly width?: number;
    readonly height?: number;
    readonly title: string;
  };
  readonly break?: "page" | "column";
}

export interface TableBlock extends PlacedBlock {
  readonly kind: "table";
  readonly number: number;
  /** Widths in proportion to each other; empty where none are said. */
  readonly columns: readonly number[];
  readonly rows: readonly DocumentRow[];
}

export interface DocumentRow {
  readonly index: number;
  readonly header?: true;
  readonly cells: readonly DocumentCell[];
}

export interface DocumentCell {
  /** Columns of the grid that it takes. */
  readonly columns: number;
  /** `below`: part of the cell above. */
  readonly merged?: "top" | "below";
  readonly blocks: readonly DocumentBlock[];
}

/** A content control around blocks. */
export interface GroupBlock extends PlacedBlock {
  readonly kind: "group";
  readonly blocks: readonly DocumentBlock[];
}

/** What is compared as a whole. */
export interface OpaqueBlock extends PlacedBlock {
  readonly kind: "opaque";
  readonly what: string;
  readonly text: string;
}
