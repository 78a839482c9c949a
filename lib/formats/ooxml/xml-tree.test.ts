import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalXml } from "./xml-canonical.ts";
import { decodeEscapes, decodeEntities, encodeEscapes, encodeXml } from "./xml-text.ts";
import { attribute, childElements, NS, parseXml, textOf } from "./xml-tree.ts";

const limits = { maxXmlDepth: 50 };
const parsed = (text: string) => {
  const tree = parseXml(text, limits);
  if (!tree.ok) throw new Error(tree.error.detail);
  return tree.value;
};

describe("XML trees", () => {
  it("resolve namespaces, entities and CDATA, and know where everything stands", () => {
    const text =
      '<?xml version="1.0"?><x:a xmlns:x="urn:x" k="1 &lt; 2"><!-- no --><x:b>t&amp;<![CDATA[<c>]]></x:b></x:a>';
    const root = parsed(text);
    expect([root.ns, root.name, attribute(root, "k")]).toEqual(["urn:x", "a", "1 < 2"]);
    const [child] = [...childElements(root)];
    expect(textOf(child!)).toBe("t&<c>");
    expect(text.slice(child!.start, child!.end)).toBe("<x:b>t&amp;<![CDATA[<c>]]></x:b>");
  });

  it("read strict names as transitional ones, and the fallback of alternate content", () => {
    const root = parsed(
      `<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:mc="${NS.mc}"><mc:AlternateContent><mc:Choice Requires="x"><a/></mc:Choice><mc:Fallback><b/></mc:Fallback></mc:AlternateContent></worksheet>`,
    );
    expect(root.ns).toBe(NS.main);
    expect([...childElements(root)].map(({ name }) => name)).toEqual(["b"]);
  });

  it.each([
    ["a DTD", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["an undeclared entity", "<a>&b;</a>"],
    ["an undeclared prefix", "<a><b:c/></a>"],
    ["an element that is not closed", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["nothing", "  "],
    ["a broken tag", "<a b=c/>"],
    ["a character beyond Unicode", "<a>&#x110000;</a>"],
  ])("refuse %s", (_what, text) => {
    expect(parseXml(text, limits).ok).toBe(false);
  });

  it("name the limit of nesting", () => {
    expect(parseXml("<a>".repeat(60) + "</a>".repeat(60), limits)).toMatchObject({ error: { limit: "maxXmlDepth" } });
  });

  it("never throw", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "/",
      "a",
      "b:c",
      '="',
      '"',
      "&",
      ";",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?",
      "?>",
      " ",
      "xmlns:b='u'",
      "<a>",
      "</a>",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(typeof parseXml(pieces.join(""), limits).ok).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });
});

describe("meaning and text", () => {
  it("prefixes, order of attributes, white space and revision ids mean nothing; text does", () => {
    const a = parsed('<a xmlns="urn:m" x="1" y="2"> <b/> </a>');
    const b = parsed(
      '<p:a xmlns:p="urn:m" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" y="2" x="1" xr:uid="{1}"><p:b/></p:a>',
    );
    expect(canonicalXml(a)).toBe(canonicalXml(b));
    expect(canonicalXml(parsed("<t>a</t>"))).not.toBe(canonicalXml(parsed("<t>b</t>")));
  });

  it("what is encoded is decoded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(decodeEscapes(decodeEntities(encodeXml(encodeEscapes(text))) ?? "")).toBe(text);
      }),
    );
  });
});
