/**
 * Everything of the package that cells and elements do not explain (no blind spot): every part, walked along
 * relationships from both sides at once. Parts that hang on nothing are compared by name. Content types and
 * relationship parts are explained by what they lead to; the calculation chain is a cache and no content.
 */
import type { Address } from "../../../core/address/address.ts";
import type { Change, Flag, Value } from "../../../core/change/change.ts";
import { CONTENT_TYPES_PART } from "../../ooxml/content-types.ts";
import { relationshipsOwner, type Relationship } from "../../ooxml/relationships.ts";
import type { WorkbookMove } from "../formula-shift.ts";
import { childParts, PartView, UNSEEN_KINDS } from "../part-meaning.ts";
import type { Level } from "../parts/rules.ts";
import type { Workbook } from "../workbook.ts";
import { withFlags } from "./compare-cells.ts";
import { sheetElements, workbookElements } from "./compare-elements.ts";
import type { Comparison } from "./comparison.ts";
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
/** Properties of the file, not part of what is read. */
const PROPERTIES = new Set([
  "core-properties",
  "extended-properties",
  "custom-properties",
  "thumbnail",
  "printerSettings",
  "chartStyle",
  "chartColorStyle",
]);
/** The owner of parts that hang on nothing. */
export const ORPHAN = "\0";

type Side = "before" | "after";
type Pairs = readonly (readonly [Relationship | undefined, Relationship | undefined])[];

export class PartComparison {
  readonly #comparison: Comparison;
  readonly #entries: Entries;
  readonly #views: Readonly<Record<Side, PartView>>;
  /** The same parts counted in the base, for identities (R1). */
  readonly #baseViews: Readonly<Record<Side, PartView>>;
  readonly #seen: Readonly<Record<Side, Set<string>>> = { before: new Set(), after: new Set() };

  constructor(comparison: Comparison, entries: Entries) {
    const { before, after, toAfter } = comparison;
    this.#comparison = comparison;
    this.#entries = entries;
    this.#views = { before: new PartView(before, toAfter), after: new PartView(after, null) };
    this.#baseViews = toAfter.isSame
      ? this.#views
      : { before: new PartView(before, null), after: new PartView(after, toBase(comparison)) };
  }

  run(): void {
    const { before, after, pairs, removed, added } = this.#comparison;
    for (const side of ["before", "after"] as const) {
      const book = this.#comparison[side];
      for (const owner of ["", book.part])
        for (const child of childParts(book.package, owner))
          if (EXPLAINED.has(child.kind)) this.#seen[side].add(book.package.resolve(child.target) ?? "");
    }
    for (const pair of pairs) {
      const changed = sheetElements(this.#comparison, pair, this.#entries);
      this.#children(pair.before.entry.part, pair.after.entry.part, changed, false);
    }
    for (const sheet of removed) this.#markClosure("before", sheet.entry.part);
    for (const sheet of added) this.#markClosure("after", sheet.entry.part);
    this.#children(before.part, after.part, workbookElements(this.#comparison, this.#entries), false);
    this.#children("", "", new Set(), false);
    this.#orphans();
  }

  /**
   * Children of one owner on both sides, kind by kind. Kinds in `skip` belong to a change that was made already.
   * @param byPlace the owners say the same about their children, in order
   */
  #children(ownerA: string, ownerB: string, skip: ReadonlySet<string>, byPlace: boolean): void {
    const { before, after } = this.#comparison;
    const listA = childParts(before.package, ownerA);
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
      for (const [a, b] of byPlace ? inOrder(childrenA, childrenB) : this.#byMeaning(childrenA, childrenB))
        this.#part(placeOf(before, ownerA, ownerB, a), placeOf(after, ownerB, ownerA, b));
    }
  }

  /** Children that mean the same first, then those of the same name, the rest in order. */
  #byMeaning(listA: readonly Relationship[], listB: readonly Relationship[]): Pairs {
    if (listA.length < 2 && listB.length < 2) return inOrder(listA, listB);
    const left = [...listA];
    const right = [...listB];
    const pairs: [Relationship, Relationship][] = [];
    const take = (equal: (a: Relationship, b: Relationship) => boolean) => {
      for (const a of [...left]) {
        const at = right.findIndex((b) => equal(a, b));
        const twin = right[at];
        if (twin === undefined) continue;
        pairs.push([a, twin]);
        left.splice(left.indexOf(a), 1);
        right.splice(at, 1);
      }
    };
    for (const level of ["all", "seen"] as const)
      take((a, b) => this.#views.before.deep(a.target, level) === this.#views.after.deep(b.target, level));
    take((a, b) => a.target === b.target);
    return [...pairs, ...inOrder(left, right)];
  }

  #part(before: PartPlace | null, after: PartPlace | null): void {
    const known = (place: PartPlace | null, side: Side) => place === null || this.#seen[side].has(place.part);
    if (known(before, "before") && known(after, "after")) return;
    if (before !== null && after !== null) {
      this.#seen.before.add(before.part);
      this.#seen.after.add(after.part);
      if (!this.#deepEqual(before, after, "all") && this.#ownAlike(before, after)) {
        this.#children(before.part, after.part, new Set(), true);
        if (this.#views.before.own(before.part, "all") !== this.#views.after.own(after.part, "all"))
          this.#ownChange(before, after);
        return;
      }
    }
    if (before !== null) this.#markClosure("before", before.part);
    if (after !== null) this.#markClosure("after", after.part);
    if (before === null || after === null || !this.#deepEqual(before, after, "all")) this.#change(before, after);
  }

  #deepEqual(before: PartPlace, after: PartPlace, level: Level): boolean {
    return this.#views.before.deep(before.part, level) === this.#views.after.deep(after.part, level);
  }

