/** Large files in two versions each, made anew and the same in every run. */
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import * as sheetjs from "@e965/xlsx";

export interface TwoVersions {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** 1,000 rows of 20 numbers; 10,000 of them change. */
export function workbook(): TwoVersions {
  const book = (by: number): Uint8Array => {
    const rows = Array.from({ length: 1_000 }, (_, row) =>
      Array.from({ length: 20 }, (_, column) => row * 31 + column + (column % 2 === 0 ? by : 0)),
    );
    const made = sheetjs.utils.book_new();
    sheetjs.utils.book_append_sheet(made, sheetjs.utils.aoa_to_sheet([names(), ...rows]), "Numbers");
    return new Uint8Array(sheetjs.write(made, { type: "buffer", bookType: "xlsx" }) as Buffer);
  };
  return { before: book(0), after: book(1) };
}

const names = () => Array.from({ length: 20 }, (_, column) => `Column ${column + 1}`);

/** 300 pages of 30 lines; a line of every tenth page changes. */
export async function pages(): Promise<TwoVersions> {
  const document = async (edited: boolean): Promise<Uint8Array> => {
    const made = await PDFDocument.create();
    const font = await made.embedFont(StandardFonts.Helvetica);
    for (let page = 1; page <= 300; page += 1) {
      const sheet = made.addPage([595, 842]);
      for (let line = 0; line < 30; line += 1) {
        const changed = edited && page % 10 === 0 && line === 12;
        const text = `Page ${page}, line ${line + 1}: the amount of entry ${page * 100 + line} is ${changed ? "changed" : "kept"}.`;
        sheet.drawText(text, { x: 60, y: 780 - line * 24, size: 10, font });
      }
    }
    return made.save();
  };
  return { before: await document(false), after: await document(true) };
}

/** 50,000 lines, one in a hundred of them changed. */
export function lines(): TwoVersions {
  const text = (edited: boolean) =>
    Array.from({ length: 50_000 }, (_, n) => `line ${n}: ${edited && n % 100 === 50 ? "edited" : "as it was"}\n`).join(
      "",
    );
  return { before: Buffer.from(text(false)), after: Buffer.from(text(true)) };
}

/** Small text files in folders of a hundred. */
export function manyFiles(folder: string, count: number, content: (n: number) => string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (let n = 0; n < count; n += 1)
    files.set(`${folder}/${String(Math.floor(n / 100)).padStart(3, "0")}/file-${n}.txt`, Buffer.from(content(n)));
  return files;
}
