/** What is changed shows up once, by the right name; what is only stored otherwise does not. */
import { describe, expect, it } from "vitest";

import { changesOf, linesOf, page } from "./testing/documents.ts";
import type { DocumentSpec } from "./testing/write.ts";

const BASE: DocumentSpec = {
  pages: [
    {
      lines: ["Annual report", "Revenue grew by 10 percent"],
      boxes: [[100, 100, 50, 50]],
      notes: ["check this"],
      links: [1],
    },
    { lines: ["Second page", "with words of its own"], fields: [["Name", "Ada"]] },
    { lines: ["Third page", "says something else entirely"] },
  ],
  info: { Title: "Report", Producer: "one" },
  outline: [
    ["Start", 0],
    ["End", 2],
  ],
  attachments: { "data.csv": "1,2,3" },
  labels: "A-",
};

const withPages = (edit: (pages: DocumentSpec["pages"][number][]) => unknown): DocumentSpec => {
  const pages = [...BASE.pages];
  edit(pages);
  return { ...BASE, pages };
};
const patched = (at: number, change: Partial<DocumentSpec["pages"][number]>): DocumentSpec =>
  withPages((pages) => (pages[at] = { ...(pages[at] ?? page()), ...change }));

describe("stored in another way", () => {
  it.each([
    ["compressed", { compress: true }],
    ["objects numbered otherwise", { first: 500 }],
    ["resources named otherwise", { font: "Helv" }],
    ["bytes in front of the header", { junk: "some bytes\n" }],
    ["all of it", { compress: true, first: 77, font: "X", junk: "\n" }],
  ])("%s: no change", async (_, style) => {
    expect(await linesOf(BASE, { ...BASE, style })).toEqual([]);
  });
});

describe("one edit, one change", () => {
  it.each<[string, DocumentSpec, string[]]>([
    ["a word", patched(1, { lines: ["Second page", "with terms of its own"] }), ["modified content page=2"]],
    ["a moved box", patched(0, { boxes: [[120, 100, 50, 50]] }), ["modified format page=1"]],
    ["the colour of text", patched(2, { colour: [1, 0, 0] }), ["modified format page=3"]],
    ["a turned page", patched(2, { rotate: 90 }), ["modified format page=3"]],
    ["a note", patched(0, { notes: ["check this", "and that"] }), ["added content page=1"]],
    ["the text of a note", patched(0, { notes: ["check it"] }), ["modified content page=1"]],
    ["a note gone", patched(0, { notes: [] }), ["removed content page=1"]],
    ["where a link leads", patched(0, { links: [2] }), ["modified content page=1"]],
    ["a form value", patched(1, { fields: [["Name", "Grace"]] }), ["modified content name=Name"]],
    [
      "an attachment's bytes",
      { ...BASE, attachments: { "data.csv": "1,2,4" } },
      ["modified content part=attachment/data.csv"],
    ],
    ["an attachment gone", { ...BASE, attachments: {} }, ["removed content part=attachment/data.csv"]],
    [
      "a bookmark's title",
      {
        ...BASE,
        outline: [
          ["Begin", 0],
          ["End", 2],
        ],
      },
      ["modified structure part=outline"],
    ],
    [
      "where a bookmark leads",
      {
        ...BASE,
        outline: [
          ["Start", 0],
          ["End", 1],
        ],
      },
      ["modified unrendered part=outline"],
    ],
    ["the title", { ...BASE, info: { Title: "Plan", Producer: "one" } }, ["modified metadata part=info"]],
    ["page labels", { ...BASE, labels: "B-" }, ["modified unrendered part=catalog/PageLabels"]],
  ])("%s", async (_, after, lines) => {
    expect(await linesOf(BASE, after)).toEqual(lines);
  });

  it("a page in front, and what leads to the others follows them", async () => {
    const after: DocumentSpec = {
      ...withPages((pages) => pages.unshift(page("A new first page"))),
      outline: [
        ["Start", 1],
        ["End", 3],
      ],
    };
    const fixed = { ...after, pages: after.pages.map((own) => (own.links ? { ...own, links: [2] } : own)) };
    expect(await linesOf(BASE, fixed)).toEqual(["added structure page=1"]);
  });

  it("a page elsewhere, likewise", async () => {
    const after: DocumentSpec = {
      ...withPages((pages) => pages.push(...pages.splice(0, 1))),
      outline: [
        ["Start", 2],
        ["End", 1],
      ],
    };
    const fixed = { ...after, pages: after.pages.map((own) => (own.links ? { ...own, links: [0] } : own)) };
    expect(await linesOf(BASE, fixed)).toEqual(["moved structure page=3"]);
  });

  it("a page gone that nothing leads to", async () => {
    const before: DocumentSpec = { ...BASE, outline: [["Start", 0]] };
    expect(await linesOf(before, { ...before, pages: before.pages.slice(0, 2) })).toEqual(["removed structure page=3"]);
  });

  it("marks the words that the other side does not have, with their boxes", async () => {
    const [change] = await changesOf(BASE, patched(1, { lines: ["Second page", "with terms of its own"] }));
    expect(change?.before).toMatchObject({ size: [612, 792], marks: [{ text: "words" }] });
    expect(change?.after).toMatchObject({ text: "Second page\nwith terms of its own", marks: [{ text: "terms" }] });
  });
});

