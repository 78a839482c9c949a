/**
 * A workbook whose rows, columns and sheets have identities, and whose formulas refer to identities instead of places:
 * what an edit does to references follows from it, without any code that shifts formulas. For tests only.
 */
export interface Ref {
  readonly sheet: number;
  /** Row and column ids of the two ends; equal for one cell. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  /** `$` in front of the row. */
  readonly fixed?: boolean;
}

export interface Formula {
  readonly op: "sum" | "times" | "ratio" | "plus";
  readonly args: readonly (Ref | null)[];
  readonly factor: number;
}

export interface Cell {
  readonly value?: number | string;
  readonly formula?: Formula;
  readonly format?: string;
  readonly bold?: boolean;
}

export interface SheetModel {
  readonly id: number;
  name: string;
  state: "visible" | "hidden";
  rows: number[];
  columns: number[];
  readonly cells: Map<string, Cell>;
  merges: Ref[];
  validations: Ref[];
  formats: Ref[];
  table: Ref | null;
}

export interface BookModel {
  sheets: SheetModel[];
  names: { readonly name: string; ref: Ref | null }[];
}

export const cellKey = (row: number, column: number): string => `${row} ${column}`;

export const copyBook = (book: BookModel): BookModel => structuredClone(book);

export const letters = (number: number): string =>
  number > 26
    ? letters(Math.floor((number - 1) / 26)) + letters(((number - 1) % 26) + 1)
    : String.fromCharCode(64 + number);

/** The places of an axis' ends in `shown`: an end that is not there moves inwards. `null` where nothing is left. */
function ends(
  pair: readonly [number, number],
  written: readonly number[],
  shown: readonly number[],
): [number, number] | null {
  let low = written.indexOf(pair[0]);
  let high = written.indexOf(pair[1]);
  while (low <= high && !shown.includes(written[low] ?? -1)) low++;
  while (high >= low && !shown.includes(written[high] ?? -1)) high--;
  if (low < 0 || low > high) return null;
  return [shown.indexOf(written[low] ?? -1) + 1, shown.indexOf(written[high] ?? -1) + 1];
}

/** The reference with ends that `shown` has; `null` where nothing is left of it. */
export function anchored(ref: Ref | null, written: BookModel, shown: BookModel): Ref | null {
  const [from, to] = [sheetOf(written, ref?.sheet), sheetOf(shown, ref?.sheet)];
  if (ref === null || from === undefined || to === undefined) return null;
  const rows = ends(ref.rows, from.rows, to.rows);
  const columns = ends(ref.columns, from.columns, to.columns);
  if (rows === null || columns === null) return null;
  const ids = (order: readonly number[], [low, high]: readonly [number, number]) =>
    [order[low - 1] ?? -1, order[high - 1] ?? -1] as const;
  return { ...ref, rows: ids(to.rows, rows), columns: ids(to.columns, columns) };
}

/** A reference as text in the book that it is shown in; `null` where it is gone. */
export function refText(ref: Ref | null, own: number | null, written: BookModel, shown: BookModel): string | null {
  const [from, to] = [sheetOf(written, ref?.sheet), sheetOf(shown, ref?.sheet)];
  if (ref === null || from === undefined || to === undefined) return null;
  const rows = ends(ref.rows, from.rows, to.rows);
  const columns = ends(ref.columns, from.columns, to.columns);
  if (rows === null || columns === null) return null;
  const mark = ref.fixed === true ? "$" : "";
  const place = (row: number, column: number) => `${letters(column)}${mark}${row}`;
  const single = ref.rows[0] === ref.rows[1] && ref.columns[0] === ref.columns[1];
  const text = single ? place(rows[0], columns[0]) : `${place(rows[0], columns[0])}:${place(rows[1], columns[1])}`;
  const prefix = own === ref.sheet ? "" : /^\w+$/.test(to.name) ? `${to.name}!` : `'${to.name}'!`;
  return prefix + text;
}

export const sheetOf = (book: BookModel, id: number | undefined): SheetModel | undefined =>
  book.sheets.find((sheet) => sheet.id === id);

export function formulaText(formula: Formula, own: number, written: BookModel, shown: BookModel): string {
  const args = formula.args.map((ref) => {
    const text = refText(ref, own, written, shown);
    if (text !== null) return text;
    return "#REF!";
  });
  const scale = formula.factor === 1 ? "" : `*${formula.factor}`;
  if (formula.op === "sum") return `SUM(${args.join(",")})${scale}`;
  return args.join(formula.op === "times" ? "*" : formula.op === "ratio" ? "/" : "+") + scale;
}

/** A cell's result, `null` for an error. Texts count nothing. */
export function resultOf(book: BookModel, sheetId: number, row: number, column: number, depth = 0): number | null {
  const cell = sheetOf(book, sheetId)?.cells.get(cellKey(row, column));
  if (cell?.formula === undefined) return typeof cell?.value === "number" ? cell.value : 0;
  if (depth > 20) return null;
  const values = cell.formula.args.map((ref) => argument(book, ref, depth));
  if (values.some((value) => value === null)) return null;
  const [first = 0, ...rest] = values.map((value) => value ?? 0);
  const { op, factor } = cell.formula;
  if (op === "times") return rest.reduce((product, value) => product * value, first) * factor;
  if (op === "ratio") return rest[0] === 0 ? null : (first / (rest[0] ?? 1)) * factor;
  return rest.reduce((sum, value) => sum + value, first) * factor;
}

function argument(book: BookModel, ref: Ref | null, depth: number): number | null {
  const sheet = sheetOf(book, ref?.sheet);
  if (ref === null || sheet === undefined) return null;
  const rows = ends(ref.rows, sheet.rows, sheet.rows);
  const columns = ends(ref.columns, sheet.columns, sheet.columns);
  if (rows === null || columns === null) return null;
  let sum = 0;
  for (let row = rows[0]; row <= rows[1]; row++)
    for (let column = columns[0]; column <= columns[1]; column++) {
      const value = resultOf(book, sheet.id, sheet.rows[row - 1] ?? -1, sheet.columns[column - 1] ?? -1, depth + 1);
      if (value === null) return null;
      sum += value;
    }
  return sum;
}
