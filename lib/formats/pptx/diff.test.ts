import { describe, expect, it } from "vitest";

import { paragraph, type BoxSpec } from "./testing/deck-builder.ts";
import { box, changesOf, deck, lines, slide } from "./testing/decks.ts";

const [one, two, three] = [slide(256, "Opening words"), slide(257, "Costs by region"), slide(258, "Next quarter")];
const base = deck([one, two, three]);
const seen = (after: Uint8Array, before = base) => lines(changesOf(before, after));
const edited = (boxes: readonly BoxSpec[]) => deck([one, { ...two, boxes }, three]);

describe("slides are matched by what they show", () => {
  it("an inserted, a removed, a moved and a copied slide are one change each", () => {
    expect(seen(deck([one, slide(300, "Something else entirely"), two, three]))).toEqual(["added structure slide=2"]);
    expect(seen(deck([one, three]))).toEqual(["removed structure slide=2"]);
    expect(seen(deck([three, one, two]))).toEqual(["moved structure slide=1"]);
    expect(seen(deck([one, two, { ...two, id: 300 }, three]))).toEqual(["added structure slide=3"]);
  });

  it("ids of slides are a hint only: renumbered ones are no change, exchanged ones follow the content", () => {
    expect(
      seen(
        deck([
          { ...one, id: 901 },
          { ...two, id: 902 },
          { ...three, id: 903 },
        ]),
      ),
    ).toEqual([]);
    expect(seen(deck([{ ...one, id: 257 }, { ...two, id: 256 }, three]))).toEqual([]);
  });

  it("an edited slide that moved is moved and edited", () => {
    const after = deck([{ ...three, boxes: [...three.boxes, box(9, "more")] }, one, two]);
    expect(seen(after)).toEqual(["moved structure slide=1", "added content slide=1&shape=3"]);
  });

  it("hidden, layout and background of a slide are changes of the slide", () => {
    const changes = changesOf(base, deck([one, { ...two, hidden: true, layout: 1, background: "FF0000" }, three]));
    expect(lines(changes)).toEqual([
      "modified structure slide=2",
      "modified format slide=2",
      "modified format slide=2",
    ]);
    expect(changes[0]?.flags).toEqual(["hidden"]);
    expect(changes[1]?.after).toEqual({ type: "properties", properties: { layout: "Plain/Blank" } });
  });
});

