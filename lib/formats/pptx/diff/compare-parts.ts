/**
 * Every part of a deck that is no slide, master or layout, walked along relationships from both sides at once (no blind spot). Parts that hang on nothing are compared by name. Content types and
 * relationship parts are explained by what they lead to.
 */
import type { Flag, Value } from "../../../core/change/change.ts";
import { CONTENT_TYPES_PART } from "../../ooxml/content-types.ts";
import { relationshipsOwner, type Relationship } from "../../ooxml/relationships.ts";
import type { Deck } from "../deck.ts";
import type { PartView } from "../view.ts";
import type { Comparison, Side } from "./comparison.ts";
import { ORPHAN, type Entries, type PartPlace } from "./entry.ts";
import { bringsKind, letsGoKind } from "./references.ts";
import { compareMasters } from "./compare-masters.ts";
import { namedByPresentation } from "../presentation.ts";

/** Compared elsewhere. */
const EXPLAINED = new Set(["officeDocument", "slide", "slideMaster", "slideLayout"]);
/** Properties of the file and of the window it was last seen in. */
const PROPERTIES = new Set([
  "core-properties",
  "extended-properties",
  "custom-properties",
  "thumbnail",
  "printerSettings",
  "viewProps",
  "changesInfo",
  "revisionInfo",
]);
const LOOKS = new Set(["theme", "notesMaster", "handoutMaster", "tableStyles"]);

export class PartComparison {
  readonly #comparison: Comparison;
  readonly #entries: Entries;
  readonly #seen: Readonly<Record<Side, Set<string>>> = { before: new Set(), after: new Set() };

  constructor(comparison: Comparison, entries: Entries) {
    this.#comparison = comparison;
    this.#entries = entries;
  }

  run(): void {
    const { before, after, masters } = this.#comparison;
    for (const side of ["before", "after"] as const) {
      const deck = this.#comparison[side];
      this.#see(side, deck.part);
      for (const part of namedByPresentation(deck)) this.#closure(side, part);
      for (const slide of deck.slides) this.#closure(side, slide.part);
      for (const master of deck.masters) {
        this.#see(side, master.part);
        for (const { part, kind } of this.#children(side, master.part)) if (kind !== "theme") this.#closure(side, part);
        for (const layout of master.layouts) this.#closure(side, layout.part);
      }
    }
    compareMasters(this.#comparison, this.#entries);
    for (const pair of masters.pairs) this.#owned(pair.before.part, pair.after.part, new Set(["theme"]));
    for (const [side, list] of [
      ["before", masters.removed],
      ["after", masters.added],
    ] as const)
      for (const master of list)
        for (const theme of this.#children(side, master.part))
          if (theme.kind === "theme") this.#closure(side, theme.part);
    this.#owned(before.part, after.part, null);
    this.#owned("", "", null);
    this.#orphans();
  }

  #view(side: Side): PartView {
    return this.#comparison.views[side];
  }

  #see(side: Side, part: string): void {
    this.#seen[side].add(this.#comparison[side].package.resolve(part) ?? part);
  }

  #children(side: Side, owner: string): PartPlace[] {
    const pack = this.#comparison[side].package;
    return pack
      .relationships(owner)
      .filter(({ external, target }) => !external && pack.has(target))
      .map((found) => placeOf(owner, found, pack.resolve(found.target) ?? found.target));
  }

  /** Marks a part and all that hangs on it, up to what is compared on its own. */
  #closure(side: Side, part: string): void {
    const pack = this.#comparison[side].package;
    const open = [part];
    const done = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const name = pack.resolve(next);
      if (name === undefined || done.has(name)) continue;
      done.add(name);
      this.#seen[side].add(name);
      for (const child of this.#children(side, name))
        if (this.#view(side).label(child.part) === undefined) open.push(child.part);
    }
  }

