/**
 * A notebook as a screen draws it: its cells in order, numbered as addresses number them (`cell=7`), with sources and
 * outputs. Outputs are text, tables taken out of HTML by words alone, JSON, and pictures by the place they are at; no
 * markup leaves here. Every text is cut at a stated length, and past a ceiling outputs are counted, not shown.
 */
import { ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { readNotebook } from "./document.ts";
import { viewCells } from "./notebook-view/cells.ts";
import type { NotebookView } from "./notebook-view/structure.ts";

export type { NotebookView };

export async function notebookView(source: Source, limits: Limits): Promise<Result<NotebookView, ReadError>> {
  const read = await readNotebook(source, limits);
  return read.ok ? ok(viewCells(read.value)) : read;
}
