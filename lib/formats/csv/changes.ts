/**
 * A comparison of tables as addressed changes, each with the edit of the base that it stands for.
 *
 * Addresses: `cell=B12`, `row=7`, `column=C`, the whole file for its properties. A cell's value is of type `cell`, its
 * text as `value`, without a side where the record has no such field. A row's or column's value is of type `cells`,
 * by letters or numbers *of the base*, blank ones left out; where a row or column moved to is the property
 * `inFrontOf`, counted in the base too. So no id depends on what else was inserted or deleted. A cell of a new row in
 * a new column is a change of its own that requires both.
 */
import type { Address } from "../../core/address/address.ts";
import {
  changeId,
  type CellContent,
  type Change,
  type ChangeId,
  type Flag,
  type Value,
} from "../../core/change/change.ts";
import { ENDING_NAMES, NONE, type EndingKind } from "../text/document.ts";
import type { Encoding } from "../text/encoding.ts";
import { columnLetters } from "../xlsx/reference.ts";
import type { CellDifference, Comparison, RowLook } from "./comparison.ts";
import { DELIMITER_NAMES } from "./dialect.ts";
import { rowText, rowValues, type CsvDocument } from "./document.ts";

export type Property = "encoding" | "delimiter" | "quoting" | "lineEnding" | "finalNewline";

/** `row` and `column` count in before, `afterRow` and `afterColumn` in after. */
export type Edit =
  | {
      readonly type: "cell";
      readonly row: number;
      readonly column: number;
      readonly afterRow: number;
      readonly afterColumn: number;
    }
  | { readonly type: "crossing"; readonly afterRow: number; readonly afterColumn: number }
  | { readonly type: "row-removed"; readonly row: number }
  | { readonly type: "row-added"; readonly afterRow: number }
  | { readonly type: "row-moved"; readonly row: number; readonly afterRow: number }
  | { readonly type: "row-look"; readonly row: number; readonly look: RowLook }
  | { readonly type: "column-removed"; readonly column: number }
  | { readonly type: "column-added"; readonly afterColumn: number }
  | { readonly type: "column-moved"; readonly column: number; readonly afterColumn: number }
  | { readonly type: "property"; readonly property: Property };

interface CsvChange {
  readonly change: Change;
  readonly edit: Edit;
}

export type UnnamedChange = Omit<Change, "id">;

/** What makes two changes of tables the same (R1), from the change alone. */
export function csvChangeId(change: UnnamedChange, ordinal = 0): ChangeId {
  return changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: change.beforeAddress ?? change.address,
    before: change.before ?? null,
    after: change.after ?? null,
    ...(ordinal === 0 ? {} : { ordinal }),
  });
}

/** Properties of the file first, then columns, rows, cells and looks, each in order. */
export function csvChanges(before: CsvDocument, after: CsvDocument, comparison: Comparison): CsvChange[] {
  if (!comparison.complete) return [];
  return new ChangeList(before, after, comparison).run();
}

export const cellRange = (row: number, column: number): string => `${columnLetters(column + 1)}${row + 1}`;
const cellAddress = (row: number, column: number): Address => ({ kind: "cells", range: cellRange(row, column) });
const rowAddress = (row: number): Address => ({ kind: "row", row: row + 1 });
const columnAddress = (column: number): Address => ({ kind: "column", column: columnLetters(column + 1) });
const WHOLE: Address = { kind: "file" };

class ChangeList {
  readonly #before: CsvDocument;
  readonly #after: CsvDocument;
  readonly #comparison: Comparison;
  readonly #list: CsvChange[] = [];
  readonly #seen = new Map<ChangeId, number>();
  readonly #rowIds = new Map<number, ChangeId>();
  readonly #columnIds = new Map<number, ChangeId>();
  #encodingId: ChangeId | null = null;

  constructor(before: CsvDocument, after: CsvDocument, comparison: Comparison) {
    this.#before = before;
    this.#after = after;
    this.#comparison = comparison;
  }

