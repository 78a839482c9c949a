/**
 * Draws one grid cell into its <td>. Everything from a file is set as text, never as HTML. Each sign has words beside
 * it for screen readers; colour never says anything alone.
 */
import type { GridCell, GridRow, SheetGridView } from "../../lib/contracts/sheets.ts";
import { plural } from "../ui/format.ts";
import { isAbsent, isKept, viewCell, type CellView, type GridSideName, type Shown } from "./cell-view.ts";
import { cellAt } from "./selection.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";

/** The two gutters: row number in the base ("was"), and in the staged version ("row"). Sheet columns follow. */
export const GUTTERS = 2;

const element = (tag: string, text: string, className = ""): HTMLElement => {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className !== "") node.className = className;
  return node;
};
const said = (words: string) => element("span", words, "sr-only");

const GUTTER_SIGNS: Readonly<Record<GridRow["kind"], readonly [sign: string, words: string]>> = {
  both: ["", ""],
  gap: ["⋯", ""],
  added: ["+", "row added"],
  removed: ["−", "row removed"],
  moved: ["↕", "row moved"],
};

function drawGutter(td: HTMLElement, row: GridRow, column: number, side: GridSideName): void {
  td.classList.add("gutter");
  const [sign, words] = GUTTER_SIGNS[row.kind];
  if (row.kind === "gap") {
    if (column === 0) td.append(element("span", sign));
    return;
  }
  const number = column === 0 ? row.before : row.staged;
  // One of two grids numbers its own rows only: the other gutter holds the sign.
  const numbered = side !== (column === 0 ? "right" : "left");
  if (number !== null && numbered) td.append(String(number));
  const signed =
    row.kind === "added" ? column === 0 : row.kind === "removed" || row.kind === "moved" ? column === 1 : false;
  if (signed) {
    const mark = element("span", row.kind === "moved" ? ` ${sign}` : sign, "sign");
    mark.setAttribute("aria-hidden", "true");
    td.append(mark, said(words));
  }
  const decided = row.verdict === "accepted" || row.verdict === "rejected" ? row.verdict : null;
  if (column === 1 && decided !== null && side !== "left") td.append(verdictMark(decided));
}

function verdictMark(verdict: "accepted" | "rejected"): HTMLElement {
  const mark = element("span", verdict === "accepted" ? "✓" : "✕", `mark ${verdict}`);
  mark.append(said(verdict));
  return mark;
}

function drawView(td: HTMLElement, view: CellView): void {
  td.classList.add(`to-${view.align}`);
  if (view.tone !== "none") td.classList.add(view.tone);
  if (view.unknown) td.title = "Known once the file is recalculated";
  // Where there is more to show than one text, none of it pushes the rest out of the cell.
  const marked = view.old !== null || view.proposed !== null || view.sign !== null;
  const into = marked ? element("div", "", "parts") : td;
  if (view.old !== null)
    into.append(said("was "), element("s", view.old, view.sign === "rejected" ? "off" : ""), said(" now "));
  if (view.flagged) {
    const flag = element("span", "▲", "flag");
    flag.append(said("flagged "));
    into.append(flag);
  }
  into.append(marked ? element("span", view.text, "value") : view.text);
  if (view.proposed !== null) into.append(said(" staged, not promoted: "), element("span", view.proposed, "proposed"));
  if (view.sign !== null) into.append(verdictMark(view.sign));
  if (marked) td.append(into);
}

/** How many threads of comments are open on what stands in the cell. */
function drawThreads(td: HTMLElement, count: number): void {
  if (count === 0) return;
  const mark = element("span", String(count), "threads");
  mark.title = plural(count, "open thread");
  mark.append(said(count === 1 ? " open thread of comments" : " open threads of comments"));
  (td.querySelector(".parts") ?? td).append(mark);
}

/** What all cells of one grid are drawn by. */
export interface GridLook {
  readonly version: ShownVersion;
  readonly shown: Shown;
  readonly side: GridSideName;
  readonly columns: SheetGridView["columns"];
  /** Open threads on a change. */
  readonly threadsOn: (change: string) => number;
}

/** `row` undefined: not loaded yet. Grid column: gutters first. */
export function drawCell(td: HTMLElement, row: GridRow | undefined, column: number, look: GridLook): void {
  const { version, shown, side, columns, threadsOn } = look;
  td.replaceChildren();
  if (row === undefined) {
    if (column < GUTTERS) td.classList.add("gutter");
    else td.classList.add("waiting");
    return;
  }
  td.classList.add(`row-${isKept(row, version) ? "both" : row.kind}`);
  if (column < GUTTERS && isAbsent(row, undefined, side, version)) {
    td.classList.add("gutter", "absent");
    return;
  }
  if (column < GUTTERS) {
    drawGutter(td, row, column, side);
    return;
  }
  if (row.kind === "gap") {
    if (column === GUTTERS) td.append(element("span", plural(row.hidden ?? 0, "unchanged row"), "over"));
    return;
  }
  if (isAbsent(row, columns[column - GUTTERS], side, version)) {
    td.classList.add("absent");
    return;
  }
  const cell = cellAt(row, column - GUTTERS);
  if (cell !== undefined) drawView(td, viewCell(cell, row.kind, version, shown, side));
  if (side === "left" && !isAbsent(row, columns[column - GUTTERS], "right", version)) return;
  const ids = [cell?.change, ...(cell?.others ?? [])].flatMap((id) => id ?? []);
  drawThreads(
    td,
    ids.reduce((sum, id) => sum + threadsOn(id), 0),
  );
}

const CHARACTER = 7;
const MARGIN = 26;
const WIDEST = 300;
const NARROWEST = 64;

/** Room in pixels for what a cell shows: what was, or what is proposed, stands beside its value. */
function needs(cell: GridCell, kind: GridRow["kind"], version: ShownVersion): number {
  const { text, old, proposed, sign } = viewCell(cell, kind, version, "values");
  const beside = (other: string | null, room: number) => (other === null ? 0 : other.length * CHARACTER + room);
  return text.length * CHARACTER + MARGIN + beside(old, 12) + beside(proposed, 20) + (sign === null ? 0 : 14);
}

/** Widths in pixels, from declared widths (in characters, as workbooks count) and what the loaded rows need. */
export function columnWidths(
  columns: readonly { readonly width?: number | undefined }[],
  rows: readonly GridRow[],
): number[] {
  const widths = columns.map(({ width }) => Math.max(NARROWEST, Math.round((width ?? 0) * CHARACTER) + 5));
  for (const row of rows) {
    for (const cell of row.cells) {
      // The same whichever version is shown: columns do not jump.
      const needed = Math.max(...(["staged", "planned"] as const).map((version) => needs(cell, row.kind, version)));
      widths[cell.column] = Math.max(widths[cell.column] ?? NARROWEST, needed);
    }
  }
  return widths.map((width) => Math.min(width, WIDEST));
}

/** Shares out what is left of `space` pixels, in proportion; where there is not enough, widths stay and the grid scrolls. */
export function stretchTo(widths: readonly number[], space: number): readonly number[] {
  const needed = widths.reduce((sum, width) => sum + width, 0);
  if (needed === 0 || needed >= space) return widths;
  return widths.map((width) => Math.floor((width * space) / needed));
}
