/** Both versions of a workbook laid over each other, sheet by sheet, by the alignment of the diff. */
import type { CellContent, Change } from "../../core/change/change.ts";
import { defaultWork } from "../format.ts";
import { FileGrid } from "../grid/file-grid.ts";
import type { GridSheet, GridSideCell, GridTable } from "../grid/grid-lines.ts";
import { cellContent } from "./cell-value.ts";
import { SAME_ALIGNMENT } from "./diff/alignment.ts";
import { compareWorkbooks, type Comparison } from "./diff/comparison.ts";
import { displayText } from "./display.ts";
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

export type WorkbookGridSheet = GridSheet<SheetTable>;

export class WorkbookGrid extends FileGrid<SheetTable> {
  /** `changes`: of the diff of the two, or none where a side is absent. */
  constructor(before: Workbook | null, after: Workbook | null, changes: readonly Change[]) {
    const comparison = before !== null && after !== null ? compareWorkbooks(before, after, defaultWork()) : null;
    super(gridSheets(before, after, comparison), changes);
  }
}

class SheetTable implements GridTable {
  readonly book: Workbook;
  readonly sheet: Sheet;

  constructor(book: Workbook, sheet: Sheet) {
    this.book = book;
    this.sheet = sheet;
  }

  get hidden(): boolean {
    return this.sheet.entry.state !== "visible";
  }

  get lastRow(): number {
    return this.sheet.lastRow;
  }

  lastColumn(): number {
    let last = 0;
    for (let index = 0; index < this.sheet.rows.count; index += 1)
      last = Math.max(last, this.sheet.cells(index).at(-1)?.column ?? 0);
    return last;
  }

  contents(row: number): ReadonlyMap<number, GridSideCell> {
    const contents = new Map<number, GridSideCell>();
    for (const cell of this.sheet.cellsOfRow(row)) {
      const content: CellContent = cellContent(this.book, this.sheet, row, cell);
      contents.set(cell.column, { ...content, text: displayText(content, this.book.date1904) });
    }
    return contents;
  }
}

const SAME = { named: true, rows: SAME_ALIGNMENT, columns: SAME_ALIGNMENT };

/** In the order of the staged version; what was removed comes last. */
function gridSheets(
  before: Workbook | null,
  after: Workbook | null,
  comparison: Comparison | null,
): WorkbookGridSheet[] {
  const sideOf = (book: Workbook | null, sheet: Sheet) => (book === null ? null : new SheetTable(book, sheet));
  const removed = (sheet: Sheet): WorkbookGridSheet => ({
    name: sheet.name,
    beforeName: sheet.name,
    before: sideOf(before, sheet),
    after: null,
    ...SAME,
  });
  if (after === null) return (before?.sheets ?? []).map(removed);
  const pairs = new Map(comparison?.pairs.map((pair) => [pair.after, pair]));
  const staged = after.sheets.map((sheet): WorkbookGridSheet => {
    const pair = pairs.get(sheet);
    return {
      name: sheet.name,
      beforeName: pair?.before.name ?? null,
      before: pair === undefined ? null : sideOf(before, pair.before),
      after: sideOf(after, sheet),
      ...SAME,
      ...(pair === undefined ? {} : { rows: pair.rows, columns: pair.columns }),
    };
  });
  return [...staged, ...(comparison?.removed ?? []).map(removed)];
}
