/**
 * The item of a document that an address names: the paragraph, or the table row that holds it. Parsed text is located by
 * the first paragraph of a section, so that words, where they are given, are looked for from there on.
 */
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
  if (place?.kind === "tableRow") {
    const key = `${storyKey(place.story)} table pair ${place.table} pair ${place.row}`;
    return items.findIndex((item) => item.key === key);
  }
  if (place?.kind !== "paragraph") return -1;
  const story = storyKey(place.story);
  return items.findLastIndex(({ key, ...item }) => {
    if (!key.startsWith(`${story} `)) return false;
    const at = firstParagraph(item);
    return at !== null && at <= place.paragraph;
  });
}

/** As `itemsOf` begins the keys of what stands in a text. */
const storyKey = (story: string | undefined): string => (story === undefined ? "" : `pair ${story}`);

type Unkeyed = { readonly [Kind in Item["kind"]]: Omit<Extract<Item, { kind: Kind }>, "key"> }[Item["kind"]];

function firstParagraph(item: Unkeyed): number | null {
  const blocks = blocksOf(item);
  const numbers = blocks.flatMap(paragraphsIn).map(({ at }) => at);
  return numbers.length === 0 ? null : Math.min(...numbers);
}

const itemText = (item: Item): string => blocksOf(item).flatMap(paragraphsIn).map(textOf).join("\n");

const blocksOf = (item: Unkeyed): readonly AlignedBlock[] =>
  item.kind === "paragraph" ? [item.block] : item.kind === "row" ? item.row.cells.flatMap(({ blocks }) => blocks) : [];

function paragraphsIn(block: AlignedBlock): NonNullable<Extract<AlignedBlock, { kind: "paragraph" }>["after"]>[] {
  if (block.kind === "paragraph") return [block.after ?? block.before].flatMap((paragraph) => paragraph ?? []);
  if (block.kind === "group") return block.blocks.flatMap(paragraphsIn);
  return block.kind === "table"
    ? block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn)))
    : [];
}
