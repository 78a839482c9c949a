/**
 * Text, markdown, code, JSON, YAML: compared by lines, decided by runs of lines.
 * A file is text by what it holds (no NUL, no signature of a packaged or binary format), whatever its name says.
 */
import type { Diff } from "../../core/change/change.ts";
import type { Format, ParsedPage, Work } from "../format.ts";
import { applyText } from "./apply.ts";
import { linesAddress, textChanges } from "./changes.ts";
import { compareText } from "./comparison.ts";
import { readText, type TextDocument } from "./document.ts";
import { markOf } from "./encoding.ts";
import { followText, textOverlaps } from "./follow.ts";
import { mergeText } from "./merge.ts";

export type { TextDocument } from "./document.ts";

export const textFormat: Format<TextDocument> = {
  id: "text",
  version: 1,
  sniff: looksLikeText,
  read: readText,
  diff: diffText,
  apply: applyText,
  follow: followText,
  overlaps: textOverlaps,
  merge: mergeText,
  records: textRecords,
};

/** Formats that may go without a NUL in their first bytes, as Latin-1. */
const SIGNATURES = [
  "%PDF-",
  "PK\x03\x04",
  "\x89PNG",
  "GIF8",
  "\xff\xd8\xff",
  "\xd0\xcf\x11\xe0",
  "\x1f\x8b",
  "BZh",
  "7z\xbc\xaf",
];

function looksLikeText(head: Uint8Array): boolean {
  const mark = markOf(head);
  if (mark === "utf-16le" || mark === "utf-16be") return true;
  if (head.includes(0)) return false;
  const start = String.fromCharCode(...head.subarray(0, 8));
  return !SIGNATURES.some((signature) => start.startsWith(signature));
}

function diffText(before: TextDocument, after: TextDocument, budget: Work): Diff {
  if (before.contentHash === after.contentHash) return { complete: true, changes: [] };
  const comparison = compareText(before, after, budget);
  return { complete: comparison.complete, changes: textChanges(before, after, comparison).map(({ change }) => change) };
}

const PAGE_LINES = 200;
const PAGE_BYTES = 32 * 1024;

/** Runs of lines, cut where the next line would make a page too long. */
function* textRecords(doc: TextDocument): Iterable<ParsedPage> {
  for (let from = 0; from < doc.lineCount;) {
    let to = from + 1;
    while (to < doc.lineCount && to - from < PAGE_LINES && sizeOf(doc, from, to + 1) <= PAGE_BYTES) to++;
    yield { locator: linesAddress(from, to), markdown: doc.content.toString("utf8", doc.starts[from], doc.starts[to]) };
    from = to;
  }
}

function sizeOf(doc: TextDocument, from: number, to: number): number {
  return (doc.starts[to] ?? 0) - (doc.starts[from] ?? 0);
}
