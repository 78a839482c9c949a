import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { applyToDecks } from "./apply/apply.ts";
import { sectionsOf } from "./presentation.ts";
import type { BoxSpec } from "./testing/deck-builder.ts";
import { applied, box, changesOf, deck, deckOf, lines, packageOf, slide, touched } from "./testing/decks.ts";
import { titleOf } from "./diff/comparison.ts";

const [one, two, three] = [slide(256, "Opening words"), slide(257, "Costs by region"), slide(258, "Next quarter")];
const base = deck([one, two, three]);
const titles = (bytes: Uint8Array) => deckOf(bytes).slides.map(titleOf);
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id);

describe("only what a change names is touched", () => {
  it("a text: its slide alone; a moved slide: the list alone", () => {
    const after = deck([one, { ...two, boxes: [box(3, "other words")] }, three], { firstPart: 4, title: "Saved" });
    const text = changesOf(base, after).filter(({ facet }) => facet === "content");
    expect(touched(base, applied(base, after, ids(text)))).toEqual(["ppt/slides/slide2.xml"]);
    const moved = deck([three, one, two]);
    expect(touched(base, applied(base, moved, ids(changesOf(base, moved))))).toEqual(["ppt/presentation.xml"]);
  });

  it("an added slide comes with its notes, picture and table under fresh names, a removed one goes with its own", () => {
    const boxes: BoxSpec[] = [
      { kind: "title", id: 2, name: "Title 1", text: ["Fresh"] },
      { kind: "picture", id: 5, picture: "bits of a picture" },
      { kind: "table", id: 6, rows: [["x", "y"]] },
    ];
    const noted = [{ ...one, notes: "first" }, two, three];
    const before = deck(noted);
    const after = deck([{ id: 300, boxes, notes: "for the fresh one", layout: 1 }, ...noted]);
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["added structure slide=1"]);
    const result = applied(before, after, ids(changes));
    expect(titles(result)).toEqual(["Fresh", "Opening words", "Costs by region", "Next quarter"]);
    expect(touched(before, result)).toEqual([
      "[Content_Types].xml",
      "ppt/_rels/presentation.xml.rels",
      "ppt/media/image1.png",
      "ppt/notesSlides/_rels/notesSlide2.xml.rels",
      "ppt/notesSlides/notesSlide2.xml",
      "ppt/presentation.xml",
      "ppt/slides/_rels/slide4.xml.rels",
      "ppt/slides/slide4.xml",
    ]);
    const back = applied(result, before, ids(changesOf(result, before)));
    expect([...packageOf(back).zip.byName.keys()].sort()).toEqual([...packageOf(before).zip.byName.keys()].sort());
    expect(changesOf(back, before)).toEqual([]);
  });

  it("a layout is mapped by its name, whatever its part is called", () => {
    const after = deck([one, two, three, slide(300, "By the quote", { layout: 0 })], {
      layouts: ["Blank", "Title and Content"],
    });
    const added = changesOf(base, after).find(({ kind }) => kind === "added");
    const result = deckOf(applied(base, after, added ? [added.id] : []));
    expect(result.slides[3]?.layout).toBe("ppt/slideLayouts/slideLayout2.xml");
  });

  it("[R3] a layout that base does not have is needed by name, and comes with the slide", () => {
    const after = deck([one, two, three, slide(300, "By the quote", { layout: 2 })], {
      layouts: ["Title and Content", "Blank", "Quote"],
    });
    const changes = changesOf(base, after);
    expect(lines(changes)).toEqual(["added structure slide=4", "added format part=ppt/slideLayouts/slideLayout3.xml"]);
    const [added, layout] = changes;
    expect(added?.requires).toEqual([layout?.id]);
    const open = applyToDecks(deckOf(base), deckOf(after), added ? [added.id] : []);
    expect(open).toMatchObject({ ok: false, error: { reason: "not-closed", missing: [layout?.id] } });
    const result = deckOf(applied(base, after, ids(changes)));
    expect(result.masters[0]?.layouts.map(({ name }) => name)).toEqual(["Title and Content", "Blank", "Quote"]);
  });

  it("a replaced picture: the old one goes when nothing else shows it", () => {
    const picture = (content: string): BoxSpec => ({ kind: "picture", id: 4, name: "Picture 3", picture: content });
    const before = deck([{ ...one, boxes: [picture("old")] }, two]);
    const after = deck([{ ...one, boxes: [picture("new one")] }, two]);
    const result = packageOf(applied(before, after, ids(changesOf(before, after))));
    const media = result.zip.entries.filter(({ name }) => name.startsWith("ppt/media/"));
    expect(media.map(({ name }) => Buffer.from(result.bytes(name) ?? []).toString())).toEqual(["new one"]);
  });
});

