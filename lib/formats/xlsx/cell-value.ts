/** What a raw cell says, as the typed content that changes carry. */
import type { CellContent, CellScalar } from "../../core/change/change.ts";
import { decodeEntities, decodeEscapes } from "../ooxml/xml-text.ts";
import { readRichText } from "./shared-strings.ts";
import type { RawCell } from "./row-cells.ts";
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

/** The value alone; `null` where empty. A formula without a cached result has `null`: see `isNotCalculated`. */
export function cellValue(book: Workbook, cell: RawCell): CellScalar {
  if (cell.type === "inlineStr") return cell.inline === null ? null : readRichText(cell.inline).text;
  const { raw } = cell;
  if (raw === null) return null;
  switch (cell.type) {
    case "s":
      return raw === "" ? null : book.strings.get(Number(raw)).text;
    case "b":
      return raw.trim() === "1" || raw.trim() === "true";
    case "e":
      return { error: decode(raw) };
    case "str":
      return decodeEscapes(decode(raw));
    case "d":
      return isoSerial(raw, book.date1904) ?? decode(raw);
    default: {
      if (raw === "") return null;
      const number = Number(raw);
      return Number.isFinite(number) ? number : decode(raw);
    }
  }
}

const decode = (raw: string) => decodeEntities(raw) ?? raw;

export const isNotCalculated = (cell: RawCell): boolean =>
  cell.formula !== null && cell.type !== "inlineStr" && (cell.raw === null || (cell.raw === "" && cell.type !== "str"));

/** Rich formatting inside of the text, as a digest; `undefined` where plain. */
export function richLook(book: Workbook, cell: RawCell): string | undefined {
  if (cell.type === "s" && cell.raw !== null && cell.raw !== "") return book.strings.get(Number(cell.raw)).rich;
  return cell.type === "inlineStr" && cell.inline !== null ? readRichText(cell.inline).rich : undefined;
}

/** Number format and look of a cell, rich formatting included. */
export function cellLook(book: Workbook, cell: RawCell): { readonly numberFormat?: string; readonly style?: string } {
  const look = book.styles.of(cell.style);
  const rich = richLook(book, cell);
  return rich === undefined ? look : { ...look, style: `${look.style ?? ""}+${rich}` };
}

export function cellContent(book: Workbook, sheet: Sheet, row: number, cell: RawCell): CellContent {
  const formula = sheet.formula(row, cell);
  const value = cellValue(book, cell);
  const look = cellLook(book, cell);
  const missing = formula !== null && isNotCalculated(cell);
  return {
    value,
    ...(formula === null ? {} : { formula }),
    ...look,
    ...(missing ? { notCalculated: true as const } : {}),
  };
}

export const EMPTY_CELL: CellContent = { value: null };

/** Whether a row has it without saying anything: no value, no formula. It may still have a look. */
export const isBlank = (cell: RawCell): boolean =>
  cell.formula === null &&
  (cell.type === "inlineStr" ? cell.inline === null : cell.raw === null || (cell.raw === "" && cell.type !== "str"));

/** ISO 8601 dates of strict workbooks as serial numbers; day 60 is the leap day that 1900 did not have. */
function isoSerial(text: string, date1904: boolean): number | null {
  const match = /^(?:(\d{4})-(\d{2})-(\d{2}))?T?(?:(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/.exec(text.trim());
  if (match === null || text.trim() === "") return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = match;
  const time = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / 86_400;
  if (year === undefined) return time;
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 + 25_569;
  const serial = date1904 ? days - 1_462 : days < 61 ? days - 1 : days;
  return serial + time;
}
