/** A notebook as a screen draws it: its cells with sources and outputs. */
import { ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";

export interface NotebookView {
  readonly kind: "notebook";
}

export function notebookView(_source: Source, _limits: Limits): Promise<Result<NotebookView, ReadError>> {
  return Promise.resolve(ok({ kind: "notebook" }));
}
