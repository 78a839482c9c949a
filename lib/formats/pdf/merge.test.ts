/** Three-way merges by page, worked out by hand. */
import { describe, expect, it } from "vitest";

import { mergeFiles } from "../merge.ts";
import { page, poppler, popplerPages, sourceOf } from "./testing/documents.ts";
import type { DocumentSpec, PageSpec } from "./testing/write.ts";

const why = poppler ? "" : " (not run: pdftotext is missing)";
const names = ["alpha", "beta", "gamma", "delta"];
const own = (name: string, ...more: string[]): PageSpec =>
  page(`${name} is one`, `${name} is two`, `${name} is three`, ...more);
const BASE = names.map((name) => own(name));
const document = (pages: readonly PageSpec[], rest: Partial<DocumentSpec> = {}): DocumentSpec => ({ pages, ...rest });
const edited = (at: number, text: string) => BASE.map((one, n) => (n === at ? own(names[n] ?? "", text) : one));
const inserted = (at: number, text: string) => [...BASE.slice(0, at), page(text), ...BASE.slice(at)];
const without = (at: number) => BASE.filter((_, n) => n !== at);

async function merged(accepted: DocumentSpec, staged: DocumentSpec, strict = false) {
  const base = document(BASE);
  const { merged: bytes, conflicts } = await mergeFiles(sourceOf(base), sourceOf(accepted), sourceOf(staged), {
    strict,
  });
  const starts =
    bytes === null
      ? []
      : popplerPages(bytes).map((text) => `${text.split(" ")[0]} ${text.split(" three ")[1] ?? ""}`.trim());
  return { starts, places: conflicts.map(({ address }) => address) };
}

describe.skipIf(!poppler)(`merge by pages${why}`, () => {
  it("edits of different pages are both taken", async () => {
    const { starts, places } = await merged(document(edited(0, "left")), document(edited(2, "right")));
    expect(places).toEqual([]);
    expect(starts).toEqual(["alpha left", "beta", "gamma right", "delta"]);
  });

  it("edits of neighbouring pages are both taken, and conflict when strict", async () => {
    const sides = [document(edited(0, "left")), document(edited(1, "right"))] as const;
    expect((await merged(...sides)).starts).toEqual(["alpha left", "beta right", "gamma", "delta"]);
    expect((await merged(...sides, true)).places).toHaveLength(1);
  });

  it("an edit behind an inserted page follows it", async () => {
    const { starts, places } = await merged(document(inserted(1, "brandnew")), document(edited(2, "right")));
    expect(places).toEqual([]);
    expect(starts).toEqual(["alpha", "brandnew", "beta", "gamma right", "delta"]);
  });

  it("pages inserted at different places are both taken, also behind a removed one", async () => {
    const { starts } = await merged(document(inserted(1, "first")), document(inserted(3, "second")));
    expect(starts).toEqual(["alpha", "first", "beta", "gamma", "second", "delta"]);
    const other = await merged(document(without(0)), document(inserted(3, "second")));
    expect(other.starts).toEqual(["beta", "gamma", "second", "delta"]);
  });

  it("different edits of one page conflict; the accepted side is held", async () => {
    const { starts, places } = await merged(document(edited(1, "left")), document(edited(1, "right")));
    expect(places).toEqual([{ kind: "page", page: 2 }]);
    expect(starts).toEqual(["alpha", "beta left", "gamma", "delta"]);
  });

  it("equal edits are taken once", async () => {
    const { starts, places } = await merged(
      document(edited(1, "same")),
      document(edited(1, "same"), { style: { first: 9 } }),
    );
    expect(places).toEqual([]);
    expect(starts).toEqual(["alpha", "beta same", "gamma", "delta"]);
  });

  it("a removed page against its edit conflicts; different pages at one place conflict", async () => {
    expect((await merged(document(without(1)), document(edited(1, "right")))).places).toHaveLength(1);
    expect((await merged(document(inserted(2, "one")), document(inserted(2, "other")))).places).toHaveLength(1);
  });

  it("an edit and a note on one page, an attachment and an edit: both are taken", async () => {
    const noted = BASE.map((one, n) => (n === 1 ? { ...one, notes: ["hm"] } : one));
    const note = await merged(document(noted), document(edited(1, "right")));
    expect(note).toEqual({ starts: ["alpha", "beta right", "gamma", "delta"], places: [] });
    const attached = await merged(document(BASE, { attachments: { a: "1" } }), document(edited(3, "right")));
    expect(attached).toEqual({ starts: ["alpha", "beta", "gamma", "delta right"], places: [] });
  });
});