  /** Children of one owner on both sides, kind by kind: those that mean the same first, then those of one name, then in order. */
  #owned(ownerA: string, ownerB: string, only: ReadonlySet<string> | null): void {
    const children = (side: Side, owner: string) =>
      this.#children(side, owner).filter(({ kind, part }) =>
        only === null
          ? !EXPLAINED.has(kind) && !this.#seen[side].has(part)
          : only.has(kind) && !this.#seen[side].has(part),
      );
    const [left, right] = [children("before", ownerA), children("after", ownerB)];
    for (const kind of new Set([...left, ...right].map((child) => child.kind))) {
      const ofKind = (list: PartPlace[]) => list.filter((child) => child.kind === kind);
      for (const [a, b] of this.#paired(ofKind(left), ofKind(right))) this.#part(a, b);
    }
  }

  #paired(left: PartPlace[], right: PartPlace[]): [PartPlace | null, PartPlace | null][] {
    const pairs: [PartPlace | null, PartPlace | null][] = [];
    const take = (equal: (a: PartPlace, b: PartPlace) => boolean) => {
      for (const a of [...left]) {
        const b = right.find((other) => equal(a, other));
        if (b === undefined) continue;
        pairs.push([a, b]);
        left.splice(left.indexOf(a), 1);
        right.splice(right.indexOf(b), 1);
      }
    };
    take((a, b) => this.#view("before").deep(a.part) === this.#view("after").deep(b.part));
    take((a, b) => a.part === b.part);
    take(() => true);
    return [
      ...pairs,
      ...left.map((a): [PartPlace, null] => [a, null]),
      ...right.map((b): [null, PartPlace] => [null, b]),
    ];
  }

  #part(before: PartPlace | null, after: PartPlace | null): void {
    if (before !== null) this.#closure("before", before.part);
    if (after !== null) this.#closure("after", after.part);
    const was = before === null ? "" : this.#view("before").deep(before.part);
    const is = after === null ? "" : this.#view("after").deep(after.part);
    if (was === is) return;
    const kind = after?.kind ?? before?.kind ?? "";
    const part = after?.part ?? before?.part ?? "";
    const value = (side: Side, place: PartPlace, digest: string): Value => ({
      type: "properties",
      properties: {
        kind: place.kind,
        size: this.#comparison[side].package.bytes(place.part)?.length ?? 0,
        digest: digest.slice(0, 16),
      },
    });
    const flags = partFlags(kind, after === null);
    this.#entries.add(
      {
        kind: before === null ? "added" : after === null ? "removed" : "modified",
        facet: PROPERTIES.has(kind) ? "metadata" : LOOKS.has(kind) ? "format" : "unrendered",
        address: { kind: "part", part },
        ...(before !== null && before.part !== part
          ? { beforeAddress: { kind: "part", part: before.part } as const }
          : {}),
        ...(before === null ? {} : { before: value("before", before, was) }),
        ...(after === null ? {} : { after: value("after", after, is) }),
        ...(flags.length === 0 ? {} : { flags }),
      },
      { type: "part", before, after },
      {
        gives: after === null || (kind === "notesMaster" && before !== null) ? [] : [bringsKind(kind)],
        needs: after === null && kind === "notesMaster" ? [letsGoKind(kind)] : [],
      },
    );
  }

  #orphans(): void {
    const names = (side: Side) => {
      const deck = this.#comparison[side];
      const list = deck.package.zip.entries
        .map((entry) => entry.name)
        .filter((name) => !name.endsWith("/") && name !== CONTENT_TYPES_PART);
      return new Set(list.filter((name) => !this.#seen[side].has(name) && !hasOwner(deck, name)));
    };
    const [left, right] = [names("before"), names("after")];
    for (const name of [...new Set([...left, ...right])].sort()) {
      const place: PartPlace = { part: name, owner: ORPHAN, kind: "", type: "" };
      this.#part(left.has(name) ? place : null, right.has(name) ? place : null);
    }
  }
}

const placeOf = (owner: string, { kind, type }: Relationship, part: string): PartPlace => ({ part, owner, kind, type });

/** A relationships part is explained by its owner. */
function hasOwner(deck: Deck, name: string): boolean {
  const owner = relationshipsOwner(name);
  return owner !== null && (owner === "" || deck.package.has(owner));
}

function partFlags(kind: string, lost: boolean): Flag[] {
  const flags: Flag[] = [];
  if (lost && !PROPERTIES.has(kind)) flags.push("lost-part");
  if (/vbaProject|macro|activeX|control/i.test(kind)) flags.push("macro");
  return flags;
}
