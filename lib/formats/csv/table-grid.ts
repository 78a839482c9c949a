/** Both versions of a table laid over each other by the alignment of the diff. A column that moved is told as gone and new. */
import type { Change } from "../../core/change/change.ts";
import { defaultWork } from "../format.ts";
import { FileGrid } from "../grid/file-grid.ts";
import type { GridSheet, GridSideCell, GridTable } from "../grid/grid-lines.ts";
import { SAME_ALIGNMENT, type Alignment } from "../xlsx/diff/alignment.ts";
import type { Axis } from "./axis.ts";
import { compareTables } from "./comparison.ts";
import { rowValues, type CsvDocument } from "./document.ts";

/** A table file has one sheet, which no address names. */
const NAME = "Table";

/** `changes`: of the diff of the two, or none where a side is absent. */
export function tableGrid(before: CsvDocument | null, after: CsvDocument | null, changes: readonly Change[]): FileGrid {
  const comparison = before !== null && after !== null ? compareTables(before, after, defaultWork()) : null;
  const sheet: GridSheet = {
    name: NAME,
    named: false,
    beforeName: before === null ? null : NAME,
    before: before === null ? null : tableOf(before),
    after: after === null ? null : tableOf(after),
    rows: comparison === null ? SAME_ALIGNMENT : alignmentOf(comparison.rows),
    columns: comparison === null ? SAME_ALIGNMENT : alignmentOf(comparison.columns),
  };
  return new FileGrid([sheet], changes);
}

/** Every field of a row is there to be shown, blank ones too where they were written. */
const tableOf = (doc: CsvDocument): GridTable => ({
  hidden: false,
  lastRow: doc.rowCount,
  lastColumn: () => doc.maxWidth,
  contents: (row) => new Map(row > doc.rowCount ? [] : rowValues(doc, row - 1).map(fieldOf)),
});

const fieldOf = (text: string, at: number): [number, GridSideCell] => [at + 1, { value: text, text }];

function alignmentOf({ toAfter, toBefore, moved }: Axis): Alignment {
  const removed: number[] = [];
  const added: number[] = [];
  toAfter.forEach((to, from) => {
    if (to < 0 || moved.has(from)) removed.push(from + 1);
  });
  toBefore.forEach((from, to) => {
    if (from < 0 || moved.has(from)) added.push(to + 1);
  });
  return { removed, added };
}