describe("aspects of one shape are taken apart", () => {
  const before = deck([{ ...one, boxes: [box(3, "was", { fill: "FF0000" })] }]);
  const after = deck([
    { ...one, boxes: [box(3, "is", { fill: "0000FF", at: [1000, 2000, 300000, 400000], bold: true })] },
  ]);
  const changes = changesOf(before, after);

  it("text, position and look in any combination", () => {
    expect(changes).toHaveLength(3);
    for (let mask = 0; mask < 8; mask++) {
      const chosen = changes.filter((_change, at) => (mask & (1 << at)) !== 0);
      const result = applied(before, after, ids(chosen));
      expect(ids(changesOf(before, result)).sort()).toEqual(ids(chosen).sort());
    }
  });

  it("cells of a table, and the look around them", () => {
    const table = (a: string, b: string): BoxSpec => ({ kind: "table", id: 4, name: "T", rows: [[a, b]] });
    const [was, is] = [deck([{ ...one, boxes: [table("a", "b")] }]), deck([{ ...one, boxes: [table("A", "B")] }])];
    const wider = deck([{ ...one, boxes: [table("A", "B")] }]);
    const cells = changesOf(was, is);
    expect(lines(cells)).toEqual([
      "modified content slide=1&shape=1&cell=A1",
      "modified content slide=1&shape=1&cell=B1",
    ]);
    const result = applied(was, wider, ids(cells.slice(1)));
    expect(ids(changesOf(was, result))).toEqual(ids(cells.slice(1)));
  });
});

describe("links between slides", () => {
  const link = (target: string, id: number): BoxSpec => ({
    kind: "xml",
    id,
    xml: `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Link ${id}"><a:hlinkClick r:id="rIdL" action="ppaction://hlinksldjump"/></p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${target}</a:t></a:r></a:p></p:txBody></p:sp>`,
  });
  const linked = (part: string) => ({
    ...one,
    boxes: [...one.boxes, link("go on", 8)],
    related: [{ id: "rIdL", kind: "slide", part, content: "", type: "" }],
  });

  it("[R3] a slide that is linked to goes only with the link, and comes only before it", () => {
    const before = deck([linked("slide2.xml"), two, three]);
    const after = deck([one, three]);
    const changes = changesOf(before, after);
    const gone = changes.find(({ facet }) => facet === "structure");
    const unlinked = changes.find(({ facet }) => facet === "content");
    expect(gone?.requires).toEqual([unlinked?.id]);
    const back = changesOf(after, before);
    const come = back.find(({ facet }) => facet === "structure");
    expect(back.find(({ facet }) => facet === "content")?.requires).toEqual([come?.id]);
    expect(changesOf(applied(after, before, ids(back)), before)).toEqual([]);
  });

  it("a link to a slide that was moved or edited is no change", () => {
    const before = deck([linked("slide2.xml"), two, three]);
    const after = deck([linked("slide3.xml"), three, { ...two, hidden: true }]);
    expect(lines(changesOf(before, after))).toEqual(["moved structure slide=3", "modified structure slide=3"]);
  });
});

describe("sections follow their slides", () => {
  const sections = [
    { name: "First", slides: [256, 257] },
    { name: "Last", slides: [258] },
  ];
  const before = deck([one, two, three], { sections });

  it("an added slide joins the section that it has in after, a removed one leaves", () => {
    const grown = [
      { name: "First", slides: [256, 257] },
      { name: "Last", slides: [300, 258] },
    ];
    const after = deck([one, two, slide(300, "Brand new topic"), three], { sections: grown });
    const added = applied(before, after, ids(changesOf(before, after)));
    expect(sectionsOf(deckOf(added)).map(({ slides }) => slides)).toEqual([
      [256, 257],
      [expect.any(Number), 258],
    ]);
    const less = applied(
      before,
      deck([one, three], {
        sections: [
          { name: "First", slides: [256] },
          { name: "Last", slides: [258] },
        ],
      }),
      ids(
        changesOf(
          before,
          deck([one, three], {
            sections: [
              { name: "First", slides: [256] },
              { name: "Last", slides: [258] },
            ],
          }),
        ),
      ),
    );
    expect(sectionsOf(deckOf(less)).map(({ slides }) => slides)).toEqual([[256], [258]]);
  });

  it("other sections are one change", () => {
    const after = deck([one, two, three], { sections: [{ name: "All", slides: [256, 257, 258] }] });
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["modified structure part=ppt/presentation.xml"]);
    expect(changesOf(applied(before, after, ids(changes)), after)).toEqual([]);
  });
});

it("[R3] the master of notes goes only with the last notes", () => {
  const before = deck([{ ...one, notes: "spoken" }, { ...two, notes: "" }, three]);
  const changes = changesOf(before, base);
  expect(lines(changes)).toEqual(["removed content notes=1", "removed format part=ppt/notesMasters/notesMaster1.xml"]);
  const [notes, master] = changes;
  expect(master?.requires).toEqual([notes?.id]);
  expect(changesOf(applied(before, base, ids(changes)), base)).toEqual([]);
  const silent = applied(before, base, notes ? [notes.id] : []);
  expect(lines(changesOf(silent, base))).toEqual(["removed format part=ppt/notesMasters/notesMaster1.xml"]);
  const rest = packageOf(applied(silent, base, ids(changesOf(silent, base))));
  expect([...rest.zip.byName.keys()].filter((name) => name.includes("notes"))).toEqual([]);
});
