/**
 * Elements around a sheet's cells and in the workbook part, compared by what they mean: one change an element name.
 * Compared in the coordinates of after, identified in those of the base (R1).
 */
import type { Address } from "../../../core/address/address.ts";
import type { Change, Facet, Flag, Value } from "../../../core/change/change.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftFormula } from "../formula-shift.ts";
import { elementMeaning, type Context } from "../meaning.ts";
import type { Workbook } from "../workbook.ts";
import { addresses, withFlags } from "./compare-cells.ts";
import { formulaInBase, type Comparison, type SheetPair } from "./comparison.ts";
import type { Entries } from "./entry.ts";
import { hidesColumns } from "./hidden-columns.ts";
import { sameDefaults } from "./same-defaults.ts";
import { firstRange, inOrder, ITEMS, itemWords, pairItems, sheetItems, type SheetItem } from "./sheet-items.ts";

const SHEET_FACETS: Readonly<Record<string, Facet>> = {
  cols: "format",
  sheetFormatPr: "format",
  mergeCells: "format",
  conditionalFormatting: "format",
  dataValidations: "structure",
  autoFilter: "structure",
  hyperlinks: "content",
  sheetProtection: "structure",
  sheetViews: "metadata",
  sheetPr: "metadata",
  printOptions: "metadata",
  pageMargins: "metadata",
  pageSetup: "metadata",
  headerFooter: "metadata",
  rowBreaks: "metadata",
  colBreaks: "metadata",
};

/** Losing these loses nothing that a reader sees. */
const QUIET = new Set(["sheetViews", "sheetPr", "printOptions", "pageMargins", "sheetFormatPr"]);

interface ItemContexts {
  /** Both counted in after. */
  readonly shown: { readonly before: Context; readonly after: Context };
  /** Both counted in before. */
  readonly base: { readonly before: Context; readonly after: Context };
}

/** More of them than a person would look at one by one are one change. */
const MAX_ITEMS = 500;

/** Whether the elements of this name were compared item by item. */
function itemEntries(
  name: string,
  [a, b]: readonly [readonly XmlElement[], readonly XmlElement[]],
  pair: SheetPair,
  { shown, base }: ItemContexts,
  entries: Entries,
): boolean {
  const left = sheetItems(name, a, shown.before);
  const right = sheetItems(name, b, shown.after);
  const pairs = left === null || right === null ? null : pairItems(left, right);
  if (pairs === null || pairs.length > MAX_ITEMS) return false;
  const lost: Flag[] = right?.length === 0 ? ["lost-part"] : [];
  for (const { before, after } of pairs) {
    const was = before === null ? null : itemIn(name, before, base.before);
    const is = after === null ? null : itemIn(name, after, base.after);
    entries.add(
      {
        kind: before === null ? "added" : after === null ? "removed" : "modified",
        facet: SHEET_FACETS[name] ?? "unrendered",
        ...itemAddresses(pair, after?.ranges ?? null, (was ?? is)?.ranges ?? ""),
        ...(was === null ? {} : { before: was.value }),
        ...(is === null ? {} : { after: is.value }),
        ...withFlags(
          after !== null && after.says.includes('="external ') ? ["external-link"] : after === null ? lost : [],
        ),
      },
      { type: "aspect-item", pair, aspect: name, before, after, total: pairs.length },
    );
  }
  return true;
}

/** An item counted in the base, as a value. */
function itemIn(name: string, item: SheetItem, context: Context): { readonly ranges: string; readonly value: Value } {
  const [counted = item] = sheetItems(name, [{ ...item.holder, children: [item.element] }], context) ?? [];
  const { ranges, says } = counted;
  const words = itemWords(item, context);
  const digest = sha256(says).slice(0, 16);
  return {
    ranges,
    value: { type: "properties", properties: { element: ITEMS[name] ?? name, range: ranges, ...words, digest } },
  };
}

/** @param now the ranges in after, `null` where it is gone; `base` those in before */
function itemAddresses(pair: SheetPair, now: string | null, base: string): Pick<Change, "address" | "beforeAddress"> {
  const at = (sheet: string, ranges: string): Address => {
    const range = firstRange(ranges);
    return range === null ? { kind: "sheet", sheet } : { kind: "cells", sheet, range };
  };
  const before = at(pair.before.name, base);
  return now === null ? { address: before } : addresses(at(pair.after.name, now), before);
}

/** Elements of the workbook that somebody put there. */
const LOSSES = new Set(["extLst", "workbookProtection", "fileSharing", "externalReferences", "pivotCaches"]);

