/**
 * The changes of cells and rows of one pair of sheets, once rows and columns are aligned. Rows with equal bytes are not
 * parsed where nothing else could make them differ (tables, shared formulas, moved references).
 */
import type { Address } from "../../../core/address/address.ts";
import type { CellContent, Flag } from "../../../core/change/change.ts";
import type { Work } from "../../format.ts";
import { cellContent, cellValue, EMPTY_CELL, isBlank } from "../cell-value.ts";
import { sameFormula, shiftFormula } from "../formula-shift.ts";
import type { UnnamedChange } from "../identity.ts";
import { columnLetters, formatCell } from "../reference.ts";
import type { RawCell } from "../row-cells.ts";
import { rowLook, rowStyle, rowTag, sameLook, type RowLook } from "../row-look.ts";
import { findRow } from "../row-table.ts";
import { formulaInBase, type Comparison, type SheetPair } from "./comparison.ts";
import { alignedRuns } from "./alignment.ts";
import { sameScalar, shownAlike } from "./cell-alike.ts";
import { lostRuns, newCellFlags } from "./cell-flags.ts";
import type { Entries, Place } from "./entry.ts";
import { sameBytes } from "./match-sheets.ts";
import { MergedCover } from "./merged-cover.ts";
import type { Sheet } from "../sheet.ts";

const WORK_PER_CHANGE = 20;

export class CellComparison {
  readonly comparison: Comparison;
  readonly pair: SheetPair;
  readonly entries: Entries;
  readonly work: Work;
  readonly #skipsEqualBytes: boolean;
  readonly #sameColumns: boolean;
  readonly #cover: MergedCover;

  constructor(comparison: Comparison, pair: SheetPair, entries: Entries, work: Work) {
    this.comparison = comparison;
    this.pair = pair;
    this.entries = entries;
    this.work = work;
    this.#sameColumns = pair.columnMaps.toAfter.isSame;
    this.#cover = new MergedCover(pair);
    this.#skipsEqualBytes =
      comparison.equalTables &&
      this.#sameColumns &&
      pair.before.sharedFormulasKey === pair.after.sharedFormulasKey &&
      (comparison.toAfter.isSame || !pair.before.hasFormulas);
  }

