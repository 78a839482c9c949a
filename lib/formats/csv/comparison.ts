/**
 * What differs between two tables, before it is given addresses and ids: rows and columns that are new, gone or moved,
 * cells of rows and columns that both have, looks of cells that say the same, and five properties of the file.
 *
 * A usual quoting or line ending is another one only where both files keep to theirs; otherwise the odd rows are told
 * one by one, against the usual of before.
 */
import type { Work } from "../format.ts";
import { LF, NONE, type EndingKind } from "../text/document.ts";
import { alignColumns } from "./align-columns.ts";
import { alignRows } from "./align-rows.ts";
import type { Axis } from "./axis.ts";
import { rowFields, rowText, type CsvDocument } from "./document.ts";
import { lookOf, usualQuoting, type Look, type Quoting, type Spelling } from "./spelling.ts";

/** How a file is written where nothing is said to the contrary. */
export interface Style extends Spelling {
  readonly ending: EndingKind;
}

/** Rows and columns of before and after that correspond; `null` where the record has no such field. */
export interface CellDifference {
  readonly row: number;
  readonly column: number;
  readonly afterRow: number;
  readonly afterColumn: number;
  readonly before: string | null;
  readonly after: string | null;
}

export interface RowLook {
  readonly row: number;
  readonly afterRow: number;
  /** By column of before. */
  readonly looks: readonly { readonly column: number; readonly before: Look; readonly after: Look }[];
  /** `NONE` is the usual one. */
  readonly ending: { readonly before: EndingKind; readonly after: EndingKind } | null;
}

export interface Comparison {
  readonly complete: boolean;
  readonly rows: Axis;
  readonly columns: Axis;
  readonly cells: readonly CellDifference[];
  readonly looks: readonly RowLook[];
  readonly style: { readonly before: Style; readonly after: Style };
}

export function compareTables(before: CsvDocument, after: CsvDocument, work: Work): Comparison {
  const columns = alignColumns(before, after, work);
  const { complete, axis: rows } = alignRows(before, after, columns, work);
  const style = stylesOf(before, after);
  const cells: CellDifference[] = [];
  const looks: RowLook[] = [];
  const comparer = new RowComparer(before, after, columns, style, cells, looks);
  if (complete)
    rows.toAfter.forEach((to, row) => {
      if (to >= 0) comparer.compare(row, to);
    });
  work.remaining -= cells.length + looks.length;
  return { complete: complete && work.remaining >= 0, rows, columns, cells, looks, style };
}

class RowComparer {
  readonly #before: CsvDocument;
  readonly #after: CsvDocument;
  readonly #columns: Axis;
  readonly #style: Comparison["style"];
  readonly #sameSpelling: boolean;
  readonly #cells: CellDifference[];
  readonly #looks: RowLook[];

  constructor(
    before: CsvDocument,
    after: CsvDocument,
    columns: Axis,
    style: Comparison["style"],
    cells: CellDifference[],
    looks: RowLook[],
  ) {
    this.#before = before;
    this.#after = after;
    this.#columns = columns;
    this.#style = style;
    this.#sameSpelling =
      style.before.delimiter === style.after.delimiter && style.before.quoting === style.after.quoting;
    this.#cells = cells;
    this.#looks = looks;
  }

  compare(row: number, afterRow: number): void {
    const ending = this.#ending(row, afterRow);
    const text = rowText(this.#before, row);
    const other = rowText(this.#after, afterRow);
    if (this.#columns.same && this.#sameSpelling && text === other) {
      if (ending) this.#looks.push({ row, afterRow, looks: [], ending });
      return;
    }
    const plain = this.#sameSpelling && this.#style.before.quoting === "as needed" && !/"/.test(text + other);
    const [own, theirs] = [rowFields(this.#before, row), rowFields(this.#after, afterRow)];
    const looks: { column: number; before: Look; after: Look }[] = [];
    this.#columns.toAfter.forEach((afterColumn, column) => {
      const [left, right] = [own[column], afterColumn < 0 ? undefined : theirs[afterColumn]];
      if (afterColumn < 0 || (left === undefined && right === undefined)) return;
      if (left === undefined || right === undefined || left.value !== right.value) {
        const values = { before: left?.value ?? null, after: right?.value ?? null };
        this.#cells.push({ row, column, afterRow, afterColumn, ...values });
      } else if (!plain) {
        const look = { before: lookOf(left, this.#style.before), after: lookOf(right, this.#style.after) };
        if (look.before !== look.after) looks.push({ column, ...look });
      }
    });
    if (looks.length > 0 || ending) this.#looks.push({ row, afterRow, looks, ending });
  }

  #ending(row: number, afterRow: number): RowLook["ending"] {
    const [own, other] = [this.#before.endings[row], this.#after.endings[afterRow]] as [EndingKind, EndingKind];
    if (own === NONE || other === NONE) return null;
    const before = own === this.#style.before.ending ? NONE : own;
    const after = other === this.#style.after.ending ? NONE : other;
    return before === after ? null : { before, after };
  }
}

const KEEPS_TO = 0.9;

function stylesOf(before: CsvDocument, after: CsvDocument): Comparison["style"] {
  const ending = usualEndings(before.uniform, after.uniform);
  const own = usualQuoting(before);
  const other = usualQuoting(after);
  const turned = own.share >= KEEPS_TO && other.share >= KEEPS_TO && before.rowCount > 0;
  const quoting: Quoting = turned || before.rowCount === 0 ? other.quoting : own.quoting;
  const usual = before.rowCount === 0 ? other.quoting : own.quoting;
  const delimiter = before.delimiterKnown ? before.delimiter : after.delimiter;
  return {
    before: { delimiter, quoting: usual, ending: ending.before },
    after: { delimiter: after.delimiterKnown ? after.delimiter : delimiter, quoting, ending: ending.after },
  };
}

/** A file of mixed endings has `\n` as its usual one; one without any takes on that of the other. */
function usualEndings(before: EndingKind | null, after: EndingKind | null): { before: EndingKind; after: EndingKind } {
  if (before === null) return { before: LF, after: LF };
  const own = before !== NONE ? before : after !== null && after !== NONE ? after : LF;
  return { before: own, after: after === null || after === NONE ? own : after };
}
