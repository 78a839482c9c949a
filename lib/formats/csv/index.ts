/**
 * CSV and TSV: compared by cell, row and column, written back in the file's own dialect. A file is a table by its name
 * (`.csv`, `.tsv`, `.tab`) where it holds text; prose in such a file is a table of one column.
 */
import type { Diff } from "../../core/change/change.ts";
import { bytesFormat } from "../bytes/index.ts";
import type { Format, Work } from "../format.ts";
import { textFormat } from "../text/index.ts";
import { applyCsv } from "./apply.ts";
import { csvChanges } from "./changes.ts";
import { compareTables } from "./comparison.ts";
import { readCsv, type CsvDocument } from "./document.ts";
import { followCsv } from "./follow.ts";
import { mergeCsv } from "./merge.ts";
import { csvOverlaps } from "./overlaps.ts";
import { csvRecords } from "./records.ts";

export const csvFormat: Format<CsvDocument> = {
  id: "csv",
  version: 2,
  sniff: (head, name) => /\.(csv|tsv|tab)$/i.test(name) && textFormat.sniff(head, name),
  read: readCsv,
  diff: diffCsv,
  apply: applyCsv,
  follow: followCsv,
  overlaps: csvOverlaps,
  merge: mergeCsv,
  records: csvRecords,
};

/** Past the budget the whole file is one change, decided as one (R3). */
function diffCsv(before: CsvDocument, after: CsvDocument, budget: Work): Diff {
  if (before.contentHash === after.contentHash) return { complete: true, changes: [] };
  const comparison = compareTables(before, after, budget);
  if (!comparison.complete) return { complete: false, changes: bytesFormat.diff(before, after, budget).changes };
  return { complete: true, changes: csvChanges(before, after, comparison).map(({ change }) => change) };
}
