/** Generated documents: headings, paragraphs of plain and bold words, tables; edited by word, paragraph, row and style. */
import fc from "fast-check";

import { buildDocument, p, r, row as rowXml } from "../../docx/testing/build.ts";
import type { Arbitraries } from "./laws.ts";

interface Word {
  readonly text: string;
  readonly bold: boolean;
}
type Block =
  | { readonly kind: "paragraph"; readonly words: readonly Word[]; readonly heading: boolean }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

const text = fc.constantFrom("rent", "lease", "tenant", "a<b&c", "naïve", "€", "no\u00a0break", "2024", "shall", "x.");
const word: fc.Arbitrary<Word> = fc.record({ text, bold: fc.boolean() });
const paragraph: fc.Arbitrary<Block> = fc.record({
  kind: fc.constant("paragraph" as const),
  words: fc.array(word, { maxLength: 9 }),
  heading: fc.boolean(),
});
const cells = fc.array(fc.oneof(text, fc.constant("")), { minLength: 2, maxLength: 2 });
const table: fc.Arbitrary<Block> = fc.record({
  kind: fc.constant("table" as const),
  rows: fc.array(cells, { minLength: 1, maxLength: 4 }),
});
const block = fc.oneof({ weight: 4, arbitrary: paragraph }, { weight: 1, arbitrary: table });
const blocks = fc.array(block, { minLength: 1, maxLength: 7 });

/** Words replaced, blocks and rows inserted, deleted, restyled. */
function edited(list: readonly Block[]): fc.Arbitrary<Block[]> {
  const edit = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("word" as const), at: fc.nat({ max: 8 }), own: word }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("insert" as const), own: block }) },
    { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "style" as const }) },
  );
  return fc.array(edit, { minLength: list.length, maxLength: list.length }).map((edits) =>
    list.flatMap((own, n): Block[] => {
      const change = edits[n] ?? { kind: "keep" };
      if (change.kind === "insert") return [change.own, own];
      if (change.kind === "drop") return list.length > 1 ? [] : [own];
      if (own.kind === "table") return [editedTable(own.rows, change.kind, n)];
      if (change.kind === "style") return [{ ...own, heading: !own.heading }];
      if (change.kind !== "word") return [own];
      return [{ ...own, words: own.words.map((was, at) => (at === change.at ? change.own : was)) }];
    }),
  );
}

function editedTable(rows: readonly (readonly string[])[], kind: string, n: number): Block {
  if (kind === "word")
    return { kind: "table", rows: rows.map((own, at) => (at === 0 ? [own[0] ?? "", `cell ${n}`] : own)) };
  if (kind === "style") return { kind: "table", rows: [...rows, ["new", `row ${n}`]] };
  return { kind: "table", rows };
}

const written = (list: readonly Block[]): Uint8Array => buildDocument(list.map(blockXml).join(""));

function blockXml(own: Block): string {
  if (own.kind === "table") return `<w:tbl><w:tblPr/>${own.rows.map(rowXml).join("")}</w:tbl>${p("")}`;
  const runs = own.words.map((one, at) => r(`${at === 0 ? "" : " "}${one.text}`, one.bold ? "<w:b/>" : ""));
  return p(runs.join(""), own.heading ? '<w:pStyle w:val="Heading1"/>' : "");
}

/** Paragraphs that are told apart by their numbers, with one word of each retyped or its style changed. */
const numbered = fc
  .array(fc.record({ word: fc.boolean(), bold: fc.boolean(), style: fc.boolean() }), { minLength: 1, maxLength: 8 })
  .map((edits) => {
    const make = (after: boolean) =>
      written(
        edits.map((edit, n): Block => ({
          kind: "paragraph",
          heading: after && edit.style,
          words: [
            { text: `clause ${n} of the agreement between us`, bold: false },
            { text: after && edit.word ? `ends${n}` : "begins", bold: false },
            { text: `on the day number ${n} hereof`, bold: after && edit.bold },
          ],
        })),
      );
    return [make(false), make(true)] as const;
  });

export const docxArbitraries: Arbitraries = {
  name: "contract.docx",
  pair: blocks.chain((base) => edited(base).map((after) => [written(base), written(after)] as const)),
  triple: blocks.chain((base) =>
    fc.tuple(edited(base), edited(base)).map(([one, two]) => [written(base), written(one), written(two)] as const),
  ),
  unambiguous: numbered,
  extensions: ["docx", "docm"],
  runs: 60,
};
