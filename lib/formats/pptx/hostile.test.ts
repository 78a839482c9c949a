import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { sha256 } from "../../shared/sha256.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { writeZip } from "../ooxml/zip-write.ts";
import { applyToDecks } from "./apply/apply.ts";
import { parseDeck } from "./deck.ts";
import { diffDecks } from "./diff/diff.ts";
import { pptxFormat } from "./index.ts";
import { deckRecords } from "./records.ts";
import { box, deck, deckOf, packageOf, slide } from "./testing/decks.ts";

const good = deck([slide(256, "One"), slide(257, "Two")]);
const reasonOf = (bytes: Uint8Array, limits = DEFAULT_LIMITS) => {
  const read = parseDeck(bytes, sha256(bytes), limits);
  return read.ok ? "read" : read.error.reason === "limit" ? `limit ${read.error.limit}` : read.error.reason;
};
const withParts = (parts: Readonly<Record<string, string>>) => deck([slide(256, "One"), slide(257, "Two")], { parts });
const NS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const RELS = (lines: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines}</Relationships>`;

describe("bad input", () => {
  it("is refused by a reason, never by a throw", () => {
    expect(reasonOf(good)).toBe("read");
    expect(reasonOf(new Uint8Array())).toBe("not-this-format");
    expect(reasonOf(good.subarray(0, good.length - 30))).toBe("damaged");
    const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    expect(reasonOf(ole)).toBe("unsupported");
    expect(reasonOf(Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]))).toBe("encrypted");
  });

  it("an office file of another kind, and a zip that is none", () => {
    const rels = RELS(
      '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>',
    );
    const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
    const zip = (parts: Readonly<Record<string, string>>) =>
      writeZip(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
    expect(reasonOf(zip({ "[Content_Types].xml": types, "_rels/.rels": rels, "xl/workbook.xml": "<workbook/>" }))).toBe(
      "not-this-format",
    );
    expect(reasonOf(zip({ "readme.txt": "no office" }))).toBe("not-this-format");
  });

  it("limits are named", () => {
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxEntries: 3 })).toBe("limit maxEntries");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxInflatedBytes: 100 })).toBe("limit maxInflatedBytes");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxBytes: 100 })).toBe("limit maxBytes");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxPages: 1 })).toBe("limit maxPages");
    expect(
      reasonOf(withParts({ "ppt/media/a.bin": "0".repeat(1_000_000) }), { ...DEFAULT_LIMITS, maxRatio: 100 }),
    ).toBe("limit maxRatio");
    const deep = `<p:sld ${NS}>${"<a:x>".repeat(400)}${"</a:x>".repeat(400)}</p:sld>`;
    expect(reasonOf(withParts({ "ppt/slides/slide1.xml": deep }))).toBe("limit maxXmlDepth");
  });

  it("a bomb that lies about its size, DTDs, missing and broken parts", () => {
    const bomb = Buffer.from(good);
    const at = bomb.lastIndexOf("ppt/slides/slide1.xml") - 46;
    const local = bomb.readUInt32LE(at + 42);
    const start = local + 30 + "ppt/slides/slide1.xml".length;
    const spliced = Buffer.concat([
      bomb.subarray(0, start),
      deflateRawSync(new Uint8Array(20_000_000)),
      bomb.subarray(start + bomb.readUInt32LE(at + 20)),
    ]);
    expect(reasonOf(spliced)).not.toBe("read");
    expect(reasonOf(withParts({ "ppt/slides/slide1.xml": `<!DOCTYPE x [<!ENTITY a "b">]><p:sld ${NS}/>` }))).toBe(
      "damaged",
    );
    expect(reasonOf(withParts({ "ppt/slides/slide1.xml": `<p:sld ${NS}>` }))).toBe("damaged");
    expect(reasonOf(withParts({ "ppt/_rels/presentation.xml.rels": RELS("") }))).toBe("damaged");
  });

  it("a slide that is listed twice", () => {
    const text = packageOf(good).text("ppt/presentation.xml") ?? "";
    expect(reasonOf(withParts({ "ppt/presentation.xml": text.replace(/(<p:sldId [^>]*>)/, "$1$1") }))).toBe("damaged");
  });
});

describe("odd decks are compared all the same", () => {
  const survives = (before: Uint8Array, after: Uint8Array) => {
    const diff = diffDecks(deckOf(before), deckOf(after), defaultWork());
    const all = applyToDecks(
      deckOf(before),
      deckOf(after),
      diff.entries.map(({ change }) => change.id),
    );
    expect(all.ok || all.error.reason === "refused").toBe(true);
    expect([...deckRecords(deckOf(after))].length).toBe(deckOf(after).slides.length);
    return diff.entries.length;
  };

  it("parts that lead to each other in a circle", () => {
    const circle = (target: string) =>
      RELS(
        `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slideLayout" Target="../slideLayouts/slideLayout1.xml"/><Relationship Id="rId9" Type="urn:circle" Target="${target}"/>`,
      );
    const back = RELS('<Relationship Id="rId1" Type="urn:circle" Target="other.xml"/>');
    const odd = (value: string) =>
      withParts({
        "ppt/slides/_rels/slide1.xml.rels": circle("../odd/one.xml"),
        "ppt/odd/one.xml": `<one>${value}</one>`,
        "ppt/odd/_rels/one.xml.rels": back,
        "ppt/odd/other.xml": "<other/>",
        "ppt/odd/_rels/other.xml.rels": RELS('<Relationship Id="rId1" Type="urn:circle" Target="one.xml"/>'),
      });
    expect(survives(good, odd("a"))).toBeGreaterThan(0);
    expect(survives(odd("a"), odd("b"))).toBe(1);
    expect(survives(odd("a"), odd("a"))).toBe(0);
  });

  it("relationships that lead nowhere, shapes without names, ids that occur twice", () => {
    const bare = (text: string) =>
      `<p:sld ${NS} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:cSld><p:spTree><p:sp/><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp><p:pic><p:blipFill><a:blip r:embed="rId77"/></p:blipFill></p:pic><p:grpSp/><p:graphicFrame/></p:spTree></p:cSld></p:sld>`;
    expect(
      survives(withParts({ "ppt/slides/slide1.xml": bare("a") }), withParts({ "ppt/slides/slide1.xml": bare("b") })),
    ).toBeGreaterThan(0);
    expect(survives(good, withParts({ "ppt/slides/slide1.xml": `<p:sld ${NS}/>` }))).toBeGreaterThan(0);
    expect(survives(good, withParts({ "ppt/slides/slide1.xml": `<p:other ${NS}/>` }))).toBeGreaterThan(0);
  });

  it("past the work budget the whole file is one change, and can be taken whole only", () => {
    const many = (word: string) =>
      deck(Array.from({ length: 60 }, (_unused, at) => ({ id: 256 + at, boxes: [box(2, `${word} ${at}`)] })));
    const [before, after] = [deckOf(many("red")), deckOf(many("blue"))];
    const diff = pptxFormat.diff(before, after, { remaining: 500 });
    expect(diff.complete).toBe(false);
    expect(diff.changes.map(({ address }) => address)).toEqual([{ kind: "file" }]);
    expect(pptxFormat.diff(before, after, { remaining: 500 })).toEqual(diff);
  });

  it("is claimed by content first, by name second", () => {
    expect(pptxFormat.sniff(good.subarray(0, 4096), "unnamed")).toBe(true);
    expect(pptxFormat.sniff(good.subarray(0, 4096), "a.pptx")).toBe(true);
    expect(pptxFormat.sniff(Buffer.from("plain text"), "a.pptx")).toBe(false);
    expect(pptxFormat.sniff(Buffer.from("504b0304", "hex"), "a.xlsx")).toBe(false);
  });
});
