/** What is marked on the two pictures of a slide: shapes with the sign of their change, words, cells and points of charts. */
import type { DeckShape, DeckSlide, DeckText } from "../../lib/contracts/deck-view.ts";
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { placeBefore, placeOf, type SlideMark, type SlidePair } from "./slide-pairs.ts";
import { wordRanges, type TextRange } from "./word-ranges.ts";

export interface ShapeMark {
  readonly kind: SlideMark;
  readonly ids: readonly string[];
  /** In the text of the shape: paragraphs parted by "\n". */
  readonly words: readonly TextRange[];
  /** By the name of the cell: "B2". */
  readonly cells: ReadonlyMap<string, readonly TextRange[]>;
  /** Points of a chart that are not the same on the other side, as `series,point`. */
  readonly points: ReadonlySet<string>;
}

/** By the number of the shape on that side. */
export type SideMarks = ReadonlyMap<number, ShapeMark>;

export interface SlideMarks {
  readonly before: SideMarks;
  readonly after: SideMarks;
}

export function slideMarks(pair: SlidePair, before: DeckSlide | null, after: DeckSlide | null): SlideMarks {
  const [left, right] = [new Map<number, ShapeMark>(), new Map<number, ShapeMark>()];
  for (const change of pair.changes) {
    const [was, is] = [placeBefore(change), placeOf(change)];
    const old = shapeOf(before, was?.shape);
    const now = is?.side === "after" ? shapeOf(after, is.shape) : null;
    const cell = is?.cell ?? null;
    const differ = differences(old, now, change, cell, was?.cell ?? cell);
    if (was?.shape && old !== null) add(left, was.shape, change, was.cell, differ.before, differ.points);
    if (is?.shape && now !== null) add(right, is.shape, change, cell, differ.after, differ.points);
  }
  return { before: left, after: right };
}

const shapeOf = (slide: DeckSlide | null, number: number | null | undefined): DeckShape | null =>
  number === null ? null : (slide?.shapes.find((shape) => shape.number === number) ?? null);

interface Differences {
  readonly before: readonly TextRange[];
  readonly after: readonly TextRange[];
  readonly points: ReadonlySet<string>;
}

const NONE: Differences = { before: [], after: [], points: new Set() };

function differences(
  old: DeckShape | null,
  now: DeckShape | null,
  { kind, facet, before }: ReviewedChange,
  cell: string | null,
  oldCell: string | null,
): Differences {
  if (old === null || now === null || kind !== "modified") return NONE;
  if (now.kind === "chart") return { ...NONE, points: differingPoints(old, now) };
  if (facet !== "content" || before?.type !== "rich") return NONE;
  const text = (shape: DeckShape, at: string | null) => plainText(at === null ? shape.text : cellOf(shape, at)?.text);
  return { ...NONE, ...wordRanges(text(old, oldCell), text(now, cell)) };
}

export const plainText = (text: DeckText | undefined): string =>
  text?.paragraphs.map(({ runs }) => runs.map((run) => run.text).join("")).join("\n") ?? "";

/** The cell with a name as in addresses: columns by letters, rows from 1. */
function cellOf(shape: DeckShape, name: string) {
  const found = /^([A-Z]{1,3})(\d+)$/u.exec(name);
  if (found === null) return undefined;
  const [, letters = "", row = ""] = found;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return shape.table?.rows[Number(row) - 1]?.cells[column - 1];
}

export function cellName(row: number, column: number): string {
  let [left, letters] = [column + 1, ""];
  for (; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

function differingPoints(old: DeckShape, now: DeckShape): ReadonlySet<string> {
  const found = new Set<string>();
  now.chart?.series.forEach(({ values }, series) => {
    const twin = old.chart?.series[series];
    values.forEach((value, point) => {
      if (twin?.values[point] !== value) found.add(`${series},${point}`);
    });
  });
  old.chart?.series.forEach(({ values }, series) =>
    values.forEach((_, point) => {
      if (now.chart?.series[series]?.values[point] === undefined) found.add(`${series},${point}`);
    }),
  );
  return found;
}

function add(
  marks: Map<number, ShapeMark>,
  number: number,
  change: ReviewedChange,
  cell: string | null,
  ranges: readonly TextRange[],
  points: ReadonlySet<string>,
): void {
  const known = marks.get(number);
  const cells = new Map(known?.cells);
  if (cell !== null) cells.set(cell, ranges);
  marks.set(number, {
    kind: known === undefined || known.kind === "modified" ? change.kind : known.kind,
    ids: [...(known?.ids ?? []), change.id],
    words: cell === null && ranges.length > 0 ? ranges : (known?.words ?? []),
    cells,
    points: points.size > 0 ? points : (known?.points ?? points),
  });
}
