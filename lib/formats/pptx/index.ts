/** Slide decks (.pptx, .pptm, .potx, .ppsx): read, compared slide by slide and shape by shape, patched part by part. */
import type { Change, Diff } from "../../core/change/change.ts";
import type { Format, Source, Work } from "../format.ts";
import { applyChanges } from "./apply/apply.ts";
import { readDeck, type Deck } from "./deck.ts";
import { diffDecks } from "./diff/diff.ts";
import { followChange } from "./follow.ts";
import { changesOverlap, keysOf } from "./overlaps.ts";
import { deckRecords } from "./records.ts";

const ZIP_HEADER = [0x50, 0x4b, 0x03, 0x04];
const OLE_HEADER = [0xd0, 0xcf, 0x11, 0xe0];
const starts = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);

export const pptxFormat: Format<Deck> = {
  id: "pptx",
  version: 1,

  /** A zip that names a presentation's parts early, or has the name; an encrypted file is claimed by its name to be refused by name. */
  sniff(head, name) {
    const named = /\.(pptx|pptm|potx|potm|ppsx|ppsm)$/i.test(name);
    if (starts(head, OLE_HEADER)) return named;
    if (!starts(head, ZIP_HEADER)) return false;
    const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
    return named || /ppt\/(presentation|slides|slideMasters|slideLayouts|theme|_rels)/.test(text);
  },

  read: readDeck,

  diff(before: Deck, after: Deck, budget: Work): Diff {
    const { complete, entries } = diffDecks(before, after, budget);
    return { complete, changes: entries.map(({ change }): Change => change) };
  },

  apply: (before: Source, after: Source, chosen) => applyChanges(before, after, chosen),
  follow: followChange,
  overlaps: changesOverlap,
  keysOf,
  records: deckRecords,
};
