/** One record a page: its text in reading order, lines joined to paragraphs by the space between them. */
import type { ParsedPage } from "../format.ts";
import type { Word } from "./content/words.ts";
import type { PdfDocument } from "./document.ts";

export function* pdfRecords({ pages }: PdfDocument): Iterable<ParsedPage> {
  for (const [n, { words }] of pages.entries())
    yield { locator: { kind: "page", page: n + 1 }, markdown: paragraphs(words).map(escaped).join("\n\n") };
}

/** A line that is further below the last one than a line and a half begins a paragraph, and so does one above it. */
function paragraphs(words: readonly Word[]): string[] {
  const found: string[][] = [];
  let last: Word | null = null;
  for (const word of words) {
    const step: number = last === null ? 0 : word.box[1] - last.box[1];
    const height = Math.max(word.box[3], last?.box[3] ?? 0, 1);
    const starts = last === null || (word.startsLine && (step > 1.7 * height || step < -0.5 * height));
    if (starts) found.push([]);
    found.at(-1)?.push(word.text);
    last = word;
  }
  return found.map((own) => own.join(" "));
}

/** Text that would be read as markup at the start of a line is text. */
const escaped = (text: string): string => text.replace(/^([#>*+-]|\d+[.)])(?=\s|$)/, "\\$1");
