/**
 * The rows and columns of one sheet as a reviewer sees them: both versions laid over each other by the alignment of the
 * diff. A line stands for a row of either version, or for a run of unchanged ones. Costs O(rows) once; a window over it
 * is then cheap, so that no sheet ever goes to a screen whole.
 */
import type { CellContent, Change } from "../../core/change/change.ts";
import { alignedRuns, type Alignment } from "../xlsx/diff/alignment.ts";
import { columnLetters } from "../xlsx/reference.ts";

export interface GridLine {
  readonly kind: "both" | "added" | "removed" | "moved" | "gap";
  /** Row numbers from 1; null where the row is not there. Of a gap: the first of the run. */
  readonly before: number | null;
  readonly after: number | null;
  /** Of a gap: how many unchanged rows it stands for. */
  readonly hidden?: number;
}

export interface GridColumn {
  /** Column numbers from 1; null where the column is not there. */
  readonly before: number | null;
  readonly after: number | null;
}

/** One version of one sheet, or of a table file. Rows and columns count from 1. */
export interface GridTable {
  readonly hidden: boolean;
  /** The last row that says something; 0 where there is none. */
  readonly lastRow: number;
  lastColumn(): number;
  /** By column; blank cells are left out. */
  contents(row: number): ReadonlyMap<number, GridSideCell>;
}

export interface GridSideCell extends CellContent {
  readonly text: string;
}

/** One sheet in both versions; a side is null where the sheet, or the file, is not there. */
export interface GridSheet<Table extends GridTable = GridTable> {
  readonly name: string;
  /** Whether addresses name the sheet: a table file has none. */
  readonly named: boolean;
  /** Its name in the base; null where it is not there. */
  readonly beforeName: string | null;
  readonly before: Table | null;
  readonly after: Table | null;
  readonly rows: Alignment;
  readonly columns: Alignment;
}

/** Unchanged rows that stay beside a changed one. */
const CONTEXT = 2;
/** A shorter run of unchanged rows is shown rather than folded. */
const SHORTEST_GAP = 4;

/**
 * `changed`: by row number of the staged version, and of the base for what was removed. `whole`: of those, the rows that
 * came or went as such.
 */
export function gridLines(
  sheet: GridSheet,
  moves: ReadonlyMap<number, number>,
  changed: ChangedRows | null,
  whole: ChangedRows,
): GridLine[] {
  const lines = allLines(sheet, moves, whole);
  return changed === null ? lines : foldUnchanged(lines, changed);
}

export interface ChangedRows {
  readonly after: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
}

function allLines(sheet: GridSheet, moves: ReadonlyMap<number, number>, whole: ChangedRows): GridLine[] {
  const lastBefore = sheet.before?.lastRow ?? 0;
  const lastAfter = sheet.after?.lastRow ?? 0;
  if (sheet.before === null) return numbered(lastAfter, (row) => ({ kind: "added", before: null, after: row }));
  if (sheet.after === null) return numbered(lastBefore, (row) => ({ kind: "removed", before: row, after: null }));
  const movedAway = new Set(moves.values());
  const lines: GridLine[] = [];
  for (const run of alignedRuns(sheet.rows)) {
    if (run.kind === "removed") {
      if (!movedAway.has(run.before)) lines.push({ kind: "removed", before: run.before, after: null });
    } else if (run.kind === "added") {
      const from = moves.get(run.after);
      lines.push(
        from === undefined
          ? { kind: "added", before: null, after: run.after }
          : { kind: "moved", before: from, after: run.after },
      );
    } else {
      const count = Math.min(run.count, Math.max(lastBefore - run.before, lastAfter - run.after) + 1);
      for (let i = 0; i < count; i += 1) lines.push(pairedLine(run.before + i, run.after + i, whole));
    }
  }
  return lines;
}

/** A sheet goes on without an end: a row behind the last one of a version is paired with nothing that is there. */
function pairedLine(before: number, after: number, whole: ChangedRows): GridLine {
  if (whole.after.has(after)) return { kind: "added", before: null, after };
  if (whole.before.has(before)) return { kind: "removed", before, after: null };
  return { kind: "both", before, after };
}

const numbered = (count: number, line: (row: number) => GridLine): GridLine[] =>
  Array.from({ length: count }, (_, i) => line(i + 1));

function foldUnchanged(lines: readonly GridLine[], changed: ChangedRows): GridLine[] {
  const keep = new Uint8Array(lines.length);
  // The first row mostly holds headings: it stays, so that columns have names.
  if (lines.length > 0) keep[0] = 1;
  lines.forEach((line, index) => {
    const isChanged =
      line.kind !== "both" || changed.after.has(line.after ?? 0) || changed.before.has(line.before ?? 0);
    if (isChanged) keep.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  const folded: GridLine[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && keep[end] === keep[start]) end += 1;
    const first = lines[start];
    if (first === undefined) break;
    if (keep[start] === 1 || end - start < SHORTEST_GAP) for (const line of lines.slice(start, end)) folded.push(line);
    else folded.push({ kind: "gap", before: first.before, after: first.after, hidden: end - start });
    start = end;
  }
  return folded;
}

/** All columns that either version uses, at most `limit`. */
export function gridColumns(sheet: GridSheet, limit: number): GridColumn[] {
  const [lastBefore, lastAfter] = [sheet.before?.lastColumn() ?? 0, sheet.after?.lastColumn() ?? 0];
  const columns: GridColumn[] = [];
  if (sheet.before === null || sheet.after === null) {
    for (let at = 1; at <= Math.min(limit, Math.max(lastBefore, lastAfter)); at += 1) {
      columns.push({ before: sheet.before === null ? null : at, after: sheet.after === null ? null : at });
    }
    return columns;
  }
  for (const run of alignedRuns(sheet.columns)) {
    if (run.kind === "removed") columns.push({ before: run.before, after: null });
    else if (run.kind === "added") columns.push({ before: null, after: run.after });
    else {
      const count = Math.min(run.count, Math.max(lastBefore - run.before, lastAfter - run.after) + 1);
      for (let i = 0; i < count && columns.length < limit; i += 1)
        columns.push({ before: run.before + i, after: run.after + i });
    }
    if (columns.length >= limit) break;
  }
  return columns;
}

export const columnName = (column: number | null): string | null => (column === null ? null : columnLetters(column));

/** Moved rows: staged row number → base row number. `changes` are of one sheet. */
export function movedRows(changes: readonly Change[]): Map<number, number> {
  const moves = new Map<number, number>();
  for (const { kind, address, beforeAddress } of changes) {
    if (kind === "moved" && address.kind === "row" && beforeAddress?.kind === "row")
      moves.set(address.row, beforeAddress.row);
  }
  return moves;
}
