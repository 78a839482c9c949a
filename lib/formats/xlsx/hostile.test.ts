import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { buildWorkbook } from "./testing/build.ts";
import { workbookRecords } from "./records.ts";
import { parseWorkbook } from "./workbook.ts";

const sheets = [{ name: "S", rows: [[1, "two"]] }];
const reasonOf = (bytes: Uint8Array, limits = DEFAULT_LIMITS) => {
  const read = parseWorkbook(bytes, limits);
  return read.ok ? "read" : read.error.reason === "limit" ? `limit ${read.error.limit}` : read.error.reason;
};

/** The bytes with one text replaced by another one of the same length, everywhere. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(from, to), "latin1");
}

describe("bad input", () => {
  const good = buildWorkbook(sheets);

  it("is refused by a reason, never by a throw", () => {
    expect(reasonOf(good)).toBe("read");
    expect(reasonOf(new Uint8Array())).toBe("not-this-format");
    expect(reasonOf(Buffer.from("hello, world, this is no workbook"))).toBe("not-this-format");
    expect(reasonOf(good.subarray(0, good.length - 30))).toBe("damaged");
    expect(reasonOf(good.subarray(0, 200))).toBe("damaged");
  });

  it("old binary files and encrypted packages are told apart", () => {
    const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    expect(reasonOf(ole)).toBe("unsupported");
    const name = Buffer.from("EncryptedPackage", "utf16le");
    expect(reasonOf(Buffer.concat([ole, name]))).toBe("encrypted");
  });

  it("names that leave the package, duplicates and wrong checksums", () => {
    expect(reasonOf(replaced(good, "xl/styles.xml", "../tyles.xml_"))).toBe("damaged");
    const bombed = buildWorkbook(sheets, { parts: { "xl/a.xml": "1", "xl/A.xml": "2" } });
    expect(reasonOf(bombed)).toBe("damaged");
  });

  it("limits are named: entries, inflated size, ratio, depth, cells", () => {
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxEntries: 3 })).toBe("limit maxEntries");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxInflatedBytes: 100 })).toBe("limit maxInflatedBytes");
    expect(reasonOf(good, { ...DEFAULT_LIMITS, maxBytes: 100 })).toBe("limit maxBytes");
    const zeros = buildWorkbook(sheets, { parts: { "xl/media/a.bin": new Uint8Array(1_000_000) } });
    expect(reasonOf(zeros, { ...DEFAULT_LIMITS, maxRatio: 100 })).toBe("limit maxRatio");
    const deep = buildWorkbook([
      { ...(sheets[0] ?? { name: "", rows: [] }), tail: "<a>".repeat(300) + "</a>".repeat(300) },
    ]);
    expect(reasonOf(deep)).toBe("limit maxXmlDepth");
    const many = buildWorkbook([{ name: "S", rows: [Array.from({ length: 200 }, (_u, at) => at)] }]);
    expect(reasonOf(many, { ...DEFAULT_LIMITS, maxCells: 100 })).toBe("limit maxCells");
  });

  it("a bomb that lies about its size makes no more than it says", () => {
    const bomb = deflateRawSync(new Uint8Array(50_000_000));
    const honest = buildWorkbook(sheets, { parts: { "xl/media/a.bin": new Uint8Array(70_000) } });
    const view = Buffer.from(honest);
    const at = view.lastIndexOf("xl/media/a.bin") - 46;
    const local = view.readUInt32LE(at + 42);
    const spliced = Buffer.concat([
      view.subarray(0, local + 30 + 14),
      bomb,
      view.subarray(local + 30 + 14 + view.readUInt32LE(at + 20)),
    ]);
    expect(reasonOf(spliced)).not.toBe("read");
  });

  it("DTDs and undeclared entities are not accepted", () => {
    const dtd =
      '<!DOCTYPE x [<!ENTITY a "b">]><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>';
    expect(reasonOf(buildWorkbook(sheets, { parts: { "xl/styles.xml": dtd } }))).toBe("damaged");
    const entity = "<styleSheet>&bomb;</styleSheet>";
    expect(reasonOf(buildWorkbook(sheets, { parts: { "xl/styles.xml": entity } }))).toBe("damaged");
  });

  it("elements that never end cost no more than their length", () => {
    const many = 60_000;
    const item = `<c><q>${"<rPh><r><rPr><t ".repeat(3)}</c>`;
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si>${"<rPh><r><rPr><t".repeat(many)}</si></sst>`;
    const book = parseWorkbook(
      buildWorkbook(
        [
          {
            name: "S",
            rows: [[{ xml: item.repeat(1) }, { xml: `<c t="s"><v>0</v></c>${"<c><q></c>".repeat(many)}` }]],
          },
        ],
        {
          parts: { "xl/sharedStrings.xml": strings },
        },
      ),
      DEFAULT_LIMITS,
    );
    expect(book.ok).toBe(true);
    if (book.ok) for (const page of workbookRecords(book.value)) expect(page.markdown).toContain("# S");
  });

  it("rows out of order and sheets without an end", () => {
    const ns = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const sheet = (data: string) =>
      buildWorkbook(sheets, { parts: { "xl/worksheets/sheet1.xml": `<worksheet xmlns="${ns}">${data}` } });
    expect(reasonOf(sheet('<sheetData><row r="5"/><row r="4"/></sheetData></worksheet>'))).toBe("damaged");
    expect(reasonOf(sheet('<sheetData><row r="5"><c>'))).toBe("damaged");
    expect(reasonOf(sheet("<sheetData/>"))).toBe("damaged");
  });
});
