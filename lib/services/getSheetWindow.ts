/**
 * A window of one sheet, or of a table file, of any version: rows by their own numbers, never the whole sheet. The file
 * is first read where it can be stopped; what was read is kept for the next window.
 */
import type { SheetWindowView } from "../contracts/records.ts";
import { nameOf } from "../core/tree/path.ts";
import { headerOf, looksNumeric, readCsv, rowValues, type CsvDocument } from "../formats/csv/document.ts";
import { DEFAULT_LIMITS, type Source } from "../formats/format.ts";
import { readSheetDocument } from "../formats/sheet/read.ts";
import { cellContent } from "../formats/xlsx/cell-value.ts";
import { displayText } from "../formats/xlsx/display.ts";
import { columnLetters } from "../formats/xlsx/reference.ts";
import { WorkbookGrid, type WorkbookGridSheet } from "../formats/xlsx/workbook-grid.ts";
import { readWorkbook } from "../formats/xlsx/workbook.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { withSources } from "./sources.ts";
import { versionedFile, type WhichFile } from "./versionedFile.ts";

export interface SheetWindow extends WhichFile {
  readonly sheet?: string | undefined;
  readonly from: number;
  readonly count: number;
}

type Window = Pick<SheetWindowView, "columns" | "from" | "rows" | "sheet" | "sheets" | "totalRows">;
type Row = SheetWindowView["rows"][number];

const MAX_COLUMNS = 512;
const MAX_TEXT = 2_000;

export async function getSheetWindow(
  services: Services,
  principal: Principal,
  slug: string,
  request: SheetWindow,
): Outcome<SheetWindowView> {
  const found = await versionedFile(services, principal, slug, request);
  if (!found.ok) return found;
  const { version, path, hash } = found.value;
  const read = await tableOf(services, nameOf(path), hash);
  if (!read.ok) return fail(read.error.type, `"${path}" ${read.error.detail}`, { version });
  const window = read.value instanceof WorkbookGrid ? sheetWindow(read.value, request) : csvWindow(read.value, request);
  if (window === null) return fail("unreadable", `"${path}" has no sheet.`, { version });
  return ok({ version, path, contentHash: hash, ...window });
}

type Table = CsvDocument | WorkbookGrid;

async function tableOf(services: Services, name: string, hash: Hash): Promise<Result<Table, Failure>> {
  // The key of a comparison with nothing: created files are reviewed with the same grid.
  const kept = services.caches.grids.get(`:${hash}`);
  const known = kept instanceof WorkbookGrid ? kept : services.caches.tables.get(hash);
  if (known) return ok(known);
  return withSources(services, name, [hash], async (source) => {
    if (source === null) throw new Error("A hash names a source");
    const { format, error } = await services.parser.inspect(source);
    if (error !== null) return fail("unreadable", `cannot be read: ${error.reason}, ${error.detail}`);
    const read = await readTable(format, source);
    if (read === null) return fail("unreadable", "is no workbook and no table.");
    if (!read.ok) return fail("unreadable", `cannot be read: ${read.error.reason}, ${read.error.detail}`);
    if (read.value instanceof WorkbookGrid) services.caches.grids.set(`:${hash}`, read.value);
    else services.caches.tables.set(hash, read.value);
    return ok(read.value);
  });
}

async function readTable(format: string, source: Source) {
  if (format === "csv") return readCsv(source, DEFAULT_LIMITS);
  if (format === "xlsx") {
    const read = await readWorkbook(source, DEFAULT_LIMITS);
    return read.ok ? ok(new WorkbookGrid(null, read.value, [])) : read;
  }
  if (format !== "sheet") return null;
  const read = await readSheetDocument(source, DEFAULT_LIMITS);
  return read.ok ? ok(new WorkbookGrid(null, read.value.book, [])) : read;
}

const lastRow = ({ after }: WorkbookGridSheet): number => after?.sheet.rows.numbers[after.sheet.rows.count - 1] ?? 0;

function sheetWindow(grid: WorkbookGrid, { sheet: wanted, from, count }: SheetWindow): Window | null {
  const visible = grid.sheets.find(({ after }) => after?.sheet.entry.state === "visible");
  const sheet = grid.sheets.find(({ name }) => name === wanted) ?? visible ?? grid.sheets[0];
  if (sheet === undefined) return null;
  const total = lastRow(sheet);
  const rows: Row[] = [];
  for (let number = from + 1; number <= Math.min(total, from + count); number += 1) {
    const cells = cellsOf(sheet, number);
    if (cells.length > 0) rows.push({ number, cells });
  }
  return {
    sheets: grid.sheets.map((one) => ({
      sheet: one.name,
      hidden: one.after?.sheet.entry.state !== "visible",
      rows: lastRow(one),
    })),
    sheet: sheet.name,
    columns: grid.columns(sheet).map(({ staged }) => ({ letters: staged ?? "" })),
    from,
    totalRows: total,
    rows,
  };
}

function cellsOf({ after }: WorkbookGridSheet, number: number): Row["cells"] {
  if (after === null) return [];
  const { book, sheet } = after;
  const cells: Row["cells"] = [];
  for (const cell of sheet.cellsOfRow(number)) {
    if (cell.column > MAX_COLUMNS) continue;
    const content = cellContent(book, sheet, number, cell);
    const text = displayText(content, book.date1904);
    if (text === "" && content.formula === undefined) continue;
    cells.push({
      column: cell.column - 1,
      text: text.slice(0, MAX_TEXT),
      ...(content.formula === undefined ? {} : { formula: content.formula }),
      ...(content.notCalculated === true ? { notCalculated: true } : {}),
      ...(typeof content.value === "number" ? { number: true } : {}),
    });
  }
  return cells;
}

function csvWindow(doc: CsvDocument, { from, count }: SheetWindow): Window {
  const header = headerOf(doc);
  const width = Math.min(doc.maxWidth, MAX_COLUMNS);
  const rows: Row[] = [];
  for (let row = from; row < Math.min(doc.rowCount, from + count); row += 1) {
    const cells = rowValues(doc, row)
      .slice(0, MAX_COLUMNS)
      .map((text, column) => ({
        column,
        text: text.slice(0, MAX_TEXT),
        ...(looksNumeric(text) ? { number: true } : {}),
      }))
      .filter(({ text }) => text !== "");
    rows.push({ number: row + 1, cells });
  }
  return {
    sheets: [],
    sheet: "",
    columns: Array.from({ length: width }, (_, at) => {
      const name = header?.[at];
      return { letters: columnLetters(at + 1), ...(name === undefined ? {} : { header: name.slice(0, MAX_TEXT) }) };
    }),
    from,
    totalRows: doc.rowCount,
    rows,
  };
}