  run(): void {
    for (const run of alignedRuns(this.pair.rows)) {
      if (run.kind !== "same") continue;
      const tables = [this.pair.before.rows, this.pair.after.rows] as const;
      const first = (at: number, side: 0 | 1) => {
        const found = findRow(tables[side], at);
        return found < 0 ? ~found : found;
      };
      let a = first(run.before, 0);
      let b = first(run.after, 1);
      for (;;) {
        const offsetA = (tables[0].numbers[a] ?? Infinity) - run.before;
        const offsetB = (tables[1].numbers[b] ?? Infinity) - run.after;
        const offset = Math.min(offsetA, offsetB);
        if (!(offset < run.count) || offset === Infinity) break;
        this.#row(
          offsetA === offset ? a++ : -1,
          offsetB === offset ? b++ : -1,
          run.before + offset,
          run.after + offset,
        );
        if (this.work.remaining < 0) return;
      }
    }
  }

  /** Indexes into the row tables, -1 where the part has no such row. */
  #row(indexA: number, indexB: number, rowA: number, rowB: number): void {
    const { before, after } = this.pair;
    this.work.remaining--;
    if (
      this.#skipsEqualBytes &&
      indexA >= 0 &&
      indexB >= 0 &&
      sameBytes(before.rowBytes(indexA), after.rowBytes(indexB))
    )
      return;
    const cellsA = indexA < 0 ? [] : before.cells(indexA);
    const cellsB = indexB < 0 ? [] : after.cells(indexB);
    this.work.remaining -= cellsA.length + cellsB.length;
    this.#rowLook(indexA, indexB, rowA, rowB);
    const saysA = this.#countSaying(cellsA, cellsB, before);
    const saysB = this.#countSaying(cellsB, cellsA, after);
    if ((saysA === 0 && saysB >= 2) || (saysB === 0 && saysA >= 2))
      this.#replacedRow(cellsA, cellsB, rowA, rowB, saysB > 0);
    else this.#cells(cellsA, cellsB, rowA, rowB);
  }

  /** A text without a character says nothing: looked at where it decides whether a row says something. */
  #countSaying(cells: readonly RawCell[], others: readonly RawCell[], sheet: Sheet): number {
    const book = sheet === this.pair.before ? this.comparison.before : this.comparison.after;
    const saying = cells.filter((cell) => !isBlank(cell));
    if (others.some((cell) => !isBlank(cell))) return saying.length;
    return saying.filter((cell) => cell.formula !== null || cellValue(book, cell) !== "").length;
  }

  #rowLook(indexA: number, indexB: number, rowA: number, rowB: number): void {
    const { before, after } = this.comparison;
    const lookA: RowLook = indexA < 0 ? {} : rowLook(before, rowTag(this.pair.before, indexA));
    const lookB: RowLook = indexB < 0 ? {} : rowLook(after, rowTag(this.pair.after, indexB));
    if (sameLook(lookA, this.#inOldColors(lookA, lookB, indexA, indexB))) return;
    const hides = lookB["hidden"] === true && lookA["hidden"] !== true;
    this.#add(
      {
        kind: "modified",
        facet: "format",
        ...this.#rowAddresses(rowA, rowB),
        before: { type: "properties", properties: lookA },
        after: { type: "properties", properties: lookB },
        ...(hides ? { flags: ["hidden"] } : {}),
      },
      { type: "row-look", pair: this.pair, before: rowA, after: rowB },
    );
  }

  /** The look of after, with the style of before where both are seen alike. */
  #inOldColors(lookA: RowLook, lookB: RowLook, indexA: number, indexB: number): RowLook {
    const { style } = lookA;
    if (style === undefined || lookB["style"] === undefined || style === lookB["style"]) return lookB;
    const [a, b] = [rowStyle(rowTag(this.pair.before, indexA)), rowStyle(rowTag(this.pair.after, indexB))];
    return shownAlike(this.comparison, a, b) ? { ...lookB, style } : lookB;
  }

  #add(change: UnnamedChange, action: Parameters<Entries["add"]>[1]): void {
    this.work.remaining -= WORK_PER_CHANGE;
    this.entries.add(change, action);
  }

  #rowAddresses(rowA: number, rowB: number): { address: Address; beforeAddress?: Address } {
    return addresses(rowAddress(this.pair.after.name, rowB), rowAddress(this.pair.before.name, rowA));
  }

  /** A row that said nothing and now says something, or the reverse: one change, nothing moves. */
  #replacedRow(
    cellsA: readonly RawCell[],
    cellsB: readonly RawCell[],
    rowA: number,
    rowB: number,
    filled: boolean,
  ): void {
    const cells = filled ? this.afterCells(cellsB, rowB) : this.beforeCells(cellsA, rowA);
    const value = { type: "cells", cells } as const;
    const none = { type: "cells", cells: {} } as const;
    this.#add(
      {
        kind: filled ? "added" : "removed",
        facet: "structure",
        ...(filled ? this.#rowAddresses(rowA, rowB) : { address: rowAddress(this.pair.before.name, rowA) }),
        before: filled ? none : value,
        after: filled ? value : none,
        ...withFlags(filled ? Object.values(cells).flatMap((cell) => newCellFlags(EMPTY_CELL, cell)) : []),
      },
      { type: "row-replaced", pair: this.pair, before: rowA, after: rowB },
    );
  }

  /** By the column letters of after. */
  afterCells(cells: readonly RawCell[], row: number): Record<string, CellContent> {
    const found: Record<string, CellContent> = {};
    for (const cell of cells) {
      const content = this.afterContent(row, cell);
      if (content.value !== null || content.formula !== undefined || cell.style !== 0)
        found[columnLetters(cell.column)] = content;
    }
    return found;
  }

  beforeCells(cells: readonly RawCell[], row: number): Record<string, CellContent> {
    const { before } = this.comparison;
    return Object.fromEntries(
      cells.map((cell) => [columnLetters(cell.column), cellContent(before, this.pair.before, row, cell)]),
    );
  }

  /** Content of a cell of after, with its formula counted in the base beside it. */
  afterContent(row: number, cell: RawCell | null): CellContent {
    if (cell === null) return EMPTY_CELL;
    const content = cellContent(this.comparison.after, this.pair.after, row, cell);
    if (content.formula === undefined) return content;
    const baseFormula = formulaInBase(this.comparison, content.formula, this.pair.after.name);
    return baseFormula === content.formula ? content : { ...content, baseFormula };
  }

  #cells(cellsA: readonly RawCell[], cellsB: readonly RawCell[], rowA: number, rowB: number): void {
    const { columnMaps } = this.pair;
    let a = 0;
    let b = 0;
    while (a < cellsA.length || b < cellsB.length) {
      const cellA = cellsA[a];
      const cellB = cellsB[b];
      const placeA =
        cellA === undefined ? Infinity : this.#sameColumns ? cellA.column : columnMaps.toAfter.to(cellA.column);
      if (placeA === null) {
        a++;
        continue;
      }
      const placeB = cellB?.column ?? Infinity;
      if (placeB < placeA && !this.#sameColumns && columnMaps.toBefore.to(placeB) === null) {
        b++;
        continue;
      }
      const column = Math.min(placeA, placeB);
      if (placeA === column) a++;
      if (placeB === column) b++;
      this.#cell(
        placeA === column ? (cellA ?? null) : null,
        placeB === column ? (cellB ?? null) : null,
        rowA,
        rowB,
        column,
      );
    }
  }

  /** @param column in after */
  #cell(cellA: RawCell | null, cellB: RawCell | null, rowA: number, rowB: number, column: number): void {
    if (this.comparison.equalTables && cellA !== null && cellB !== null && plainlyEqual(cellA, cellB)) return;
    const { before } = this.comparison;
    const contentA = cellA === null ? EMPTY_CELL : cellContent(before, this.pair.before, rowA, cellA);
    const contentB = cellB === null ? EMPTY_CELL : cellContent(this.comparison.after, this.pair.after, rowB, cellB);
    const columnA = cellA?.column ?? this.pair.columnMaps.toBefore.to(column) ?? column;
    const place = {
      ...addresses(cellAddress(this.pair.after.name, rowB, column), cellAddress(this.pair.before.name, rowA, columnA)),
    };
    const ends = { before: { row: rowA, column: columnA }, after: { row: rowB, column } };
    const facet = this.#facetOf(contentA, contentB, cellA, cellB, rowB, column);
    if (facet !== null) {
      const after = { type: "cell", ...this.afterContent(rowB, cellB) } as const;
      this.#add(
        {
          kind: kindOf(contentA, contentB),
          facet,
          ...place,
          before: { type: "cell", ...contentA },
          after,
          ...withFlags([...newCellFlags(contentA, contentB), ...this.#lostUnderMerge(contentB, ends)]),
        },
        { type: "cell", pair: this.pair, ...ends, takes: facet === "recalculated" ? "result" : "content" },
      );
    }
    if (!this.#looksAlike(cellA, cellB, contentA, contentB))
      this.#add(
        {
          kind: "modified",
          facet: this.#isHidden(cellA, cellB, ends, contentA, contentB) ? "metadata" : "format",
          ...place,
          before: { type: "cell", ...contentA },
          after: { type: "cell", ...contentB },
          ...withFlags(lostRuns(contentA, contentB)),
        },
        { type: "cell", pair: this.pair, ...ends, takes: "look" },
      );
  }

  #looksAlike(cellA: RawCell | null, cellB: RawCell | null, a: CellContent, b: CellContent): boolean {
    if (a.numberFormat !== b.numberFormat) return false;
    if (a.style === b.style) return true;
    const rich = (content: CellContent) => content.style?.split("+")[1];
    return rich(a) === rich(b) && shownAlike(this.comparison, cellA?.style ?? 0, cellB?.style ?? 0);
  }

  /** A value in a cell that a merged range covers is not seen to go. */
  #lostUnderMerge(b: CellContent, { before, after }: { readonly before: Place; readonly after: Place }): Flag[] {
    return saysNothing(b) && this.#cover.covers(before, after) ? ["lost-part"] : [];
  }

  /** Whether the look differs only in what a merged range hides. */
  #isHidden(
    cellA: RawCell | null,
    cellB: RawCell | null,
    { before, after }: { readonly before: Place; readonly after: Place },
    a: CellContent,
    b: CellContent,
  ): boolean {
    const rich = (content: CellContent) => content.style?.split("+")[1];
    if (rich(a) !== rich(b)) return false;
    return this.#cover.hides(
      { ...before, style: cellA?.style ?? 0 },
      { ...after, style: cellB?.style ?? 0 },
      this.comparison.before.styles,
      this.comparison.after.styles,
    );
  }

  #facetOf(
    a: CellContent,
    b: CellContent,
    cellA: RawCell | null,
    cellB: RawCell | null,
    rowB: number,
    column: number,
  ): "content" | "formula" | "recalculated" | null {
    const formula =
      a.formula === undefined
        ? undefined
        : shiftFormula(a.formula, this.pair.before.name, this.comparison.toAfter).text;
    const sameKind = formulaKind(cellA) === formulaKind(cellB);
    if (!sameFormula(formula, b.formula) || !sameKind) return b.formula === undefined ? "content" : "formula";
    if (sameScalar(a.value, b.value) && a.notCalculated === b.notCalculated) return null;
    // A text without a character shows nothing, and many programs drop it.
    if (b.formula === undefined && (a.value ?? "") === "" && (b.value ?? "") === "") return null;
    const follows = b.formula !== undefined || this.pair.after.isArrayResult(rowB, column);
    return follows ? "recalculated" : "content";
  }
}

