/** The outline (bookmarks), in reading order (ISO 32000-2, 12.3.3). An item is entered once. */
import type { Meanings } from "../content/meaning.ts";
import type { OutlineItem } from "../document.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isRef, textOf, type PdfValue } from "../file/objects.ts";

const LINKS: ReadonlySet<string> = new Set(["First", "Last", "Next", "Prev", "Parent", "Count", "Title", "SE"]);
const MAX_ITEMS = 200_000;

export function outlineOf(file: PdfFile, meanings: Meanings): OutlineItem[] {
  const items: OutlineItem[] = [];
  const seen = new Set<number>();
  const root = file.resolve(file.catalog.entries.get("Outlines"));
  const open: { node: PdfValue; level: number }[] = [];
  const push = (node: PdfValue | undefined, level: number): void => {
    if (node !== undefined && node !== null) open.push({ node, level });
  };
  if (isDict(root)) push(root.entries.get("First"), 1);
  for (let next = open.pop(); next !== undefined && items.length < MAX_ITEMS; next = open.pop()) {
    const { node, level } = next;
    if (isRef(node)) {
      if (seen.has(node.num)) continue;
      seen.add(node.num);
    }
    const own = file.resolve(node);
    if (!isDict(own)) continue;
    const title = textOf(file.resolve(own.entries.get("Title"))) ?? "";
    items.push({ level, title, meaning: meanings.of(own, LINKS) });
    push(own.entries.get("Next"), level);
    push(own.entries.get("First"), level + 1);
  }
  return items;
}
