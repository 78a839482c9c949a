/** Real pairs: the two versions, brought together by their changes alone, are whole, and every change has its place. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { reviewedChangeSchema, type ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DocumentBlock, DocumentView, ParagraphBlock } from "../../lib/contracts/document-view.ts";
import { formatAddress } from "../../lib/core/address/address.ts";
import type { Change } from "../../lib/core/change/change.ts";
import { documentView } from "../../lib/formats/docx/document-view.ts";
import { buildDocument, p, r, story, table } from "../../lib/formats/docx/testing/build.ts";
import { changesOf } from "../../lib/formats/docx/testing/documents.ts";
import { REAL_PAIRS } from "../../lib/formats/docx/testing/real-pairs.ts";
import { DEFAULT_LIMITS } from "../../lib/formats/format.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { alignDocument, textOf, type AlignedBlock, type AlignedDocument, type AlignedParagraph } from "./align.ts";
import { segmentsOf } from "./segments.ts";

const reviewed = (change: Change): ReviewedChange =>
  reviewedChangeSchema.parse({
    ...change,
    address: formatAddress(change.address),
    ...(change.beforeAddress === undefined ? {} : { beforeAddress: formatAddress(change.beforeAddress) }),
    verdict: { state: "pending" },
    seen: false,
    originSeq: null,
  });

async function viewed(bytes: Uint8Array): Promise<DocumentView> {
  const view = await documentView(memorySource("a.docx", bytes), DEFAULT_LIMITS);
  if (!view.ok) throw new Error(JSON.stringify(view.error));
  return view.value;
}

async function aligned(before: Uint8Array, after: Uint8Array) {
  const [old, now] = [await viewed(before), await viewed(after)];
  const changes = changesOf(before, after).map(reviewed);
  return { old, now, changes, document: alignDocument(old, now, changes) };
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

function* inAlignment(blocks: readonly AlignedBlock[]): Generator<AlignedParagraph> {
  for (const block of blocks) {
    if (block.kind === "paragraph") {
      yield block;
      for (const box of block.boxes) yield* inAlignment(box);
    } else if (block.kind === "group") yield* inAlignment(block.blocks);
    else if (block.kind === "table")
      for (const row of block.rows) for (const cell of row.cells) yield* inAlignment(cell.blocks);
  }
}

const stories = ({ body, stories: others }: DocumentView) =>
  [body, ...others].flatMap(({ blocks }) => [...paragraphs(blocks)]);
const drawn = ({ body, stories: others }: AlignedDocument) =>
  [body, ...others].flatMap(({ blocks }) => [...inAlignment(blocks)]);

/** Each version is drawn whole, and redline pieces give back both texts. */
function expectWhole({ old, now, document }: Awaited<ReturnType<typeof aligned>>, name: string): void {
  const all = drawn(document);
  const side = (which: "before" | "after") => new Set(all.flatMap((one) => one[which] ?? []));
  expect(side("before"), name).toEqual(new Set(stories(old)));
  expect(side("after"), name).toEqual(new Set(stories(now)));
  for (const { before, after, changes } of all) {
    if (before === null || after === null) continue;
    const segments = segmentsOf(before, after, changes);
    const text = (...without: string[]) =>
      segments.flatMap(({ mark, run }) => (without.includes(mark) ? [] : [run.text])).join("");
    expect(text("removed", "formatBefore"), name).toBe(textOf(after));
    expect(text("added", "format"), name).toBe(textOf(before));
    if (changes.length === 0) expect(textOf(after), name).toBe(textOf(before));
  }
}

