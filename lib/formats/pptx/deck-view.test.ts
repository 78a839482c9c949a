/** The view of a deck: what is inherited, where shapes stand, and that any real deck gives a view of the agreed shape. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, expectTypeOf, it } from "vitest";

import { deckViewSchema, type DeckView as AgreedView } from "../../contracts/deck-view.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { deckView, type DeckView } from "./deck-view.ts";
import { buildDeck, type BoxSpec, type DeckSpec, type SlideSpec } from "./testing/deck-builder.ts";

async function viewOf(spec: DeckSpec): Promise<DeckView> {
  const view = await deckView(memorySource("deck.pptx", buildDeck(spec)), DEFAULT_LIMITS);
  if (!view.ok) throw new Error(view.error.detail);
  expect(deckViewSchema.parse(view.value)).toEqual(view.value);
  return view.value;
}

const slideOf = async (boxes: readonly BoxSpec[], more: Partial<SlideSpec> = {}, deck: Partial<DeckSpec> = {}) => {
  const view = await viewOf({ slides: [{ id: 256, boxes, ...more }], ...deck });
  const [slide] = view.slides;
  if (slide === undefined) throw new Error("no slide");
  return slide;
};

const xml = (inner: string, id = 2): BoxSpec => ({ kind: "xml", id, xml: inner });
const shape = (properties: string, body = "", more = "", placeholder = "") =>
  xml(
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="S"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr>${more}<p:txBody><a:bodyPr/><a:lstStyle/>${body}</p:txBody></p:sp>`,
  );
const at = (x: number, y: number, width: number, height: number, more = "") =>
  `<a:xfrm${more}><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;

describe("the view of a deck", () => {
  it("is what the contract says", () => {
    expectTypeOf<DeckView>().toExtend<AgreedView>();
  });

  it("has slides in order with titles, notes and what is hidden", async () => {
    const view = await viewOf({
      size: [12_192_000, 6_858_000],
      slides: [
        { id: 256, boxes: [{ kind: "title", id: 2, text: ["First"] }], notes: "Say it slowly" },
        { id: 257, boxes: [], hidden: true, layout: 1 },
      ],
    });
    expect([view.width, view.height]).toEqual([12_192_000, 6_858_000]);
    expect(view.slides.map(({ number, title, hidden, notes }) => [number, title, hidden, notes])).toEqual([
      [1, "First", false, "Say it slowly"],
      [2, "", true, ""],
    ]);
    expect(view.slides.map(({ layout }) => (layout === null ? null : view.layouts[layout]?.name))).toEqual([
      "Title and Content",
      "Blank",
    ]);
    expect(view.layouts[0]?.background).toMatchObject({ kind: "solid", colour: "FFFFFF" });
  });

  it("[R7] numbers shapes as addresses do, members behind their group, and sets them where they are seen", async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="G"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm rot="5400000"><a:off x="1000" y="1000"/><a:ext cx="400" cy="200"/><a:chOff x="0" y="0"/><a:chExt cx="200" cy="100"/></a:xfrm></p:grpSpPr><p:sp><p:nvSpPr><p:cNvPr id="6" name="M"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${at(0, 0, 100, 100)}</p:spPr></p:sp></p:grpSp>`;
    const slide = await slideOf([{ id: 2 }, xml(group), { id: 9 }]);
    expect(slide.shapes.map(({ number, kind }) => [number, kind])).toEqual([
      [1, "text"],
      [2, "group"],
      [3, "text"],
      [4, "text"],
    ]);
    // Twice as large, in the left half of the group; a quarter turn brings that half to the top.
    expect(slide.shapes[2]?.box).toEqual({ x: 1100, y: 900, width: 200, height: 200, rotation: 90 });
  });

  it("gives runs the size, colour and weight that they inherit", async () => {
    const styles =
      '<p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4400" b="1"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="342900" indent="-342900"><a:buChar char="•"/><a:defRPr sz="3200"/></a:lvl1pPr><a:lvl2pPr marL="742950" indent="-285750"><a:buAutoNum type="alphaLcParenR"/><a:defRPr sz="2800"/></a:lvl2pPr></p:bodyStyle></p:txStyles>';
    const master = `<p:sldMaster xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr>${at(10, 20, 300, 40)}</p:spPr></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Stripe"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${at(0, 0, 50, 60)}<a:solidFill><a:schemeClr val="tx2"><a:lumMod val="50000"/></a:schemeClr></a:solidFill></p:spPr></p:sp></p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" hlink="hlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst>${styles}</p:sldMaster>`;
    const parts = { "ppt/slideMasters/slideMaster1.xml": master };
    const paragraph = (level: number, text: string, look = "") =>
      `<a:p><a:pPr lvl="${level}"/><a:r><a:rPr${look}/><a:t>${text}</a:t></a:r></a:p>`;
    const body = shape(
      at(0, 0, 5, 5),
      paragraph(0, "one") + paragraph(1, "two", ' sz="1200" i="1"') + paragraph(1, "three"),
      "",
      '<p:ph type="body" idx="1"/>',
    );
    const view = await viewOf({
      parts,
      slides: [{ id: 256, boxes: [{ kind: "title", id: 2, text: ["Title"] }, body] }],
    });
    const [title, list] = view.slides[0]?.shapes ?? [];
    expect(title?.box).toEqual({ x: 10, y: 20, width: 300, height: 40 });
    expect(title?.text?.paragraphs[0]).toMatchObject({
      align: "centre",
      runs: [{ text: "Title", size: 44, bold: true, colour: "4F81BD" }],
    });
    expect(list?.text?.paragraphs).toMatchObject([
      { bullet: "•", margin: 342_900, indent: -342_900, runs: [{ text: "one", size: 32 }] },
      { bullet: "a)", runs: [{ text: "two", size: 12, italic: true }] },
      { bullet: "b)", runs: [{ text: "three", size: 28 }] },
    ]);
    expect(view.layouts[0]?.shapes).toMatchObject([{ number: null, name: "Stripe", fill: { colour: "0F243E" } }]);
  });

  it("takes fills, lines and text colours from the theme where a style refers to it", async () => {
    const style =
      '<p:style><a:lnRef idx="1"><a:schemeClr val="accent1"/></a:lnRef><a:fillRef idx="1"><a:schemeClr val="accent1"/></a:fillRef><a:effectRef idx="0"><a:schemeClr val="accent1"/></a:effectRef><a:fontRef idx="minor"><a:schemeClr val="lt1"/></a:fontRef></p:style>';
    const geometry = '<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val 5000"/></a:avLst></a:prstGeom>';
    const slide = await slideOf([
      shape(at(0, 0, 9, 9) + geometry, "<a:p><a:r><a:t>on it</a:t></a:r></a:p>", style),
      shape(`${at(0, 0, 9, 9)}<a:noFill/><a:ln><a:noFill/></a:ln>`, "", style),
    ]);
    expect(slide.shapes[0]).toMatchObject({
      geometry: "roundRect",
      adjust: [5000],
      fill: { kind: "solid", colour: "4F81BD" },
      line: { colour: "4F81BD", width: 9525 },
      text: { paragraphs: [{ runs: [{ colour: "FFFFFF" }] }] },
    });
    expect(slide.shapes[1]).not.toHaveProperty("fill");
    expect(slide.shapes[1]).not.toHaveProperty("line");
  });

  it("draws tables with spans, and pictures by their content only", async () => {
    const slide = await slideOf([
      { kind: "table", id: 2, rows: [["a", "b"], ["c", "d"]] }, // prettier-ignore
      { kind: "picture", id: 3, picture: "<svg onload='alert(1)'/>" },
      { kind: "picture", id: 4, picture: "GIF89a" },
    ]);
    const texts = slide.shapes[0]?.table?.rows.map(({ cells }) =>
      cells.map(({ text }) => text.paragraphs[0]?.runs[0]?.text),
    );
    expect(texts).toEqual([["a", "b"], ["c", "d"]]); // prettier-ignore
    expect(slide.shapes.slice(1).map(({ picture }) => picture)).toEqual([
      { part: null, instead: "PNG picture" },
      { part: "ppt/media/image2.png" },
    ]);
  });

  it("draws a path of its own, and no markup gets into it", async () => {
    const custom = (points: string) =>
      `${at(0, 0, 9, 9)}<a:custGeom><a:avLst/><a:pathLst><a:path w="100" h="50"><a:moveTo><a:pt x="0" y="0"/></a:moveTo>${points}<a:close/></a:path></a:pathLst></a:custGeom>`;
    const slide = await slideOf([
      shape(custom('<a:lnTo><a:pt x="r" y="vc"/></a:lnTo><a:arcTo wR="10" hR="10" stAng="0" swAng="5400000"/>')),
      shape(custom('<a:lnTo><a:pt x="&quot;/&gt;&lt;script" y="1"/></a:lnTo>')),
    ]);
    expect(slide.shapes[0]?.path).toEqual({ width: 100, height: 50, d: "M0 0L100 25A10 10 0 0 1 90 35Z" });
    expect(slide.shapes[1]).not.toHaveProperty("path");
  });

  it("is bounded, and says where something is left out", async () => {
    const words = "word ".repeat(100_000);
    const slide = await slideOf(Array.from({ length: 6 }, (_, n) => ({ id: n + 2, text: [words] })));
    expect(slide.cut).toBe(true);
    const drawn = slide.shapes.reduce((sum, { text }) => sum + (text?.paragraphs[0]?.runs[0]?.text.length ?? 0), 0);
    expect(drawn).toBe(3 * words.length);
    const specks = "<a:r><a:t>x</a:t></a:r>".repeat(200_000);
    const crowded = await slideOf([shape(at(0, 0, 9, 9), `<a:p>${specks}</a:p>`)]);
    expect(crowded.cut).toBe(true);
    expect(crowded.shapes[0]?.text?.paragraphs[0]?.runs.length).toBeLessThan(100_000);
  });
});

const corpus = process.env["STAGED_CORPUS"] ?? "";
const files =
  corpus === ""
    ? []
    : readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".pptx"));
describe("real decks", () => {
  it.skipIf(files.length === 0)(
    `give a view or a reason${files.length === 0 ? " (not run: STAGED_CORPUS is not set)" : ` (${files.length})`}`,
    { timeout: 120_000 },
    async () => {
      let slides = 0;
      for (const file of files) {
        const view = await deckView(memorySource(file, readFileSync(path.join(corpus, file))), DEFAULT_LIMITS);
        if (!view.ok) expect(view.error.detail, file).not.toBe("");
        else {
          expect(deckViewSchema.parse(view.value), file).toEqual(view.value);
          slides += view.value.slides.length;
        }
      }
      expect(slides).toBeGreaterThan(files.length);
    },
  );
});
