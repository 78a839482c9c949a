/** [R1] Changes on a base that moved: their ids are those that a new comparison finds. */
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { defaultWork } from "../format.ts";
import { docxFormat } from "./index.ts";
import { changesOverlap } from "./overlaps.ts";
import { buildDocument, p, styled, table } from "./testing/build.ts";
import { changesOf, opened } from "./testing/documents.ts";

const document = (...blocks: string[]) =>
  buildDocument(blocks.map((block) => (block.startsWith("<") ? block : p(block))).join(""));
const only = (changes: readonly Change[]): Change => {
  const [one, ...more] = changes;
  if (one === undefined || more.length > 0) throw new Error(`one change, not ${changes.length}`);
  return one;
};

const BASE = ["The tenant pays the rent in full.", "Notice is three months.", "The law of the land applies."];
const rows = (...prices: string[]) => table(...prices.map((price, n) => [`item ${n}`, price]));
const base = document(...BASE, rows("1", "2", "3"), "The end of it.");
const moves: [string, Uint8Array][] = [
  ["a paragraph in front", document("A preamble.", ...BASE, rows("1", "2", "3"), "The end of it.")],
  ["a paragraph gone", document(...BASE.slice(1), rows("1", "2", "3"), "The end of it.")],
  ["a table in front", document(table(["x", "y"]), ...BASE, rows("1", "2", "3"), "The end of it.")],
  ["a heading", document(styled("Heading1", BASE[0] ?? ""), ...BASE.slice(1), rows("1", "2", "3"), "The end of it.")],
  [
    "another word of the same paragraph",
    document(BASE[0] ?? "", "Every notice is three months.", BASE[2] ?? "", rows("1", "2", "3"), "The end of it."),
  ],
];
const edits: [string, Uint8Array][] = [
  ["a word", document(BASE[0] ?? "", "Notice is three weeks.", BASE[2] ?? "", rows("1", "2", "3"), "The end of it.")],
  ["a cell", document(...BASE, rows("1", "2", "30"), "The end of it.")],
  [
    "a row",
    document(...BASE, table(["item 0", "1"], ["item 1", "2"], ["added", "9"], ["item 2", "3"]), "The end of it."),
  ],
  ["a new paragraph", document(...BASE, "A new clause.", rows("1", "2", "3"), "The end of it.")],
  ["a paragraph gone", document(BASE[0] ?? "", BASE[1] ?? "", rows("1", "2", "3"), "The end of it.")],
];

describe("[R1] following", () => {
  for (const [moveName, moved] of moves)
    it.each(edits)(`${moveName}, then %s`, (_name, edited) => {
      const change = only(changesOf(base, edited));
      const move = docxFormat.diff(opened(base), opened(moved), defaultWork());
      const followed = docxFormat.follow(change, move);
      expect(followed).not.toBeNull();
      const ids = changesOf(moved, edited).map(({ id }) => id);
      expect(ids).toContain(followed?.id);
    });

  it("is null where its paragraph is gone, or the same words were changed", () => {
    const change = only(changesOf(base, edits[0]?.[1] ?? base));
    const gone = document(BASE[0] ?? "", BASE[2] ?? "", rows("1", "2", "3"), "The end of it.");
    const other = document(
      BASE[0] ?? "",
      "Notice is three years.",
      BASE[2] ?? "",
      rows("1", "2", "3"),
      "The end of it.",
    );
    for (const after of [gone, other])
      expect(docxFormat.follow(change, docxFormat.diff(opened(base), opened(after), defaultWork()))).toBeNull();
  });
});

describe("overlaps", () => {
  const of = (after: Uint8Array) => only(changesOf(base, after));
  const word = of(edits[0]?.[1] ?? base);
  const row = of(edits[2]?.[1] ?? base);
  const cell = of(edits[1]?.[1] ?? base);
  const noTable = of(document(...BASE, "The end of it."));
  it("a table that goes, against its rows and cells; disjoint words not", () => {
    expect(changesOverlap(noTable, row, false)).toBe(true);
    expect(changesOverlap(noTable, cell, false)).toBe(true);
    expect(changesOverlap(noTable, word, false)).toBe(false);
    expect(changesOverlap(row, cell, false)).toBe(false);
    const first = of(
      document(BASE[0] ?? "", "Every notice is three months.", BASE[2] ?? "", rows("1", "2", "3"), "The end of it."),
    );
    expect(changesOverlap(word, first, false)).toBe(false);
    expect(changesOverlap(word, first, true)).toBe(true);
  });
});
