/**
 * The rows of a sheet in the result. Rows that nothing touches are copied as bytes, neighbours in one piece; a touched
 * row keeps the XML of every cell that is not touched itself.
 */
import { findRow } from "../row-table.ts";
import { columnLetters } from "../reference.ts";
import { richLook } from "../cell-value.ts";
import type { RawCell } from "../row-cells.ts";
import type { Sheet } from "../sheet.ts";
import { rowTag } from "../row-look.ts";
import { movedCell, withFormula, withoutResult, withResult, writeCell } from "./cell-writer.ts";
import { writtenFormula } from "./formula-writer.ts";
import type { CellEdit, Plan, SheetPlan } from "./plan.ts";
import type { StyleCarrier } from "./style-carrier.ts";

export type Dirty = ReadonlyMap<number, ReadonlySet<number>>;

/** A cell's XML at a column of the result. */
type Placed = readonly [number, string];

export class SheetRows {
  readonly #plan: Plan;
  readonly #sheet: SheetPlan;
  readonly #styles: StyleCarrier;
  readonly #dirty: Dirty;
  readonly #chunks: Uint8Array[] = [];
  readonly #expands: boolean;
  readonly #newColumns: readonly { readonly after: number; readonly result: number }[];
  #copyFrom = -1;
  #copyTo = -1;
  #copied = -1;
  touched = false;
  /** Formulas of after that name something that the result does not have. */
  readonly lost: string[] = [];

