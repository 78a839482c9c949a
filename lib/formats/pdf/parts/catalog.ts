/** What else hangs on the catalog: page labels, named destinations, scripts, layers, view settings; by key, as digests. */
import type { Meaning, Meanings } from "../content/meaning.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict } from "../file/objects.ts";
import { nameTree } from "./name-tree.ts";

/** Compared elsewhere, or a matter of storage. */
const ELSEWHERE = new Set([
  "Type",
  "Pages",
  "Outlines",
  "AcroForm",
  "Metadata",
  "Names",
  "StructTreeRoot",
  "MarkInfo",
  "Version",
  "Extensions",
]);
const FORM_ELSEWHERE = new Set(["Fields"]);

export function catalogParts(
  file: PdfFile,
  meanings: Meanings,
): { readonly parts: ReadonlyMap<string, Meaning>; readonly tags: Meaning | null } {
  const { entries } = file.catalog;
  const parts = new Map<string, Meaning>();
  for (const [key, value] of entries) if (!ELSEWHERE.has(key) && value !== null) parts.set(key, meanings.of(value));
  const names = file.resolve(entries.get("Names"));
  if (isDict(names))
    for (const [key, value] of names.entries)
      if (key !== "EmbeddedFiles") parts.set(`Names/${key}`, treeMeaning(file, meanings, value));
  const form = file.resolve(entries.get("AcroForm"));
  if (isDict(form)) parts.set("AcroForm", meanings.of(form, FORM_ELSEWHERE));
  const tags = entries.get("StructTreeRoot");
  return { parts, tags: tags === undefined || tags === null ? null : meanings.of(tags) };
}

/** However its nodes are cut. */
function treeMeaning(file: PdfFile, meanings: Meanings, root: Parameters<typeof nameTree>[1]): Meaning {
  return meanings.of({
    kind: "list",
    items: nameTree(file, root).flatMap(({ key, value }) => [key, value]),
  });
}
