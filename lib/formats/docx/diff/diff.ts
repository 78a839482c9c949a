/** All changes between two documents, each with what carries it out, in the order in which a reader meets them. */
import type { Work } from "../../format.ts";
import type { WordDocument } from "../document.ts";
import { Looks } from "../looks.ts";
import { Drafts, type Entry } from "./entry.ts";
import { compareLists, type ListPairs } from "./lists.ts";
import { compareBookmarks, compareComments } from "./marks.ts";
import { compareParts } from "./parts.ts";
import { compareSettings, compareStyles } from "./settings.ts";
import { compareNotes, compareSections } from "./stories.ts";
import { type Pairing } from "./pairing.ts";
import { StoryComparison } from "./story-comparison.ts";

export interface DocumentDiff {
  readonly complete: boolean;
  readonly entries: readonly Entry[];
  readonly lists: ListPairs;
  readonly pairing: Pairing;
}

export function diffDocuments(before: WordDocument, after: WordDocument, work: Work): DocumentDiff {
  const pairing: Pairing = {
    drafts: new Drafts(),
    work,
    looks: new Looks(before),
    parts: { before: before.parts, after: after.parts },
    paragraphs: [],
    paired: new Map(),
    pairedAfter: new Map(),
    words: new Map(),
    notes: new Map(),
    stories: new Map(),
    addedBy: new Map(),
    removedBy: new Map(),
    referenceRemovedBy: new Map(),
    referenceAddedBy: new Map(),
    complete: true,
  };
  new StoryComparison(pairing, before.body, after.body).run();
  compareSections(before, after, pairing);
  compareNotes("footnote", before, after, pairing);
  compareNotes("endnote", before, after, pairing);
  compareComments(before, after, pairing);
  const lists = compareLists(before, after, pairing);
  compareBookmarks(before, after, pairing);
  compareStyles(before, after, pairing);
  compareSettings(before, after, pairing);
  compareParts(before, after, pairing);
  return { complete: pairing.complete && work.remaining >= 0, entries: pairing.drafts.entries(), lists, pairing };
}
