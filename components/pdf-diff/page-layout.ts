/** How large pages are shown, and where each row of a comparison lies: pure, so that nothing has to be measured. */

export type Zoom = "fit" | "width" | "actual";

/** In points, as the page is shown. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const A4: PageSize = { width: 595, height: 842 };
/** CSS pixels a point: what 100 % means. */
const ACTUAL = 96 / 72;
const LARGEST = 4;
const SMALLEST = 0.05;

/** Between the columns, and around all of it; of the line above the pages; below them. In pixels. */
export const GUTTER = 12;
export const CAPTION = 32;
export const BELOW = 14;

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly columns: 1 | 2;
}

/** One scale for both pages of a row, so that they can be compared. */
export function scaleOf(sizes: readonly PageSize[], zoom: Zoom, { width, height, columns }: Room): number {
  if (zoom === "actual") return ACTUAL;
  const widest = Math.max(...sizes.map((size) => size.width), 1);
  const tallest = Math.max(...sizes.map((size) => size.height), 1);
  const column = (width - GUTTER * (columns + 1)) / columns;
  const wide = column / widest;
  const scale = zoom === "width" ? wide : Math.min(wide, (height - CAPTION - BELOW) / tallest);
  return Math.min(LARGEST, Math.max(SMALLEST, scale));
}

export interface RowLayout {
  readonly scale: number;
  /** Of the pages, and of the whole row. */
  readonly pageHeight: number;
  readonly height: number;
  /** Of one column. */
  readonly width: number;
}

export function rowLayout(sizes: readonly PageSize[], zoom: Zoom, room: Room): RowLayout {
  const scale = scaleOf(sizes, zoom, room);
  const pageHeight = Math.floor(Math.max(...sizes.map(({ height }) => height)) * scale);
  const width = Math.floor(Math.max(...sizes.map((size) => size.width)) * scale);
  return { scale, pageHeight, height: CAPTION + pageHeight + BELOW, width };
}

/** Device pixels a CSS pixel, less where a page would need more than this many pixels of canvas. */
const CANVAS_PIXELS = 16_000_000;
export function pixelRatio({ width, height }: PageSize, scale: number, ratio: number): number {
  const pixels = width * scale * height * scale;
  return Math.min(ratio, Math.sqrt(CANVAS_PIXELS / Math.max(pixels, 1)));
}
