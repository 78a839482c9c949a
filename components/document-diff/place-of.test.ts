import { describe, expect, it } from "vitest";

import type { DocumentBlock, DocumentView } from "../../lib/contracts/document-view.ts";
import { alignDocument } from "./align.ts";
import { itemsOf } from "./items.ts";
import { placeOf } from "./place-of.ts";

const paragraph = (at: number, text: string): DocumentBlock => ({
  kind: "paragraph",
  at,
  span: 1,
  runs: [{ text }],
  style: "",
});
const view: DocumentView = {
  kind: "document",
  body: {
    name: "",
    kind: "body",
    blocks: [
      paragraph(1, "Heading"),
      paragraph(2, "The notice period"),
      paragraph(3, "is 30 days"),
      paragraph(4, "End"),
    ],
  },
  stories: [{ name: "footnote-2", kind: "footnote", blocks: [paragraph(1, "A note of 30 days")] }],
  leftOut: 0,
};
const items = itemsOf(alignDocument(view, view, []));
const textAt = (key: string | null) => {
  const item = items.find((candidate) => candidate.key === key);
  return item?.kind === "paragraph" ? item.block.after?.runs.map(({ text }) => text).join("") : null;
};
const at = (number: number, story?: string) =>
  ({ kind: "paragraph", paragraph: number, ...(story === undefined ? {} : { story }) }) as const;

describe("[R7] the place of a document that an address names", () => {
  it("is the paragraph of that number", () => {
    expect(textAt(placeOf(items, at(2), null))).toBe("The notice period");
  });

  it("is the first paragraph with the words from there on, in either case of letters", () => {
    expect(textAt(placeOf(items, at(1), "30 DAYS"))).toBe("is 30 days");
    expect(textAt(placeOf(items, at(3), "notice"))).toBe("is 30 days");
  });

  it("is looked for in the text that is named", () => {
    expect(textAt(placeOf(items, at(1, "footnote-2"), "30"))).toBe("A note of 30 days");
  });

  it("is none where the address names another kind of place, or a text that is not there", () => {
    expect(placeOf(items, { kind: "page", page: 1 }, null)).toBeNull();
    expect(placeOf(items, at(1, "footnote-9"), null)).toBeNull();
    expect(placeOf(items, null, "30")).toBeNull();
  });
});
