/** No blind spot: every kind of part, changed once, shows up as some change, and is taken over. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { corpusPairs } from "../conformance/testing/corpus.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { openPackage } from "../ooxml/package.ts";
import { rewriteZip } from "../ooxml/zip-write.ts";
import { applyToDecks } from "./apply/apply.ts";
import { parseDeck } from "./deck.ts";
import { buildDeck, type DeckSpec } from "./testing/deck-builder.ts";
import { applied, box, changesOf, deckOf, packageOf, slide } from "./testing/decks.ts";

const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="1" y="1"/><a:ext cx="1000000" cy="1000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rIdC"/></a:graphicData></a:graphic></p:graphicFrame>`;
const spec: DeckSpec = {
  slides: [
    {
      ...slide(256, "Everything", { notes: "spoken", background: "123456" }),
      boxes: [
        box(3, "words"),
        { kind: "picture", id: 4, picture: "pixels" },
        { kind: "table", id: 5, rows: [["a"]] },
        { kind: "xml", id: 9, xml: frame },
      ],
      tail: '<p:transition advTm="3000"><p:fade/></p:transition>',
      related: [
        {
          id: "rIdC",
          kind: "chart",
          part: "ppt/charts/chart1.xml",
          content: chart,
          type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
        },
        {
          id: "rIdM",
          kind: "comments",
          part: "ppt/comments/comment1.xml",
          content:
            '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>a comment</p:text></p:cm></p:cmLst>',
          type: "application/vnd.openxmlformats-officedocument.presentationml.comments+xml",
        },
      ],
    },
    slide(257, "Second"),
  ],
  sections: [{ name: "All", slides: [256, 257] }],
  parts: { "ppt/orphan.xml": "<orphan>value</orphan>", "ppt/orphan.bin": "bytes of value" },
};
const base = buildDeck(spec);

function mutated(part: string, from: string, to: string): Uint8Array {
  const pack = packageOf(base);
  const text = Buffer.from(pack.bytes(part) ?? []).toString("latin1");
  expect(text, part).toContain(from);
  return rewriteZip(pack.zip, new Map([[part, Buffer.from(text.replace(from, to), "latin1")]]));
}

describe("a mutation of", () => {
  it.each([
    ["ppt/slides/slide1.xml", "words", "worms"],
    ["ppt/slides/slide1.xml", 'x="914400"', 'x="714400"'],
    ["ppt/slides/slide1.xml", 'prst="rect"', 'prst="oval"'],
    ["ppt/slides/slide1.xml", "123456", "654321"],
    ["ppt/slides/slide1.xml", 'advTm="3000"', 'advTm="4000"'],
    ["ppt/slides/slide1.xml", "<p:fade/>", "<p:wipe/>"],
    ["ppt/slides/slide1.xml", 'name="Box 3"', 'name="Box three"'],
    ["ppt/slides/slide1.xml", 'firstRow="1"', 'firstRow="0"'],
    ["ppt/slides/slide1.xml", 'wrap="square"', 'wrap="none"'],
    ["ppt/slides/slide1.xml", "<p:cSld>", '<p:cSld name="x">'],
    ["ppt/slides/slide1.xml", "<a:masterClrMapping/>", '<a:overrideClrMapping bg1="dk1"/>'],
    ["ppt/slides/slide1.xml", "<p:clrMapOvr>", '<p:extra xmlns:p="urn:extra">1</p:extra><p:clrMapOvr>'],
    ["ppt/notesSlides/notesSlide1.xml", "spoken", "said"],
    ["ppt/notesSlides/notesSlide1.xml", 'name="Notes"', 'name="Notizen"'],
    ["ppt/notesMasters/notesMaster1.xml", 'tx1="dk1"', 'tx1="dk2"'],
    ["ppt/charts/chart1.xml", "<c:v>12<", "<c:v>13<"],
    ["ppt/comments/comment1.xml", "a comment", "another one"],
    ["ppt/media/image1.png", "pixels", "pixies"],
    ["ppt/slideLayouts/slideLayout2.xml", 'name="Blank"', 'name="Empty"'],
    ["ppt/slideLayouts/slideLayout1.xml", 'preserve="1"', 'preserve="0"'],
    ["ppt/slideMasters/slideMaster1.xml", 'idx="1001"', 'idx="1002"'],
    ["ppt/theme/theme1.xml", "4F81BD", "4F81BE"],
    ["ppt/theme/theme2.xml", "4F81BD", "4F81BE"],
    ["ppt/presProps.xml", "<p:presentationPr ", '<p:presentationPr x="1" '],
    ["ppt/presentation.xml", 'cx="9144000"', 'cx="9144001"'],
    ["ppt/presentation.xml", "<p:presentation ", '<p:presentation firstSlideNum="3" '],
    ["ppt/presentation.xml", 'name="All"', 'name="Some"'],
    ["docProps/core.xml", "Deck", "Dock"],
    ["ppt/orphan.xml", "value", "other"],
    ["ppt/orphan.bin", "value", "other"],
    ["[Content_Types].xml", "presentation.main+xml", "slideshow.main+xml"],
  ])("%s (%s → %s) is one change, and is taken over", (part, from, to) => {
    const after = mutated(part, from, to);
    const changes = changesOf(base, after);
    expect(changes).toHaveLength(1);
    const result = applied(
      base,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(result, after)).toEqual([]);
    expect(changesOf(base, result).map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
    expect(deckOf(result).slides).toHaveLength(2);
  });

  it("a part that is lost is a change, part by part", () => {
    const pack = packageOf(base);
    for (const { name } of pack.zip.entries) {
      const less = rewriteZip(pack.zip, new Map([[name, null]]));
      const read = parseDeck(less, deckOf(base).contentHash, DEFAULT_LIMITS);
      if (!read.ok) expect(read.error.detail).not.toBe("");
      // What is said by defaults, or leads to a part that explains it, may go.
      else if (!/_rels\/(slide|notes)Layout/.test(name)) expect(changesOf(base, less), name).not.toEqual([]);
    }
  });
});

const pairs = corpusPairs(["pptx"]);
describe.skipIf(pairs === null)(`real decks${pairs === null ? " (not run: STAGED_CORPUS is not set)" : ""}`, () => {
  it("a changed part is seen, whichever it is", { timeout: 120_000 }, () => {
    const missed: string[] = [];
    let tried = 0;
    for (const [file] of (pairs ?? []).filter((_pair, at) => at % 4 === 0)) {
      const bytes = readFileSync(file);
      const opened = openPackage(bytes, DEFAULT_LIMITS);
      if (!opened.ok) continue;
      for (const { name } of opened.value.zip.entries) {
        const text = opened.value.text(name);
        const changed =
          name.startsWith("ppt/") && name.endsWith(".xml")
            ? text?.replace(/ (val|x|w|sz|typeface)="([^"]+)"/, ' $1="17$2"')
            : undefined;
        if (changed === undefined || changed === text) continue;
        const after = rewriteZip(opened.value.zip, new Map([[name, Buffer.from(changed)]]));
        tried++;
        if (changesOf(bytes, after).length === 0) missed.push(`${file} ${name}`);
      }
    }
    expect(tried).toBeGreaterThan(50);
    expect(missed).toEqual([]);
  });
});

it("an apply of all is a patch, not a copy of the other file", () => {
  const after = buildDeck({ ...spec, accent: "112233", size: [1000000, 2000000] });
  const changes = changesOf(base, after);
  const all = applyToDecks(
    deckOf(base),
    deckOf(after),
    changes.map(({ id }) => id),
  );
  expect(all.ok && Buffer.compare(all.value, after) !== 0).toBe(true);
});