describe("shapes are matched by what they are and say", () => {
  const title: BoxSpec = { kind: "title", id: 2, name: "Title 1", text: ["Costs by region"] };
  const text = (said: string, more: Partial<BoxSpec> = {}) => edited([title, box(3, said, more)]);
  const said = "Costs by region: the text of this slide";

  it("text is one change for a shape, with all its paragraphs; a change of look alone is format", () => {
    const [change, ...others] = changesOf(base, text("Costs by region: another text"));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: "modified",
      facet: "content",
      address: { kind: "slide", slide: 2, shape: 2 },
    });
    expect(change?.after).toMatchObject({ type: "rich", text: "Costs by region: another text" });
    const [look] = changesOf(base, text(said, { bold: true }));
    expect(look?.facet).toBe("format");
    expect(look?.after).toMatchObject({
      type: "rich",
      runs: [{ text: said, format: expect.stringMatching(/^bold/) as string }],
    });
  });

  it("position and size are in EMU, and rounding is no change", () => {
    const [change, ...others] = changesOf(base, text(said, { at: [914400, 500000, 2743200, 914400] }));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      facet: "format",
      before: { properties: { y: 914400 } },
      after: { properties: { y: 500000 } },
    });
    expect(seen(text(said, { at: [914760, 914040, 2743920, 914400] }))).toEqual([]);
  });

  it("fill is a change of look", () => {
    const [change] = changesOf(base, text(said, { fill: "00FF00" }));
    expect(change).toMatchObject({ facet: "format", after: { properties: { aspect: "look", fill: "#00FF00" } } });
  });

  it("shapes come, go, and change their place in the drawing", () => {
    const [a, b, c] = [box(3, "alpha first"), box(4, "beta second"), box(5, "gamma third")];
    const before = edited([title, a, b, c]);
    expect(seen(edited([title, a, c]), before)).toEqual(["removed content slide=2&shape=3"]);
    expect(seen(edited([title, a, box(9, "delta"), b, c]), before)).toEqual(["added content slide=2&shape=3"]);
    expect(seen(edited([title, c, a, b]), before)).toEqual(["moved structure slide=2&shape=2"]);
    expect(seen(edited([title, { ...a, id: 30 }, { ...b, id: 31 }, { ...c, id: 32 }]), before)).toEqual([]);
  });

  it("members of groups have numbers of their own", () => {
    const group = (second: string): BoxSpec => ({ kind: "group", id: 10, members: [box(11, "left"), box(12, second)] });
    const before = edited([title, group("right"), box(20, "behind")]);
    expect(seen(edited([title, group("right side"), box(20, "behind it")]), before)).toEqual([
      "modified content slide=2&shape=4",
      "modified content slide=2&shape=5",
    ]);
  });

  it("a table cell is one change; other rows make the table one change", () => {
    const table = (...rows: string[][]): BoxSpec => ({ kind: "table", id: 4, name: "Table 3", rows });
    const before = edited([title, table(["a", "b"], ["c", "d"])]);
    expect(seen(edited([title, table(["a", "b"], ["c", "D"])]), before)).toEqual([
      "modified content slide=2&shape=2&cell=B2",
    ]);
    expect(seen(edited([title, table(["a", "b"], ["c", "d"], ["e", "f"])]), before)).toEqual([
      "modified content slide=2&shape=2",
    ]);
  });

  it("a replaced picture is content, with hash, size and type", () => {
    const picture = (content: string): BoxSpec => ({ kind: "picture", id: 4, name: "Picture 3", picture: content });
    const before = edited([title, picture("old picture")]);
    const [change, ...others] = changesOf(before, edited([title, picture("a new picture")]));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      facet: "content",
      before: { properties: { size: 11 } },
      after: { properties: { size: 13, contentType: "image/png" } },
    });
  });

  it("notes have addresses of their own", () => {
    const noted = (notes: string) => deck([one, { ...two, notes }, three]);
    expect(seen(noted("say it louder"), noted("say it"))).toEqual(["modified content notes=2"]);
    const coming = changesOf(base, noted("say it"));
    expect(lines(coming)).toEqual(["added content notes=2", "added format part=ppt/notesMasters/notesMaster1.xml"]);
    expect(coming[0]?.requires).toEqual([coming[1]?.id]);
  });

  it("[R3] effects on an added shape need it", () => {
    const tail = `<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst><p:set><p:cBhvr><p:cTn id="2"/><p:tgtEl><p:spTgt spid="9"/></p:tgtEl></p:cBhvr></p:set></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
    const changes = changesOf(base, deck([one, { ...two, boxes: [...two.boxes, box(9, "new")], tail }, three]));
    expect(lines(changes)).toEqual(["modified format slide=2", "added content slide=2&shape=3"]);
    expect(changes[0]?.requires).toEqual([changes[1]?.id]);
  });
});

describe("what saving again changes is no change", () => {
  const raw = (xml: string) => edited([{ kind: "xml", id: 3, xml }]);
  const shape = (inner: string, nv = "") =>
    `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Box 3">${nv}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${inner}</p:txBody></p:sp>`;
  const plain = raw(shape(paragraph("Hello world")));

  it.each([
    [
      "split runs",
      '<a:p><a:r><a:rPr lang="en-US"/><a:t>Hello </a:t></a:r><a:r><a:rPr lang="en-US" dirty="0"/><a:t>world</a:t></a:r></a:p>',
    ],
    [
      "marks of proofing and language",
      '<a:p><a:r><a:rPr lang="de-DE" dirty="0" err="1" smtClean="0"/><a:t>Hello world</a:t></a:r><a:endParaRPr lang="fr-FR" sz="900"/></a:p>',
    ],
    ["empty properties", "<a:p><a:pPr/><a:r><a:rPr/><a:t>Hello world</a:t></a:r></a:p>"],
    ["a run without text", "<a:p><a:r><a:t>Hello world</a:t></a:r><a:r><a:rPr b='1'/><a:t></a:t></a:r></a:p>"],
  ])("%s", (_name, text) => expect(seen(raw(shape(text)), plain)).toEqual([]));

  it("ids of creation", () => {
    const id =
      '<a:extLst><a:ext uri="{FF2B5EF4-FFF2-40B4-BE49-F238E27FC236}"><a16:creationId xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main" id="{1}"/></a:ext></a:extLst>';
    expect(seen(raw(shape(paragraph("Hello world"), id)), plain)).toEqual([]);
  });

  it("renumbered relationships and parts; saved-by properties are metadata", () => {
    expect(seen(deck([one, two, three], { firstPart: 7, firstRelation: 30 }))).toEqual([]);
    expect(seen(deck([one, two, three], { title: "Another" }))).toEqual(["modified metadata part=docProps/core.xml"]);
  });

  it("but spaces, looks of runs, levels and text are changes", () => {
    for (const text of [
      paragraph("Hello  world"),
      '<a:p><a:r><a:t>Hello </a:t></a:r><a:r><a:rPr b="1"/><a:t>world</a:t></a:r></a:p>',
      '<a:p><a:pPr lvl="1"/><a:r><a:t>Hello world</a:t></a:r></a:p>',
      paragraph("Hello\u00a0world"),
    ])
      expect(seen(raw(shape(text)), plain)).toHaveLength(1);
  });
});
