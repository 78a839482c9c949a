/** A name tree, flattened (ISO 32000-2, 7.9.6): names and what they stand for, in order. A node is entered once. */
import type { PdfFile } from "../file/file.ts";
import { isDict, isList, isRef, textOf, type PdfValue, type Str, isString } from "../file/objects.ts";

export interface NameEntry {
  readonly key: Str;
  readonly name: string;
  readonly value: PdfValue;
}

const MAX_NAMES = 500_000;

export function nameTree(file: PdfFile, root: PdfValue | undefined): NameEntry[] {
  const found: NameEntry[] = [];
  const seen = new Set<number>();
  const open: PdfValue[] = [root ?? null];
  for (let node = open.pop(); node !== undefined && found.length < MAX_NAMES; node = open.pop()) {
    if (isRef(node)) {
      if (seen.has(node.num)) continue;
      seen.add(node.num);
    }
    const own = file.resolve(node);
    if (!isDict(own)) continue;
    const names = file.resolve(own.entries.get("Names"));
    if (isList(names))
      for (let n = 0; n + 1 < names.items.length; n += 2) {
        const key = file.resolve(names.items[n]);
        if (isString(key)) found.push({ key, name: textOf(key) ?? "", value: names.items[n + 1] ?? null });
      }
    const kids = file.resolve(own.entries.get("Kids"));
    if (isList(kids) && open.length < MAX_NAMES) open.push(...[...kids.items].slice(0, 10_000).reverse());
  }
  return found;
}
