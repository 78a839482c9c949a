/** A page a cell: its source as markdown or as a block of code, its outputs summarised. */
import type { ParsedPage } from "../format.ts";
import { outputsSummary, typeText } from "./cell.ts";
import type { NotebookDocument } from "./document.ts";
import { member, stringOf } from "./json.ts";

const MAX_TEXT = 100_000;

export function* notebookRecords(doc: NotebookDocument): Iterable<ParsedPage> {
  const language = languageOf(doc);
  for (const [at, cell] of doc.cells.entries()) {
    const source = cell.source.slice(0, MAX_TEXT);
    const outputs = outputsSummary(doc, cell).slice(0, MAX_TEXT);
    const parts = [`## Cell ${at + 1} (${typeText(doc, cell)})`];
    if (source !== "") parts.push(cell.type === "code" ? fenced(source, language) : source);
    if (outputs !== "") parts.push(fenced(outputs, "text"));
    yield { locator: { kind: "notebookCell", cell: at + 1 }, markdown: `${parts.join("\n\n")}\n` };
  }
}

function languageOf({ text, root }: NotebookDocument): string {
  const metadata = member(root, "metadata");
  const info = stringOf(text, member(member(metadata, "language_info"), "name"));
  const name = info ?? stringOf(text, member(member(metadata, "kernelspec"), "language")) ?? "";
  return /^[\w+#-]{1,30}$/.test(name) ? name : "";
}

/** With a fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
