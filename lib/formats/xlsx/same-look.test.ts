/** The same look in another spelling is no change; another look is one: colours, number formats, widths, defaults. */
import { describe, expect, it } from "vitest";

import { plainFormatCode } from "./format-code.ts";
import { tinted } from "./palette.ts";
import { buildWorkbook } from "./testing/build.ts";
import { applied, changesOf, lines, open } from "./testing/workbooks.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const THEME_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme";

interface Look {
  readonly color?: string;
  readonly format?: string;
  /** Colours by number, from 0. */
  readonly palette?: readonly string[];
  /** The third accent of the theme; without it there is no theme. */
  readonly accent?: string;
  readonly head?: string;
}

function book({ color, format = "0", palette, accent, head = "" }: Look): Uint8Array {
  const font = `<font>${color === undefined ? "" : `<color ${color}/>`}<sz val="11"/><name val="Calibri"/></font>`;
  const list = (palette ?? []).map((rgb) => `<rgbColor rgb="FF${rgb}"/>`).join("");
  const colors = palette === undefined ? "" : `<colors><indexedColors>${list}</indexedColors></colors>`;
  const code = format.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const styles =
    `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts>` +
    `<fonts><font><sz val="11"/><name val="Calibri"/></font>${font}</fonts>` +
    '<fills><fill><patternFill patternType="none"/></fill></fills><borders><border/></borders>' +
    '<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="170" fontId="1" fillId="0" borderId="0"/>' +
    `</cellXfs>${colors}</styleSheet>`;
  const names = "dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink".split(" ");
  const scheme = names.map(
    (name) => `<a:${name}><a:srgbClr val="${name === "accent3" ? accent : "123456"}"/></a:${name}>`,
  );
  const theme = `<a:theme xmlns:a="${DRAWING}"><a:themeElements><a:clrScheme name="x">${scheme.join("")}</a:clrScheme></a:themeElements></a:theme>`;
  return buildWorkbook([{ name: "Sheet", head, rows: [[1, { xml: '<c s="1"><v>2</v></c>' }]] }], {
    parts: { "xl/styles.xml": styles, ...(accent === undefined ? {} : { "xl/theme/theme1.xml": theme }) },
    ...(accent === undefined
      ? {}
      : { workbookRelationships: `<Relationship Id="rIdC" Type="${THEME_TYPE}" Target="theme/theme1.xml"/>` }),
  });
}

const differences = (before: Look, after: Look) => lines(changesOf(book(before), book(after)));
const CELL = "modified format Sheet!B1";

describe("colours", () => {
  it("by number and written out are the same", () => {
    expect(differences({ color: 'indexed="12"' }, { color: 'rgb="FF0000FF"' })).toEqual([]);
    expect(differences({ color: 'indexed="12"' }, { color: 'rgb="FF0000FE"' })).toEqual([CELL]);
  });

  it("of the theme are the same written out, lightened and darkened", () => {
    const named = { accent: "9BBB59", color: 'theme="6" tint="-0.499984740745262"' };
    expect(differences(named, { accent: "9BBB59", color: 'rgb="FF4F6228"' })).toEqual([]);
    expect(differences(named, { accent: "9BBB59", color: 'rgb="FF4F6229"' })).toEqual([CELL]);
    expect(differences({ color: 'theme="6"' }, { color: 'rgb="FF9BBB59"' })).toEqual([]);
  });

  it("of a theme that changes are one change of the theme, and the names of the cells stay theirs", () => {
    const [before, after] = [
      { accent: "9BBB59", color: 'theme="6"' },
      { accent: "AABBCC", color: 'theme="6"' },
    ];
    expect(differences(before, after)).toEqual(["modified unrendered xl/theme/theme1.xml"]);
    expect(differences(before, { accent: "AABBCC", color: 'rgb="FFAABBCC"' })).toContain(CELL);
  });

  it("are lightened as other programs write them out: Excel rounds some of them by one step otherwise", () => {
    // Accents of the first Office theme, lighter and darker as presentations show them.
    expect(tinted("4F81BD", 0.7999816888943144)).toBe("DCE6F2");
    expect(tinted("4F81BD", -0.249977111117893)).toBe("376092");
    expect(tinted("C0504D", 0.5999938962981048)).toBe("E6B9B8");
    expect(tinted("FFFFFF", -0.14999847407452621)).toBe("D9D9D9");
    expect(tinted("000000", 0.499984740745262)).toBe("7F7F7F");
  });
});

