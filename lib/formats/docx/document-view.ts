/** A document as a screen draws it: its paragraphs, tables, notes and pictures in order. */
import { ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";

export interface DocumentView {
  readonly kind: "document";
}

export function documentView(_source: Source, _limits: Limits): Promise<Result<DocumentView, ReadError>> {
  return Promise.resolve(ok({ kind: "document" }));
}