  /** Both show the same and refer to the same kinds of parts in the same order: what differs lies in these parts. */
  #ownAlike(before: PartPlace, after: PartPlace): boolean {
    const kinds = (place: PartPlace, side: Side) =>
      childParts(this.#comparison[side].package, place.part)
        .map((child) => child.kind)
        .filter((kind) => !UNSEEN_KINDS.has(kind))
        .join();
    return (
      this.#views.before.own(before.part, "seen") === this.#views.after.own(after.part, "seen") &&
      kinds(before, "before") === kinds(after, "after")
    );
  }

  #change(before: PartPlace | null, after: PartPlace | null): void {
    const kind = after?.kind ?? before?.kind ?? "";
    const properties = PROPERTIES.has(kind) || (kind === "theme" && before === null);
    const notes = kind === "comments" || kind === "threadedComment";
    const flags = partFlags(kind, after === null || (!properties && before !== null && this.#says(before, after)));
    this.#entries.add(
      {
        kind: before === null ? "added" : after === null ? "removed" : "modified",
        facet: properties ? "metadata" : notes ? "content" : "unrendered",
        ...partAddresses(before, after),
        ...(before === null ? {} : { before: this.#value("before", before) }),
        ...(after === null ? {} : { after: this.#value("after", after) }),
        ...withFlags(flags),
      },
      { type: "part", before, after },
    );
  }

  /** The part itself says something else that nobody sees; what hangs on it is compared apart. */
  #ownChange(before: PartPlace, after: PartPlace): void {
    const value = (side: Side, { part, kind }: PartPlace): Value => ({
      type: "properties",
      properties: { kind, own: true, digest: this.#baseViews[side].own(part, "all").slice(0, 16) },
    });
    this.#entries.add(
      {
        kind: "modified",
        facet: "metadata",
        ...partAddresses(before, after),
        before: value("before", before),
        after: value("after", after),
      },
      { type: "part-own", before, after },
    );
  }

  /** Whether before says something where after says nothing, itself or in the parts that it has. */
  #says(before: PartPlace, after: PartPlace): boolean {
    const left = this.#views.before.places(before.part, "seen");
    const right = this.#views.after.places(after.part, "seen");
    if (left === null || right === null) return false;
    const counts = new Map<string, number>();
    for (const place of right) counts.set(place, (counts.get(place) ?? 0) + 1);
    for (const place of left) {
      const count = counts.get(place) ?? 0;
      if (count === 0) return true;
      counts.set(place, count - 1);
    }
    return false;
  }

  #value(side: Side, { part, kind }: PartPlace): Value {
    const digest = this.#baseViews[side].deep(part, "seen").slice(0, 16);
    return { type: "properties", properties: { kind, digest } };
  }

  #markClosure(side: Side, part: string): void {
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
    const names = (book: Workbook, side: Side) =>
      book.package.zip.entries
        .map((entry) => entry.name)
        .filter((name) => !name.endsWith("/") && name !== CONTENT_TYPES_PART && name !== book.part)
        .filter((name) => !this.#seen[side].has(name) && !hasOwner(book, name));
    const left = new Set(names(before, "before"));
    const right = new Set(names(after, "after"));
    const sheets = new Set([...before.sheets, ...after.sheets].map((sheet) => sheet.entry.part));
    for (const name of [...new Set([...left, ...right])].sort()) {
      if (sheets.has(name)) continue;
      const place = { part: name, owner: ORPHAN, twin: ORPHAN, kind: "" };
      this.#part(left.has(name) ? place : null, right.has(name) ? place : null);
    }
  }
}

function partAddresses(before: PartPlace | null, after: PartPlace | null): Pick<Change, "address" | "beforeAddress"> {
  const part = after?.part ?? before?.part ?? "";
  const address: Address = { kind: "part", part };
  return before === null || before.part === part
    ? { address }
    : { address, beforeAddress: { kind: "part", part: before.part } };
}

/** A relationships part is explained by its owner. */
function hasOwner(book: Workbook, name: string): boolean {
  const owner = relationshipsOwner(name);
  return owner !== null && (owner === "" || book.package.has(owner));
}

function partFlags(kind: string, lost: boolean): Flag[] {
  const flags: Flag[] = [];
  if (lost && !PROPERTIES.has(kind)) flags.push("lost-part");
  if (/vbaProject|macro|ctrlProp/i.test(kind)) flags.push("macro");
  if (/externalLink/i.test(kind)) flags.push("external-link");
  return flags;
}

const inOrder = (a: readonly Relationship[], b: readonly Relationship[]): Pairs =>
  Array.from({ length: Math.max(a.length, b.length) }, (_unused, at) => [a[at], b[at]]);

const placeOf = (book: Workbook, owner: string, twin: string, child: Relationship | undefined): PartPlace | null =>
  child === undefined
    ? null
    : { part: book.package.resolve(child.target) ?? child.target, owner, twin, kind: child.kind };

function toBase(comparison: Comparison): WorkbookMove {
  const moves = new Map(
    comparison.pairs.map((pair) => [
      pair.after.name.toLowerCase(),
      { name: pair.before.name, rows: pair.rowMaps.toBefore, columns: pair.columnMaps.toBefore },
    ]),
  );
  return { isSame: false, sheet: (name) => moves.get(name.toLowerCase()) };
}
