/** Small files made by hand: a PDF of text pages, a picture, a workbook. */
import { deflateSync } from "node:zlib";

import * as sheetjs from "@e965/xlsx";

/** A PDF of these pages, a line of text each. */
export function pdfOf(pages: readonly string[]): Buffer {
  const objects: string[] = ["<</Type/Catalog/Pages 2 0 R>>"];
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(" ");
  objects.push(
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  );
  for (const [n, text] of pages.entries()) {
    const drawn = `BT /F 18 Tf 72 700 Td (${text}) Tj ET`;
    const own = "/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>";
    objects.push(`<<${own}/Contents ${5 + n * 2} 0 R>>`, `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`);
  }
  let file = "%PDF-1.7\n";
  const places = objects.map((body, n) => {
    const at = file.length;
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    "latin1",
  );
}

/** A grey picture of 40 × 20 pixels with a square of another grey. */
export function pictureOf(square: number): Buffer {
  const rows = Array.from({ length: 20 }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: 40 }, (__, x) => (x < 10 && y < 10 ? square : 200))]),
  );
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A workbook of one sheet, "Numbers", with these values from A1 on. */
export function workbookOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows.map((row) => [...row])), "Numbers");
  return sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}
