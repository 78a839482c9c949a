/** A deck as a screen draws it: slides with their shapes in slide units. */
import { ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";

export interface DeckView {
  readonly kind: "deck";
}

export function deckView(_source: Source, _limits: Limits): Promise<Result<DeckView, ReadError>> {
  return Promise.resolve(ok({ kind: "deck" }));
}
