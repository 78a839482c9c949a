/**
 * Files made to hurt whoever reads them, one for each way that quality demands an answer to, for every format: bombs
 * (ratio, size, number of entries), names that leave the archive, duplicates, DTDs and entities, depth, truncation,
 * flipped bits, encryption, wrong names, huge cells, a million of something small, references that go round.
 */
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

import { writeZip } from "../../formats/ooxml/zip-write.ts";

export interface HostileFile {
  readonly title: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const text = (content: string): Uint8Array => Buffer.from(content);
const MAIN = "http://schemas.openxmlformats.org";

interface PackageKind {
  readonly name: string;
  readonly main: string;
  readonly type: string;
  readonly root: (inside: string) => string;
}

const KINDS: readonly PackageKind[] = [
  {
    name: "book.xlsx",
    main: "xl/workbook.xml",
    type: "spreadsheetml.sheet",
    root: (inside) => `<workbook xmlns="${MAIN}/spreadsheetml/2006/main"><sheets/>${inside}</workbook>`,
  },
  {
    name: "memo.docx",
    main: "word/document.xml",
    type: "wordprocessingml.document",
    root: (inside) => `<document xmlns="${MAIN}/wordprocessingml/2006/main"><body>${inside}</body></document>`,
  },
  {
    name: "deck.pptx",
    main: "ppt/presentation.xml",
    type: "presentationml.presentation",
    root: (inside) => `<presentation xmlns="${MAIN}/presentationml/2006/main">${inside}</presentation>`,
  },
];

function packageOf(
  { main, type, root }: PackageKind,
  { prolog = "", inside = "", parts = {} }: { prolog?: string; inside?: string; parts?: Record<string, Uint8Array> },
): Uint8Array {
  const contentType = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  return writeZip(
    new Map([
      [
        "[Content_Types].xml",
        text(
          `<Types xmlns="${MAIN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/octet-stream"/><Override PartName="/${main}" ContentType="${contentType}"/></Types>`,
        ),
      ],
      [
        "_rels/.rels",
        text(
          `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="rId1" Type="${MAIN}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
        ),
      ],
      [main, text(`${prolog}${root(inside)}`)],
      ...Object.entries(parts),
    ]),
  );
}

const LAUGHS = `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("")}]>`;

function packageFiles(kind: PackageKind): HostileFile[] {
  const { name } = kind;
  const good = packageOf(kind, {});
  const flipped = Uint8Array.from(good);
  const middle = good.length >> 1;
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
  const renamed = (from: string, to: string) =>
    Buffer.from(
      Buffer.from(packageOf(kind, { parts: { [from]: text("x") } }))
        .toString("latin1")
        .replaceAll(from, to),
      "latin1",
    );
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`x/${n}.xml`, text("<a/>")]));
  return [
    { title: "a bomb by ratio", bytes: packageOf(kind, { parts: { "x/a.bin": new Uint8Array(200_000_000) } }) },
    { title: "an XML bomb by ratio", bytes: packageOf(kind, { inside: "<a/>".repeat(60_000_000 / 4) }) },
    { title: "too many entries", bytes: packageOf(kind, { parts: many }) },
    { title: "a name that leaves the archive", bytes: renamed("xx/x.xml", "../x.xml") },
    { title: "two entries of one name", bytes: renamed("_rels/.rel2", "_rels/.rels") },
    { title: "entities that multiply", bytes: packageOf(kind, { prolog: LAUGHS, inside: "&l12;" }) },
    {
      title: "an external entity",
      bytes: packageOf(kind, { prolog: `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, inside: "&x;" }),
    },
    {
      title: "XML that nests without end",
      bytes: packageOf(kind, { inside: `${"<a>".repeat(500_000)}${"</a>".repeat(500_000)}` }),
    },
    { title: "XML that is never closed", bytes: packageOf(kind, { inside: "<a>".repeat(100) }) },
    { title: "truncated", bytes: good.subarray(0, good.length - 40) },
    { title: "a flipped bit", bytes: flipped },
    {
      title: "a main part that is missing",
      bytes: Buffer.from(
        Buffer.from(good).toString("latin1").replaceAll(kind.main, kind.main.replace("xml", "xmx")),
        "latin1",
      ),
    },
    {
      title: "encrypted",
      bytes: Buffer.concat([
        Buffer.from("d0cf11e0a1b11ae1", "hex"),
        Buffer.alloc(1500),
        Buffer.from("EncryptedPackage", "utf16le"),
        Buffer.alloc(1500),
      ]),
    },
    { title: "a zip without a package", bytes: writeZip(new Map([["a.txt", text("a")]])) },
  ].map(({ title, bytes }) => ({ title: `${title} (${name})`, name, bytes }));
}

