/**
 * The structure of a tagged document names marked content by page and number. Where a page's content is replaced, those
 * names would mean something else: they are taken out. The tags of all other pages stay; the replaced pages have none.
 */
import type { PdfFile } from "../file/file.ts";
import { isDict, isList, isRef, list, type Dict, type PdfValue, type Ref } from "../file/objects.ts";
import { Refusal } from "./refusal.ts";
import type { Update } from "./update.ts";

const MAX_DEPTH = 64;

/** @param pages Object numbers of the pages whose own content is gone. */
export function pruneTags(file: PdfFile, update: Update, pages: ReadonlySet<number>): void {
  const root = file.catalog.entries.get("StructTreeRoot");
  if (root === undefined || root === null || pages.size === 0) return;
  if (!isRef(root)) throw new Refusal("the tags are written inside of the catalog");
  const open: Ref[] = [root];
  const seen = new Set<number>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.num)) continue;
    seen.add(next.num);
    const own = file.resolve(next);
    if (!isDict(own)) continue;
    const pruned = prunedElement(file, own, pages, open, 0);
    if (pruned !== own) update.set(next, pruned);
  }
}

/** The same object where nothing is taken out. */
function prunedElement(file: PdfFile, own: Dict, pages: ReadonlySet<number>, open: Ref[], depth: number): Dict {
  const kids = own.entries.get("K");
  if (kids === undefined || kids === null || depth > MAX_DEPTH) return own;
  const page = own.entries.get("Pg");
  const gone = isRef(page) && pages.has(page.num);
  const held = isList(file.resolve(kids)) ? file.resolve(kids) : kids;
  const items = isList(held) ? held.items : [held];
  const left = items.flatMap((item): PdfValue[] => {
    if (typeof item === "number") return gone ? [] : [item];
    const value = file.resolve(item);
    if (!isDict(value)) return [item];
    if (value.entries.has("MCID")) {
      const where = value.entries.get("Pg") ?? page;
      return isRef(where) && pages.has(where.num) ? [] : [item];
    }
    if (!isRef(item)) return [prunedElement(file, value, pages, open, depth + 1)];
    open.push(item);
    return [item];
  });
  if (left.length === items.length && left.every((item, n) => item === items[n])) return own;
  const entries = new Map(own.entries);
  entries.set("K", list(left));
  return { kind: "dict", entries };
}
