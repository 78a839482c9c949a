import { describe, expect, it } from "vitest";

import { deckRecords } from "./records.ts";
import { box, changesOf, deck, deckOf, lines, packageOf, slide } from "./testing/decks.ts";
import { rewriteZip } from "../ooxml/zip-write.ts";

const spec = [
  slide(256, "Opening words", { notes: "Speak slowly" }),
  slide(257, "Costs", {
    hidden: true,
    layout: 1,
    boxes: [
      box(3, "# not a heading"),
      {
        kind: "table",
        id: 4,
        rows: [
          ["a|b", "c"],
          ["d", "e"],
        ],
      },
    ],
  }),
  {
    id: 258,
    boxes: [{ kind: "group" as const, id: 5, members: [box(6, "inside"), box(7, "beside")] }, box(8, "behind")],
  },
];
const bytes = deck(spec);

describe("reading a deck", () => {
  it("slides in the order of the show, with layout and hidden state", () => {
    const { slides, masters } = deckOf(bytes);
    expect(slides.map(({ number, id, hidden }) => [number, id, hidden])).toEqual([
      [1, 256, false],
      [2, 257, true],
      [3, 258, false],
    ]);
    expect(slides.map(({ layout }) => masters[0]?.layouts.find(({ part }) => part === layout)?.name)).toEqual([
      "Title and Content",
      "Blank",
      "Title and Content",
    ]);
  });

  it("shapes in drawing order, a group before its members", () => {
    const shapes = deckOf(bytes).slides[2]?.shapes ?? [];
    expect(shapes.map(({ number, span, kind }) => [number, span, kind])).toEqual([
      [1, 3, "group"],
      [4, 1, "shape"],
    ]);
    expect(shapes[0]?.children.map(({ number, name }) => [number, name])).toEqual([
      [2, "Box 6"],
      [3, "Box 7"],
    ]);
  });

  it("records: a page a slide, with title, texts, tables and notes", () => {
    const pages = [...deckRecords(deckOf(bytes))];
    expect(pages.map(({ locator }) => locator)).toEqual([1, 2, 3].map((number) => ({ kind: "slide", slide: number })));
    expect(pages[0]?.markdown).toBe(
      "# Opening words\n\nOpening words: the text of this slide\n\n## Notes\n\nSpeak slowly\n",
    );
    expect(pages[1]?.markdown).toBe(
      "# Slide 2 (hidden)\n\n\\# not a heading\n\n| a\\|b | c |\n| --- | --- |\n| d | e |\n",
    );
    expect(pages[2]?.markdown).toBe("# Slide 3\n\ninside\n\nbeside\n\nbehind\n");
  });

  it("strict names are read as their transitional twins; only all of such a difference can be taken", () => {
    const pack = packageOf(bytes);
    const strict = rewriteZip(
      pack.zip,
      new Map(
        pack.zip.entries
          .filter(({ name }) => /\.(xml|rels)$/.test(name))
          .map(({ name }) => [
            name,
            Buffer.from(
              (pack.text(name) ?? "")
                .replaceAll(
                  "http://schemas.openxmlformats.org/officeDocument/2006/",
                  "http://purl.oclc.org/ooxml/officeDocument/",
                )
                .replaceAll(
                  "http://schemas.openxmlformats.org/presentationml/2006/main",
                  "http://purl.oclc.org/ooxml/presentationml/main",
                )
                .replaceAll(
                  "http://schemas.openxmlformats.org/drawingml/2006/main",
                  "http://purl.oclc.org/ooxml/drawingml/main",
                ),
            ),
          ]),
      ),
    );
    expect(deckOf(strict).strict).toBe(true);
    expect(lines(changesOf(bytes, strict))).toEqual([]);
  });

  it("alternate content is one shape, known by its first choice", () => {
    const xml = (said: string) =>
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><mc:Choice Requires="a14"><p:sp><p:nvSpPr><p:cNvPr id="3" name="Formula"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${said}</a:t></a:r></a:p></p:txBody></p:sp></mc:Choice><mc:Fallback><p:sp><p:nvSpPr><p:cNvPr id="3" name="Formula"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp></mc:Fallback></mc:AlternateContent>`;
    const made = (said: string) => deck([{ id: 256, boxes: [{ kind: "xml", id: 3, xml: xml(said) }] }]);
    expect(deckOf(made("E = mc2")).slides[0]?.shapes.map(({ kind, name }) => [kind, name])).toEqual([
      ["alternate", "Formula"],
    ]);
    expect(lines(changesOf(made("E = mc2"), made("E = mc3")))).toEqual(["modified content slide=1&shape=1"]);
  });
});