/** Written alike without a formula: nothing to look at under equal tables. */
const plainlyEqual = (a: RawCell, b: RawCell) =>
  a.raw === b.raw &&
  a.style === b.style &&
  a.type === b.type &&
  a.formula === null &&
  b.formula === null &&
  a.inline === b.inline;

/** Arrays and data tables are told apart from plain formulas, and by their extent where it is more than their own cell. */
function formulaKind(cell: RawCell | null): string {
  const kind = cell?.formula?.kind ?? "normal";
  return kind === "array" || kind === "dataTable" ? kind : "normal";
}

const saysNothing = (cell: CellContent) => cell.value === null && cell.formula === undefined;

function kindOf(a: CellContent, b: CellContent): "added" | "removed" | "modified" {
  return saysNothing(a) ? "added" : saysNothing(b) ? "removed" : "modified";
}

export const withFlags = (flags: readonly Flag[]): { flags?: readonly Flag[] } =>
  flags.length === 0 ? {} : { flags: [...new Set(flags)].sort() };

export const rowAddress = (sheet: string, row: number): Address => ({ kind: "row", sheet, row });

const cellAddress = (sheet: string, row: number, column: number): Address => ({
  kind: "cells",
  sheet,
  range: formatCell(row, column),
});

/** `beforeAddress` only where it says something else. */
export function addresses(address: Address, before: Address): { address: Address; beforeAddress?: Address } {
  return JSON.stringify(address) === JSON.stringify(before) ? { address } : { address, beforeAddress: before };
}
