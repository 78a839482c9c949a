/** Layers (optional content groups) of one file by what they mean in another: the n-th of equal ones is the n-th there. */
import { Meanings } from "../content/meaning.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isList, isRef, type Ref } from "../file/objects.ts";

export function sameLayers(before: PdfFile, after: PdfFile): Map<number, Ref> {
  const known = layersOf(before);
  return new Map(
    [...layersOf(after)].flatMap(([key, { num }]) => {
      const own = known.get(key);
      return own === undefined ? [] : [[num, own] as const];
    }),
  );
}

function layersOf(file: PdfFile): Map<string, Ref> {
  const layers = file.resolve(file.catalog.entries.get("OCProperties"));
  const groups = isDict(layers) ? file.resolve(layers.entries.get("OCGs")) : null;
  const meanings = new Meanings(file, new Map());
  const found = new Map<string, Ref>();
  const counts = new Map<string, number>();
  for (const item of isList(groups) ? groups.items : []) {
    if (!isRef(item)) continue;
    const { digest } = meanings.of(item);
    const n = counts.get(digest) ?? 0;
    counts.set(digest, n + 1);
    found.set(`${n} ${digest}`, item);
  }
  return found;
}
