/**
 * Everything of the package that cells do not explain (no blind spot): the elements around a sheet's cells, the
 * elements of the workbook part, and every other part, walked along relationships from both sides at once. Parts that
 * hang on nothing are compared by name. Content types and relationship parts are explained by what they lead to; the
 * calculation chain is a cache and no content.
 */
import type { Address } from "../../../core/address/address.ts";
import type { ChangeKind, Facet, Flag, Value } from "../../../core/change/change.ts";
import { CONTENT_TYPES_PART } from "../../ooxml/content-types.ts";
import { relationshipsOwner, type Relationship } from "../../ooxml/relationships.ts";
import { relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { elementMeaning } from "../meaning.ts";
import { childParts, PartView } from "../part-meaning.ts";
import type { Workbook } from "../workbook.ts";
import { withFlags } from "./compare-cells.ts";
import type { Comparison, SheetPair } from "./comparison.ts";
import type { Entries, PartPlace } from "./entry.ts";

/** Compared elsewhere, or caches. */
const EXPLAINED = new Set([
  "officeDocument",
  "worksheet",
  "chartsheet",
  "dialogsheet",
  "xlMacrosheet",
  "sharedStrings",
  "styles",
  "calcChain",
]);
const PROPERTIES = new Set(["core-properties", "extended-properties", "custom-properties", "thumbnail"]);

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

export class PartComparison {
  readonly #comparison: Comparison;
  readonly #entries: Entries;
  readonly #views: { readonly before: PartView; readonly after: PartView };
  readonly #seen = { before: new Set<string>(), after: new Set<string>() };

  constructor(comparison: Comparison, entries: Entries) {
    this.#comparison = comparison;
    this.#entries = entries;
    this.#views = {
      before: new PartView(comparison.before, comparison.toAfter),
      after: new PartView(comparison.after, null),
    };
  }

  run(): void {
    const { before, after, pairs } = this.#comparison;
    for (const [book, seen] of [
      [before, this.#seen.before],
      [after, this.#seen.after],
    ] as const)
      for (const owner of ["", book.part])
        for (const child of childParts(book.package, owner))
          if (EXPLAINED.has(child.kind)) seen.add(book.package.resolve(child.target) ?? "");
    for (const pair of pairs) this.#sheet(pair);
    for (const sheet of this.#comparison.removed) this.#markClosure("before", sheet.entry.part);
    for (const sheet of this.#comparison.added) this.#markClosure("after", sheet.entry.part);
    this.#workbook();
    this.#children("", "", new Set());
    this.#orphans();
  }

  #sheet(pair: SheetPair): void {
    const { before, after, toAfter } = this.#comparison;
    const sideA = {
      book: before,
      owner: pair.before.entry.part,
      sheet: pair.before.name,
      move: toAfter.isSame ? null : toAfter,
    };
    const sideB = { book: after, owner: pair.after.entry.part, sheet: pair.after.name, move: null };
    const changed = new Set<string>();
    for (const [name, [a, b]] of groups(pair.before.frame, pair.after.frame)) {
      const meaningA = a.map((element) => elementMeaning(element, sideA)).join("");
      const meaningB = b.map((element) => elementMeaning(element, sideB)).join("");
      if (meaningA === meaningB) continue;
      for (const [elements, { book, owner }] of [
        [a, sideA],
        [b, sideB],
      ] as const)
        for (const kind of linkedKinds(elements, book, owner)) if (kind !== "printerSettings") changed.add(kind);
      this.#aspect(pair, name, meaningA, meaningB);
    }
    this.#children(pair.before.entry.part, pair.after.entry.part, changed);
  }

  #aspect(pair: SheetPair, name: string, before: string, after: string): void {
    const facet = SHEET_FACETS[name] ?? "unrendered";
    const lost =
      after === "" && !["sheetViews", "sheetPr", "printOptions", "pageMargins", "sheetFormatPr"].includes(name);
    this.#entries.add(
      {
        kind: before === "" ? "added" : after === "" ? "removed" : "modified",
        facet,
        address: { kind: "sheet", sheet: pair.after.name },
        ...(pair.before.name === pair.after.name
          ? {}
          : { beforeAddress: { kind: "sheet", sheet: pair.before.name } as const }),
        ...(before === "" ? {} : { before: aspectValue(name, before) }),
        ...(after === "" ? {} : { after: aspectValue(name, after) }),
        ...withFlags([
          ...(lost ? ["lost-part" as const] : []),
          ...(after.includes('="external ') ? ["external-link" as const] : []),
        ]),
      },
      { type: "aspect", pair, aspect: name },
    );
  }

  #workbook(): void {
    const { before, after } = this.#comparison;
    const sideA = { book: before, owner: before.part, sheet: null, move: null };
    const sideB = { book: after, owner: after.part, sheet: null, move: null };
    const changed = new Set<string>();
    for (const [name, [a, b]] of groups(before.root, after.root)) {
      const meaningA = a.map((element) => elementMeaning(element, sideA)).join("");
      const meaningB = b.map((element) => elementMeaning(element, sideB)).join("");
      if (meaningA === meaningB || name === "AlternateContent") continue;
      for (const [elements, book] of [
        [a, before],
        [b, after],
      ] as const)
        for (const kind of linkedKinds(elements, book, book.part)) changed.add(kind);
      this.#entries.add(
        {
          kind: meaningA === "" ? "added" : meaningB === "" ? "removed" : "modified",
          facet: changed.size > 0 ? "unrendered" : "metadata",
          address: { kind: "part", part: before.part },
          ...(meaningA === "" ? {} : { before: aspectValue(name, meaningA) }),
          ...(meaningB === "" ? {} : { after: aspectValue(name, meaningB) }),
          ...withFlags(changed.has("externalLink") ? ["external-link"] : []),
        },
        { type: "workbook-element", element: name },
      );
    }
    this.#children(before.part, after.part, changed);
  }

  /** Children of one owner on both sides, kind by kind, in order. Kinds in `skip` belong to a change that was made already. */
  #children(ownerA: string, ownerB: string, skip: ReadonlySet<string>): void {
    const { before, after } = this.#comparison;
    const listA = ownerA === "" && ownerB !== "" ? [] : childParts(before.package, ownerA);
    const listB = childParts(after.package, ownerB);
    for (const kind of new Set([...listA, ...listB].map((child) => child.kind))) {
      if (EXPLAINED.has(kind)) continue;
      const childrenA = listA.filter((child) => child.kind === kind);
      const childrenB = listB.filter((child) => child.kind === kind);
      if (skip.has(kind)) {
        for (const child of childrenA) this.#markClosure("before", child.target);
        for (const child of childrenB) this.#markClosure("after", child.target);
        continue;
      }
      for (let at = 0; at < Math.max(childrenA.length, childrenB.length); at++)
        this.#part(placeOf(before, ownerA, childrenA[at]), placeOf(after, ownerB, childrenB[at]));
    }
  }

  #part(before: PartPlace | null, after: PartPlace | null): void {
    if (before !== null && after !== null && this.#seen.before.has(before.part) && this.#seen.after.has(after.part))
      return;
    const packA = this.#comparison.before.package;
    const packB = this.#comparison.after.package;
    if (before !== null) this.#seen.before.add(before.part);
    if (after !== null) this.#seen.after.add(after.part);
    if (before !== null && after !== null) {
      const equal = this.#views.before.deep(before.part) === this.#views.after.deep(after.part);
      const childrenA = equal ? [] : childParts(packA, before.part).map((child) => child.kind);
      const childrenB = equal ? [] : childParts(packB, after.part).map((child) => child.kind);
      if (
        !equal &&
        this.#views.before.own(before.part) === this.#views.after.own(after.part) &&
        childrenA.join() === childrenB.join()
      ) {
        this.#children(before.part, after.part, new Set());
        return;
      }
      this.#markClosure("before", before.part);
      this.#markClosure("after", after.part);
      if (equal) return;
    } else {
      if (before !== null) this.#markClosure("before", before.part);
      if (after !== null) this.#markClosure("after", after.part);
    }
    this.#partChange(before, after);
  }

  #partChange(before: PartPlace | null, after: PartPlace | null): void {
    const kind: ChangeKind = before === null ? "added" : after === null ? "removed" : "modified";
    const name = after?.part ?? before?.part ?? "";
    const address: Address = { kind: "part", part: name };
    const relation = after?.kind ?? before?.kind ?? "";
    const value = (side: "before" | "after", place: PartPlace): Value => ({
      type: "properties",
      properties: {
        kind: place.kind,
        size: this.#comparison[side].package.bytes(place.part)?.length ?? 0,
        digest: this.#views[side].deep(place.part).slice(0, 16),
      },
    });
    const flags: Flag[] = [];
    const quiet = PROPERTIES.has(relation) || relation === "printerSettings";
    if (after === null && !quiet) flags.push("lost-part");
    if (/vbaProject|macro|ctrlProp/i.test(relation)) flags.push("macro");
    if (/externalLink/i.test(relation)) flags.push("external-link");
    const comments = relation === "comments" || relation === "threadedComment";
    const theme = relation === "theme" && before === null;
    this.#entries.add(
      {
        kind,
        facet: PROPERTIES.has(relation) || theme ? "metadata" : comments ? "content" : "unrendered",
        address,
        ...(before !== null && before.part !== name
          ? { beforeAddress: { kind: "part", part: before.part } as const }
          : {}),
        ...(before === null ? {} : { before: value("before", before) }),
        ...(after === null ? {} : { after: value("after", after) }),
        ...withFlags(flags),
      },
      { type: "part", before, after },
    );
  }

  #markClosure(side: "before" | "after", part: string): void {
    const pack = this.#comparison[side].package;
    const open = [part];
    const done = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const name = pack.resolve(next);
      if (name === undefined || done.has(name)) continue;
      done.add(name);
      this.#seen[side].add(name);
      open.push(...childParts(pack, name).map((child) => child.target));
    }
  }

  #orphans(): void {
    const { before, after } = this.#comparison;
    const names = (book: Workbook, seen: ReadonlySet<string>) =>
      book.package.zip.entries
        .map((entry) => entry.name)
        .filter((name) => !name.endsWith("/") && name !== CONTENT_TYPES_PART && !seen.has(name) && name !== book.part)
        .filter(
          (name) =>
            relationshipsOwner(name) === null ||
            (!book.package.has(relationshipsOwner(name) ?? "") && relationshipsOwner(name) !== ""),
        );
    const left = new Set(names(before, this.#seen.before));
    const right = new Set(names(after, this.#seen.after));
    const sheetParts = new Set([...before.sheets, ...after.sheets].map((sheet) => sheet.entry.part));
    for (const name of [...new Set([...left, ...right])].sort()) {
      if (sheetParts.has(name)) continue;
      const place = { part: name, owner: ORPHAN, kind: "" };
      this.#part(left.has(name) ? place : null, right.has(name) ? place : null);
    }
  }
}

/** The owner of parts that hang on nothing. */
export const ORPHAN = "\0";

const placeOf = (book: Workbook, owner: string, child: Relationship | undefined): PartPlace | null =>
  child === undefined ? null : { part: book.package.resolve(child.target) ?? child.target, owner, kind: child.kind };

function aspectValue(aspect: string, meaning: string): Value {
  const count = meaning.split("<{").length - 1;
  return { type: "properties", properties: { element: aspect, elements: count, digest: sha256(meaning).slice(0, 16) } };
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
export function linkedKinds(elements: readonly XmlElement[], book: Workbook, owner: string): Set<string> {
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
