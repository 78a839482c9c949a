/** poppler: how many pages a PDF has and how large, and pictures of them. */
import { mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";

import { err, ok, type Result } from "../shared/result.ts";
import { runBounded, type Ceilings } from "./bounded.ts";
import type { Programs } from "./programs.ts";
import type { PageSize } from "./renderer.ts";

/** Pixels of a page's longer side. */
const LONG_SIDE = { large: 1600, small: 240 } as const;
const QUALITY = 88;

interface PdfWork {
  /** Absolute. */
  readonly pdf: string;
  /** For what it writes meanwhile, absolute. */
  readonly folder: string;
  readonly ceilings: Ceilings;
  readonly signal: AbortSignal;
}

export interface PdfFacts {
  /** In all; `sizes` holds the first `most` of them. */
  readonly pages: number;
  readonly sizes: readonly PageSize[];
}

export async function pdfFacts(
  { pdfinfo, isolate }: Programs,
  { pdf, folder, ceilings, signal }: PdfWork,
  most: number,
): Promise<Result<PdfFacts, { readonly reason: string }>> {
  const command = [...isolate, pdfinfo, "-f", "1", "-l", String(most), pdf];
  const ended = await runBounded({ command, folder, ceilings, signal });
  if (ended.kind === "stopped") return err({ reason: `Reading the pages ${ended.why}.` });
  const pages = Number(/^Pages:\s+(\d+)/mu.exec(ended.output)?.[1] ?? 0);
  if (ended.code !== 0 || pages === 0) {
    const locked = /Incorrect password/u.test(ended.output);
    return err({ reason: locked ? "A password protects the PDF." : "The PDF is damaged: it has no pages to draw." });
  }
  return ok({ pages, sizes: sizesIn(ended.output) });
}

/** A page's size as it is shown: a quarter turn swaps the sides. */
export function sizesIn(output: string): PageSize[] {
  const turns = new Map(
    [...output.matchAll(/^Page\s+(\d+) rot:\s+(\d+)/gmu)].map(([, page, rotation]) => [page, Number(rotation)]),
  );
  return [...output.matchAll(/^Page\s+(\d+) size:\s+([\d.]+) x ([\d.]+)/gmu)].map(([, page, x, y]) => {
    const [width, height] = [Number(x), Number(y)];
    return (turns.get(page) ?? 0) % 180 === 0 ? { width, height } : { width: height, height: width };
  });
}

/** Pictures of pages `from` to `to` (from 1, inclusive) into `target` as `3-large.jpg` and `3-small.jpg`. */
export async function drawPages(
  { pdftoppm, isolate }: Programs,
  { pdf, folder, ceilings, signal }: PdfWork,
  { from, to, target }: { readonly from: number; readonly to: number; readonly target: string },
): Promise<Result<null, { readonly reason: string }>> {
  for (const size of ["large", "small"] as const) {
    const place = path.join(folder, `drawn-${size}-${from}`);
    await mkdir(place, { recursive: true });
    const command = [
      ...isolate,
      pdftoppm,
      ...["-f", String(from), "-l", String(to), "-cropbox"],
      ...["-scale-to", String(LONG_SIDE[size]), "-jpeg", "-jpegopt", `quality=${QUALITY}`],
      pdf,
      path.join(place, "p"),
    ];
    const ended = await runBounded({ command, folder, ceilings, signal });
    if (ended.kind === "stopped") return err({ reason: `Drawing page ${from} to ${to} ${ended.why}.` });
    const drawn = (await readdir(place)).flatMap((name) => {
      const page = /^p-0*(\d+)\.jpg$/u.exec(name)?.[1];
      return page === undefined ? [] : [{ name, page }];
    });
    if (drawn.length < to - from + 1) return err({ reason: `Page ${from + drawn.length} could not be drawn.` });
    for (const { name, page } of drawn) await rename(path.join(place, name), path.join(target, `${page}-${size}.jpg`));
  }
  return ok(null);
}
