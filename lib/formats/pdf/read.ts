/**
 * Reads a PDF: text with places by pdf.js, everything else from the file's objects. Two readers that do not agree about
 * the pages make it damaged. Files that open without a password are read; others are named errors.
 *
 * Costs one decoding of every stream that a page uses and one run over every content stream, by each of the readers;
 * inflated bytes, operators, objects, pages and characters have ceilings, checked by the first reader before the second
 * sees the file.
 */
import { createHash } from "node:crypto";

import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { drawingOf, type Drawing, type Operators } from "./content/drawing.ts";
import { Meanings } from "./content/meaning.ts";
import { pageTexts, type PageText } from "./content/words.ts";
import type { PdfDocument, PdfPage } from "./document.ts";
import { PdfFile } from "./file/file.ts";
import { isList, isStream, PdfProblem } from "./file/objects.ts";
import { pagesOf, type PageObject } from "./file/pages.ts";
import { annotationsOf } from "./parts/annotations.ts";
import { catalogParts } from "./parts/catalog.ts";
import { attachmentsOf } from "./parts/attachments.ts";
import { formOf } from "./parts/form.ts";
import { infoOf } from "./parts/info.ts";
import { outlineOf } from "./parts/outline.ts";

/** Over all pages, forms as often as they are drawn. */
const MAX_OPERATORS = 20_000_000;

export async function readPdf(source: Source, limits: Limits): Promise<Result<PdfDocument, ReadError>> {
  if (source.size > limits.maxBytes) return err({ reason: "limit", limit: "maxBytes", detail: `${source.size} bytes` });
  const bytes = await source.read(0, source.size);
  try {
    return ok(await documentOf(bytes, source, limits));
  } catch (error) {
    return err(readError(error));
  }
}

/** What is thrown while a file is read comes from what it holds: a stack that is too deep, say. */
export function readError(error: unknown): ReadError {
  if (error instanceof PdfProblem) {
    const { reason, message: detail } = error;
    if (reason === "damaged" || reason === "encrypted" || reason === "unsupported") return { reason, detail };
    return { reason: "limit", limit: reason, detail };
  }
  if (error instanceof RangeError) return { reason: "limit", limit: "maxXmlDepth", detail: "nested too deeply" };
  return { reason: "damaged", detail: error instanceof Error && error.message ? error.message : "it cannot be read" };
}

async function documentOf(bytes: Uint8Array, source: Source, limits: Limits): Promise<PdfDocument> {
  const file = new PdfFile(bytes, limits);
  const pages = pagesOf(file, limits.maxPages);
  if (pages.length === 0) throw new PdfProblem("damaged", "it has no pages");
  const meanings = new Meanings(file, pageIndex(pages));
  const operators: Operators = { remaining: MAX_OPERATORS };
  const drawings = pages.map((page) => pageDrawing(file, meanings, page, operators));
  const rest = pages.map((page) => pageRest(meanings, page));
  const annotations = pages.map((page) => annotationsOf(file, meanings, page));
  const form = formOf(file, meanings, pages);
  const others = {
    info: infoOf(file),
    outline: outlineOf(file, meanings),
    attachments: attachmentsOf(file, meanings),
    ...catalogParts(file, meanings),
  };
  const texts = await pageTexts(
    bytes,
    pages.map(({ ref }) => ref?.num ?? null),
  );
  return {
    contentHash: source.contentHash,
    pages: texts.map((text, n): PdfPage => {
      const { boxes, extras } = rest[n] ?? { boxes: "", extras: "" };
      return { ...keysOf(text, drawings[n] ?? NO_DRAWING, boxes, extras), ...text, annotations: annotations[n] ?? [] };
    }),
    ...form,
    ...others,
  };
}

const NO_DRAWING: Drawing = { exact: "", marks: [], styles: [] };

export function pageIndex(pages: readonly PageObject[]): Map<number, number> {
  const index = new Map<number, number>();
  for (const [n, { ref }] of pages.entries()) if (ref !== null && !index.has(ref.num)) index.set(ref.num, n);
  return index;
}

function pageDrawing(file: PdfFile, meanings: Meanings, page: PageObject, operators: Operators): Drawing {
  const contents = file.resolve(page.entries.get("Contents"));
  const streams = isList(contents) ? contents.items.map(file.resolve) : [contents];
  const bytes = streams.flatMap((stream) => (isStream(stream) ? [file.contentOf(stream)] : []));
  return drawingOf(file, meanings, bytes, file.resolve(page.entries.get("Resources")), operators);
}

const ELSEWHERE = new Set([
  "MediaBox",
  "CropBox",
  "Rotate",
  "UserUnit",
  "Type",
  "Contents",
  "Resources",
  "Annots",
  "Parent",
  "Tabs",
  "Thumb",
  "B",
]);

function pageRest(meanings: Meanings, { entries }: PageObject): { boxes: string; extras: string } {
  const media = meanings.of(entries.get("MediaBox")).digest;
  const crop = entries.has("CropBox") ? meanings.of(entries.get("CropBox")).digest : media;
  const others = [entries.get("Rotate") ?? 0, entries.get("UserUnit") ?? 1];
  const boxes = [media, crop, ...others.map((value) => meanings.of(value).digest)].join(" ");
  return { boxes, extras: meanings.of({ kind: "dict", entries }, ELSEWHERE).digest };
}

function keysOf(text: PageText, drawing: Drawing, boxes: string, extras: string) {
  const graphics = digest([...text.size, extras, "marks", ...drawing.marks, "styles", ...drawing.styles]);
  return {
    exact: digest([boxes, extras, drawing.exact]),
    graphics,
    look: digest([graphics, ...text.words.flatMap((word) => [word.text, ...word.box])]),
  };
}

const digest = (parts: readonly (string | number)[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 40);
