/** Documents as screens draw them: numbered as addresses, labelled as shown, in the words that changes quote. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";

import { documentViewSchema, type DocumentView as ViewOfContract } from "../../contracts/document-view.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { paragraphsOf } from "./blocks.ts";
import type { DocumentBlock, DocumentView, ParagraphBlock } from "./document-view/structure.ts";
import { documentView } from "./document-view.ts";
import { buildDocument, p, r, story, styled, table } from "./testing/build.ts";
import { opened } from "./testing/documents.ts";

async function viewed(bytes: Uint8Array): Promise<DocumentView> {
  const view = await documentView(memorySource("a.docx", bytes), DEFAULT_LIMITS);
  if (!view.ok) throw new Error(JSON.stringify(view.error));
  return view.value;
}

function* paragraphs(blocks: readonly DocumentBlock[]): Generator<ParagraphBlock> {
  for (const block of blocks) {
    if (block.kind === "paragraph") {
      yield block;
      for (const box of block.boxes ?? []) yield* paragraphs(box);
    } else if (block.kind === "group") yield* paragraphs(block.blocks);
    else if (block.kind === "table")
      for (const row of block.rows) for (const cell of row.cells) yield* paragraphs(cell.blocks);
  }
}
const textOf = (paragraph: ParagraphBlock) => paragraph.runs.map(({ text }) => text).join("");

describe("the view of a document", () => {
  it("[R7] numbers paragraphs and tables as addresses do", async () => {
    const view = await viewed(buildDocument([p("One"), table(["a", "b"]), p("Last")].join("")));
    expect(view.body.blocks).toMatchObject([
      { kind: "paragraph", at: 1 },
      { kind: "table", at: 2, span: 2, number: 1, rows: [{ index: 1, cells: [{ columns: 1 }, { columns: 1 }] }] },
      { kind: "paragraph", at: 4 },
    ]);
    expect([...paragraphs(view.body.blocks)].map(textOf)).toEqual(["One", "a", "b", "Last"]);
  });

  it("says headings, emphasis, colours and links", async () => {
    const run = '<w:r><w:rPr><w:b/><w:color w:val="1F3864"/><w:sz w:val="36"/></w:rPr><w:t>Bold</w:t></w:r>';
    const link = `<w:hyperlink r:id="rIdLink"><w:r><w:t>site</w:t></w:r></w:hyperlink>`;
    const bytes = buildDocument(`${styled("Heading1", "Head")}<w:p>${run}${link}${r("!")}</w:p>`, {
      links: { rIdLink: "https://example.org/" },
    });
    const [head, text] = [...paragraphs((await viewed(bytes)).body.blocks)];
    expect(head).toMatchObject({ heading: 1, look: { bold: true, size: 16 } });
    expect(text?.runs.slice(0, 2)).toEqual([
      { text: "Bold", bold: true, color: "1f3864", size: 18 },
      { text: "site", link: "https://example.org/" },
    ]);
  });

  it("counts lists as they are shown", async () => {
    const level = (n: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = story(
      "numbering",
      `<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%1.%2)")}</w:abstractNum>` +
        `<w:abstractNum w:abstractNumId="1">${level(0, "bullet", "\uf0b7")}</w:abstractNum>` +
        `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` +
        `<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`,
    );
    const item = (id: number, n: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${n}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${r("x")}</w:p>`;
    const body = [item(1, 0), item(1, 1), item(1, 1), item(1, 0), item(1, 1), item(2, 0), item(3, 0)].join("");
    const view = await viewed(
      buildDocument(body, { parts: { "numbering.xml": { kind: "numbering", content: numbering } } }),
    );
    expect([...paragraphs(view.body.blocks)].map(({ list }) => list?.label)).toEqual([
      "1.",
      "1.a)",
      "1.b)",
      "2.",
      "2.a)",
      "•",
      "7.",
    ]);
  });

  it("keeps tracked changes of the file, comments and notes apart from its text", async () => {
    const body =
      `<w:p><w:commentRangeStart w:id="4"/>${r("kept ")}<w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r>` +
      `<w:ins w:id="1" w:author="Ann" w:date="2024-01-01T00:00:00Z">${r("new")}</w:ins>` +
      `<w:del w:id="2" w:author="Bo"><w:r><w:delText>old</w:delText></w:r></w:del>` +
      `<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    const view = await viewed(
      buildDocument(body, {
        parts: {
          "comments.xml": {
            kind: "comments",
            content: story(
              "comments",
              `<w:comment w:id="4" w:author="Cy" w:date="2024-02-02T00:00:00Z">${p("Why?")}</w:comment>`,
            ),
          },
          "footnotes.xml": {
            kind: "footnotes",
            content: story("footnotes", `<w:footnote w:id="2">${p("A note")}</w:footnote>`),
          },
        },
      }),
    );
    expect(view.body.blocks[0]).toMatchObject({
      runs: [
        { text: "kept ", comments: ["comment-1"] },
        { text: "", commentMark: "comment-1" },
        { text: "new", tracked: { kind: "inserted", author: "Ann" } },
        { text: "old", tracked: { kind: "deleted", author: "Bo" } },
        { text: "[footnote]", note: "footnote-1" },
      ],
    });
    expect(view.stories.map(({ name, kind, author }) => ({ name, kind, author }))).toEqual([
      { name: "footnote-1", kind: "footnote", author: undefined },
      { name: "comment-1", kind: "comment", author: "Cy" },
    ]);
  });

  it("is what the contract says", async () => {
    expectTypeOf<DocumentView>().toExtend<ViewOfContract>();
    const view = await viewed(buildDocument(p("One") + table(["a", "b"])));
    expect(documentViewSchema.parse(view)).toEqual(view);
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".docx"))
    .map((name) => path.join(folder, name));
}

describe.skipIf(root === "" || !existsSync(root))("real documents", () => {
  it(
    "[R7] every paragraph stands in the view under its number, in the words that changes quote",
    { timeout: 60_000 },
    async () => {
      let shown = 0;
      let refused = 0;
      const all = documentsBelow(root);
      for (const file of all) {
        const bytes = readFileSync(file);
        const view = await documentView(memorySource(file, bytes), DEFAULT_LIMITS);
        if (!view.ok) {
          refused++;
          continue;
        }
        expect(documentViewSchema.parse(view.value)).toEqual(view.value);
        const document = opened(bytes);
        for (const [read, drawn] of [
          [document.body, view.value.body],
          ...document.stories.map((one, at) => [one, view.value.stories[at]] as const),
        ] as const) {
          const expected = [...paragraphsOf(read.container)].map(({ at, units }) => [
            at,
            units.map(({ text }) => text).join(""),
          ]);
          const found = [...paragraphs(drawn?.blocks ?? [])].map((one) => [one.at, textOf(one)]);
          if (view.value.leftOut === 0) expect(found, file).toEqual(expected);
        }
        shown++;
      }
      expect(shown + refused).toBe(all.length);
      expect(shown).toBeGreaterThan(refused * 5);
    },
  );
});
