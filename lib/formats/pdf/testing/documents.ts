/** PDFs as tests handle them: described, compared, applied, and read by a program that is not the one under test. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Change, ChangeId } from "../../../core/change/change.ts";
import { formatAddress } from "../../../core/address/address.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError } from "../../format.ts";
import { memorySource } from "../../memory-source.ts";
import type { PdfDocument } from "../document.ts";
import { pdfFormat } from "../index.ts";
import { writePdf, type DocumentSpec, type PageSpec } from "./write.ts";

type Described = DocumentSpec | Uint8Array;

export const bytesOf = (document: Described): Uint8Array =>
  document instanceof Uint8Array ? document : writePdf(document);

export const sourceOf = (document: Described) => memorySource("report.pdf", bytesOf(document));

export async function read(document: Described): Promise<PdfDocument> {
  const found = await pdfFormat.read(sourceOf(document), DEFAULT_LIMITS);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

export async function changesOf(before: Described, after: Described): Promise<readonly Change[]> {
  return pdfFormat.diff(await read(before), await read(after), defaultWork()).changes;
}

/** One line a change: kind, facet, address. */
export async function linesOf(before: Described, after: Described): Promise<string[]> {
  return (await changesOf(before, after)).map(lineOf);
}

export const lineOf = ({ kind, facet, address }: Change): string => `${kind} ${facet} ${formatAddress(address)}`;

/** The base with the changes whose line matches, and what they require. */
export async function applied(
  before: Described,
  after: Described,
  ...lines: RegExp[]
): Promise<Uint8Array | ApplyError> {
  const changes = await changesOf(before, after);
  const open = changes.filter((change) => lines.some((line) => line.test(lineOf(change)))).map(({ id }) => id);
  if (open.length < lines.length) throw new Error(`no such change: ${changes.map(lineOf).join(", ")}`);
  const chosen = new Set<ChangeId>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (chosen.has(id)) continue;
    chosen.add(id);
    open.push(...(changes.find((change) => change.id === id)?.requires ?? []));
  }
  const result = await pdfFormat.apply(sourceOf(before), sourceOf(after), [...chosen]);
  return result.ok ? result.value : result.error;
}

export const page = (...lines: string[]): PageSpec => ({ lines });

export const poppler: boolean = spawnSync("pdftotext", ["-v"]).status === 0;

/** The text of each page, as poppler reads it. */
export function popplerPages(document: Described): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "pdf-"));
  try {
    const file = path.join(folder, "own.pdf");
    writeFileSync(file, bytesOf(document));
    const { stdout, stderr } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
    if (stderr !== "") throw new Error(stderr);
    return stdout
      .split("\f")
      .slice(0, -1)
      .map((text) => text.trim().replaceAll(/\s+/g, " "));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
