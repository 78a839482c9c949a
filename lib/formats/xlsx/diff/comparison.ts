/**
 * Two workbooks laid side by side: which sheet is which, how rows and columns lie, and the maps that carry formulas
 * from one into the other. Everything that a diff says about cells is derived from this.
 */
import type { Work } from "../../format.ts";
import { AxisMap } from "../axis-map.ts";
import { formulaTokens, sheetPrefix, type ReferenceEnd } from "../formula-tokens.ts";
import type { WorkbookMove } from "../formula-shift.ts";
import { columnLetters } from "../reference.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { alignColumns } from "./align-columns.ts";
import { alignRows, type SideRows } from "./align-rows.ts";
import { axisMaps, SAME_ALIGNMENT, type Alignment, type AxisMaps } from "./alignment.ts";
import { matchSheets, sameBytes } from "./match-sheets.ts";
import { inPlace, withMovedRows } from "./moved-rows.ts";
import { movesFollow } from "./moves-follow.ts";
import type { SheetPair } from "./sheet-pair.ts";

export type { SheetPair } from "./sheet-pair.ts";

export interface Comparison {
  readonly before: Workbook;
  readonly after: Workbook;
  /** In the order of after. */
  readonly pairs: readonly SheetPair[];
  readonly removed: readonly Sheet[];
  readonly added: readonly Sheet[];
  /** String and style tables are equal byte for byte: equal row bytes say the same. */
  readonly equalTables: boolean;
  readonly toAfter: WorkbookMove;
}

export function compareWorkbooks(before: Workbook, after: Workbook, work: Work): Comparison {
  const equalTables = tablesEqual(before, after);
  const matched = matchSheets(before, after, work);
  const aligned = matched.pairs.map(([a, b]) => alignPair(before, after, a, b, equalTables, work));
  const moving = aligned.filter((pair) => pair.rows.moved !== undefined);
  const sorted = new Set(moving.filter((pair) => !movesFollow(pair, aligned, work)));
  const pairs = aligned.map((pair) =>
    sorted.has(pair) ? pairOfSheets(pair.before, pair.after, inPlace(pair.rows), pair.columns, false) : pair,
  );
  const same = pairs.every(
    (pair) => pair.before.name === pair.after.name && pair.rowMaps.toAfter.isSame && pair.columnMaps.toAfter.isSame,
  );
  const moves = new Map(
    pairs.map((pair) => [
      pair.before.name.toLowerCase(),
      { name: pair.after.name, rows: pair.rowMaps.toAfter, columns: pair.columnMaps.toAfter },
    ]),
  );
  for (const sheet of matched.removed)
    moves.set(sheet.name.toLowerCase(), { name: sheet.name, rows: AxisMap.same, columns: AxisMap.same });
  const toAfter: WorkbookMove = { isSame: same, sheet: (name) => moves.get(name.toLowerCase()) };
  return { before, after, pairs, removed: matched.removed, added: matched.added, equalTables, toAfter };
}

function tablesEqual(before: Workbook, after: Workbook): boolean {
  const bytes = (book: Workbook, part: string | null) => (part === null ? EMPTY : (book.package.bytes(part) ?? EMPTY));
  return (
    before.date1904 === after.date1904 &&
    sameBytes(bytes(before, before.stringsPart), bytes(after, after.stringsPart)) &&
    sameBytes(bytes(before, before.stylesPart), bytes(after, after.stylesPart))
  );
}

const EMPTY = new Uint8Array();

function alignPair(a: Workbook, b: Workbook, before: Sheet, after: Sheet, equalTables: boolean, work: Work): SheetPair {
  const equal = equalTables && sameBytes(before.bytes, after.bytes);
  let rows = SAME_ALIGNMENT;
  let columns = SAME_ALIGNMENT;
  if (!equal) {
    columns = alignColumns({ book: a, sheet: before }, { book: b, sheet: after }, work);
    const maps = axisMaps(columns);
    const sameColumns = maps.toAfter.isSame;
    const sideA: SideRows = {
      book: a,
      sheet: before,
      column: sameColumns ? (column) => column : (column) => (maps.toAfter.to(column) === null ? null : column),
    };
    const sideB: SideRows = {
      book: b,
      sheet: after,
      column: sameColumns ? (column) => column : (column) => maps.toBefore.to(column),
    };
    rows = withMovedRows(sideA, sideB, alignRows(sideA, sideB, equalTables && sameColumns, work), work);
  }
  return pairOfSheets(before, after, rows, columns, equal);
}

const pairOfSheets = (before: Sheet, after: Sheet, rows: Alignment, columns: Alignment, equal: boolean): SheetPair => ({
  before,
  after,
  rows,
  columns,
  rowMaps: axisMaps(rows),
  columnMaps: axisMaps(columns),
  sameBytes: equal,
});

/** A formula of after with its references counted in before; new rows and columns as `⟨12+1⟩` (see CellContent.baseFormula). */
export function formulaInBase(comparison: Comparison, formula: string, sheet: string): string {
  if (comparison.toAfter.isSame) return formula;
  let text = "";
  for (const token of formulaTokens(formula)) {
    const pair = token.kind === "reference" && !token.external ? pairOf(comparison, token.sheet ?? sheet) : undefined;
    if (token.kind === "other" || pair === undefined) text += token.text;
    else {
      const prefix =
        token.sheet === null
          ? ""
          : pair.before.name === token.sheet
            ? token.prefix
            : sheetPrefix(pair.before.name, token.lastSheet);
      text += prefix + endInBase(token.first, pair) + (token.last === null ? "" : `:${endInBase(token.last, pair)}`);
    }
  }
  return text;
}

const pairOf = (comparison: Comparison, name: string) =>
  comparison.pairs.find((pair) => pair.after.name.toLowerCase() === name.toLowerCase());

function endInBase(end: ReferenceEnd, pair: SheetPair): string {
  const row = end.row === null ? "" : (end.rowFixed ? "$" : "") + labelInBase(end.row, pair.rowMaps, String);
  const column =
    end.column === null ? "" : (end.columnFixed ? "$" : "") + labelInBase(end.column, pair.columnMaps, columnLetters);
  return column + row;
}

/** A row or column of after, named by the base. */
export function labelInBase(number: number, maps: AxisMaps, write: (number: number) => string): string {
  const base = maps.toBefore.to(number);
  if (base !== null) return write(base);
  const anchor = maps.anchorOf(number);
  let ordinal = 1;
  while (number > ordinal && maps.toBefore.to(number - ordinal) === null && maps.anchorOf(number - ordinal) === anchor)
    ordinal++;
  return `⟨${write(anchor)}+${ordinal}⟩`;
}
