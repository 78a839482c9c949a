/**
 * Jupyter notebooks (nbformat 3 and 4): compared cell by cell, source, outputs and metadata apart; only the bytes of
 * what is taken are written anew. White space, the order of names, and execution counts are no change. A file that is
 * named like a notebook and is no JSON is damaged.
 */
import type { Diff } from "../../core/change/change.ts";
import { bytesFormat } from "../bytes/index.ts";
import type { Format, Work } from "../format.ts";
import { textFormat } from "../text/index.ts";
import { applyNotebook } from "./apply.ts";
import { notebookChanges } from "./changes.ts";
import { compareNotebooks } from "./comparison.ts";
import { readNotebook, type NotebookDocument } from "./document.ts";
import { followNotebook } from "./follow.ts";
import { mergeNotebook } from "./merge.ts";
import { notebookOverlaps } from "./overlaps.ts";
import { notebookRecords } from "./records.ts";

export const ipynbFormat: Format<NotebookDocument> = {
  id: "ipynb",
  version: 1,
  sniff: (head, name) => /\.ipynb$/i.test(name) && textFormat.sniff(head, name),
  read: readNotebook,
  diff: diffNotebooks,
  apply: applyNotebook,
  follow: followNotebook,
  overlaps: notebookOverlaps,
  merge: mergeNotebook,
  records: notebookRecords,
};

/** Past the budget, and between two versions of the format, the whole file is one change (R3). */
function diffNotebooks(before: NotebookDocument, after: NotebookDocument, budget: Work): Diff {
  if (before.contentHash === after.contentHash) return { complete: true, changes: [] };
  const comparison = compareNotebooks(before, after, budget);
  if (!comparison.complete || !comparison.comparable)
    return { complete: comparison.complete, changes: bytesFormat.diff(before, after, budget).changes };
  return { complete: true, changes: notebookChanges(before, after, comparison).map(({ change }) => change) };
}