describe("a file's own list of colours", () => {
  const own = ["000000", "FFFFFF", "FF0000", "ABCDEF"];

  it("is what its numbers stand for", () => {
    expect(differences({ palette: own, color: 'indexed="3"' }, { color: 'rgb="FFABCDEF"' })).toEqual([]);
    expect(differences({ palette: own, color: 'indexed="3"' }, { color: 'indexed="3"' })).toEqual([CELL]);
    expect(differences({ palette: own, color: 'indexed="2"' }, { color: 'indexed="2"' })).toEqual([]);
  });

  it("is no part of what is taken: the colour goes along written out", () => {
    const head = '<sheetPr><tabColor indexed="3"/></sheetPr>';
    const [before, after] = [book({ color: 'indexed="3"', head }), book({ palette: own, color: 'indexed="3"', head })];
    const changes = changesOf(before, after);
    expect(lines(changes).sort()).toEqual([CELL, "modified metadata Sheet"]);
    for (const { id } of changes) {
      const left = changesOf(applied(before, after, [id]), after);
      expect(left.map((change) => change.id)).toEqual(
        changes.map((change) => change.id).filter((other) => other !== id),
      );
    }
    const all = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(all, after)).toEqual([]);
    expect(open(all).package.text("xl/styles.xml")).toContain('rgb="FFABCDEF"');
  });
});

describe("number formats", () => {
  it.each([
    [String.raw`dddd\,\ mmmm`, `dddd", "mmmm`],
    [String.raw`"$"#,##0_);\("$"#,##0\)`, "$#,##0_);($#,##0)"],
    [String.raw`d\-mmm\-yy`, "d-mmm-yy"],
    ['"a""b"', '"ab"'],
  ])("%s shows what %s shows", (one, other) => {
    expect(plainFormatCode(one)).toBe(plainFormatCode(other));
    expect(differences({ format: one }, { format: other })).toEqual([]);
  });

  it.each([
    [String.raw`0E\-0`, "0E-0"],
    [String.raw`0\;0`, "0;0"],
    [String.raw`0"0"`, "00"],
    [String.raw`0\,`, "0,"],
    [String.raw`\"0`, "0"],
    ["_-0", String.raw`\_-0`],
  ])("%s does not show what %s shows", (one, other) => {
    expect(differences({ format: one }, { format: other })).toEqual([CELL]);
  });
});

describe("widths and defaults", () => {
  const column = (width: string) => ({ head: `<cols><col min="2" max="2" width="${width}" customWidth="1"/></cols>` });
  const defaults = (attributes: string) => ({ head: `<sheetFormatPr ${attributes}/>` });
  const SHEET = "modified format Sheet";

  it("of columns are what is drawn", () => {
    expect(differences(column("10.28515625"), column("10.29"))).toEqual([]);
    expect(differences(column("10.28515625"), column("10.42578125"))).toEqual([SHEET]);
  });

  it("of a sheet are the same left out and written", () => {
    const plain = defaults('defaultRowHeight="15"');
    expect(
      differences(plain, defaults('defaultColWidth="8.5390625" defaultRowHeight="15" zeroHeight="false"')),
    ).toEqual([]);
    expect(differences(plain, {})).toEqual([]);
    expect(differences(plain, defaults('defaultColWidth="12" defaultRowHeight="15"'))).toEqual(["added format Sheet"]);
    const ten = defaults('baseColWidth="10" defaultRowHeight="15"');
    expect(differences(ten, defaults('defaultColWidth="10.7109375" defaultRowHeight="15"'))).toEqual([]);
    expect(differences(ten, plain)).toEqual(["removed format Sheet"]);
  });

  it("of rows are the same fixed and automatic, if they are as high", () => {
    const fixed = defaults('defaultRowHeight="15" customHeight="1"');
    expect(differences(fixed, defaults('defaultRowHeight="15"'))).toEqual([]);
    expect(differences(fixed, defaults('defaultRowHeight="20" customHeight="1"'))).toEqual([SHEET]);
  });
});

describe("formulas", () => {
  it("name one cell through several sheets with or without its end", () => {
    const file = (formula: string) =>
      buildWorkbook([
        { name: "A", rows: [[{ formula, value: 3 }]] },
        { name: "B", rows: [[1, 2]] },
      ]);
    expect(lines(changesOf(file("SUM(A:B!B1)"), file("SUM(A:B!B1:B1)")))).toEqual([]);
    expect(lines(changesOf(file("SUM(A:B!B1)"), file("SUM(A:B!B1:B2)")))).toEqual(["modified formula A!A1"]);
  });
});
