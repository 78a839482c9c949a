/**
 * The words of a PDF's pages with their places, as pdf.js reads them: in the order in which they are drawn, which is
 * mostly the order in which they are read. Boxes are in points from the top left corner of the page as it is shown; a
 * word that shares its run of text with others is placed by about how wide its characters are.
 *
 * Nothing is fetched, no font is loaded, no script is run.
 */
// Ambient types of a module without any: there is no other way to bring them along wherever this file goes.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="../pdfjs-worker.d.ts" />
import { createRequire } from "node:module";
import path from "node:path";
import type * as PdfJsModule from "pdfjs-node/legacy/build/pdf.mjs";
import type { TextItem, TextMarkedContent } from "pdfjs-node/types/src/display/api.d.ts";

import { PdfProblem } from "../file/objects.ts";
import { multiply, transform, type Matrix } from "./matrix.ts";

export type Box = readonly [x: number, y: number, width: number, height: number];

export interface Word {
  readonly text: string;
  readonly box: Box;
  /** Whether the reader sees a new line begin with it. */
  readonly startsLine: boolean;
}

export interface PageText {
  readonly words: readonly Word[];
  /** Width and height in points, as shown. */
  readonly size: readonly [number, number];
}

/** Characters of a whole document. */
const MAX_CHARACTERS = 50_000_000;

type PdfJs = typeof PdfJsModule;
let loaded: Promise<PdfJs> | null = null;

/** Some two hundred milliseconds, the first time. */
function pdfjs(): Promise<PdfJs> {
  loaded ??= (async () => {
    const worker: unknown = await import("pdfjs-node/legacy/build/pdf.worker.mjs");
    // Where it looks for its parser before it would start a thread.
    Reflect.set(globalThis, "pdfjsWorker", worker);
    return import("pdfjs-node/legacy/build/pdf.mjs");
  })();
  return loaded;
}

/** Character maps of East Asian fonts come with the package; without them such text is not told. */
function dataFolder(name: string): { [key: string]: string } {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-node/package.json"));
    return { [name === "cmaps" ? "cMapUrl" : "standardFontDataUrl"]: `${path.join(folder, name)}/` };
  } catch {
    return {};
  }
}

/**
 * @param expected The object numbers of the pages, as they are told by the page tree: a reader that finds others reads
 * another document. Null: a page without one.
 * @throws PdfProblem where pdf.js cannot read it.
 */
export async function pageTexts(bytes: Uint8Array, expected: readonly (number | null)[]): Promise<PageText[]> {
  const { getDocument, VerbosityLevel } = await pdfjs();
  // Not in place: its types are those of the browser's newer pdf.js, which knows no eval.
  const options = {
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    cMapPacked: true,
    ...dataFolder("cmaps"),
    ...dataFolder("standard_fonts"),
  };
  const task = getDocument(options);
  try {
    const document = await task.promise;
    const pages: PageText[] = [];
    let characters = 0;
    for (const [n, number] of expected.entries()) {
      const page = await document.getPage(n + 1);
      const found = page.ref?.num ?? null;
      if (number !== null && found !== null && found !== number)
        throw new PdfProblem("damaged", "its pages cannot be counted for certain");
      const { width, height, transform: shown } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      for (const item of items) characters += "str" in item ? item.str.length : 0;
      if (characters > MAX_CHARACTERS) throw new PdfProblem("maxInflatedBytes", "more text than can be compared");
      pages.push({ words: wordsOf(items, shown as unknown as Matrix), size: [cents(width), cents(height)] });
      page.cleanup();
    }
    return pages;
  } catch (error) {
    if (error instanceof PdfProblem) throw error;
    const encrypted = error instanceof Error && error.name === "PasswordException";
    const message = error instanceof Error ? error.message : "";
    throw new PdfProblem(encrypted ? "encrypted" : "damaged", message || "it cannot be read");
  } finally {
    await task.destroy();
  }
}

interface OpenWord {
  text: string;
  readonly corners: [number, number, number, number];
  readonly startsLine: boolean;
}

/** Runs follow one another without a gap where pdf.js gives no white space between them. */
function wordsOf(items: readonly (TextItem | TextMarkedContent)[], shown: Matrix): Word[] {
  const words: Word[] = [];
  let open: OpenWord | null = null;
  let startsLine = true;
  const close = (): void => {
    if (open === null) return;
    const [left, top, right, bottom] = open.corners;
    words.push({
      text: open.text,
      box: [cents(left), cents(top), cents(right - left), cents(bottom - top)],
      startsLine: open.startsLine,
    });
    open = null;
  };
  for (const item of items) {
    if (!("str" in item)) continue;
    const total = weight(item.str) || 1;
    let at = 0;
    for (const piece of item.str.split(/(\s+)/u)) {
      const own = weight(piece);
      const [from, to] = [at / total, (at + own) / total];
      at += own;
      if (piece === "") continue;
      if (/^\s/u.test(piece)) close();
      else {
        open = joined(open, piece, cornersOf(item, from, to, shown), startsLine);
        startsLine = false;
      }
    }
    if (item.hasEOL) {
      close();
      startsLine = true;
    }
  }
  close();
  return words;
}

function joined(open: OpenWord | null, text: string, corners: OpenWord["corners"], startsLine: boolean): OpenWord {
  if (open === null) return { text, corners, startsLine };
  open.text += text;
  const own = open.corners;
  own[0] = Math.min(own[0], corners[0]);
  own[1] = Math.min(own[1], corners[1]);
  own[2] = Math.max(own[2], corners[2]);
  own[3] = Math.max(own[3], corners[3]);
  return open;
}

/** Left, top, right and bottom of a part of a run, from a fifth below its baseline to four fifths above. */
function cornersOf(item: TextItem, from: number, to: number, shown: Matrix): OpenWord["corners"] {
  const own = multiply(item.transform as unknown as Matrix, shown);
  const [along, up] = [Math.hypot(own[0], own[1]) || 1, Math.hypot(own[2], own[3]) || 1];
  const unit: Matrix = [own[0] / along, own[1] / along, own[2] / up, own[3] / up, own[4], own[5]];
  // An upright script runs along its height instead of its width.
  const [width, height] = item.width === 0 && item.height > 0 ? [item.height, item.height] : [item.width, item.height];
  const points = [
    transform(unit, width * from, -0.2 * height),
    transform(unit, width * to, -0.2 * height),
    transform(unit, width * from, 0.8 * height),
    transform(unit, width * to, 0.8 * height),
  ];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** About how wide characters are, in thousandths of the height, as in most typefaces: pdf.js tells the width of a run only. */
const WIDTHS = Uint16Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\s.,:;!'|()[\]ijltfrI\-/\\]/.test(char)) return 290;
  if (/[mwMW@%]/.test(char)) return 850;
  return /[A-Z&]/.test(char) ? 680 : 540;
});

function weight(text: string): number {
  let sum = 0;
  for (let n = 0; n < text.length; n++) sum += WIDTHS[text.charCodeAt(n)] ?? 540;
  return sum;
}

const cents = (value: number): number => (Number.isFinite(value) ? Math.round(value * 100) / 100 + 0 : 0);
