/**
 * No blind spot: one attribute or text of every kind of part, changed alone, is some change. Derived, and hence no
 * change: the calculation chain, cached numbers of charts, the counts of lists.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { inflateEntry } from "../ooxml/inflate.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { rewriteZip } from "../ooxml/zip-write.ts";
import { richWorkbook } from "./testing/rich-workbook.ts";
import { applied, changesOf } from "./testing/workbooks.ts";
import { parseWorkbook } from "./workbook.ts";

/** The file with one entry written otherwise. */
function edited(bytes: Uint8Array, part: string, edit: (text: string) => string): Uint8Array | null {
  const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
  const entry = zip.ok ? zip.value.byName.get(part) : undefined;
  const content = zip.ok && entry !== undefined ? inflateEntry(zip.value, entry) : null;
  if (!zip.ok || content?.ok !== true) return null;
  const text = Buffer.from(content.value).toString("latin1");
  const next = edit(text);
  return next === text ? null : rewriteZip(zip.value, new Map([[part, Buffer.from(next, "latin1")]]));
}

/** What is written, and what it becomes. */
const EDITS: readonly (readonly [string, string, string])[] = [
  ["xl/workbook.xml", 'lockStructure="1"', 'lockStructure="0"'],
  ["xl/workbook.xml", "Model!$B$1", "Model!$B$2"],
  ["xl/worksheets/sheet1.xml", "<v>7</v>", "<v>8</v>"],
  ["xl/worksheets/sheet1.xml", "<f>B1*2</f>", "<f>B1*3</f>"],
  ["xl/worksheets/sheet1.xml", 'width="18"', 'width="19"'],
  ["xl/worksheets/sheet1.xml", 'ht="30"', 'ht="31"'],
  ["xl/worksheets/sheet1.xml", 'state="frozen"', 'state="split"'],
  ["xl/worksheets/sheet1.xml", 'formatCells="0"', 'formatCells="1"'],
  ["xl/worksheets/sheet1.xml", 'ref="C1:D1"', 'ref="C1:E1"'],
  ["xl/worksheets/sheet1.xml", "<formula>5</formula>", "<formula>6</formula>"],
  ["xl/worksheets/sheet1.xml", "<formula1>9</formula1>", "<formula1>8</formula1>"],
  ["xl/worksheets/sheet1.xml", 'location="Model!A1"', 'location="Model!A2"'],
  ["xl/worksheets/sheet1.xml", 'left="0.5"', 'left="0.6"'],
  ["xl/worksheets/sheet1.xml", 'orientation="landscape"', 'orientation="portrait"'],
  ["xl/worksheets/sheet1.xml", "Page &amp;P", "Seite &amp;P"],
  ["xl/worksheets/sheet1.xml", '<brk id="9"', '<brk id="8"'],
  ["xl/worksheets/sheet1.xml", "x14:sparkline1", "x14:sparkline2"],
  ["xl/worksheets/_rels/sheet1.xml.rels", "https://example.org/a", "https://example.org/b"],
  ["xl/styles.xml", 'rgb="FFFF0000"', 'rgb="FFFF0001"'],
  ["xl/styles.xml", 'formatCode="0.000"', 'formatCode="0.0000"'],
  ["xl/styles.xml", 'rgb="FF00FF00"', 'rgb="FF00FF01"'],
  ["xl/styles.xml", 'name="House"', 'name="Hous"'],
  ["xl/styles.xml", 'pivot="0"', 'pivot="1"'],
  ["xl/sharedStrings.xml", ">shared<", ">shard<"],
  ["xl/sharedStrings.xml", "<b/>", "<i/>"],
  ["xl/theme/theme1.xml", 'val="44546A"', 'val="44546B"'],
  ["xl/drawings/drawing1.xml", "<xdr:col>3</xdr:col>", "<xdr:col>4</xdr:col>"],
  ["xl/drawings/drawing1.xml", 'name="Chart 1"', 'name="Chart 2"'],
  ["xl/drawings/drawing1.xml", "in a shape", "in a Shape"],
  ["xl/charts/chart1.xml", "Model!$B$1:$B$2", "Model!$B$1:$B$3"],
  ["xl/charts/chart1.xml", 'val="b"', 'val="t"'],
  ["xl/charts/chart1.xml", "A title", "Another title"],
  ["xl/charts/style1.xml", 'id="201"', 'id="202"'],
  ["xl/charts/colors1.xml", 'id="10"', 'id="11"'],
  ["xl/comments1.xml", "note text", "other text"],
  ["xl/comments1.xml", "<author>Ann</author>", "<author>Bob</author>"],
  ["xl/drawings/vmlDrawing1.vml", "width:96pt", "width:97pt"],
  ["xl/drawings/vmlDrawing1.vml", "Button text", "Other text"],
  ["xl/tables/table1.xml", 'name="Amount"', 'name="Sum"'],
  ["xl/tables/table1.xml", 'showRowStripes="1"', 'showRowStripes="0"'],
  ["xl/pivotTables/pivotTable1.xml", 'axis="axisRow"', 'axis="axisCol"'],
  ["xl/pivotCache/pivotCacheDefinition1.xml", 'ref="A1:B4"', 'ref="A1:B5"'],
  ["xl/pivotCache/pivotCacheDefinition1.xml", 'refreshedBy="Ann"', 'refreshedBy="Bob"'],
  ["xl/pivotCache/pivotCacheRecords1.xml", '<n v="1"/>', '<n v="2"/>'],
  ["xl/externalLinks/externalLink1.xml", "Other", "Otter"],
  ["xl/connections.xml", "SELECT 1", "SELECT 2"],
  ["xl/printerSettings/printerSettings1.bin", "PRINTER", "PRINTFR"],
  ["xl/media/image1.png", "picture", "pictuse"],
  ["xl/vbaProject.bin", "Sub", "Fub"],
  ["xl/ctrlProps/ctrlProp1.xml", 'fmlaLink="$A$1"', 'fmlaLink="$A$2"'],
  ["xl/slicers/slicer1.xml", 'caption="Item"', 'caption="Idem"'],
  ["xl/threadedComments/threadedComment1.xml", "a thread", "a tread"],
  ["xl/persons/person.xml", 'displayName="Ann"', 'displayName="Bob"'],
  ["customXml/item1.xml", "custom", "cusdom"],
  ["docProps/core.xml", "The title", "A title"],
  ["docProps/app.xml", "The company", "A company"],
  ["docProps/custom.xml", "<vt:lpwstr>yes", "<vt:lpwstr>no"],
  ["unknown/thing.dat", "payload", "paylord"],
  ["[Content_Types].xml", "application/vnd.example.thing", "application/vnd.example.other"],
  ["xl/_rels/workbook.xml.rels", "rIdUnknown", "rIdUnknovn"],
];

