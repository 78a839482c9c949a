/** Inserted, deleted and moved rows, inserted and deleted columns: one change each, with the cells that they bring. */
import type { CellContent, ChangeId } from "../../../core/change/change.ts";
import { cellContent, EMPTY_CELL, isBlank } from "../cell-value.ts";
import { columnLetters } from "../reference.ts";
import type { RawCell } from "../row-cells.ts";
import { newCellFlags } from "./cell-flags.ts";
import { rowAddress, withFlags, type CellComparison } from "./compare-cells.ts";

export function structuralEntries(cells: CellComparison): void {
  const { pair } = cells;
  const removed = new Set(pair.rows.removed);
  const moved = pair.rows.moved ?? new Map<number, number>();
  for (const before of moved.keys()) removed.delete(before);
  const movedTo = new Map([...moved].map(([before, after]) => [after, before]));
  removedRows(cells, [...removed]);
  for (const after of pair.rows.added) addedRow(cells, after, movedTo.get(after) ?? null);
  for (const before of pair.columns.removed) column(cells, before, false);
  for (const after of pair.columns.added) column(cells, after, true);
}

/** Of equal neighbours that are gone, the upper one needs the lower one: any part of them is then one and the same deletion. */
function removedRows(cells: CellComparison, numbers: readonly number[]): void {
  let below: { readonly row: number; readonly key: string; readonly id: ChangeId } | null = null;
  for (const before of [...numbers].sort((a, b) => b - a)) {
    const content = cells.beforeCells(cells.pair.before.cellsOfRow(before), before);
    const key = JSON.stringify(content);
    const needs: ChangeId[] = below !== null && below.row === before + 1 && below.key === key ? [below.id] : [];
    cells.work.remaining -= 20;
    const id = cells.entries.add(
      {
        kind: "removed",
        facet: "structure",
        address: rowAddress(cells.pair.before.name, before),
        before: { type: "cells", cells: content },
        ...(needs.length === 0 ? {} : { requires: needs }),
      },
      { type: "row-removed", pair: cells.pair, before },
    );
    below = { row: before, key, id };
  }
}

function addedRow(cells: CellComparison, after: number, movedFrom: number | null): void {
  const { pair } = cells;
  const content = cells.afterCells(pair.after.cellsOfRow(after), after);
  const anchor = pair.rowMaps.anchorOf(after);
  const name = pair.before.name;
  cells.work.remaining -= 20;
  const flags = movedFrom === null ? Object.values(content).flatMap((cell) => newCellFlags(EMPTY_CELL, cell)) : [];
  cells.entries.add(
    {
      kind: movedFrom === null ? "added" : "moved",
      facet: "structure",
      address: rowAddress(pair.after.name, after),
      beforeAddress: rowAddress(name, movedFrom ?? anchor),
      ...(movedFrom === null
        ? {}
        : {
            before: { type: "cells", cells: cells.beforeCells(pair.before.cellsOfRow(movedFrom), movedFrom) } as const,
          }),
      after: { type: "cells", cells: content, ...(movedFrom === null ? {} : { inFrontOf: anchor }) },
      ...withFlags(flags),
    },
    movedFrom === null ? { type: "row-added", pair, after } : { type: "row-moved", pair, before: movedFrom, after },
  );
}

function column(cells: CellComparison, number: number, added: boolean): void {
  const { pair, comparison } = cells;
  const [book, sheet] = added ? ([comparison.after, pair.after] as const) : ([comparison.before, pair.before] as const);
  const content: Record<string, CellContent> = {};
  for (let index = 0; index < sheet.rows.count; index++) {
    const row = sheet.rows.numbers[index] ?? 0;
    if ((added ? pair.rowMaps.toBefore : pair.rowMaps.toAfter).to(row) === null) continue;
    const cell = sheet.cells(index).find((found: RawCell) => found.column === number);
    if (cell !== undefined && (!isBlank(cell) || cell.style !== 0))
      content[String(row)] = added ? cells.afterContent(row, cell) : cellContent(book, sheet, row, cell);
  }
  cells.work.remaining -= sheet.rows.count;
  const value = { type: "cells", cells: content } as const;
  const anchor = added ? pair.columnMaps.anchorOf(number) : number;
  cells.entries.add(
    {
      kind: added ? "added" : "removed",
      facet: "structure",
      address: { kind: "column", sheet: sheet.name, column: columnLetters(number) },
      ...(added
        ? { beforeAddress: { kind: "column", sheet: pair.before.name, column: columnLetters(anchor) } as const }
        : {}),
      ...(added ? { after: value } : { before: value }),
      ...withFlags(added ? Object.values(content).flatMap((cell) => newCellFlags(EMPTY_CELL, cell)) : []),
    },
    added ? { type: "column-added", pair, after: number } : { type: "column-removed", pair, before: number },
  );
}
