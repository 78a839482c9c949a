/**
 * The changes between two decks, each with what applying it means. Where the work does not suffice the answer is one
 * change of the whole file.
 */
import type { Work } from "../../format.ts";
import type { Deck } from "../deck.ts";
import { idOf } from "../identity.ts";
import { PartComparison } from "./compare-parts.ts";
import { comparePresentations } from "./compare-presentation.ts";
import { compareSlides } from "./compare-slides.ts";
import { compareDecks, type Comparison } from "./comparison.ts";
import { Entries, type Entry } from "./entry.ts";

export type DetailedDiff =
  | { readonly complete: true; readonly comparison: Comparison; readonly entries: readonly Entry[] }
  | { readonly complete: false; readonly entries: readonly Pick<Entry, "change">[] };

export function diffDecks(before: Deck, after: Deck, work: Work): DetailedDiff {
  const comparison = compareDecks(before, after, work);
  if (comparison === null) return { complete: false, entries: wholeFile(before, after) };
  const entries = new Entries();
  compareSlides(comparison, entries);
  comparePresentations(comparison, entries);
  new PartComparison(comparison, entries).run();
  return { complete: true, comparison, entries: entries.list() };
}

function wholeFile(before: Deck, after: Deck): Pick<Entry, "change">[] {
  if (before.contentHash === after.contentHash) return [];
  const value = ({ contentHash, size }: Deck) => ({ type: "file", contentHash, size }) as const;
  const change = {
    kind: "modified",
    facet: "content",
    address: { kind: "file" },
    before: value(before),
    after: value(after),
  } as const;
  return [{ change: { id: idOf(change), ...change } }];
}
