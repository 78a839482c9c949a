/**
 * The rows and columns of one sheet as a reviewer sees them: both versions laid over each other by the alignment of the
 * diff. A line stands for a row of either version, or for a run of unchanged ones. Costs O(rows) once; a window over it
 * is then cheap, so that no sheet ever goes to a screen whole.
 */
import type { Change } from "../../core/change/change.ts";
import { alignedRuns, SAME_ALIGNMENT, type Alignment } from "./diff/alignment.ts";
import type { Comparison } from "./diff/comparison.ts";
import { columnLetters } from "./reference.ts";
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

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

/** One sheet in both versions; a side is null where the sheet, or the workbook, is not there. */
export interface GridSheet {
  readonly name: string;
  readonly before: { readonly book: Workbook; readonly sheet: Sheet } | null;
  readonly after: { readonly book: Workbook; readonly sheet: Sheet } | null;
  readonly rows: Alignment;
  readonly columns: Alignment;
}

/** In the order of the staged version; what was removed comes last. */
export function gridSheets(
  before: Workbook | null,
  after: Workbook | null,
  comparison: Comparison | null,
): GridSheet[] {
  if (comparison === null || before === null || after === null) {
    const book = after ?? before;
    return (book?.sheets ?? []).map((sheet) => {
      const side = { book: book as Workbook, sheet };
      return { name: sheet.name, before: after === null ? side : null, after: after === null ? null : side, ...SAME };
    });
  }
  const pairs = new Map(comparison.pairs.map((pair) => [pair.after, pair]));
  const staged = after.sheets.map((sheet): GridSheet => {
    const pair = pairs.get(sheet);
    const side = { book: after, sheet };
    if (pair === undefined) return { name: sheet.name, before: null, after: side, ...SAME };
    return {
      name: sheet.name,
      before: { book: before, sheet: pair.before },
      after: side,
      rows: pair.rows,
      columns: pair.columns,
    };
  });
  const removed = comparison.removed.map((sheet): GridSheet => ({
    name: sheet.name,
    before: { book: before, sheet },
    after: null,
    ...SAME,
  }));
  return [...staged, ...removed];
}

const SAME = { rows: SAME_ALIGNMENT, columns: SAME_ALIGNMENT };

/** Unchanged rows that stay beside a changed one. */
const CONTEXT = 2;
/** A shorter run of unchanged rows is shown rather than folded. */
const SHORTEST_GAP = 4;

/** `changed`: by row number of the staged version, and of the base for what was removed. */
export function gridLines(
  sheet: GridSheet,
  moves: ReadonlyMap<number, number>,
  changed: ChangedRows | null,
): GridLine[] {
  const lines = allLines(sheet, moves);
  return changed === null ? lines : foldUnchanged(lines, changed);
}

export interface ChangedRows {
  readonly after: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
}

function allLines(sheet: GridSheet, moves: ReadonlyMap<number, number>): GridLine[] {
  const lastBefore = sheet.before?.sheet.lastRow ?? 0;
  const lastAfter = sheet.after?.sheet.lastRow ?? 0;
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
      for (let i = 0; i < count; i += 1) lines.push({ kind: "both", before: run.before + i, after: run.after + i });
    }
  }
  return lines;
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
  const last = (side: GridSheet["before"]) => (side === null ? 0 : lastColumn(side.sheet));
  const [lastBefore, lastAfter] = [last(sheet.before), last(sheet.after)];
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

function lastColumn(sheet: Sheet): number {
  let last = 0;
  for (let index = 0; index < sheet.rows.count; index += 1)
    last = Math.max(last, sheet.cells(index).at(-1)?.column ?? 0);
  return last;
}

export const columnName = (column: number | null): string | null => (column === null ? null : columnLetters(column));

/** Moved rows: staged row number → base row number. */
export function movedRows(changes: readonly Change[], sheet: string): Map<number, number> {
  const moves = new Map<number, number>();
  for (const { kind, address, beforeAddress } of changes) {
    if (kind !== "moved" || address.kind !== "row" || address.sheet !== sheet) continue;
    if (beforeAddress?.kind === "row") moves.set(address.row, beforeAddress.row);
  }
  return moves;
}
