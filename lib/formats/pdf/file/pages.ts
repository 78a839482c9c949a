/**
 * The page tree, flattened (ISO 32000-2, 7.7.3): pages in order, each with what it inherits written out. Broken trees
 * are read as far as they can be; a node is entered once.
 */
import type { PdfFile } from "./file.ts";
import { isDict, isList, isName, isRef, PdfProblem, type Dict, type PdfValue, type Ref } from "./objects.ts";

export interface PageObject {
  /** Null where the page is written inside of its parent. */
  readonly ref: Ref | null;
  /** With Resources, MediaBox, CropBox and Rotate, inherited or its own. */
  readonly entries: ReadonlyMap<string, PdfValue>;
  /** As it is written. */
  readonly own: Dict;
  /** The number of the node that it hangs on. */
  readonly parent: number | null;
}

const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];

export function pagesOf(file: PdfFile, maxPages: number): PageObject[] {
  const pages: PageObject[] = [];
  const root = file.catalog.entries.get("Pages");
  const seen = new Set<number>();
  interface Open {
    readonly node: PdfValue;
    readonly inherited: ReadonlyMap<string, PdfValue>;
    readonly parent: number | null;
  }
  const open: Open[] = [{ node: root ?? null, inherited: new Map(), parent: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, inherited, parent } = next;
    const value = file.resolve(node);
    if (!isDict(value)) continue;
    const merged = new Map(inherited);
    for (const key of INHERITED) {
      const own = value.entries.get(key);
      if (own !== undefined && own !== null) merged.set(key, own);
    }
    const kids = file.resolve(value.entries.get("Kids"));
    const type = file.resolve(value.entries.get("Type"));
    if (isList(kids) && !(isName(type) && type.name === "Page" && value.entries.has("Contents"))) {
      if (isRef(node)) {
        if (seen.has(node.num)) continue;
        seen.add(node.num);
      }
      if (open.length + kids.items.length > 1_000_000) throw new PdfProblem("maxPages", "a page tree without end");
      const number = isRef(node) ? node.num : null;
      for (const kid of [...kids.items].reverse()) open.push({ node: kid, inherited: merged, parent: number });
      continue;
    }
    if (pages.length >= maxPages) throw new PdfProblem("maxPages", `more than ${maxPages} pages`);
    const entries = new Map([...value.entries, ...merged]);
    pages.push({ ref: isRef(node) ? node : null, entries, own: value, parent });
  }
  return pages;
}
