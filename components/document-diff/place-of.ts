/**
 * The item of a document that an address names: the paragraph, or the table row that holds it. Parsed text is located by
 * the first paragraph of a section, so that words, where they are given, are looked for from there on.
 */
import type { ParagraphBlock } from "../../lib/contracts/document-view.ts";
import type { Address } from "../../lib/core/address/address.ts";
import { textOf, type AlignedBlock } from "./align.ts";
import type { Item } from "./items.ts";

const LOOKED_THROUGH = 2_000;

/** Its key; null: the address names no place of this document. */
export function placeOf(items: readonly Item[], place: Address | null, words: string | null): string | null {
  const start = startOf(items, place);
  if (start === -1) return null;
  const wanted = words?.trim().toLowerCase() ?? "";
  const found =
    wanted === ""
      ? undefined
      : items.slice(start, start + LOOKED_THROUGH).find((item) => itemText(item).toLowerCase().includes(wanted));
  return (found ?? items[start])?.key ?? null;
}

function startOf(items: readonly Item[], place: Address | null): number {
  if (place?.kind !== "paragraph" && place?.kind !== "tableRow") return -1;
  const { story = "" } = place;
  if (place.kind === "tableRow")
    return items.findIndex(
      (item) =>
        item.kind === "row" &&
        item.storyName === story &&
        item.table === place.table &&
        item.row.after?.index === place.row,
    );
  return items.findLastIndex((item) => {
    if ((item.kind !== "paragraph" && item.kind !== "row") || item.storyName !== story) return false;
    const first = paragraphsOf(item)[0];
    return first !== undefined && first.at <= place.paragraph;
  });
}

const itemText = (item: Item): string => paragraphsOf(item).map(textOf).join("\n");

/** In document order. */
function paragraphsOf(item: Item): ParagraphBlock[] {
  if (item.kind === "paragraph") return paragraphsIn(item.block);
  return item.kind === "row" ? item.row.cells.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn)) : [];
}

function paragraphsIn(block: AlignedBlock): ParagraphBlock[] {
  if (block.kind === "paragraph") return [block.after ?? block.before].flatMap((paragraph) => paragraph ?? []);
  if (block.kind === "group") return block.blocks.flatMap(paragraphsIn);
  return block.kind === "table"
    ? block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn)))
    : [];
}
