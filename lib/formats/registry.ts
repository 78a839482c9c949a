/**
 * All formats, in the order in which they are asked: the most particular first, bytes last. A file's format is decided
 * by its content first and its name second; it is asked anew for every version, never remembered.
 */
import { bytesFormat } from "./bytes/index.ts";
import { csvFormat } from "./csv/index.ts";
import { docxFormat } from "./docx/index.ts";
import type { Format, FormatId } from "./format.ts";
import { sheetFormat } from "./sheet/index.ts";
import { ipynbFormat } from "./ipynb/index.ts";
import { imageFormat } from "./image/index.ts";
import { pptxFormat } from "./pptx/index.ts";
import { pdfFormat } from "./pdf/index.ts";
import { textFormat } from "./text/index.ts";
import { xlsxFormat } from "./xlsx/index.ts";

/** A format whose document type only it knows: what its `read` gave goes into its own `diff` and `records`, nowhere else. */
export type AnyFormat = Format<unknown>;

const FORMATS: readonly AnyFormat[] = [
  sheetFormat,
  xlsxFormat,
  docxFormat,
  imageFormat,
  pdfFormat,
  csvFormat,
  ipynbFormat,
  pptxFormat,
  textFormat,
  bytesFormat,
];

/** How much of a file `formatFor` wants to see. */
export const HEAD_BYTES = 4096;

export function formatFor(head: Uint8Array, name: string): AnyFormat {
  return FORMATS.find((format) => format.sniff(head, name)) ?? bytesFormat;
}

export function formatById(id: FormatId): AnyFormat {
  return FORMATS.find((format) => format.id === id) ?? bytesFormat;
}

/** Part of the key of every cached comparison: changes whenever any format may give another answer. */
export const diffFormatVersion: string = FORMATS.map(({ id, version }) => `${id}${version}`).join(".");
