/**
 * One sheet of a workbook. Rows are found when the workbook is read; cells are parsed when asked for and not kept, so
 * that a sheet costs its bytes and 16 bytes a row. What surrounds the rows (widths, merged ranges, …) is `frame`, a
 * small tree whose `<sheetData/>` is empty.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";
import { parseXml, type XmlElement } from "../ooxml/xml-tree.ts";
import { translateFormula } from "./formula-shift.ts";
import { parseArea, type Area } from "./reference.ts";
import { parseRowCells, type RawCell } from "./row-cells.ts";
import { findRow, scanRows, type RowTable } from "./row-table.ts";
import { plainSheetBytes } from "./sheet-text.ts";

export type SheetState = "visible" | "hidden" | "veryHidden";

export interface SheetEntry {
  readonly name: string;
  readonly state: SheetState;
  readonly sheetId: string;
  /** The part's name, `""` where the workbook names a part that is not there. */
  readonly part: string;
  readonly kind: "worksheet" | "chartsheet" | "other";
}

interface SharedMaster {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

export class Sheet {
  readonly entry: SheetEntry;
  readonly bytes: Uint8Array;
  readonly rows: RowTable;
  readonly frame: XmlElement;
  readonly frameText: string;
  readonly #buffer: Buffer;
  #masters: ReadonlyMap<number, readonly SharedMaster[]> | null = null;
  #arrays: readonly Area[] | null = null;
  #hasFormulas: boolean | null = null;

  constructor(entry: SheetEntry, bytes: Uint8Array, rows: RowTable, frame: XmlElement, frameText: string) {
    this.entry = entry;
    this.bytes = bytes;
    this.rows = rows;
    this.frame = frame;
    this.frameText = frameText;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get name(): string {
    return this.entry.name;
  }

  get lastRow(): number {
    return this.rows.numbers[this.rows.count - 1] ?? 0;
  }

  /** `index` counts the rows that the part holds, from 0. */
  rowText(index: number): string {
    return this.#buffer.toString("utf8", this.rows.starts[index], this.rows.ends[index]);
  }

  /** The cells of the row at `index`; `text` (from `rowText`) saves decoding it again. */
  cells(index: number, text = this.rowText(index)): RawCell[] {
    const open = (this.rows.opens[index] ?? 0) - (this.rows.starts[index] ?? 0);
    const start =
      text.length === (this.rows.ends[index] ?? 0) - (this.rows.starts[index] ?? 0) ? open : text.indexOf(">") + 1;
    return parseRowCells(text, start);
  }

  cellsOfRow(number: number): RawCell[] {
    const index = findRow(this.rows, number);
    return index < 0 ? [] : this.cells(index);
  }

  rowBytes(index: number): Uint8Array {
    return this.bytes.subarray(this.rows.starts[index], this.rows.ends[index]);
  }

  /**
   * The formula of a cell in its own place, shared formulas expanded, array formulas in braces; `null` where there is
   * none.
   */
  formula(row: number, cell: RawCell): string | null {
    const { formula } = cell;
    if (formula === null) return null;
    if (formula.kind === "array") return `{${formula.text}}`;
    if (formula.kind === "dataTable") return `{TABLE(${formula.attributes})}`;
    if (formula.kind !== "shared" || formula.text !== "") return formula.text === "" ? null : formula.text;
    this.#masters ??= this.#findMasters();
    const master = this.#masters.get(formula.shared ?? -1)?.findLast(({ row: at }) => at <= row);
    return master === undefined ? null : translateFormula(master.text, row - master.row, cell.column - master.column);
  }

  /** Equal for sheets whose shared formulas say the same under the same numbers; "" where there are none. */
  get sharedFormulasKey(): string {
    if (!this.#buffer.includes("shared")) return "";
    this.#masters ??= this.#findMasters();
    return JSON.stringify([...this.#masters]);
  }

  /** Whether a cell without a formula of its own holds a result of an array formula or a data table. */
  isArrayResult(row: number, column: number): boolean {
    const inside = (area: Area) => row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
    return this.arrayAreas.some(inside);
  }

  /** Where array formulas and data tables put their results. */
  get arrayAreas(): readonly Area[] {
    return (this.#arrays ??= this.#findArrays());
  }

  get hasFormulas(): boolean {
    return (this.#hasFormulas ??= this.#buffer.includes("<f>") || this.#buffer.includes("<f "));
  }

  /** The indexes of rows whose text holds `word`. */
  *#rowsWith(word: string): Generator<number> {
    let index = 0;
    for (let at = this.#buffer.indexOf(word); at !== -1; at = this.#buffer.indexOf(word, this.rows.ends[index])) {
      while (index < this.rows.count && (this.rows.ends[index] ?? 0) <= at) index++;
      if (index >= this.rows.count) return;
      yield index;
    }
  }

  #findArrays(): readonly Area[] {
    const areas: Area[] = [];
    for (const word of ["array", "dataTable"])
      for (const index of this.#rowsWith(word))
        for (const { formula } of this.cells(index)) {
          const area = formula?.kind === "array" || formula?.kind === "dataTable" ? parseArea(formula.ref ?? "") : null;
          if (area !== null && areas.length < 10_000) areas.push(area);
        }
    return areas;
  }

  /** By number; a number may be used again further down: the last master above a follower counts. */
  #findMasters(): ReadonlyMap<number, readonly SharedMaster[]> {
    const masters = new Map<number, SharedMaster[]>();
    for (const index of this.#rowsWith("shared")) {
      const row = this.rows.numbers[index] ?? 0;
      for (const { formula, column } of this.cells(index)) {
        if (formula?.kind !== "shared" || formula.text === "" || formula.shared === null) continue;
        const master = { text: formula.text, row, column };
        const known = masters.get(formula.shared);
        if (known === undefined) masters.set(formula.shared, [master]);
        else known.push(master);
      }
    }
    return masters;
  }
}

export function readSheet(entry: SheetEntry, part: Uint8Array, limits: Limits): Result<Sheet, ReadError> {
  const plain = plainSheetBytes(part);
  if (!plain.ok) return plain;
  const bytes = plain.value;
  const rows = scanRows(bytes);
  if (!rows.ok) return rows;
  if (rows.value.cells > limits.maxCells)
    return err({ reason: "limit", limit: "maxCells", detail: `more than ${limits.maxCells} cells in a sheet` });
  const { dataStart, dataEnd } = rows.value;
  const decode = (from: number, to?: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", from, to);
  const outside = bytes.length - (dataEnd - dataStart);
  if (outside > 64 * 1024 * 1024)
    return err({ reason: "limit", limit: "maxInflatedBytes", detail: "a sheet has too much outside of its cells" });
  const frameText = dataEnd === 0 ? decode(0) : `${decode(0, dataStart)}<sheetData/>${decode(dataEnd)}`;
  const frame = parseXml(frameText, limits);
  return frame.ok ? ok(new Sheet(entry, bytes, rows.value, frame.value, frameText)) : frame;
}