  run(): CsvChange[] {
    this.#properties();
    this.#columns();
    this.#rows();
    this.#cells();
    for (const look of this.#comparison.looks) this.#look(look);
    return this.#list;
  }

  #add(change: UnnamedChange, edit: Edit): ChangeId {
    const first = csvChangeId(change);
    const ordinal = this.#seen.get(first) ?? 0;
    this.#seen.set(first, ordinal + 1);
    const id = ordinal === 0 ? first : csvChangeId(change, ordinal);
    const needs = this.#encodingId !== null && holdsMore(change.after) ? [this.#encodingId] : [];
    // Of equal changes at one place the second is the second only beside the first.
    if (ordinal > 0) needs.push(csvChangeId(change, ordinal - 1));
    const requires = [...needs, ...(change.requires ?? [])];
    this.#list.push({ change: { id, ...change, ...(requires.length > 0 ? { requires } : {}) }, edit });
    return id;
  }

  #properties(): void {
    const { style } = this.#comparison;
    const [own, other] = [this.#before, this.#after];
    const property = (name: Property, before: Properties, after: Properties) =>
      this.#add(
        {
          kind: "modified",
          facet: name === "encoding" ? "metadata" : "format",
          address: WHOLE,
          before: { type: "properties", properties: before },
          after: { type: "properties", properties: after },
        },
        { type: "property", property: name },
      );
    if (encodingsDiffer(own, other)) {
      const id = property("encoding", encodingValue(own.encoding), encodingValue(other.encoding));
      if (own.encoding === "latin-1") this.#encodingId = id;
    }
    const { before, after } = style;
    const named = (delimiter: string) => ({ delimiter: DELIMITER_NAMES[delimiter] ?? delimiter });
    if (before.delimiter !== after.delimiter) property("delimiter", named(before.delimiter), named(after.delimiter));
    if (before.quoting !== after.quoting) property("quoting", { quoting: before.quoting }, { quoting: after.quoting });
    const ending = (kind: EndingKind) => ({ lineEnding: ENDING_NAMES[kind] });
    if (before.ending !== after.ending) property("lineEnding", ending(before.ending), ending(after.ending));
    if (own.finalNewline !== null && other.finalNewline !== null && own.finalNewline !== other.finalNewline)
      property("finalNewline", { finalNewline: own.finalNewline }, { finalNewline: other.finalNewline });
  }

  #columns(): void {
    const { columns, rows } = this.#comparison;
    if (columns.same) return;
    const cellsOf = (doc: CsvDocument, column: number, numberOf: (row: number) => number): Value => {
      const cells: Record<string, CellContent> = {};
      for (let row = 0; row < doc.rowCount; row++) {
        const number = numberOf(row);
        const value = number < 0 ? "" : (rowValues(doc, row)[column] ?? "");
        if (value !== "") cells[String(number + 1)] = { value };
      }
      return { type: "cells", cells };
    };
    columns.toAfter.forEach((to, column) => {
      if (to >= 0) return;
      const before = cellsOf(this.#before, column, (row) => row);
      const change = { kind: "removed", facet: "structure", address: columnAddress(column), before } as const;
      this.#add(change, { type: "column-removed", column });
    });
    columns.toBefore.forEach((from, afterColumn) => {
      const anchor = (columns.anchors[afterColumn] ?? -1) + 1;
      const address = columnAddress(afterColumn);
      if (from < 0) {
        const after = cellsOf(this.#after, afterColumn, (row) => rows.toBefore[row] ?? -1);
        const place = { kind: "added", facet: "structure", address, beforeAddress: columnAddress(anchor) } as const;
        const flagged = { ...place, after, ...flags(Object.values(after.type === "cells" ? after.cells : {})) };
        this.#columnIds.set(afterColumn, this.#add(flagged, { type: "column-added", afterColumn }));
      } else if (columns.moved.has(from)) {
        const before = cellsOf(this.#before, from, (row) => row);
        const after: Value = { type: "properties", properties: { inFrontOf: columnLetters(anchor + 1) } };
        const place = { kind: "moved", facet: "structure", address, beforeAddress: columnAddress(from) } as const;
        this.#add({ ...place, before, after }, { type: "column-moved", column: from, afterColumn });
      }
    });
  }

  #rows(): void {
    const { columns, rows } = this.#comparison;
    if (rows.same) return;
    const cellsOf = (doc: CsvDocument, row: number, numberOf: (column: number) => number): Value => {
      const cells: Record<string, CellContent> = {};
      rowValues(doc, row).forEach((value, at) => {
        const column = numberOf(at);
        if (column >= 0 && value !== "") cells[columnLetters(column + 1)] = { value };
      });
      return { type: "cells", cells };
    };
    this.#goneRows((row) => cellsOf(this.#before, row, (column) => column));
    rows.toBefore.forEach((from, afterRow) => {
      if (from >= 0 && !rows.moved.has(from)) return;
      const anchor = (rows.anchors[afterRow] ?? -1) + 1;
      const address = rowAddress(afterRow);
      if (from < 0) {
        const after = cellsOf(this.#after, afterRow, (column) => columns.toBefore[column] ?? -1);
        const place = { kind: "added", facet: "structure", address, beforeAddress: rowAddress(anchor) } as const;
        const flagged = { ...place, after, ...flags(Object.values(after.type === "cells" ? after.cells : {})) };
        this.#rowIds.set(afterRow, this.#add(flagged, { type: "row-added", afterRow }));
      } else {
        const before = cellsOf(this.#before, from, (column) => column);
        const after: Value = { type: "properties", properties: { inFrontOf: anchor + 1 } };
        const place = { kind: "moved", facet: "structure", address, beforeAddress: rowAddress(from) } as const;
        this.#add({ ...place, before, after }, { type: "row-moved", row: from, afterRow });
      }
    });
    this.#crossings();
  }

  /** Of equal neighbours that are gone, the upper one needs the lower: any part of them is then one and the same deletion. */
  #goneRows(cellsOf: (row: number) => Value): void {
    const { toAfter } = this.#comparison.rows;
    const ids = new Map<number, ChangeId>();
    const text = (row: number) => rowText(this.#before, row);
    const from = this.#list.length;
    for (let row = toAfter.length - 1; row >= 0; row--) {
      if ((toAfter[row] ?? -1) >= 0) continue;
      const below = ids.get(row + 1);
      const needs = below !== undefined && text(row) === text(row + 1) ? { requires: [below] } : {};
      const place = { kind: "removed", facet: "structure", address: rowAddress(row), before: cellsOf(row) } as const;
      ids.set(row, this.#add({ ...place, ...needs }, { type: "row-removed", row }));
    }
    for (const entry of this.#list.splice(from).reverse()) this.#list.push(entry);
  }

  /** What new rows say in new columns. */
  #crossings(): void {
    const { rows, columns } = this.#comparison;
    for (const [afterRow, rowId] of this.#rowIds) {
      if (this.#columnIds.size === 0) return;
      const values = rowValues(this.#after, afterRow);
      for (const [afterColumn, columnId] of this.#columnIds) {
        const value = values[afterColumn] ?? "";
        if (value === "") continue;
        const [row, column] = [(rows.anchors[afterRow] ?? -1) + 1, (columns.anchors[afterColumn] ?? -1) + 1];
        const beforeAddress = cellAddress(row, column);
        const place = { kind: "added", facet: "structure", address: cellAddress(afterRow, afterColumn) } as const;
        const sides = { beforeAddress, after: { type: "cell", value } as const, requires: [rowId, columnId] };
        this.#add({ ...place, ...sides, ...flags([{ value }]) }, { type: "crossing", afterRow, afterColumn });
      }
    }
  }

  /** Of several fields that a record gains, each needs the one in front; of several that it loses, the one behind. */
  #cells(): void {
    const { cells } = this.#comparison;
    let gained: { readonly row: number; readonly id: ChangeId } | null = null;
    const ids: ChangeId[] = [];
    for (const cell of cells) {
      const needs = cell.before === null && gained?.row === cell.row ? [gained.id] : [];
      const id = this.#cell(cell, needs);
      if (cell.before === null) gained = { row: cell.row, id };
      ids.push(id);
    }
    const first = this.#list.length - cells.length;
    cells.forEach((cell, n) => {
      const next = cells[n + 1];
      const [entry, needed] = [this.#list[first + n], ids[n + 1]];
      if (cell.after !== null || next?.row !== cell.row || next.after !== null || !entry || !needed) return;
      const requires = [...(entry.change.requires ?? []), needed];
      this.#list[first + n] = { ...entry, change: { ...entry.change, requires } };
    });
  }

  #cell(cell: CellDifference, requires: readonly ChangeId[]): ChangeId {
    const { row, column, afterRow, afterColumn, before, after } = cell;
    const own = cellAddress(row, column);
    const address = after === null ? own : cellAddress(afterRow, afterColumn);
    const apart = after !== null && (row !== afterRow || column !== afterColumn);
    const change: UnnamedChange = {
      kind: before === null ? "added" : after === null ? "removed" : "modified",
      facet: "content",
      address,
      ...(apart ? { beforeAddress: own } : {}),
      ...(before === null ? {} : { before: { type: "cell", value: before } }),
      ...(after === null ? {} : { after: { type: "cell", value: after } }),
      ...(requires.length > 0 ? { requires } : {}),
      ...(after !== null && !isErrorText(before ?? "") ? flags([{ value: after }]) : {}),
    };
    return this.#add(change, { type: "cell", row, column, afterRow, afterColumn });
  }

  #look(look: RowLook): void {
    const side = (key: "before" | "after"): Value => {
      const properties: Record<string, string> = {};
      for (const own of look.looks) properties[columnLetters(own.column + 1)] = own[key] === "" ? "usual" : own[key];
      if (look.ending) properties["lineEnding"] = look.ending[key] === NONE ? "usual" : ENDING_NAMES[look.ending[key]];
      return { type: "properties", properties };
    };
    const { row, afterRow } = look;
    this.#add(
      {
        kind: "modified",
        facet: "format",
        address: rowAddress(afterRow),
        ...(row === afterRow ? {} : { beforeAddress: rowAddress(row) }),
        before: side("before"),
        after: side("after"),
      },
      { type: "row-look", row, look },
    );
  }
}

type Properties = Extract<Value, { type: "properties" }>["properties"];

/** Of two encodings of which one is plain ASCII only a byte order mark or UTF-16 makes a difference. */
function encodingsDiffer(before: CsvDocument, after: CsvDocument): boolean {
  const eightBit = (doc: CsvDocument) => doc.encoding === "utf-8" || doc.encoding === "latin-1";
  if ((before.ascii || after.ascii) && eightBit(before) && eightBit(after)) return false;
  return before.encoding !== after.encoding;
}

const encodingValue = (encoding: Encoding): Properties => ({
  encoding: encoding === "utf-8-bom" ? "utf-8" : encoding,
  byteOrderMark: encoding !== "utf-8" && encoding !== "latin-1",
});

const ERROR_TEXT = /^#(REF!|DIV\/0!|N\/A|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;
const isErrorText = (text: string): boolean => ERROR_TEXT.test(text.trim());

function flags(cells: readonly CellContent[]): { readonly flags?: readonly Flag[] } {
  return cells.some(({ value }) => typeof value === "string" && isErrorText(value))
    ? { flags: ["new-error-value"] }
    : {};
}

/** Whether a value has characters that Latin-1 has not. */
function holdsMore(value: Value | undefined): boolean {
  const wide = (text: unknown) => typeof text === "string" && /[^\0-\xff]/.test(text);
  if (value?.type === "cell") return wide(value.value);
  return value?.type === "cells" && Object.values(value.cells).some((cell) => wide(cell.value));
}
