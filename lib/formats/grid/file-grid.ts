/**
 * A window of a comparison of sheets for the screen: aligned rows with both sides of every cell, and which change each
 * belongs to. What is decided is not known here: the caller lays verdicts over it.
 */
import type { Change } from "../../core/change/change.ts";
import { parseCell } from "../xlsx/reference.ts";
import {
  columnName,
  gridColumns,
  gridLines,
  movedRows,
  type ChangedRows,
  type GridColumn,
  type GridLine,
  type GridSheet,
  type GridSideCell,
  type GridTable,
} from "./grid-lines.ts";

export interface GridViewCell {
  /** Index into the columns. */
  readonly column: number;
  readonly before: GridSideCell | null;
  readonly after: GridSideCell | null;
  /** Of this cell, the ones of its row not among them. */
  readonly changes: readonly Change[];
}

export interface GridViewRow extends GridLine {
  /** The change of the row itself: inserted, deleted, moved. */
  readonly change: Change | null;
  readonly cells: readonly GridViewCell[];
}

/** More columns than a screen can be stepped through are left to the file itself. */
const MAX_COLUMNS = 512;

/** Both versions of a file of sheets, ready for windows. Keep it: making it aligns all rows. */
export class FileGrid<Table extends GridTable = GridTable> {
  readonly sheets: readonly GridSheet<Table>[];
  readonly #changes: readonly Change[];
  readonly #prepared = new Map<string, PreparedSheet>();

  /** `changes`: of the diff of the two, or none where a side is absent. */
  constructor(sheets: readonly GridSheet<Table>[], changes: readonly Change[]) {
    this.sheets = sheets;
    this.#changes = changes;
  }

  /** The changes of one sheet, by the name that the address has: staged, or of the base for what was removed. */
  changesOf({ name, named, beforeName, after }: GridSheet): Change[] {
    return this.#changes.filter(({ address, kind }) => {
      if (!("sheet" in address)) return !named && address.kind !== "file";
      if (address.sheet === name) return true;
      return address.sheet === beforeName && (kind === "removed" || after === null);
    });
  }

  columns(sheet: GridSheet): { before: string | null; staged: string | null }[] {
    return this.#prepare(sheet).columns.map(({ before, after }) => ({
      before: columnName(before),
      staged: columnName(after),
    }));
  }

  totalRows(sheet: GridSheet, mode: "changed" | "all"): number {
    return this.#lines(sheet, mode).length;
  }

  rows(sheet: GridSheet, mode: "changed" | "all", from: number, count: number): GridViewRow[] {
    const prepared = this.#prepare(sheet);
    return this.#lines(sheet, mode)
      .slice(from, from + count)
      .map((line) => rowOf(sheet, prepared, line));
  }

  #prepare(sheet: GridSheet): PreparedSheet {
    const known = this.#prepared.get(sheet.name);
    if (known) return known;
    const prepared = prepare(sheet, this.changesOf(sheet));
    this.#prepared.set(sheet.name, prepared);
    return prepared;
  }

  #lines(sheet: GridSheet, mode: "changed" | "all"): readonly GridLine[] {
    const prepared = this.#prepare(sheet);
    prepared.lines[mode] ??= gridLines(
      sheet,
      prepared.moves,
      mode === "all" ? null : prepared.changedRows,
      prepared.wholeRows,
    );
    return prepared.lines[mode];
  }
}

interface PreparedSheet {
  readonly columns: readonly GridColumn[];
  readonly moves: ReadonlyMap<number, number>;
  readonly changedRows: ChangedRows;
  /** Rows that came or went. */
  readonly wholeRows: ChangedRows;
  /** By `row:column` of the staged version. */
  readonly cells: ReadonlyMap<string, Change[]>;
  /** Of what was removed, by `row:column` of the base. */
  readonly removedCells: ReadonlyMap<string, Change[]>;
  readonly rows: ReadonlyMap<number, Change>;
  readonly removedRows: ReadonlyMap<number, Change>;
  readonly lines: { changed?: readonly GridLine[]; all?: readonly GridLine[] };
}

function prepare(sheet: GridSheet, changes: readonly Change[]): PreparedSheet {
  const cells = new Map<string, Change[]>();
  const removedCells = new Map<string, Change[]>();
  const rows = new Map<number, Change>();
  const removedRows = new Map<number, Change>();
  const changed = { after: new Set<number>(), before: new Set<number>() };
  for (const change of changes) {
    const { address, kind, facet } = change;
    if (address.kind === "row") {
      (kind === "removed" ? removedRows : rows).set(address.row, change);
      (kind === "removed" ? changed.before : changed.after).add(address.row);
    }
    if (address.kind !== "cells") continue;
    const place = parseCell(address.range.split(":")[0] ?? "");
    if (place === null) continue;
    // What was removed is addressed in the base.
    const target = kind === "removed" ? removedCells : cells;
    const key = `${place.row}:${place.column}`;
    const list = target.get(key);
    if (list) list.push(change);
    else target.set(key, [change]);
    if (facet !== "recalculated") (kind === "removed" ? changed.before : changed.after).add(place.row);
  }
  return {
    columns: gridColumns(sheet, MAX_COLUMNS),
    moves: movedRows(changes),
    changedRows: changed,
    wholeRows: {
      after: new Set([...rows].flatMap(([row, { kind }]) => (kind === "added" ? [row] : []))),
      before: new Set(removedRows.keys()),
    },
    cells,
    removedCells,
    rows,
    removedRows,
    lines: {},
  };
}

function rowOf(sheet: GridSheet, prepared: PreparedSheet, line: GridLine): GridViewRow {
  if (line.kind === "gap") return { ...line, change: null, cells: [] };
  const change = line.after !== null ? prepared.rows.get(line.after) : prepared.removedRows.get(line.before ?? 0);
  const before = line.before === null ? undefined : sheet.before?.contents(line.before);
  const after = line.after === null ? undefined : sheet.after?.contents(line.after);
  const cells: GridViewCell[] = [];
  prepared.columns.forEach((column, index) => {
    const was = column.before === null ? undefined : before?.get(column.before);
    const is = column.after === null ? undefined : after?.get(column.after);
    const changes =
      (line.after !== null && column.after !== null
        ? prepared.cells.get(`${line.after}:${column.after}`)
        : undefined) ??
      (line.before !== null && column.before !== null
        ? prepared.removedCells.get(`${line.before}:${column.before}`)
        : undefined) ??
      [];
    if (was === undefined && is === undefined && changes.length === 0) return;
    cells.push({ column: index, before: was ?? null, after: is ?? null, changes });
  });
  return { ...line, change: change ?? null, cells };
}
