/** Spelled otherwise and looking the same is no change; looking otherwise is one, however it is spelled. */
import { describe, expect, it } from "vitest";

import { buildDocument, p, r } from "./testing/build.ts";
import { applied, changesOf, lines } from "./testing/documents.ts";

const STYLES = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Body"><w:name w:val="Body"/><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="center"/></w:pPr><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/><w:i/></w:rPr></w:style>
<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:rPr><w:b/></w:rPr></w:style>`;
const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`;
const document = (body: string, styles = STYLES) =>
  buildDocument(body, {
    styles,
    parts: {
      "theme1.xml": { kind: "theme", type: "application/vnd.openxmlformats-officedocument.theme+xml", content: theme },
    },
  });
const seen = (before: string, after: string) => lines(changesOf(document(before), document(after)));
const body = '<w:pStyle w:val="Body"/>';

describe("what a program spells out", () => {
  it.each([
    [
      "the size and font of the document",
      p("Rent."),
      p(r("Rent.", '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/>')),
    ],
    ["complex-script twins", p(r("Rent.", "<w:b/>")), p(r("Rent.", '<w:b/><w:bCs/><w:szCs w:val="30"/>'))],
    [
      "defaults of the format",
      p("Rent."),
      p(r("Rent.", '<w:color w:val="auto"/><w:kern w:val="0"/><w:u w:val="none"/><w:b w:val="0"/>')),
    ],
    [
      "the paragraph's spacing and sides",
      p("Rent."),
      p(
        "Rent.",
        '<w:widowControl/><w:bidi w:val="0"/><w:spacing w:before="0" w:after="160" w:line="240" w:lineRule="auto"/><w:ind w:left="0"/><w:jc w:val="left"/>',
      ),
    ],
    ["what the style says", p("Rent.", body), p(r("Rent.", "<w:i/>"), `${body}<w:jc w:val="center"/>`)],
    ["the mark of the paragraph", p("Rent."), p("Rent.", '<w:rPr><w:sz w:val="22"/></w:rPr>')],
  ])("%s is no change", (_what, before, after) => {
    expect(seen(before, after)).toEqual([]);
    expect(seen(after, before)).toEqual([]);
  });

  it.each([
    ["another size", p("Rent."), p(r("Rent.", '<w:sz w:val="24"/>'))],
    ["a font of the theme's other sort", p("Rent."), p(r("Rent.", '<w:rFonts w:asciiTheme="majorHAnsi"/>'))],
    ["a style switched off", p("Rent.", body), p(r("Rent.", '<w:i w:val="0"/>'), body)],
    ["no space behind", p("Rent."), p("Rent.", '<w:spacing w:after="0"/>')],
    ["left in a centred style", p("Rent.", body), p("Rent.", `${body}<w:jc w:val="left"/>`)],
    [
      "a character style that toggles",
      p(r("Rent.", "<w:b/><w:i/>"), body),
      p(r("Rent.", '<w:rStyle w:val="Strong"/>'), body),
    ],
    ["a complex-script twin of its text", p(r("שכר", "<w:b/>")), p(r("שכר", "<w:b/><w:bCs/>"))],
    [
      "not bold in a table whose style is bold",
      `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${p("Rent.")}</w:tc></w:tr></w:tbl>`,
      `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${p(r("Rent.", '<w:b w:val="0"/>'))}</w:tc></w:tr></w:tbl>`,
    ],
  ])("%s is a change, taken alone and exactly", (_what, before, after) => {
    const [a, b] = [document(before), document(after)];
    const changes = changesOf(a, b);
    expect(lines(changes)).toHaveLength(1);
    const [change] = changes;
    if (change === undefined) return;
    expect(changesOf(a, applied(a, b, [change.id])).map(({ id }) => id)).toEqual([change.id]);
    expect(changesOf(applied(a, b, [change.id]), b)).toEqual([]);
  });

  it("beside an edit is no part of it", () => {
    const after = p(
      r("Rent is ", '<w:sz w:val="22"/>') +
        r("late", '<w:sz w:val="22"/><w:color w:val="auto"/>') +
        r(".", '<w:sz w:val="22"/>'),
    );
    expect(seen(p("Rent is due."), after)).toEqual(["modified content para=1: due → late"]);
  });

  it("where the style changes, too: all changes give the other version", () => {
    const before = document(p("Rent.", body));
    const after = document(
      p(r("Rent.", "<w:i/>"), body),
      STYLES.replace(
        '<w:rPr><w:i/></w:rPr></w:style>\n<w:style w:type="character"',
        '</w:style>\n<w:style w:type="character"',
      ),
    );
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["modified format part=word/styles.xml: named=Body text=null"]);
    const all = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(all, after)).toEqual([]);
    expect(changesOf(before, all)).toEqual(changes);
  });
});
