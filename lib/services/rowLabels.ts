/**
 * What rows of a worksheet are called: the first text to the left of a changed cell. A help for people, made by reading
 * the base once more; nothing depends on it, and a file that cannot be read has none.
 */
import type { Address } from "../core/address/address.ts";
import type { Hash } from "../shared/brand.ts";
import { DEFAULT_LIMITS } from "../formats/format.ts";
import { cellContent } from "../formats/xlsx/cell-value.ts";
import { columnNumber } from "../formats/xlsx/reference.ts";
import { findRow } from "../formats/xlsx/row-table.ts";
import { readWorkbook, type Workbook } from "../formats/xlsx/workbook.ts";
import type { Services } from "./context.ts";
import type { PlacedRow } from "./reconcileRows.ts";
import { withSources } from "./sources.ts";

const LONGEST = 60;

/** Rows of cells with their labels, the others as they were. Addresses count in `base`. */
export async function withLabels(
  services: Services,
  name: string,
  base: Hash,
  rows: readonly PlacedRow[],
): Promise<readonly PlacedRow[]> {
  if (!rows.some(({ address }) => address.kind === "cells" && address.sheet !== undefined)) return rows;
  const book = await withSources(services, name, [base], async (source) => {
    const read = source === null ? null : await readWorkbook(source, DEFAULT_LIMITS);
    return read?.ok ? read.value : null;
  });
  if (book === null) return rows;
  return rows.map((placed) => {
    const label = labelOf(book, placed.address);
    return label === null ? placed : { ...placed, row: { ...placed.row, label } };
  });
}

function labelOf(book: Workbook, address: Address): string | null {
  if (address.kind !== "cells") return null;
  const sheet = book.sheets.find(({ name }) => name === address.sheet);
  const number = Number(/\d+/.exec(address.range)?.[0] ?? "0");
  const index = sheet === undefined ? -1 : findRow(sheet.rows, number);
  if (sheet === undefined || index < 0) return null;
  const column = columnNumber(/[A-Z]+/.exec(address.range)?.[0] ?? "");
  for (const cell of sheet.cells(index)) {
    if (cell.column >= column) return null;
    const { value, formula } = cellContent(book, sheet, number, cell);
    if (typeof value === "string" && formula === undefined && value.trim() !== "")
      return value.trim().slice(0, LONGEST);
  }
  return null;
}
