/** Modelled workbooks as files, and what truly changed between two of them. For tests only. */
import { buildWorkbook, type BuildValue } from "./build.ts";
import {
  cellKey,
  formulaText,
  letters,
  refText,
  resultOf,
  sheetOf,
  type BookModel,
  type Cell,
  type Ref,
  type SheetModel,
} from "./edit-model.ts";
import type { EditCase } from "./edit-cases.ts";

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** A reference without its sheet, in the book itself. */
const placeOf = (ref: Ref, book: BookModel): string => refText({ ...ref, fixed: false }, ref.sheet, book, book) ?? "";

export function fileOf(book: BookModel): Uint8Array {
  const parts: Record<string, string> = {};
  const overrides: Record<string, string> = {};
  const sheets = book.sheets.map((sheet) => {
    const part = sheet.table === null ? null : `xl/tables/table${sheet.id}.xml`;
    if (part !== null && sheet.table !== null) {
      parts[part] = tableXml(placeOf(sheet.table, book));
      overrides[part] = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml";
    }
    return {
      name: sheet.name,
      ...(sheet.state === "hidden" ? { state: "hidden" as const } : {}),
      rows: sheet.rows.map((row) => sheet.columns.map((column) => buildValue(book, sheet, row, column))),
      tail: tailOf(sheet, book) + (part === null ? "" : '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>'),
      ...(part === null
        ? {}
        : { relationships: `<Relationship Id="rId1" Type="${REL}/table" Target="../tables/table${sheet.id}.xml"/>` }),
    };
  });
  const names = book.names.map(
    ({ name, ref }) => `<definedName name="${name}">${refText(ref, null, book, book) ?? "#REF!"}</definedName>`,
  );
  return buildWorkbook(sheets, { names: names.join(""), parts, overrides });
}

const tableXml = (ref: string) =>
  `<table xmlns="${MAIN}" id="1" name="Table1" displayName="Table1" ref="${ref}" totalsRowShown="0"><autoFilter ref="${ref}"/><tableColumns count="3"><tableColumn id="1" name="Key"/><tableColumn id="2" name="Left"/><tableColumn id="3" name="Right"/></tableColumns></table>`;

function tailOf(sheet: SheetModel, book: BookModel): string {
  const merges = sheet.merges.map((ref) => `<mergeCell ref="${placeOf(ref, book)}"/>`).join("");
  const formats = sheet.formats.map(
    (ref, n) =>
      `<conditionalFormatting sqref="${placeOf(ref, book)}"><cfRule type="cellIs" priority="${n + 1}" operator="lessThan"><formula>0</formula></cfRule></conditionalFormatting>`,
  );
  const validations = sheet.validations
    .map(
      (ref) =>
        `<dataValidation type="whole" showInputMessage="1" showErrorMessage="1" sqref="${placeOf(ref, book)}"><formula1>0</formula1><formula2>9999999</formula2></dataValidation>`,
    )
    .join("");
  return (
    (merges === "" ? "" : `<mergeCells count="${sheet.merges.length}">${merges}</mergeCells>`) +
    formats.join("") +
    (validations === "" ? "" : `<dataValidations count="${sheet.validations.length}">${validations}</dataValidations>`)
  );
}

function buildValue(book: BookModel, sheet: SheetModel, row: number, column: number): BuildValue {
  const cell = sheet.cells.get(cellKey(row, column));
  if (cell === undefined) return null;
  const look = {
    ...(cell.format === undefined ? {} : { format: cell.format }),
    ...(cell.bold === true ? { bold: true } : {}),
  };
  if (cell.formula !== undefined) {
    const value = resultOf(book, sheet.id, row, column);
    const formula = formulaText(cell.formula, sheet.id, book, book);
    return { formula, ...look, ...(value === null ? { error: "#REF!" } : { value }) };
  }
  return cell.value === undefined ? null : { value: cell.value, ...look };
}

/** One line a change, as `lines` writes them: what the edits did, and nothing else. */
export function truthOf({ before, after, moved }: EditCase): string[] {
  const lines: string[] = [];
  const ids = (book: BookModel) => new Set(book.sheets.map(({ id }) => id));
  const [old, now] = [ids(before), ids(after)];
  const kept = (book: BookModel, other: ReadonlySet<number>) =>
    book.sheets.filter(({ id }) => other.has(id)).map(({ id }) => id);
  if (kept(before, now).join() !== kept(after, old).join()) lines.push("moved structure ");
  for (const sheet of after.sheets) {
    const twin = sheetOf(before, sheet.id);
    if (twin === undefined) lines.push(`added structure ${sheet.name}`);
    else {
      if (twin.name !== sheet.name) lines.push(`modified structure ${sheet.name}`);
      if (twin.state !== sheet.state) lines.push(`modified structure ${sheet.name}`);
      lines.push(...axisTruth(twin, sheet, moved), ...cellTruth(before, after, twin, sheet, moved));
    }
  }
  return lines.sort();
}

function axisTruth(twin: SheetModel, sheet: SheetModel, moved: ReadonlySet<number>): string[] {
  const lines: string[] = [];
  twin.rows.forEach((row, at) => {
    if (!sheet.rows.includes(row)) lines.push(`removed structure ${twin.name}!${at + 1}`);
  });
  sheet.rows.forEach((row, at) => {
    if (!twin.rows.includes(row)) lines.push(`added structure ${sheet.name}!${at + 1}`);
    else if (moved.has(row)) lines.push(`moved structure ${sheet.name}!${at + 1}`);
  });
  twin.columns.forEach((column, at) => {
    if (!sheet.columns.includes(column)) lines.push(`removed structure ${twin.name}!${letters(at + 1)}`);
  });
  sheet.columns.forEach((column, at) => {
    if (!twin.columns.includes(column)) lines.push(`added structure ${sheet.name}!${letters(at + 1)}`);
  });
  return lines;
}

function cellTruth(
  before: BookModel,
  after: BookModel,
  twin: SheetModel,
  sheet: SheetModel,
  moved: ReadonlySet<number>,
): string[] {
  const lines: string[] = [];
  const says = (cell: Cell | undefined) => cell?.value !== undefined || cell?.formula !== undefined;
  sheet.rows.forEach((row, r) => {
    if (!twin.rows.includes(row) || moved.has(row)) return;
    sheet.columns.forEach((column, c) => {
      if (!twin.columns.includes(column)) return;
      const [a, b] = [twin.cells.get(cellKey(row, column)), sheet.cells.get(cellKey(row, column))];
      const place = `${sheet.name}!${letters(c + 1)}${r + 1}`;
      const text = (cell: Cell | undefined, written: BookModel) =>
        cell?.formula === undefined
          ? JSON.stringify(cell?.value ?? null)
          : `=${formulaText(cell.formula, sheet.id, written, after)}`;
      if (text(a, before) !== text(b, after)) {
        const kind = !says(a) ? "added" : says(b) ? "modified" : "removed";
        lines.push(`${kind} ${b?.formula === undefined ? "content" : "formula"} ${place}`);
      }
      if (a?.format !== b?.format || (a?.bold ?? false) !== (b?.bold ?? false)) lines.push(`modified format ${place}`);
    });
  });
  return lines;
}