function pngOf(width: number, height: number, data: Uint8Array): Uint8Array {
  const chunk = (type: string, content: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(content.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function pdfOf(objects: readonly string[]): Uint8Array {
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, n) => {
    const at = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

function pdfFiles(): HostileFile[] {
  const page = (more = "") => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] ${more}>>`;
  const bomb = deflateSync(deflateSync(new Uint8Array(400_000_000), { level: 9 }), { level: 9 });
  const good = pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page()]);
  return [
    {
      title: "a page tree that goes round",
      bytes: pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 3 >>"]),
    },
    {
      title: "a page tree that counts a billion pages",
      bytes: pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 1000000000 >>"]),
    },
    {
      title: "a stream that inflates without end",
      bytes: pdfOf([
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page("/Contents 4 0 R "),
        `<< /Length ${bomb.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${Buffer.from(bomb).toString("latin1")}\nendstream`,
      ]),
    },
    {
      title: "arrays that nest without end",
      bytes: pdfOf([
        `<< /Type /Catalog /Pages 2 0 R /X ${"[".repeat(200_000)}${"]".repeat(200_000)} >>`,
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page(),
      ]),
    },
    { title: "truncated", bytes: good.subarray(0, 40) },
    { title: "a header and nothing behind", bytes: text("%PDF-1.7\n") },
  ].map(({ title, bytes }) => ({ title: `${title} (PDF)`, name: "pages.pdf", bytes }));
}

function otherFiles(): HostileFile[] {
  const sheet = (inside: string) =>
    packageOf(KINDS[0] as PackageKind, {
      inside: `<sheets><sheet xmlns:r="${MAIN}/officeDocument/2006/relationships" name="S" sheetId="1" r:id="rId1"/></sheets>`,
      parts: {
        "xl/_rels/workbook.xml.rels": text(
          `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="rId1" Type="${MAIN}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        ),
        "xl/worksheets/sheet1.xml": text(`<worksheet xmlns="${MAIN}/spreadsheetml/2006/main">${inside}</worksheet>`),
      },
    });
  return [
    {
      title: "JSON that nests without end",
      name: "a.ipynb",
      bytes: text(`{"nbformat":4,"cells":[${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}]}`),
    },
    {
      title: "a notebook that ends too early",
      name: "a.ipynb",
      bytes: text('{"nbformat": 4, "cells": [{"cell_type": "code", '),
    },
    {
      title: "a picture of a terapixel",
      name: "a.png",
      bytes: pngOf(1_000_000, 1_000_000, deflateSync(new Uint8Array(1000))),
    },
    {
      title: "a picture that inflates without end",
      name: "a.png",
      bytes: pngOf(30_000, 30_000, deflateSync(new Uint8Array(300_000_000))),
    },
    {
      title: "a picture that ends too early",
      name: "a.png",
      bytes: pngOf(10, 10, deflateRawSync(new Uint8Array(10))).subarray(0, 50),
    },
    {
      title: "cells beyond the last column",
      name: "book.xlsx",
      bytes: sheet('<sheetData><row r="99999999"><c r="ZZZZZZ99999999"><v>1</v></c></row></sheetData>'),
    },
  ];
}

/** All of them must be refused. */
export const refusedFiles = (): HostileFile[] => [...KINDS.flatMap(packageFiles), ...pdfFiles(), ...otherFiles()];

/** Allowed to be read, in bounded time and memory: large, odd, or both. */
export function heavyFiles(): HostileFile[] {
  const merges = Array.from({ length: 1_000_000 }, (_, n) => `<mergeCell ref="A${n + 1}:B${n + 1}"/>`).join("");
  const book = KINDS[0] as PackageKind;
  const parts = {
    "xl/_rels/workbook.xml.rels": text(
      `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="rId1" Type="${MAIN}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    "xl/worksheets/sheet1.xml": text(
      `<worksheet xmlns="${MAIN}/spreadsheetml/2006/main"><sheetData/><mergeCells>${merges}</mergeCells></worksheet>`,
    ),
  };
  const sheets = `<sheets><sheet xmlns:r="${MAIN}/officeDocument/2006/relationships" name="S" sheetId="1" r:id="rId1"/></sheets>`;
  const workbook = {
    ...book,
    root: (inside: string) => `<workbook xmlns="${MAIN}/spreadsheetml/2006/main">${inside}</workbook>`,
  };
  const columns = Array.from({ length: 1_000_000 }, (_, n) => n % 10).join(",");
  return [
    { title: "a million merged ranges", name: "book.xlsx", bytes: packageOf(workbook, { inside: sheets, parts }) },
    { title: "a million columns", name: "a.csv", bytes: text(`${columns}\n${columns}\n`) },
    { title: "one field of 20 MB", name: "a.csv", bytes: text(`a,b\n1,"${"x".repeat(20_000_000)}`) },
    { title: "one line of 50 MB", name: "a.txt", bytes: text("word ".repeat(10_000_000)) },
    { title: "ten million empty lines", name: "a.md", bytes: text("\n".repeat(10_000_000)) },
    {
      title: "a paragraph of a hundred thousand runs",
      name: "memo.docx",
      bytes: packageOf(KINDS[1] as PackageKind, { inside: `<p>${"<r><t>a</t></r>".repeat(100_000)}</p>` }),
    },
  ];
}
