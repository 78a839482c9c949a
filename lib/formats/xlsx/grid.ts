/**
 * Windows of two sheets laid over each other, for the review screen: only the rows that are shown are parsed, so that a
 * sheet of 100,000 rows costs its window. Rows and columns are those of the diff's alignment: what is gone is shown
 * where it was, what is new where it is.
 */
import type { CellContent, Change, ChangeId, ChangeKind, Diff, Facet } from "../../core/change/change.ts";
import { structureOf } from "./base-move.ts";
import { cellContent, isBlank } from "./cell-value.ts";
import { SAME_ALIGNMENT } from "./diff/alignment.ts";
import { displayText } from "./display.ts";
import { DisplayAxis, type DisplayLine } from "./grid-axis.ts";
import { columnLetters, columnNumber, parseCell } from "./reference.ts";
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

export interface GridOptions {
  /** The sheet's name in after, or in before where it is gone. */
  readonly sheet: string;
  /** "changed": only rows with changes and `contextRows` around them, the rest as gaps. */
  readonly mode: "changed" | "all";
  /** The first row of the window, from 0, among the rows of this mode. */
  readonly fromRow: number;
  readonly rowCount: number;
  readonly contextRows: number;
}

export interface GridColumn {
  readonly kind: "both" | "added" | "removed";
  readonly before: string | null;
  readonly after: string | null;
  readonly changeId?: ChangeId;
}

export interface GridSide extends CellContent {
  /** The value in its number format. */
  readonly text: string;
}

export interface GridCell {
  /** Index into `columns`. */
  readonly column: number;
  readonly before?: GridSide;
  readonly after?: GridSide;
  /** The weightiest change of the cell: what it says before how it looks. */
  readonly changeId?: ChangeId;
  readonly facet?: Facet;
  readonly otherChangeIds?: readonly ChangeId[];
}

export interface GridRow {
  readonly kind: "both" | "added" | "removed" | "moved" | "gap";
  /** Row numbers; for a gap those of its first row. `null` where the side has no such row. */
  readonly beforeRow: number | null;
  readonly afterRow: number | null;
  readonly cells: readonly GridCell[];
  readonly changeId?: ChangeId;
  /** How many rows a gap stands for. */
  readonly skipped?: number;
}

export interface GridView {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Rows of this mode altogether, gaps counted as one. */
  readonly totalRows: number;
}

export function gridView(before: Workbook | null, after: Workbook | null, diff: Diff, options: GridOptions): GridView {
  const grid = new SheetGrid(before, after, diff, options.sheet);
  const lines = options.mode === "all" ? grid.allLines(options) : grid.changedLines(options);
  return { columns: grid.columns, rows: lines.window.map((line) => grid.row(line)), totalRows: lines.total };
}

interface Lines {
  readonly window: readonly (DisplayLine & { readonly skipped?: number })[];
  readonly total: number;
}

class SheetGrid {
  readonly columns: readonly GridColumn[];
  readonly #before: { readonly book: Workbook; readonly sheet: Sheet } | null;
  readonly #after: { readonly book: Workbook; readonly sheet: Sheet } | null;
  readonly #rows: DisplayAxis;
  readonly #columnAxis: DisplayAxis;
  readonly #changes: SheetChanges;

  constructor(before: Workbook | null, after: Workbook | null, diff: Diff, name: string) {
    this.#after = side(after, name);
    const structures = structureOf(diff);
    const renamed = [...structures].find(([, found]) => found.name?.toLowerCase() === name.toLowerCase())?.[0];
    const beforeName = this.#after === null || renamed === undefined ? name : renamed;
    this.#before = side(before, beforeName);
    const structure =
      this.#before === null || this.#after === null ? undefined : structures.get(beforeName.toLowerCase());
    const last = (of: { readonly sheet: Sheet } | null) => of?.sheet.lastRow ?? 0;
    this.#rows = new DisplayAxis(structure?.rows ?? SAME_ALIGNMENT, last(this.#before), last(this.#after));
    this.#columnAxis = new DisplayAxis(
      structure?.columns ?? SAME_ALIGNMENT,
      lastColumn(this.#before),
      lastColumn(this.#after),
    );
    this.#changes = new SheetChanges(diff, this.#before?.sheet.name ?? name, this.#after?.sheet.name ?? name);
    this.columns = this.#columnAxis.slice(0, this.#columnAxis.length).map((line) => this.#column(line));
  }

  #column(line: DisplayLine): GridColumn {
    const letters = (number: number | null) => (number === null ? null : columnLetters(number));
    const changeId = this.#changes.column(line);
    return {
      kind: line.kind,
      before: letters(line.before),
      after: letters(line.after),
      ...(changeId === undefined ? {} : { changeId }),
    };
  }