describe("two versions of a document", () => {
  it("[R1] words, blocks, rows and moves stand where their changes say", async () => {
    const kept = ["Alpha beta gamma", "Delta epsilon zeta", "Eta theta iota"].map((text) => p(text)).join("");
    const before = buildDocument(
      p("First words stay here") +
        p("Second goes away") +
        table(["a", "b"], ["c", "d"]) +
        kept +
        p("Third wanders far"),
    );
    const after = buildDocument(
      p("Third wanders far") +
        p("First words change here") +
        table(["a", "b"], ["new", "row"], ["c", "e"]) +
        kept +
        p("Fresh text"),
    );
    const result = await aligned(before, after);
    expectWhole(result, "own");
    expect(result.document.unplaced).toEqual([]);
    const line = (block: AlignedBlock): string =>
      block.kind === "table"
        ? `${block.fate} ${block.rows.map(({ fate, changes }) => `${fate} row ${changes.length}`).join("; ")}`
        : block.kind === "paragraph"
          ? `${block.fate} ${textOf(block.after ?? block.before ?? ({ runs: [] } as never))} ${block.changes.length}`
          : block.kind;
    expect(result.document.body.blocks.map(line)).toEqual([
      "movedTo Third wanders far 1",
      "pair First words change here 1",
      "removed Second goes away 1",
      "pair pair row 0; added row 1; pair row 0",
      "pair Alpha beta gamma 0",
      "pair Delta epsilon zeta 0",
      "pair Eta theta iota 0",
      "movedFrom Third wanders far 1",
      "added Fresh text 1",
    ]);
  });

  it("[R1] each piece of a paragraph knows its change; what is not taken stays as it was", async () => {
    const before = buildDocument(p("The old fox jumps over the lazy dog"));
    const after = buildDocument(p("The new fox jumps over the busy dog"));
    const { document, changes } = await aligned(before, after);
    const [block] = document.body.blocks;
    if (block?.kind !== "paragraph" || block.before === null || block.after === null) throw new Error("no pair");
    const told = (taken: (id: string) => boolean) =>
      segmentsOf(block.before as ParagraphBlock, block.after as ParagraphBlock, block.changes, ({ id }) =>
        taken(id),
      ).map(({ mark, run, change }) => `${mark} ${run.text}${change === null ? "" : ` #${changes.indexOf(change)}`}`);
    expect(told(() => true)).toEqual([
      "same The ",
      "removed old #0",
      "added new #0",
      "same  fox jumps over the ",
      "removed lazy #1",
      "added busy #1",
      "same  dog",
    ]);
    expect(told((id) => id === changes[1]?.id).join("|")).toBe(
      "same The |same old|same  fox jumps over the |removed lazy #1|added busy #1|same  dog",
    );
  });

  it("[R1] a change of look alone is one, and notes that came or went stand in their section", async () => {
    const note = (text: string) => ({
      "footnotes.xml": {
        kind: "footnotes",
        content: story("footnotes", `<w:footnote w:id="2">${p(text)}</w:footnote>`),
      },
    });
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const before = buildDocument(p(r("Plain words")) + p("Noted"));
    const after = buildDocument(p(r("Plain ") + r("words", "<w:b/>")) + p(r("Noted") + reference), {
      parts: note("Said there"),
    });
    const { document } = await aligned(before, after);
    expect(document.unplaced).toEqual([]);
    expect(document.stories).toMatchObject([{ name: "footnote-1", fate: "added", change: { kind: "added" } }]);
    const [block] = document.body.blocks;
    if (block?.kind !== "paragraph" || block.before === null || block.after === null) throw new Error("no pair");
    expect(segmentsOf(block.before, block.after, block.changes).map(({ mark }) => mark)).toContain("format");
  });

  it("a file that came is drawn whole", async () => {
    const view = await viewed(buildDocument(p("One") + table(["a", "b"])));
    const document = alignDocument(null, view, []);
    expect(drawn(document).map(({ fate }) => fate)).toEqual(["added", "added", "added"]);
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";
const pairs = REAL_PAIRS.filter(({ before }) => root !== "" && existsSync(path.join(root, before)));

describe.skipIf(pairs.length === 0)("real pairs", () => {
  it(
    "[R1] both versions are drawn whole, and every change of a paragraph or row has its place",
    { timeout: 60_000 },
    async () => {
      let [placed, all] = [0, 0];
      for (const { before, after } of pairs) {
        const result = await aligned(readFileSync(path.join(root, before)), readFileSync(path.join(root, after)));
        expectWhole(result, `${before} and ${after}`);
        const inText = result.changes.filter(({ address }) => /(^|&)(para|row)=/u.test(address));
        const unplaced = result.document.unplaced.filter((change) => inText.includes(change));
        placed += inText.length - unplaced.length;
        all += inText.length;
      }
      process.stdout.write(`placed: ${placed} of ${all} changes in ${pairs.length} pairs\n`);
      expect(placed).toBe(all);
    },
  );
});
