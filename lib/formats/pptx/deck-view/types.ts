/**
 * A deck as a screen draws it. Lengths are EMU (914,400 to the inch), sizes of text are points, angles are degrees
 * clockwise, colours are six hex digits. All of it is data: names, texts and fonts come from the file.
 */

export interface Fill {
  readonly kind: "solid" | "gradient" | "picture";
  /** Of a solid fill, and in place of the others where they cannot be drawn. */
  readonly colour?: string;
  /** 0 to 1; absent: 1. */
  readonly opacity?: number;
  readonly angle?: number;
  readonly stops?: readonly { readonly at: number; readonly colour: string; readonly opacity?: number }[];
  /** A part that `readMedia` gives out. */
  readonly part?: string;
}

export interface Line {
  readonly colour: string;
  readonly opacity?: number;
  readonly width: number;
  readonly dashed?: true;
  /** An arrow at its start, at its end. */
  readonly head?: true;
  readonly tail?: true;
}

/** Where something stands on the slide, before it is turned around its centre and mirrored. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation?: number;
  readonly flipX?: true;
  readonly flipY?: true;
}

export interface TextRun {
  /** A line break is "\n". */
  readonly text: string;
  readonly size: number;
  readonly colour?: string;
  readonly font?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly caps?: true;
  readonly rise?: "super" | "sub";
}

export type Align = "left" | "centre" | "right" | "justify";

export interface TextParagraph {
  /** From 0. */
  readonly level: number;
  readonly align: Align;
  /** As drawn: "•", "3.". */
  readonly bullet?: string;
  /** Left margin, and how far the first line stands from it (negative: hanging). */
  readonly margin?: number;
  readonly indent?: number;
  /** Points before and after. */
  readonly before?: number;
  readonly after?: number;
  /** Times the usual line. */
  readonly line?: number;
  /** Points of an empty paragraph, or of its largest run. */
  readonly size: number;
  readonly runs: readonly TextRun[];
}

export interface TextBody {
  readonly anchor: "top" | "middle" | "bottom";
  /** Left, top, right, bottom. */
  readonly inset: readonly [number, number, number, number];
  readonly wrap: boolean;
  /** Text that runs downwards (90) or upwards (270). */
  readonly turned?: 90 | 270;
  readonly paragraphs: readonly TextParagraph[];
}

export interface TableCell {
  readonly text: TextBody;
  readonly fill?: Fill;
  readonly line?: Line;
  readonly columns?: number;
  readonly rows?: number;
  /** Covered by a cell that spans. */
  readonly covered?: true;
}

export interface TableView {
  readonly columns: readonly number[];
  readonly rows: readonly { readonly height: number; readonly cells: readonly TableCell[] }[];
}

export interface PictureView {
  /** A part that `readMedia` gives out; null: it cannot be drawn. */
  readonly part: string | null;
  /** What it is where it cannot be drawn: "EMF picture", "linked picture". */
  readonly instead?: string;
  /** Shares of width and height that are cut off: left, top, right, bottom. */
  readonly crop?: readonly [number, number, number, number];
}

export interface ChartSeries {
  readonly name: string;
  readonly kind: "bar" | "line" | "area" | "pie" | "scatter" | "other";
  readonly colour: string;
  /** As cached by the program that saved it. */
  readonly values: readonly (number | null)[];
  /** Of a scatter chart. */
  readonly x?: readonly (number | null)[];
}

export interface ChartView {
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly horizontal?: true;
  readonly stacked?: true;
  /** Series or points beyond the ceiling are left out. */
  readonly cut?: true;
}

export type ShapeKind = "text" | "picture" | "table" | "chart" | "line" | "group" | "other";

export interface ShapeView {
  /** As in addresses (`slide=3&shape=7`); null for what comes from the layout, and for the insides of an opaque shape. */
  readonly number: number | null;
  readonly id: string;
  readonly name: string;
  readonly kind: ShapeKind;
  readonly box: Box;
  readonly hidden?: true;
  /** "title", "body", …: the placeholder that it fills. */
  readonly placeholder?: string;
  /** A preset of DrawingML ("rect", "ellipse"); "custom" with `path`. */
  readonly geometry?: string;
  readonly adjust?: readonly number[];
  /** SVG path data in a space of its own. */
  readonly path?: { readonly width: number; readonly height: number; readonly d: string };
  readonly fill?: Fill;
  readonly line?: Line;
  readonly text?: TextBody;
  readonly table?: TableView;
  readonly picture?: PictureView;
  readonly chart?: ChartView;
  /** What stands here where it cannot be drawn: "SmartArt", "embedded object". */
  readonly instead?: string;
}

/** What slides of one layout share: its own shapes and its master's, without placeholders. */
export interface LayoutView {
  readonly name: string;
  readonly background: Fill | null;
  readonly shapes: readonly ShapeView[];
}

export interface SlideView {
  /** From 1, in the order of the show. */
  readonly number: number;
  readonly part: string;
  readonly title: string;
  readonly hidden: boolean;
  /** Index of its layout; null where it has none. */
  readonly layout: number | null;
  /** Whether the layout's shapes are shown on it. */
  readonly decorated: boolean;
  /** Null: the layout's. */
  readonly background: Fill | null;
  readonly shapes: readonly ShapeView[];
  readonly notes: string;
  /** Some shapes, texts or cells are left out: there are too many. */
  readonly cut?: true;
}

export interface DeckView {
  readonly kind: "deck";
  readonly width: number;
  readonly height: number;
  readonly layouts: readonly LayoutView[];
  readonly slides: readonly SlideView[];
}
