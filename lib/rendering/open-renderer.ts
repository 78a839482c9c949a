/**
 * The renderer of a server: LibreOffice and poppler, results in a folder. `<id>/<ab>/<hash>/` holds `document.pdf`,
 * `pages.json` and the pictures; each file appears whole, so that pages can be shown while later ones are drawn.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { z } from "zod";

import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { openedWhenRead } from "../shared/streams.ts";
import type { Ceilings } from "./bounded.ts";
import { isOffice, officeToPdf } from "./office-pdf.ts";
import { drawPages, pdfFacts } from "./pdf-pages.ts";
import { findPrograms, type Programs } from "./programs.ts";
import type { PageSize, Rendered, RenderedFile, Renderer, RenderInput, RenderOutcome } from "./renderer.ts";

export interface RendererOptions {
  /** Absolute; made when it is needed. */
  readonly folder: string;
  /** Where programs are looked for. Default: PATH. */
  readonly programFolders?: readonly string[];
  readonly ceilings?: Partial<Ceilings>;
}

const CEILINGS: Ceilings = { seconds: 180, megabytes: 3_000 };
const MAX_PAGES = 500;
const BATCH = 8;
const MAX_AGE = 24 * 60 * 60 * 1000;

export function openRenderer({ folder, programFolders, ceilings }: RendererOptions): Renderer {
  const folders = programFolders ?? (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  let found: ReturnType<typeof findPrograms> | null = null;
  const programs = () => (found ??= findPrograms(folders));
  const placeOf = async (hash: Hash): Promise<string | null> => {
    const known = await programs();
    return "kind" in known ? null : path.join(folder, known.id, hash.slice(0, 2), hash);
  };
  return {
    async available() {
      const known = await programs();
      return "kind" in known ? known : { kind: "ready", id: known.id, program: known.name };
    },
    async render(input) {
      const [known, place] = [await programs(), await placeOf(input.contentHash)];
      if ("kind" in known || place === null) return err({ reason: "The programs that draw pages are missing." });
      await sweep(path.join(folder, "work"));
      const work = path.join(folder, "work", randomUUID());
      await mkdir(work, { recursive: true, mode: 0o700 });
      try {
        return await renderInto(known, input, { place, work }, { ...CEILINGS, ...ceilings });
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    async pages(hash) {
      const place = await placeOf(hash);
      return place === null ? null : readSizes(place);
    },
    async open(hash, what) {
      const place = await placeOf(hash);
      return place === null ? null : openFile(path.join(place, nameOf(what)));
    },
    async remove(hash) {
      const place = await placeOf(hash);
      if (place !== null) await rm(place, { recursive: true, force: true });
    },
  };
}

async function renderInto(
  programs: Programs,
  { extension, bytes, signal, onProgress }: RenderInput,
  { place, work }: { readonly place: string; readonly work: string },
  ceilings: Ceilings,
): RenderOutcome {
  const source = path.join(work, `source${extension}`);
  await pipeline(bytes, createWriteStream(source, { mode: 0o600 }));
  const signed = await isSigned(source, extension);
  if (!signed) return err({ reason: `The file does not hold what its name says (${extension}).` });
  const made = isOffice(extension)
    ? await officeToPdf(programs, { file: source, extension, folder: work, ceilings, signal })
    : ok(source);
  if (!made.ok) return made;
  const pdfWork = { pdf: made.value, folder: work, ceilings, signal };
  const facts = await pdfFacts(programs, pdfWork, MAX_PAGES);
  if (!facts.ok) return facts;
  const { pages, sizes } = facts.value;

  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeFile(path.join(work, "pages.json"), JSON.stringify(sizes));
  await rename(path.join(work, "pages.json"), path.join(place, "pages.json"));
  const last = Math.min(pages, MAX_PAGES);
  await onProgress(0, pages);
  for (let from = 1; from <= last; from += BATCH) {
    const to = Math.min(last, from + BATCH - 1);
    const drawn = await drawPages(programs, pdfWork, { from, to, target: place });
    if (!drawn.ok) return drawn;
    await onProgress(to, pages);
  }
  await rename(made.value, path.join(place, "document.pdf"));
  return ok({ pages });
}

const ZIP = "PK\x03\x04";
/** Compound files: formats before 2007, and later ones under a password. */
const COMPOUND = "\xd0\xcf\x11\xe0";

/** LibreOffice reads what it does not know as plain text: a file of another kind is turned down before. */
async function isSigned(file: string, extension: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    if (extension === ".pdf") return head.includes("%PDF-");
    if (extension === ".rtf") return head.startsWith("{\\rtf");
    return head.startsWith(ZIP) || head.startsWith(COMPOUND);
  } finally {
    await handle.close();
  }
}

const sizesSchema = z.array(z.object({ width: z.number(), height: z.number() }));

async function readSizes(place: string): Promise<readonly PageSize[] | null> {
  const text = await readFile(path.join(place, "pages.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const sizes: Result<unknown, unknown> = attempt(() => JSON.parse(text) as unknown);
  const parsed = sizes.ok ? sizesSchema.safeParse(sizes.value) : null;
  return parsed?.success === true ? parsed.data : null;
}

function attempt<T>(work: () => T): Result<T, unknown> {
  try {
    return ok(work());
  } catch (error) {
    return err(error);
  }
}

const nameOf = (what: Rendered): string => (what.kind === "pdf" ? "document.pdf" : `${what.page}-${what.size}.jpg`);

async function openFile(file: string): Promise<RenderedFile | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  return {
    size: found.size,
    stream: () =>
      openedWhenRead(() => Promise.resolve(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)),
  };
}

/** What a worker left that died at its work. */
async function sweep(work: string): Promise<void> {
  for (const name of await readdir(work).catch(() => [])) {
    const left = await stat(path.join(work, name)).catch(() => null);
    if (left !== null && Date.now() - left.mtimeMs > MAX_AGE)
      await rm(path.join(work, name), { recursive: true, force: true });
  }
}