  constructor(plan: Plan, sheet: SheetPlan, styles: StyleCarrier, dirty: Dirty) {
    this.#plan = plan;
    this.#sheet = sheet;
    this.#styles = styles;
    this.#dirty = dirty;
    const shared = sheet.pair.before.sharedFormulasKey !== "";
    this.#expands = shared && (!plan.fromBefore.isSame || this.#editsMaster());
    this.#newColumns = sheet.columns.runs.flatMap((run) =>
      run.before === null && run.after !== null ? [{ after: run.after, result: run.result }] : [],
    );
  }

  /** The bytes between `<sheetData>` and `</sheetData>`. */
  write(): readonly Uint8Array[] {
    const { before, after } = this.#sheet.pair;
    for (const run of this.#sheet.rows.runs) {
      if (run.before === null) {
        if (run.after !== null) this.#insertedRow(run.after, run.result);
        continue;
      }
      const start = run.before;
      const twin = run.after;
      for (const number of rowNumbers(before, start, run.count, this.#extraRows(after, start, twin, run.count)))
        this.#row(number, twin === null ? null : number - start + twin, number - start + run.result);
    }
    this.#flush();
    return this.#chunks;
  }

  /** Rows that before may not hold as elements, but that take something. */
  #extraRows(after: Sheet, start: number, twin: number | null, count: number): number[] {
    const inside = (row: number) => row >= start && row < start + count;
    const extra = [...this.#sheet.cells.keys(), ...this.#sheet.replaced.keys(), ...this.#sheet.looks.keys()].filter(
      inside,
    );
    if (this.#newColumns.length > 0 && twin !== null)
      for (const row of after.rows.numbers) if (row >= twin && row < twin + count) extra.push(row - twin + start);
    return extra;
  }

  #row(number: number, twin: number | null, result: number): void {
    const { pair, cells, replaced, looks, columns } = this.#sheet;
    const index = findRow(pair.before.rows, number);
    const edits = cells.get(number);
    const replacement = replaced.get(number);
    const dirty = this.#dirty.get(number);
    const still =
      result === number &&
      columns.fromBefore.isSame &&
      this.#newColumns.length === 0 &&
      edits === undefined &&
      replacement === undefined &&
      !looks.has(number) &&
      dirty === undefined;
    if (still && index >= 0 && !this.#formulasMove(index)) {
      this.#copy(index);
      return;
    }
    const text = index < 0 ? "" : pair.before.rowText(index);
    const own = index < 0 ? [] : pair.before.cells(index, text);
    const placed: Placed[] = [];
    if (replacement !== undefined) this.#afterCells(replacement, placed, result);
    for (const cell of own) {
      const column = columns.fromBefore.to(cell.column);
      if (column === null || (replacement !== undefined && pair.columnMaps.toAfter.to(cell.column) !== null)) continue;
      const edit = edits?.get(cell.column);
      const place = columnLetters(column) + String(result);
      const xml = text.slice(cell.start, cell.end);
      placed.push([
        column,
        edit === undefined
          ? this.#kept(cell, xml, number, place, dirty?.has(cell.column) === true)
          : this.#edited(edit, cell, xml, number, place),
      ]);
    }
    const known = new Set(own.map((cell) => cell.column));
    for (const [column, edit] of edits ?? []) {
      const to = known.has(column) ? null : columns.fromBefore.to(column);
      if (to !== null) placed.push([to, this.#edited(edit, null, "", number, columnLetters(to) + String(result))]);
    }
    if (twin !== null && replacement === undefined) this.#newColumnCells(twin, result, placed);
    this.#emit(this.#tag(number, index, result), placed, looks.has(number) || index >= 0);
  }

  #formulasMove(index: number): boolean {
    if (this.#plan.fromBefore.isSame && !this.#expands) return false;
    const { before } = this.#sheet.pair;
    const bytes = before.rowBytes(index);
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("<f")) return false;
    if (this.#expands) return true;
    const row = before.rows.numbers[index] ?? 0;
    return before.cells(index).some((cell) => {
      const written = writtenFormula(before, row, cell, this.#plan.fromBefore);
      return written !== null && written.text !== cell.formula?.text;
    });
  }

  #kept(cell: RawCell, xml: string, row: number, place: string, dirty: boolean): string {
    let out = movedCell(xml, place, null);
    if (cell.formula !== null && (!this.#plan.fromBefore.isSame || this.#expands)) {
      const written = writtenFormula(this.#sheet.pair.before, row, cell, this.#plan.fromBefore);
      if (written !== null) out = withFormula(out, written);
    }
    return dirty ? withoutResult(out) : out;
  }

  #edited(edit: CellEdit, cell: RawCell | null, xml: string, row: number, place: string): string {
    const { before, after } = this.#plan;
    const twin =
      this.#sheet.pair.after.cellsOfRow(edit.after.row).find((found) => found.column === edit.after.column) ?? null;
    const style = edit.look ? (twin === null ? 0 : this.#styles.style(twin.style)) : (cell?.style ?? 0);
    if (edit.content) return this.#taken(twin, edit.after.row, place, style, !edit.look);
    if (cell === null) return style === 0 ? "" : `<c r="${place}" s="${style}"/>`;
    const kept = this.#kept(cell, xml, row, place, false);
    const runs = edit.look && twin !== null && richLook(before, cell) !== richLook(after, twin);
    if (runs && cell.formula === null) return this.#taken(twin, edit.after.row, place, style, false);
    const looks = edit.look ? movedCell(kept, place, style) : kept;
    const dirty = this.#dirty.get(row)?.has(cell.column) === true;
    return edit.result && this.#plan.all
      ? twin === null
        ? looks
        : withResult(looks, twin, after)
      : dirty
        ? withoutResult(looks)
        : looks;
  }

  /** A cell of after, at its place in the result. */
  #taken(cell: RawCell | null, row: number, place: string, style: number, plain: boolean): string {
    const { after, all, fromAfter } = this.#plan;
    const sheet = this.#sheet.pair.after;
    const formula = cell === null ? null : writtenFormula(sheet, row, cell, fromAfter);
    if (formula?.lost === true) this.lost.push(place);
    return writeCell(
      place,
      style,
      after,
      cell,
      formula,
      all,
      plain && cell !== null && richLook(after, cell) !== undefined,
    );
  }

  #afterCells(row: number, placed: Placed[], result: number): void {
    const { pair, columns } = this.#sheet;
    for (const cell of pair.after.cellsOfRow(row)) {
      const column = columns.fromAfter.to(cell.column);
      if (column === null) continue;
      placed.push([
        column,
        this.#taken(cell, row, columnLetters(column) + String(result), this.#styles.style(cell.style), false),
      ]);
    }
  }

  #newColumnCells(row: number, result: number, placed: Placed[]): void {
    if (this.#newColumns.length === 0) return;
    const cells = this.#sheet.pair.after.cellsOfRow(row);
    for (const fresh of this.#newColumns) {
      const cell = cells.find((found) => found.column === fresh.after);
      if (cell !== undefined)
        placed.push([
          fresh.result,
          this.#taken(cell, row, columnLetters(fresh.result) + String(result), this.#styles.style(cell.style), false),
        ]);
    }
  }

  #insertedRow(row: number, result: number): void {
    const { after } = this.#sheet.pair;
    const index = findRow(after.rows, row);
    const placed: Placed[] = [];
    this.#afterCells(row, placed, result);
    this.#emit(`<row r="${result}"${index < 0 ? "" : this.#look(after, index)}>`, placed, index >= 0);
  }

  #tag(number: number, index: number, result: number): string {
    const { pair, looks } = this.#sheet;
    const taken = looks.get(number);
    const old = index < 0 ? "<row>" : rowTag(pair.before, index);
    let attributes = old
      .replace(/^<row/, "")
      .replace(/\/?>$/, "")
      .replace(/\s(r|spans)\s*=\s*("[^"]*"|'[^']*')/g, "");
    if (taken !== undefined) {
      attributes = attributes.replace(
        /\s(ht|customHeight|hidden|outlineLevel|collapsed|s|customFormat)\s*=\s*("[^"]*"|'[^']*')/g,
        "",
      );
      const twin = findRow(pair.after.rows, taken);
      if (twin >= 0) attributes += this.#look(pair.after, twin);
    }
    return `<row r="${result}"${attributes.trimEnd()}>`;
  }

  /** The attributes of a row of after that say how it looks. */
  #look(after: Sheet, index: number): string {
    const tag = rowTag(after, index);
    const found =
      tag.match(/\s(ht|customHeight|hidden|outlineLevel|collapsed|s|customFormat)\s*=\s*("[^"]*"|'[^']*')/g) ?? [];
    return found
      .map((attribute) =>
        attribute.replace(
          /^\ss\s*=\s*["'](\d+)["']$/,
          (_all, style: string) => ` s="${this.#styles.style(Number(style))}"`,
        ),
      )
      .join("");
  }

  #emit(tag: string, placed: Placed[], keepsEmpty: boolean): void {
    this.#flush();
    this.touched = true;
    const cells = placed
      .filter(([, xml]) => xml !== "")
      .sort((a, b) => a[0] - b[0])
      .map(([, xml]) => xml)
      .join("");
    if (cells === "" && !keepsEmpty) return;
    this.#chunks.push(Buffer.from(cells === "" ? `${tag.slice(0, -1)}/>` : `${tag}${cells}</row>`));
  }

  #copy(index: number): void {
    const { rows } = this.#sheet.pair.before;
    if (this.#copyTo === -1 || this.#copied !== index - 1) {
      this.#flush();
      this.#copyFrom = rows.starts[index] ?? 0;
    }
    this.#copyTo = rows.ends[index] ?? 0;
    this.#copied = index;
  }

  #flush(): void {
    if (this.#copyTo === -1) return;
    this.#chunks.push(this.#sheet.pair.before.bytes.subarray(this.#copyFrom, this.#copyTo));
    this.#copyTo = -1;
  }

  #editsMaster(): boolean {
    const { before } = this.#sheet.pair;
    for (const [row, edits] of this.#sheet.cells)
      for (const cell of before.cellsOfRow(row))
        if (edits.get(cell.column)?.content === true && cell.formula?.kind === "shared" && cell.formula.text !== "")
          return true;
    for (const row of this.#sheet.replaced.keys())
      if (before.cellsOfRow(row).some((cell) => cell.formula?.kind === "shared")) return true;
    return false;
  }
}

/** Row numbers from `start`, `count` of them at most: those that the part holds and `extra` ones, rising. */
function rowNumbers(sheet: Sheet, start: number, count: number, extra: readonly number[]): number[] {
  const found = findRow(sheet.rows, start);
  const numbers: number[] = [];
  for (let index = found < 0 ? ~found : found; index < sheet.rows.count; index++) {
    const number = sheet.rows.numbers[index] ?? 0;
    if (number >= start + count) break;
    numbers.push(number);
  }
  if (extra.length === 0) return numbers;
  return [...new Set([...numbers, ...extra])].sort((a, b) => a - b);
}
