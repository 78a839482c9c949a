/**
 * Formulas carried from one version of a workbook into another one: sheets that have new names, rows and columns that
 * were inserted or deleted. The same rules as in spreadsheet programs: a range whose end is gone shrinks, a reference
 * whose all is gone is `#REF!`. Also: the text of a formula with all references taken out (what it does, wherever it
 * stands), and the translation of shared formulas.
 */
import type { AxisMap } from "./axis-map.ts";
import { formulaTokens, sheetPrefix, type ReferenceEnd, type ReferenceToken } from "./formula-tokens.ts";
import { columnLetters, MAX_COLUMN, MAX_ROW } from "./reference.ts";

export interface SheetMove {
  /** The sheet's name in the other version; `null` where the sheet is gone. */
  readonly name: string | null;
  readonly rows: AxisMap;
  readonly columns: AxisMap;
}

export interface WorkbookMove {
  /** By sheet name; `undefined` for a sheet that the workbook does not have. */
  sheet(name: string): SheetMove | undefined;
  /** No reference changes: formulas are returned as they are. */
  readonly isSame: boolean;
}

export interface Shifted {
  readonly text: string;
  /** Some reference is gone that was there before. */
  readonly lost: boolean;
}

/** @param ownSheet the sheet that the formula stands on, in the version that it comes from */
export function shiftFormula(formula: string, ownSheet: string, move: WorkbookMove): Shifted {
  if (move.isSame) return { text: formula, lost: false };
  let text = "";
  let lost = false;
  for (const token of formulaTokens(formula)) {
    const moved = token.kind === "other" ? token.text : shiftReference(token, ownSheet, move);
    if (moved === null) lost = true;
    text += moved ?? "#REF!";
  }
  return { text, lost };
}

function shiftReference(token: ReferenceToken, ownSheet: string, move: WorkbookMove): string | null {
  if (token.external) return token.text;
  const target = move.sheet(token.sheet ?? ownSheet);
  if (target === undefined) return token.text;
  if (token.lastSheet !== null) {
    const last = move.sheet(token.lastSheet);
    if (last === undefined) return token.text;
    return target.name === null || last.name === null ? null : sheetPrefix(target.name, last.name) + placeOf(token);
  }
  if (target.name === null) return null;
  const place = shiftPlace(token, target);
  if (place === null) return null;
  const prefix = token.sheet === null ? "" : target.name === token.sheet ? token.prefix : sheetPrefix(target.name);
  return prefix + place;
}

function shiftPlace(token: ReferenceToken, target: SheetMove): string | null {
  const { first, last } = token;
  if (last === null) {
    const row = first.row === null ? null : target.rows.to(first.row);
    const column = first.column === null ? null : target.columns.to(first.column);
    if (row === null || column === null) return null;
    return row === first.row && column === first.column ? placeOf(token) : end({ ...first, row, column });
  }
  const rows = shiftPair(first.row, last.row, target.rows, MAX_ROW);
  const columns = shiftPair(first.column, last.column, target.columns, MAX_COLUMN);
  if (rows === null || columns === null) return null;
  if (rows[0] === first.row && rows[1] === last.row && columns[0] === first.column && columns[1] === last.column)
    return placeOf(token);
  return `${end({ ...first, row: rows[0], column: columns[0] })}:${end({ ...last, row: rows[1], column: columns[1] })}`;
}

type Pair = readonly [number | null, number | null];

function shiftPair(first: number | null, last: number | null, map: AxisMap, highest: number): Pair | null {
  if (first === null || last === null) return [first, last];
  const [low, high] = first <= last ? [first, last] : [last, first];
  // A range that ends at the sheet's last row means "to the end" and stays so.
  const moved = map.range(low, high);
  if (moved === null) return null;
  const bottom = high === highest ? highest : Math.min(moved[1], highest);
  return first <= last ? [moved[0], bottom] : [bottom, moved[0]];
}

const end = ({ row, column, rowFixed, columnFixed }: ReferenceEnd) =>
  (column === null ? "" : (columnFixed ? "$" : "") + columnLetters(column)) +
  (row === null ? "" : (rowFixed ? "$" : "") + String(row));

const placeOf = (token: ReferenceToken) => token.text.slice(token.prefix.length);

/** What a formula does, with every reference, lost ones included, as one mark: equal for the same formula in any row. */
export function formulaSkeleton(formula: string): string {
  let text = "";
  for (const token of formulaTokens(formula)) text += token.kind === "other" ? token.text : "\u0001";
  return text.includes("#REF!") ? text.replace(LOST_REFERENCE, "\u0001") : text;
}

const LOST_REFERENCE = /(?:(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!)?#REF!/gu;

/** Whether two formulas say the same: sheet names with and without quotes that they do not need are equal. */
export function sameFormula(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return a.trim() === b.trim() || plainFormula(a) === plainFormula(b);
}

/** One spelling of sheet names, quoted only where they must be; one cell through several sheets is no range. */
export function plainFormula(formula: string): string {
  if (!/'|:[^!]*!/.test(formula)) return formula.trim();
  const plain = formulaTokens(formula).map((token) =>
    token.kind === "reference" && token.sheet !== null && !token.external
      ? sheetPrefix(token.sheet, token.lastSheet) + (token.lastSheet === null ? placeOf(token) : onePlace(token))
      : token.text,
  );
  return plain.join("").trim();
}

function onePlace(token: ReferenceToken): string {
  const isCell = token.last !== null && token.first.row !== null && end(token.first) === end(token.last);
  return isCell && token.first.column !== null ? end(token.first) : placeOf(token);
}

/** A follower of a shared formula: the master's text moved by rows and columns; references that are fixed stay. */
export function translateFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  let text = "";
  for (const token of formulaTokens(formula)) {
    if (token.kind === "other") text += token.text;
    else {
      const first = translateEnd(token.first, rows, columns);
      const last = token.last === null ? null : translateEnd(token.last, rows, columns);
      text += token.prefix + (last === null ? end(first) : `${end(first)}:${end(last)}`);
    }
  }
  return text;
}

/** Wraps around the edges of the sheet, as programs do. */
function translateEnd(from: ReferenceEnd, rows: number, columns: number): ReferenceEnd {
  const wrap = (number: number | null, by: number, highest: number) =>
    number === null ? null : ((((number - 1 + by) % highest) + highest) % highest) + 1;
  return {
    ...from,
    row: from.rowFixed ? from.row : wrap(from.row, rows, MAX_ROW),
    column: from.columnFixed ? from.column : wrap(from.column, columns, MAX_COLUMN),
  };
}