/** Derived from the rest, or a name that only the file itself knows. */
const DERIVED: ReadonlySet<string> = new Set(["rIdUnknown", "application/vnd.example.thing"]);

describe("no blind spot", () => {
  const before = richWorkbook();

  it.each(EDITS)("%s: %s → %s", (part, from, to) => {
    const after = edited(before, part, (text) => text.replace(from, to));
    expect(after, `${from} is not in ${part}`).not.toBeNull();
    if (after === null) return;
    const changes = changesOf(before, after);
    if (DERIVED.has(from)) return;
    expect(changes.length).toBeGreaterThan(0);
    const result = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(result, after)).toEqual([]);
  });

  it("the calculation chain and cached numbers of charts follow from the cells", () => {
    for (const [part, from, to] of [
      ["xl/calcChain.xml", 'r="C1"', 'r="C2"'],
      ["xl/charts/chart1.xml", "<c:v>7</c:v>", "<c:v>8</c:v>"],
    ] as const) {
      const after = edited(before, part, (text) => text.replace(from, to));
      expect(after === null ? null : changesOf(before, after)).toEqual([]);
    }
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";
const every = process.env["STAGED_CORPUS_ALL"] === "1" ? 1 : 6;
const files =
  root === ""
    ? []
    : readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.xls[xm]$/.test(file))
        .sort()
        .filter((_file, at) => at % every === 0)
        .map((file) => path.join(root, file))
        .filter((file) => statSync(file).size < 300_000);

/** Parts that have no meaning of their own. */
const EXPLAINED =
  /calcChain|\.rels$|\[Content_Types\]|sharedStrings|xl\/styles|theme|workbook\.xml|worksheets\/|chartsheets\//;

describe.skipIf(root === "")(
  `no blind spot in real workbooks${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`,
  () => {
    it(
      "a character of a text or a number of an attribute of any other part is some change",
      { timeout: 120_000 },
      () => {
        let [shown, tried] = [0, 0];
        const missed = new Map<string, string[]>();
        for (const file of files) {
          const bytes = readFileSync(file);
          const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
          if (!zip.ok || !parseWorkbook(bytes, DEFAULT_LIMITS).ok) continue;
          for (const { name } of zip.value.entries.slice(0, 60)) {
            if (EXPLAINED.test(name) || name.endsWith("/")) continue;
            // The last text that says something, or else the last byte.
            const after = edited(bytes, name, (text) =>
              /^\s*<(\?xml|\w)/.test(text)
                ? text.replace(
                    /([A-Za-z])([^<>A-Za-z]*<\/(?!c:v|c:pt|c:formatCode|v>|formatCode|x:)[^<>]*>(?![^]*[A-Za-z][^<>A-Za-z]*<\/(?!c:v|c:pt|c:formatCode|v>|formatCode|x:)))/,
                    "$1$1$2",
                  )
                : `${text}x`,
            );
            if (after === null || !parseWorkbook(after, DEFAULT_LIMITS).ok) continue;
            tried++;
            if (changesOf(bytes, after).length > 0) shown++;
            else missed.set(name.replaceAll(/\d+/g, "N"), [...(missed.get(name) ?? []), path.basename(file)]);
          }
        }
        process.stdout.write(`blind spots: ${shown} of ${tried} edits shown ${JSON.stringify([...missed])}\n`);
        expect(tried).toBeGreaterThan(20);
        expect(shown).toBe(tried);
      },
    );
  },
);