  allLines({ fromRow, rowCount }: GridOptions): Lines {
    return { window: this.#rows.slice(fromRow, fromRow + rowCount), total: this.#rows.length };
  }

  /** Runs of shown rows and the gaps between them; only the window is made. */
  changedLines({ fromRow, rowCount, contextRows }: GridOptions): Lines {
    const shown = new Set<number>();
    for (const at of this.#changes.places(this.#rows))
      for (let near = Math.max(0, at - contextRows); near <= Math.min(this.#rows.length - 1, at + contextRows); near++)
        shown.add(near);
    const window: (DisplayLine & { skipped?: number })[] = [];
    let total = 0;
    let next = 0;
    const put = (at: number, skipped: number) => {
      if (total >= fromRow && total < fromRow + rowCount) {
        const [line] = this.#rows.slice(at, at + 1);
        if (line !== undefined) window.push(skipped > 0 ? { ...line, skipped } : line);
      }
      total++;
    };
    for (const at of [...shown].sort((a, b) => a - b)) {
      if (at > next) put(next, at - next);
      put(at, 0);
      next = at + 1;
    }
    if (next < this.#rows.length) put(next, this.#rows.length - next);
    return { window, total };
  }

  row(line: DisplayLine & { readonly skipped?: number }): GridRow {
    const numbers = { beforeRow: line.before, afterRow: line.after };
    if (line.skipped !== undefined) return { kind: "gap", ...numbers, cells: [], skipped: line.skipped };
    const cells = new Map<number, { before?: GridSide; after?: GridSide }>();
    this.#collect(this.#before, line.before, "before", cells);
    this.#collect(this.#after, line.after, "after", cells);
    const rowChange = this.#changes.row(line);
    for (const column of this.#changes.columnsOf(line, this.#columnAxis)) if (!cells.has(column)) cells.set(column, {});
    const list = [...cells].sort((a, b) => a[0] - b[0]).map(([column, sides]) => this.#cell(line, column, sides));
    const kind = rowChange?.kind === "moved" ? "moved" : line.kind;
    return { kind, ...numbers, cells: list, ...(rowChange === undefined ? {} : { changeId: rowChange.id }) };
  }

  #collect(
    from: { book: Workbook; sheet: Sheet } | null,
    row: number | null,
    key: "before" | "after",
    into: Map<number, { before?: GridSide; after?: GridSide }>,
  ): void {
    if (from === null || row === null) return;
    for (const cell of from.sheet.cellsOfRow(row)) {
      if (isBlank(cell) && cell.style === 0) continue;
      const content = cellContent(from.book, from.sheet, row, cell);
      const column = this.#columnAxis.indexOf(key, cell.column);
      if (column < 0) continue;
      into.set(column, { ...into.get(column), [key]: { ...content, text: displayText(content, from.book.date1904) } });
    }
  }

  #cell(line: DisplayLine, column: number, sides: { before?: GridSide; after?: GridSide }): GridCell {
    const [place] = this.#columnAxis.slice(column, column + 1);
    const [first, ...others] = place === undefined ? [] : this.#changes.cell(line, place);
    return {
      column,
      ...sides,
      ...(first === undefined ? {} : { changeId: first.id, facet: first.facet }),
      ...(others.length === 0 ? {} : { otherChangeIds: others.map((change) => change.id) }),
    };
  }
}

function side(book: Workbook | null, name: string): { book: Workbook; sheet: Sheet } | null {
  const sheet = book?.sheets.find((found) => found.name.toLowerCase() === name.toLowerCase());
  return book === null || sheet === undefined ? null : { book, sheet };
}

/** Looks at the first rows and the last ones: the width of a table, not of every row. */
function lastColumn(of: { sheet: Sheet } | null): number {
  if (of === null) return 0;
  const { count } = of.sheet.rows;
  let last = 0;
  for (let index = 0; index < count; index++) {
    if (index === 2_000 && count > 4_000) index = count - 2_000;
    last = Math.max(last, of.sheet.cells(index).at(-1)?.column ?? 0);
  }
  return last;
}

const WEIGHT: readonly Facet[] = ["content", "formula", "structure", "recalculated", "format"];

/** The changes of one sheet by place. */
class SheetChanges {
  readonly #cells = new Map<string, Change[]>();
  readonly #rows = new Map<string, Change>();
  readonly #columns = new Map<string, Change>();
  readonly #byRow = new Map<number, Set<number>>();

  constructor(diff: Diff, before: string, after: string) {
    for (const change of diff.changes) {
      const { address } = change;
      if (!("sheet" in address)) continue;
      const gone = change.kind === "removed" && change.facet === "structure" && change.after === undefined;
      const cleared = change.kind === "removed" && address.kind === "row" && change.after !== undefined;
      if (address.sheet.toLowerCase() !== (gone || cleared ? before : after).toLowerCase()) continue;
      if (address.kind === "row") {
        this.#rows.set(`${gone || cleared ? "b" : "a"}${address.row}`, change);
        if (change.kind === "moved" && change.beforeAddress?.kind === "row")
          this.#rows.set(`b${change.beforeAddress.row}`, change);
      } else if (address.kind === "column")
        this.#columns.set(`${gone ? "b" : "a"}${columnNumber(address.column)}`, change);
      else if (address.kind === "cells") this.#addCell(change, address.range);
    }
  }

  #addCell(change: Change, range: string): void {
    const place = parseCell(range);
    if (place === null) return;
    const key = `${place.row} ${place.column}`;
    const list = this.#cells.get(key);
    if (list === undefined) this.#cells.set(key, [change]);
    else list.push(change);
    const columns = this.#byRow.get(place.row);
    if (columns === undefined) this.#byRow.set(place.row, new Set([place.column]));
    else columns.add(place.column);
  }

  row(line: DisplayLine): Change | undefined {
    return (
      (line.after === null ? undefined : this.#rows.get(`a${line.after}`)) ??
      (line.before === null ? undefined : this.#rows.get(`b${line.before}`))
    );
  }

  column(line: DisplayLine): ChangeId | undefined {
    const found =
      line.kind === "removed"
        ? this.#columns.get(`b${line.before ?? 0}`)
        : line.kind === "added"
          ? this.#columns.get(`a${line.after ?? 0}`)
          : undefined;
    return found?.id;
  }

  /** Weightiest first. */
  cell(row: DisplayLine, column: DisplayLine): readonly Change[] {
    const found = this.#cells.get(`${row.after ?? 0} ${column.after ?? 0}`) ?? [];
    return found.length < 2 ? found : [...found].sort((a, b) => WEIGHT.indexOf(a.facet) - WEIGHT.indexOf(b.facet));
  }

  columnsOf(row: DisplayLine, axis: DisplayAxis): number[] {
    return [...(this.#byRow.get(row.after ?? 0) ?? [])]
      .map((column) => axis.indexOf("after", column))
      .filter((at) => at >= 0);
  }

  /** Indexes of the rows that have changes. */
  places(axis: DisplayAxis): ReadonlySet<number> {
    const found = new Set<number>();
    for (const row of this.#byRow.keys()) found.add(axis.indexOf("after", row));
    for (const key of this.#rows.keys())
      found.add(axis.indexOf(key.startsWith("a") ? "after" : "before", Number(key.slice(1))));
    found.delete(-1);
    return found;
  }
}

export interface SheetSummary {
  /** The name to ask `gridView` for. */
  readonly sheet: string;
  readonly beforeName: string | null;
  readonly afterName: string | null;
  readonly counts: Readonly<Partial<Record<Facet, Readonly<Partial<Record<ChangeKind, number>>>>>>;
}

/** Every sheet of either side, in the order of after, with its changes counted by facet and kind. */
export function sheetSummaries(before: Workbook | null, after: Workbook | null, diff: Diff): SheetSummary[] {
  const structures = structureOf(diff);
  const renamed = new Map(
    [...structures].flatMap(([old, { name }]) => (name === null ? [] : [[name.toLowerCase(), old] as const])),
  );
  const counts = new Map<string, Partial<Record<Facet, Partial<Record<ChangeKind, number>>>>>();
  const beforeNames = new Map((before?.sheets ?? []).map((sheet) => [sheet.name.toLowerCase(), sheet.name]));
  const taken = new Set<string>();
  const list = (after?.sheets ?? []).map((sheet) => {
    const old = renamed.get(sheet.name.toLowerCase()) ?? sheet.name.toLowerCase();
    taken.add(old);
    return { sheet: sheet.name, beforeName: beforeNames.get(old) ?? null, afterName: sheet.name };
  });
  const gone = [...beforeNames]
    .filter(([key]) => !taken.has(key))
    .map(([, name]) => ({ sheet: name, beforeName: name, afterName: null }));
  const all = [...list, ...gone];
  const byName = new Map<string, string>(
    all.flatMap(({ sheet, beforeName }) => [
      [(beforeName ?? sheet).toLowerCase(), sheet] as const,
      [sheet.toLowerCase(), sheet] as const,
    ]),
  );
  for (const { address, facet, kind } of diff.changes) {
    if (!("sheet" in address)) continue;
    const name = byName.get(address.sheet.toLowerCase()) ?? address.sheet;
    const facets = counts.get(name) ?? {};
    counts.set(name, facets);
    const kinds = (facets[facet] ??= {});
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return all.map((entry) => ({ ...entry, counts: counts.get(entry.sheet) ?? {} }));
}
