/**
 * Elements around a sheet's cells and in the workbook part, compared by what they mean: one change an element name.
 * Compared in the coordinates of after, identified in those of the base (R1).
 */
import type { Facet, Flag, Value } from "../../../core/change/change.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftFormula } from "../formula-shift.ts";
import { elementMeaning } from "../meaning.ts";
import type { Workbook } from "../workbook.ts";
import { withFlags } from "./compare-cells.ts";
import { formulaInBase, type Comparison, type SheetPair } from "./comparison.ts";
import type { Entries } from "./entry.ts";

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
  for (const [name, [a, b]] of groups(pair.before.frame, pair.after.frame)) {
    const shifted = meaningOf(a, { ...sideA, rewrite: same ? null : shift });
    const says = meaningOf(b, sideB);
    if (shifted === says) continue;
    for (const kind of [...linkedKinds(a, before, sideA.owner), ...linkedKinds(b, after, sideB.owner)])
      if (kind !== "printerSettings") changed.add(kind);
    const flags: Flag[] = says === "" && !QUIET.has(name) ? ["lost-part"] : [];
    if (says.includes('="external ')) flags.push("external-link");
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

const meaningOf = (elements: readonly XmlElement[], context: Parameters<typeof elementMeaning>[1]): string =>
  elements.map((element) => elementMeaning(element, context)).join("");

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
