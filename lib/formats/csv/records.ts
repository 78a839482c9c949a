/** A table as markdown tables of some rows each, with the rows' numbers and the columns' letters; the header is repeated. */
import type { ParsedPage } from "../format.ts";
import { columnLetters } from "../xlsx/reference.ts";
import { cellRange } from "./changes.ts";
import { headerOf, rowEnd, rowValues, type CsvDocument } from "./document.ts";

const PAGE_ROWS = 200;
const PAGE_CHARACTERS = 32 * 1024;
const MAX_COLUMNS = 100;
const MAX_CELL = 500;

export function* csvRecords(doc: CsvDocument): Iterable<ParsedPage> {
  const width = Math.min(doc.maxWidth, MAX_COLUMNS);
  const header = headerOf(doc);
  const letters = Array.from({ length: width }, (_, at) => columnLetters(at + 1));
  const head = letters.map((letter, at) => (header === null ? letter : `${letter}: ${cellText(header[at] ?? "")}`));
  const top = `|  | ${head.join(" | ")} |\n|${" --- |".repeat(width + 1)}\n`;
  for (let from = header === null ? 0 : 1; from < doc.rowCount;) {
    let to = from + 1;
    const size = () => rowEnd(doc, to) - (doc.starts[from] ?? 0);
    while (to < doc.rowCount && to - from < PAGE_ROWS && size() <= PAGE_CHARACTERS) to++;
    const rows = Array.from({ length: to - from }, (_, n) => {
      const values = rowValues(doc, from + n);
      return `| ${from + n + 1} | ${letters.map((_letter, at) => cellText(values[at] ?? "")).join(" | ")} |\n`;
    });
    const last = cellRange(to - 1, Math.max(0, doc.maxWidth - 1));
    yield { locator: { kind: "cells", range: `A${from + 1}:${last}` }, markdown: top + rows.join("") };
    from = to;
  }
}

/** On one line, at most 500 characters. */
function cellText(text: string): string {
  return text
    .slice(0, MAX_CELL)
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replaceAll(/\r\n|\n|\r/g, " ");
}
