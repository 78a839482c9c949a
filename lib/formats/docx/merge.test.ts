/** Three-way merges of documents, with the right result written down by hand. */
import { describe, expect, it } from "vitest";

import { memorySource } from "../memory-source.ts";
import { mergeFiles } from "../merge.ts";
import { buildDocument, p, r, styled, table } from "./testing/build.ts";
import { textsOf } from "./testing/documents.ts";

const document = (...blocks: string[]) =>
  buildDocument(blocks.map((block) => (block.startsWith("<") ? block : p(block))).join(""));
const source = (bytes: Uint8Array) => memorySource("contract.docx", bytes);

async function merged(base: Uint8Array, accepted: Uint8Array, staged: Uint8Array, strict = false) {
  const merge = await mergeFiles(source(base), source(accepted), source(staged), { strict });
  return { texts: textsOf(merge.merged ?? new Uint8Array()), conflicts: merge.conflicts, merge };
}

const BASE = [
  "The tenant pays the rent in full.",
  "Notice is three months.",
  "The law of the land applies.",
  "Signed by both parties.",
];
const base = document(...BASE);
const edited = (at: number, text: string) => document(...BASE.map((own, n) => (n === at ? text : own)));

describe("merging documents", () => {
  it("disjoint paragraphs: both", async () => {
    const result = await merged(
      base,
      edited(0, "The tenant pays the rent in advance."),
      edited(2, "The law of the sea applies."),
    );
    expect(result.conflicts).toEqual([]);
    expect(result.texts).toEqual([
      "The tenant pays the rent in advance.",
      "Notice is three months.",
      "The law of the sea applies.",
      "Signed by both parties.",
    ]);
  });

  it("adjacent paragraphs: both, and a conflict where strict", async () => {
    const [left, right] = [edited(1, "Notice is six months."), edited(2, "The law of the sea applies.")];
    const result = await merged(base, left, right);
    expect(result.conflicts).toEqual([]);
    expect(result.texts.slice(1, 3)).toEqual(["Notice is six months.", "The law of the sea applies."]);
    expect((await merged(base, left, right, true)).conflicts).toHaveLength(1);
  });

  it("two words of one paragraph: both, and a conflict where strict", async () => {
    const [left, right] = [
      edited(0, "The lessee pays the rent in full."),
      edited(0, "The tenant pays the rent in advance."),
    ];
    const result = await merged(base, left, right);
    expect(result.conflicts).toEqual([]);
    expect(result.texts[0]).toBe("The lessee pays the rent in advance.");
    expect((await merged(base, left, right, true)).conflicts).toHaveLength(1);
  });

  it("the same word otherwise: a conflict that holds the accepted side", async () => {
    const result = await merged(base, edited(1, "Notice is six months."), edited(1, "Notice is nine months."));
    expect(result.conflicts).toMatchObject([
      {
        address: { kind: "paragraph", paragraph: 2 },
        accepted: { text: "Notice is six months." },
        staged: { text: "Notice is nine months." },
      },
    ]);
    expect(result.texts[1]).toBe("Notice is six months.");
  });

  it("equal edits: taken once", async () => {
    const result = await merged(
      base,
      edited(1, "Notice is six months."),
      document(...BASE.map((own, n) => (n === 1 ? "Notice is six months." : own)), "An annex follows."),
    );
    expect(result.conflicts).toEqual([]);
    expect(result.texts).toEqual([BASE[0], "Notice is six months.", BASE[2], BASE[3], "An annex follows."]);
  });

  it("a deletion against an edit: a conflict", async () => {
    const without = document(...BASE.filter((_own, n) => n !== 1));
    const result = await merged(base, without, edited(1, "Notice is six months."));
    expect(result.conflicts).toHaveLength(1);
    expect(result.texts).toEqual([BASE[0], BASE[2], BASE[3]]);
  });

  it("a deletion and an edit elsewhere: both, counted anew", async () => {
    const without = document(...BASE.filter((_own, n) => n !== 1));
    const result = await merged(base, without, edited(3, "Signed by all parties."));
    expect(result.conflicts).toEqual([]);
    expect(result.texts).toEqual([BASE[0], BASE[2], "Signed by all parties."]);
  });

  it("insertions at one place: a conflict where they differ, taken once where they do not, both at different places", async () => {
    const inserted = (at: number, text: string) => document(...BASE.slice(0, at), text, ...BASE.slice(at));
    expect(
      (await merged(base, inserted(1, "A new clause."), inserted(1, "Quite another one."))).conflicts,
    ).toHaveLength(1);
    const result = await merged(base, inserted(1, "A new clause."), inserted(3, "Quite another one."));
    expect(result.conflicts).toEqual([]);
    expect(result.texts).toEqual([BASE[0], "A new clause.", BASE[1], BASE[2], "Quite another one.", BASE[3]]);
    const same = await merged(
      base,
      inserted(1, "A new clause."),
      document(BASE[0] ?? "", "A new clause.", BASE[1] ?? "", BASE[2] ?? "", "Signed by all parties."),
    );
    expect(same.conflicts).toEqual([]);
    expect(same.texts).toEqual([BASE[0], "A new clause.", BASE[1], BASE[2], "Signed by all parties."]);
  });

  it("a style and a word of one paragraph: both", async () => {
    const headed = document(styled("Heading1", BASE[0] ?? ""), ...BASE.slice(1));
    const result = await merged(base, headed, edited(0, "The tenant pays the rent in advance."));
    expect(result.conflicts).toEqual([]);
    expect(result.texts[0]).toBe("The tenant pays the rent in advance.");
    expect(Buffer.from(result.merge.merged ?? []).length).toBeGreaterThan(0);
  });

  it("rows of a table: a row that goes and a cell of another row", async () => {
    const rows = [
      ["Item", "Price"],
      ["Rent", "100"],
      ["Heating", "20"],
      ["Total", "120"],
    ];
    const make = (list: readonly string[][]) => document("Prices follow.", table(...list), "End of it.");
    const result = await merged(
      make(rows),
      make(rows.filter(([item]) => item !== "Rent")),
      make(rows.map(([item, price]) => [item ?? "", item === "Total" ? "20" : (price ?? "")])),
    );
    expect(result.conflicts).toEqual([]);
    expect(result.texts).toEqual(["Prices follow.", "Item", "Price", "Heating", "20", "Total", "20", "End of it."]);
    const clash = await merged(
      make(rows),
      make(rows.filter(([item]) => item !== "Rent")),
      make(rows.map(([item, price]) => [item ?? "", item === "Rent" ? "99" : (price ?? "")])),
    );
    expect(clash.conflicts).toHaveLength(1);
  });

  it("bold on one side and a word on the other", async () => {
    const bold = document(p(r("The ") + r("tenant", "<w:b/>") + r(" pays the rent in full.")), ...BASE.slice(1));
    const result = await merged(base, bold, edited(0, "The tenant pays the rent in advance."));
    expect(result.conflicts).toEqual([]);
    expect(result.texts[0]).toBe("The tenant pays the rent in advance.");
  });
});
