/** Bad input: a reason, never a throw; and no blind spot: whatever part is changed shows up. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { diffDocuments } from "./diff/diff.ts";
import { parseDocument } from "./document.ts";
import { documentRecords } from "./records.ts";
import { buildDocument, p, r, story, STYLES, table, type Parts } from "./testing/build.ts";
import { changesOf, replacedXml } from "./testing/documents.ts";

const reasonOf = (bytes: Uint8Array, limits = DEFAULT_LIMITS) => {
  const read = parseDocument(bytes, limits);
  return read.ok ? "read" : read.error.reason === "limit" ? `limit ${read.error.limit}` : read.error.reason;
};
const good = buildDocument(p("Good"));

describe("bad input", () => {
  it("is refused by a reason", () => {
    expect(reasonOf(good)).toBe("read");
    expect(reasonOf(new Uint8Array())).toBe("not-this-format");
    expect(reasonOf(Buffer.from("hello, this is no document at all"))).toBe("not-this-format");
    expect(reasonOf(good.subarray(0, good.length - 30))).toBe("damaged");
    const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    expect(reasonOf(ole)).toBe("unsupported");
    expect(reasonOf(Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]))).toBe("encrypted");
    expect(reasonOf(replacedXml(good, [["w:document", "w:workbook"]]))).toBe("not-this-format");
    expect(reasonOf(replacedXml(good, [["<w:body>", '<w:body a="1" a>']]))).toBe("damaged");
    expect(reasonOf(replacedXml(good, [["<w:document", '<!DOCTYPE x [<!ENTITY a "b">]><w:document']]))).toBe("damaged");
    expect(reasonOf(replacedXml(good, [["Good", "&bomb;"]]))).toBe("damaged");
  });

  it("limits are named", () => {
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxEntries: 2 })).toBe("limit maxEntries");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxInflatedBytes: 50 })).toBe("limit maxInflatedBytes");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxBytes: 50 })).toBe("limit maxBytes");
    const zeros = { "media/a.bin": { kind: "image", type: "image/png", content: new Uint8Array(1_000_000) } };
    expect(reasonOf(buildDocument(p("x"), { parts: zeros }), { ...DEFAULT_LIMITS, maxRatio: 100 })).toBe(
      "limit maxRatio",
    );
    expect(reasonOf(buildDocument("<w:sdt>".repeat(300) + "</w:sdt>".repeat(300)))).toBe("limit maxXmlDepth");
  });

  it("elements where they do not belong are read all the same", () => {
    const odd = fc.constantFrom(
      "p",
      "tbl",
      "tr",
      "tc",
      "r",
      "t",
      "sdt",
      "sdtContent",
      "pPr",
      "sectPr",
      "hyperlink",
      "fldChar",
      "ins",
      "footnoteReference",
      "txbxContent",
    );
    const nested = (depth: number): fc.Arbitrary<string> =>
      fc
        .tuple(odd, depth === 0 ? fc.constant([]) : fc.array(nested(depth - 1), { maxLength: 3 }))
        .map(([name, children]) => `<w:${name}>${children.join("")}</w:${name}>`);
    const tree = nested(4);
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), fc.array(tree, { maxLength: 4 }), (left, right) => {
        const [a, b] = [
          parseDocument(buildDocument(left.join("")), DEFAULT_LIMITS),
          parseDocument(buildDocument(right.join("")), DEFAULT_LIMITS),
        ];
        if (!a.ok || !b.ok) throw new Error("both are packages");
        expect(diffDocuments(a.value, a.value, defaultWork()).entries).toEqual([]);
        expect(diffDocuments(a.value, b.value, defaultWork()).complete).toBe(true);
        expect([...documentRecords(a.value)].length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it("a comparison past its budget is coarse, not endless", () => {
    const many = (word: string) =>
      buildDocument(Array.from({ length: 400 }, (_unused, n) => p(`${word} ${n % 7} ${word}${n}`)).join(""));
    const [a, b] = [parseDocument(many("left"), DEFAULT_LIMITS), parseDocument(many("right"), DEFAULT_LIMITS)];
    if (!a.ok || !b.ok) throw new Error("both are packages");
    expect(diffDocuments(a.value, b.value, { remaining: 2_000 }).complete).toBe(false);
    expect(diffDocuments(a.value, b.value, defaultWork()).complete).toBe(true);
  });

  const root = process.env["STAGED_CORPUS"] ?? "";
  it.skipIf(root === "")(
    `every real document gives a value${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`,
    { timeout: 120_000 },
    () => {
      const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.doc[xm]$/i.test(file));
      const reasons = new Map<string, number>();
      for (const file of files) {
        const reason = reasonOf(readFileSync(path.join(root, file)));
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        if (reason === "damaged" || reason === "not-this-format")
          expect(file).toMatch(/fuzz|crash|truncated|FAIL|OUTPUT|stress|\d{5}/);
      }
      process.stdout.write(`real documents: ${JSON.stringify(Object.fromEntries(reasons))}\n`);
      expect(reasons.get("read")).toBeGreaterThan(files.length * 0.9);
    },
  );
});

describe("no blind spot", () => {
  const parts: Parts = {
    "numbering.xml": {
      kind: "numbering",
      content: story(
        "numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      ),
    },
    "settings.xml": { kind: "settings", content: story("settings", '<w:defaultTabStop w:val="708"/>') },
    "footnotes.xml": {
      kind: "footnotes",
      content: story("footnotes", `<w:footnote w:id="1">${p("note words")}</w:footnote>`),
    },
    "endnotes.xml": {
      kind: "endnotes",
      content: story("endnotes", `<w:endnote w:id="1">${p("endnote words")}</w:endnote>`),
    },
    "comments.xml": {
      kind: "comments",
      content: story(
        "comments",
        `<w:comment w:id="0" w:author="Ada" w:date="2024-01-01T00:00:00Z">${p("comment words")}</w:comment>`,
      ),
    },
    "header1.xml": { kind: "header", content: story("hdr", p("header words")) },
    "footer1.xml": { kind: "footer", content: story("ftr", p("footer words")) },
    "theme/theme1.xml": {
      kind: "theme",
      content: '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"/>',
    },
    "fontTable.xml": { kind: "fontTable", content: story("fonts", '<w:font w:name="Arial"/>') },
    "media/picture.png": { kind: "image", type: "image/png", content: "picture bytes" },
    "vbaProject.bin": { kind: "vbaProject", type: "application/vnd.ms-office.vbaProject", content: "macro bytes" },
    "unknown.xml": { kind: "unknown", content: '<x note="unknown words"/>' },
  };
  const ids = new Map(["styles.xml", ...Object.keys(parts)].map((name, at) => [name, `rId${at + 1}`]));
  const drawing = `<w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="${ids.get("media/picture.png") ?? ""}"/></w:drawing></w:r>`;
  const body = [
    p("list words", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
    p(
      `<w:commentRangeStart w:id="0"/>${r("body words")}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
    ),
    table(["cell words", "b"]),
    p(drawing),
    p(
      `<w:bookmarkStart w:id="5" w:name="Place"/><w:fldSimple w:instr="PAGE">${r("1")}</w:fldSimple><w:bookmarkEnd w:id="5"/>`,
    ),
    p(
      '<w:sdt><w:sdtPr><w:tag w:val="tagged"/></w:sdtPr><w:sdtContent><w:r><w:t>control words</w:t></w:r></w:sdtContent></w:sdt>',
    ),
  ].join("");
  const make = (change: (text: string) => string) =>
    buildDocument(change(body), {
      styles: change(STYLES),
      section: change(
        `<w:sectPr><w:headerReference w:type="default" r:id="${ids.get("header1.xml") ?? ""}"/><w:footerReference w:type="default" r:id="${ids.get("footer1.xml") ?? ""}"/><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>`,
      ),
      parts: Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [
          name,
          { ...part, content: typeof part.content === "string" ? change(part.content) : part.content },
        ]),
      ),
    });
  const whole = make((text) => text);

  it.each([
    ["list words", "para=1"],
    ["body words", "para=2"],
    ["cell words", "para=3"],
    ["control words", "para=7"],
    ['w:val="bullet"', "part"],
    ['w:val="708"', "part"],
    ["note words", "footnote-1"],
    ["endnote words", "endnote-1"],
    ["comment words", "comment-1"],
    ["header words", "header-1"],
    ["footer words", "footer-1"],
    ['name="Office"', "part"],
    ['w:name="Arial"', "part"],
    ["picture bytes", "para=5"],
    ["macro bytes", "part"],
    ["unknown words", "part"],
    ['w:val="32"', "part"],
    ['w:h="15840"', "part"],
    ['w:author="Ada"', "comment-1"],
    ['w:instr="PAGE"', "para=6"],
    ['w:val="tagged"', "para=7"],
    ['w:name="Place"', "part"],
    ['w:w="0"', "table"],
  ])("%s changed once shows up", (text) => {
    const changed = make((all) =>
      all.replace(text, (found) =>
        found.replace(/(\w)(\W*)$/, (_all, last: string, rest: string) => `${last}7${rest}`),
      ),
    );
    expect(Buffer.compare(whole, changed), "something was changed").not.toBe(0);
    expect(changesOf(whole, changed).length).toBeGreaterThan(0);
    expect(
      changesOf(
        whole,
        make((all) => all),
      ),
    ).toEqual([]);
  });
});