/** The kinds of parts that the changed elements refer to: these parts belong to the change. */
export function sheetElements(comparison: Comparison, pair: SheetPair, entries: Entries): Set<string> {
  const { before, after, toAfter } = comparison;
  const same = toAfter.isSame;
  const shift = (formula: string) => shiftFormula(formula, pair.before.name, toAfter).text;
  const inBase = (formula: string) => formulaInBase(comparison, formula, pair.after.name);
  const sideA = { book: before, owner: pair.before.entry.part, rewrite: null };
  const sideB = { book: after, owner: pair.after.entry.part, rewrite: null };
  const changed = new Set<string>();
  const contexts: ItemContexts = {
    shown: { before: { ...sideA, rewrite: same ? null : shift }, after: sideB },
    base: { before: sideA, after: same ? sideB : { ...sideB, rewrite: inBase } },
  };
  for (const [name, [a, b]] of groups(pair.before.frame, pair.after.frame)) {
    if (name in ITEMS && itemEntries(name, [a, b], pair, contexts, entries)) continue;
    const shifted = meaningOf(a, { ...sideA, rewrite: same ? null : shift });
    const says = meaningOf(b, sideB);
    if (shifted === says || (name === "sheetFormatPr" && sameDefaults(a, b, contexts.shown))) continue;
    if (name === "cols" && seenAlike(a, b, contexts.shown)) continue;
    for (const kind of [...linkedKinds(a, before, sideA.owner), ...linkedKinds(b, after, sideB.owner)])
      if (kind !== "printerSettings") changed.add(kind);
    const flags: Flag[] = says === "" && !QUIET.has(name) ? ["lost-part"] : [];
    if (says.includes('="external ')) flags.push("external-link");
    if (name === "cols" && hidesColumns(shifted, says)) flags.push("hidden");
    entries.add(
      {
        kind: shifted === "" ? "added" : says === "" ? "removed" : "modified",
        facet: SHEET_FACETS[name] ?? "unrendered",
        address: { kind: "sheet", sheet: pair.after.name },
        ...(pair.before.name === pair.after.name
          ? {}
          : { beforeAddress: { kind: "sheet", sheet: pair.before.name } as const }),
        ...(shifted === "" ? {} : { before: elementValue(name, meaningOf(a, sideA)) }),
        ...(says === ""
          ? {}
          : { after: elementValue(name, same ? says : meaningOf(b, { ...sideB, rewrite: inBase })) }),
        ...withFlags(flags),
      },
      { type: "aspect", pair, aspect: name },
    );
  }
  return changed;
}

/** The kinds of parts that the changed elements refer to. */
export function workbookElements({ before, after }: Comparison, entries: Entries): Set<string> {
  const changed = new Set<string>();
  const add = (name: string, a: string, b: string, links: ReadonlySet<string>, flags: readonly Flag[]) =>
    entries.add(
      {
        kind: a === "" ? "added" : b === "" ? "removed" : "modified",
        facet: links.size > 0 || flags.length > 0 ? "unrendered" : "metadata",
        address: { kind: "part", part: before.part },
        ...(a === "" ? {} : { before: elementValue(name, a) }),
        ...(b === "" ? {} : { after: elementValue(name, b) }),
        ...withFlags(flags),
      },
      { type: "workbook-element", element: name },
    );
  for (const [name, [a, b]] of groups(before.root, after.root)) {
    const meaningA = meaningOf(a, { book: before, owner: before.part, rewrite: null });
    const meaningB = meaningOf(b, { book: after, owner: after.part, rewrite: null });
    if (meaningA === meaningB || name === "AlternateContent") continue;
    const links = new Set([...linkedKinds(a, before, before.part), ...linkedKinds(b, after, after.part)]);
    for (const kind of links) changed.add(kind);
    const flags: Flag[] = links.has("externalLink") ? ["external-link"] : [];
    if (meaningB === "" && LOSSES.has(name)) flags.push("lost-part");
    add(name, meaningA, meaningB, links, flags);
  }
  const [typeA, typeB] = [before.package.contentType(before.part) ?? "", after.package.contentType(after.part) ?? ""];
  if (typeA !== typeB) add("contentType", typeA, typeB, new Set(), /macro/i.test(typeA + typeB) ? ["macro"] : []);
  return changed;
}

/** Whether columns differ only in whether a colour of the theme is named or written out. */
function seenAlike(
  a: readonly XmlElement[],
  b: readonly XmlElement[],
  { before, after }: ItemContexts["shown"],
): boolean {
  if (before.book.styles.palette.scheme !== after.book.styles.palette.scheme) return false;
  return meaningOf(a, { ...before, shown: true }) === meaningOf(b, { ...after, shown: true });
}

function meaningOf(elements: readonly XmlElement[], context: Context): string {
  const rules =
    elements[0]?.name === "conditionalFormatting" ? sheetItems("conditionalFormatting", elements, context) : null;
  return rules === null ? elements.map((element) => elementMeaning(element, context)).join("") : inOrder(rules);
}

function elementValue(element: string, meaning: string): Value {
  const count = meaning.split("<{").length - 1;
  return {
    type: "properties",
    properties: { element, elements: count, digest: sha256(meaning).slice(0, 16) },
  };
}

/** Child elements of both roots by name, in order of first appearance. */
function groups(a: XmlElement, b: XmlElement): Map<string, [XmlElement[], XmlElement[]]> {
  const found = new Map<string, [XmlElement[], XmlElement[]]>();
  for (const side of [0, 1] as const)
    for (const child of (side === 0 ? a : b).children) {
      if (typeof child === "string") continue;
      let pair = found.get(child.name);
      if (pair === undefined) found.set(child.name, (pair = [[], []]));
      pair[side].push(child);
    }
  return found;
}

/** The kinds of internal parts that elements refer to. */
function linkedKinds(elements: readonly XmlElement[], book: Workbook, owner: string): Set<string> {
  const kinds = new Set<string>();
  const byId = new Map(book.package.relationships(owner).map((found) => [found.id, found]));
  const visit = (element: XmlElement) => {
    for (const found of element.attributes) {
      const target = found.ns === "" ? undefined : byId.get(found.value);
      if (target !== undefined && !target.external && relAttribute(element, found.name) !== undefined)
        kinds.add(target.kind);
    }
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  elements.forEach(visit);
  return kinds;
}
