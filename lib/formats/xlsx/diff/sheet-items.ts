/**
 * Merged ranges, validations, rules of conditional formats and hyperlinks as things of their own: each one change with
 * its own place. Their order in the file means nothing, except that of rules, which the caller is told (`order`).
 */
import { attribute, childElements, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementMeaning, type Context } from "../meaning.ts";

export interface SheetItem {
  readonly element: XmlElement;
  /** The `conditionalFormatting` that a rule is in: it has the ranges. */
  readonly holder: XmlElement;
  /** Ranges in the coordinates of the context. */
  readonly ranges: string;
  readonly says: string;
}

/** By the name of what holds them: the items' own name. */
export const ITEMS: Readonly<Record<string, string>> = {
  mergeCells: "mergeCell",
  dataValidations: "dataValidation",
  conditionalFormatting: "cfRule",
  hyperlinks: "hyperlink",
};

/** `null` where an element holds what is no item, or says something itself: then they are compared as a whole. */
export function sheetItems(name: string, holders: readonly XmlElement[], context: Context): SheetItem[] | null {
  const items: SheetItem[] = [];
  for (const holder of holders) {
    if (name !== "conditionalFormatting" && holder.attributes.some(({ name: found }) => found === "disablePrompts"))
      return null;
    for (const element of holder.children) {
      if (typeof element === "string") continue;
      if (element.name !== ITEMS[name]) return null;
      const placed = name === "conditionalFormatting" ? holder : element;
      const written = attribute(placed, "sqref") ?? attribute(placed, "ref") ?? "";
      const ranges = rangesIn(written, context);
      if (ranges !== "") items.push({ element, holder, ranges, says: `${ranges} ${elementMeaning(element, context)}` });
    }
  }
  return items;
}

function rangesIn(text: string, { rewrite }: Context): string {
  const list = text.trim().split(/\s+/);
  const moved = rewrite === null ? list : list.map(rewrite);
  return moved.filter((range) => range !== "" && !range.includes("#REF!")).join(" ");
}

export interface ItemPair {
  readonly before: SheetItem | null;
  readonly after: SheetItem | null;
}

/** Items that differ: the same place, or else the same rule, on both sides is one change; `null` where what they have in common is ordered otherwise. */
export function pairItems(before: readonly SheetItem[], after: readonly SheetItem[]): ItemPair[] | null {
  const open = listsBy(before, ({ says }) => says);
  const same = new Map<SheetItem, SheetItem>();
  const newer: SheetItem[] = [];
  for (const item of after) {
    const twin = open.get(item.says)?.shift();
    if (twin === undefined) newer.push(item);
    else same.set(twin, item);
  }
  if (!sameOrder(same)) return null;
  const older = listsBy(
    before.filter((item) => !same.has(item)),
    ({ ranges }) => ranges,
  );
  const placed = newer.map((item): ItemPair => ({ before: older.get(item.ranges)?.shift() ?? null, after: item }));
  // What says the same about other ranges was moved, shrunk or grown.
  const left = listsBy([...older.values()].flat(), rule);
  const pairs = placed.map(({ before: twin, after: item }): ItemPair => {
    if (twin !== null || item === null) return { before: twin, after: item };
    return { before: left.get(rule(item))?.shift() ?? null, after: item };
  });
  for (const rest of left.values()) for (const item of rest) pairs.push({ before: item, after: null });
  return pairs;
}

/** Without its ranges; a merged range says nothing else and a link is one of its place. */
const rule = ({ element, ranges, says }: SheetItem): string =>
  element.name === "cfRule" || element.name === "dataValidation"
    ? `${element.name} ${says.slice(ranges.length).replaceAll(/ (sq)?ref="[^"]*"/g, "")}`
    : `${element.name} ${says}`;

function listsBy(items: readonly SheetItem[], key: (item: SheetItem) => string): Map<string, SheetItem[]> {
  const lists = new Map<string, SheetItem[]>();
  for (const item of items) {
    const list = lists.get(key(item));
    if (list === undefined) lists.set(key(item), [item]);
    else list.push(item);
  }
  return lists;
}

/** Of rules, which come one after the other by their priority. */
function sameOrder(same: ReadonlyMap<SheetItem, SheetItem>): boolean {
  const pairs = [...same].sort(([a], [b]) => priorityOf(a) - priorityOf(b));
  return pairs.every(([, item], at) => at === 0 || priorityOf(pairs[at - 1]?.[1] ?? item) <= priorityOf(item));
}

/** Rules one after the other as they are applied. */
export const inOrder = (rules: readonly SheetItem[]): string =>
  [...rules]
    .sort((a, b) => priorityOf(a) - priorityOf(b))
    .map(({ says }) => says)
    .join("");

const priorityOf = ({ element }: SheetItem): number => Number(attribute(element, "priority") ?? 0);

/** What the item says, for people: its attributes and formulas. At most 12 words of at most 120 characters. */
export function itemWords(item: SheetItem, context: Context): Record<string, string> {
  const words: Record<string, string> = {};
  const add = (name: string, value: string) => {
    if (Object.keys(words).length < 12 && value !== "") words[name] = value.slice(0, 120);
  };
  const links = new Map(context.book.package.relationships(context.owner).map((found) => [found.id, found]));
  for (const { name, ns, value } of item.element.attributes) {
    if (SILENT.has(name) || name.startsWith("xmlns")) continue;
    if (ns === "") add(name, value);
    else if (name === "id") add("target", links.get(value)?.target ?? "");
  }
  for (const child of childElements(item.element)) {
    const text = child.children.filter((inner) => typeof inner === "string").join("");
    if (child.name.startsWith("formula")) add(child.name, context.rewrite === null ? text : context.rewrite(text));
  }
  return words;
}

const SILENT = new Set(["ref", "sqref", "dxfId", "priority", "uid", "count"]);

/** The first range, where an address can be made of it: `B2`, `B2:D9`. */
export const firstRange = (ranges: string): string | null => {
  const [first = ""] = ranges.split(" ");
  return /^\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?$/.test(first) ? first : null;
};
