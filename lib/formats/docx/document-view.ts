/**
 * A document as a screen draws it: its texts in order, with the paragraph and table numbers of addresses, so that a
 * change finds its place. What joins the texts of a paragraph's runs is the text that its changes quote.
 *
 * Costs one pass over what was read, and is bounded: past a ceiling of pieces or characters the rest is left out and
 * counted. Looks are resolved over styles as far as they carry meaning (headings, lists, emphasis, colour); pages are
 * not laid out, floating frames stand where they are anchored.
 */
import { ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { viewBlocks } from "./document-view/blocks.ts";
import type { DocumentView } from "./document-view/structure.ts";
import { readDocument } from "./document.ts";

export type { DocumentView };

export async function documentView(source: Source, limits: Limits): Promise<Result<DocumentView, ReadError>> {
  const read = await readDocument(source, limits);
  return read.ok ? ok(viewBlocks(read.value)) : read;
}
