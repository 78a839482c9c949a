/** PDF: read with places, compared page by page and word by word, patched by appending to the base. */
import type { Format } from "../format.ts";
import { applyPdf } from "./apply/apply.ts";
import { diffPdf, toDiff } from "./diff/diff.ts";
import type { PdfDocument } from "./document.ts";
import { followPdf, pdfOverlaps } from "./follow.ts";
import { readPdf } from "./read.ts";
import { pdfRecords } from "./records.ts";

export const pdfFormat: Format<PdfDocument> = {
  id: "pdf",
  version: 1,
  /** The header may stand behind other bytes (ISO 32000-2, 7.5.2, and what readers accept). */
  sniff: (head) => Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 1024)).includes("%PDF-"),
  read: readPdf,
  diff: (before, after, budget) => toDiff(diffPdf(before, after, budget)),
  apply: applyPdf,
  follow: followPdf,
  overlaps: pdfOverlaps,
  records: pdfRecords,
};
