/** A workbook as text for search and reading: one page a sheet, a markdown table of what its cells say, bounded. */
import type { CellScalar } from "../../core/change/change.ts";
import type { ParsedPage } from "../format.ts";
import { cellContent, isBlank } from "./cell-value.ts";
import { displayText } from "./display.ts";
import { columnLetters } from "./reference.ts";
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 2_000_000;
const MAX_CELL = 500;

export function* workbookRecords(book: Workbook): Generator<ParsedPage> {
  for (const sheet of book.sheets)
    yield { locator: { kind: "sheet", sheet: sheet.name }, markdown: sheetMarkdown(book, sheet) };
}

function sheetMarkdown(book: Workbook, sheet: Sheet): string {
  const rows: { readonly number: number; readonly cells: ReadonlyMap<number, string> }[] = [];
  let width = 0;
  let size = 0;
  let left = 0;
  for (let index = 0; index < sheet.rows.count; index++) {
    if (rows.length >= MAX_ROWS || size > MAX_CHARACTERS) {
      left = sheet.rows.count - index;
      break;
    }
    const number = sheet.rows.numbers[index] ?? 0;
    const cells = new Map<number, string>();
    for (const cell of sheet.cells(index)) {
      if (isBlank(cell) || cell.column > MAX_COLUMNS) continue;
      const content = cellContent(book, sheet, number, cell);
      const text = cellText(displayText(content, book.date1904), content.value, content.formula);
      size += text.length;
      width = Math.max(width, cell.column);
      cells.set(cell.column, text);
    }
    if (cells.size > 0) rows.push({ number, cells });
  }
  const columns = Array.from({ length: width }, (_unused, at) => at + 1);
  const heading = `# ${sheet.name}${sheet.entry.state === "visible" ? "" : " (hidden)"}`;
  if (width === 0) return `${heading}\n`;
  const lines = rows.map(
    ({ number, cells }) => `| ${number} | ${columns.map((column) => cells.get(column) ?? "").join(" | ")} |`,
  );
  const head = [`|  | ${columns.map(columnLetters).join(" | ")} |`, `|${" --- |".repeat(width + 1)}`];
  return `${[heading, "", ...head, ...lines].join("\n")}\n${left > 0 ? `\n(${left} more rows)\n` : ""}`;
}

function cellText(shown: string, value: CellScalar, formula: string | undefined): string {
  const text = formula === undefined ? shown : `${value === null ? "" : shown} (=${formula})`.trim();
  return text.slice(0, MAX_CELL).replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll(/\r?\n/g, " ");
}
