/** Word documents (.docx, .docm): read by story, compared block by block and word by word, patched part by part. */
import type { Format, Source, Work } from "../format.ts";
import type { Change, Diff } from "../../core/change/change.ts";
import { applyChanges } from "./apply/apply.ts";
import { diffDocuments } from "./diff/diff.ts";
import { readDocument, type WordDocument } from "./document.ts";
import { followChange } from "./follow.ts";
import { changesOverlap } from "./overlaps.ts";
import { documentRecords } from "./records.ts";

const ZIP_HEADER = [0x50, 0x4b, 0x03, 0x04];
const OLE_HEADER = [0xd0, 0xcf, 0x11, 0xe0];
const starts = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);

export const docxFormat: Format<WordDocument> = {
  id: "docx",
  version: 4,

  /** A zip that names a document's parts early, or has the name; an encrypted file is claimed by its name to be refused by name. */
  sniff(head, name) {
    const named = /\.(docx|docm|dotx|dotm)$/i.test(name);
    if (starts(head, OLE_HEADER)) return named;
    if (!starts(head, ZIP_HEADER)) return false;
    const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
    return named || /word\/(document|styles|settings|_rels)/.test(text);
  },

  read: readDocument,

  diff(before: WordDocument, after: WordDocument, budget: Work): Diff {
    const { complete, entries } = diffDocuments(before, after, budget);
    return { complete, changes: entries.map(({ change }): Change => change) };
  },

  apply: (before: Source, after: Source, chosen) => applyChanges(before, after, chosen),
  follow: followChange,
  overlaps: changesOverlap,
  records: documentRecords,
};