describe("page numbers", () => {
  const numbered = (texts: readonly string[]): DocumentSpec => ({
    pages: texts.map((text, n) => ({ lines: [text, "and more"], foot: `Page ${n + 1} of ${texts.length}` })),
  });
  const texts = ["alpha text", "beta text", "gamma text", "delta text"];

  it("that only count on are no change of every page", async () => {
    const lines = await linesOf(numbered(texts), numbered(["new text", ...texts]));
    expect(lines).toEqual(["added structure page=1", "modified unrendered part=pages-drawn-anew"]);
  });

  it("that stay as they were are none, either: a page taken out of a printed document", async () => {
    const before = numbered(texts);
    const after = { pages: before.pages.filter((_, n) => n !== 1) };
    expect(await linesOf(before, after)).toEqual(["removed structure page=2"]);
  });

  it("that are wrong are a change of that page", async () => {
    const after = numbered(texts);
    const pages = after.pages.map((own, n) => (n === 2 ? { ...own, foot: "Page 7 of 4" } : own));
    expect(await linesOf(numbered(texts), { pages })).toEqual(["modified content page=3"]);
  });

  it("a running head that changes on every page changes every page", async () => {
    const headed = (head: string): DocumentSpec => ({
      pages: texts.map((text) => ({ lines: [head, "", "", "", text] })),
    });
    const lines = await linesOf(headed("Report 2024 draft"), headed("Report 2025 draft"));
    expect(lines).toEqual([1, 2, 3, 4].map((n) => `modified content page=${n}`));
  });
});

describe("text that flows over pages", () => {
  const words = Array.from({ length: 120 }, (_, n) => `word${n} is followed by thing${n * 7}`);
  const flowed = (lines: readonly string[]): DocumentSpec => ({
    pages: Array.from({ length: Math.ceil(lines.length / 30) }, (_, n) => ({
      lines: lines.slice(n * 30, n * 30 + 30),
    })),
  });

  it("a paragraph more on the first page is a change of that page, and one of the flow", async () => {
    const lines = [...words];
    lines.splice(5, 0, "This is a new paragraph", "of two lines");
    const changes = await changesOf(flowed(words), flowed(lines));
    expect(changes.map(({ facet, address }) => [facet, address])).toEqual([
      ["content", { kind: "page", page: 1 }],
      ["format", { kind: "page", page: 2 }],
    ]);
    expect(changes[0]?.after).toMatchObject({
      marks: "This is a new paragraph of two lines".split(" ").map((text) => ({ text })),
    });
    expect(changes[1]?.after).toMatchObject({ properties: { reflow: "2-5", block: "1-5" } });
    expect(changes[0]?.requires).toEqual([changes[1]?.id]);
    expect(changes[1]?.requires).toEqual([changes[0]?.id]);
  });

  it("two edits far apart without a flow between are two changes", async () => {
    const lines = words.map((text, n) => (n === 3 || n === 95 ? `${text} indeed` : text));
    expect(await linesOf(flowed(words), flowed(lines))).toEqual(["modified content page=1", "modified content page=4"]);
  });
});

it("a budget that runs out gives one coarse change of the whole file", async () => {
  const { pdfFormat } = await import("./index.ts");
  const { read } = await import("./testing/documents.ts");
  const [before, after] = [await read(BASE), await read(patched(1, { lines: ["x"] }))];
  const diff = pdfFormat.diff(before, after, { remaining: 0 });
  expect(diff.complete).toBe(false);
  expect(diff.changes).toMatchObject([{ address: { kind: "file" }, facet: "content" }]);
});
