/**
 * Everything of a deck that is no slide: masters, layouts, themes, what the presentation part says, and every other part, walked
 * along relationships from both sides at once (no blind spot). Parts that hang on nothing are compared by name. Content types and
 * relationship parts are explained by what they lead to.
 */
import type { Address } from "../../../core/address/address.ts";
import type { Facet, Flag, Value } from "../../../core/change/change.ts";
import { CONTENT_TYPES_PART } from "../../ooxml/content-types.ts";
import { relationshipsOwner, type Relationship } from "../../ooxml/relationships.ts";
import type { Deck, Layout, Master } from "../deck.ts";
import { shortDigest } from "../shape-values.ts";
import type { PartView } from "../view.ts";
import type { Comparison, Side } from "./comparison.ts";
import { ORPHAN, type Entries, type PartPlace } from "./entry.ts";
import { bringsKind, bringsPart, letsGoPart } from "./references.ts";
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
    for (const pair of masters.pairs) {
      this.#master(pair.before, pair.after);
      for (const [a, b] of pair.layouts) this.#layout(a, b);
      for (const layout of pair.removed) this.#goneLayout(layout, pair.before);
      for (const layout of pair.added) this.#newLayout(layout, pair.after);
      this.#owned(pair.before.part, pair.after.part, new Set(["theme"]));
    }
    for (const master of masters.removed) this.#goneMaster(master);
    for (const master of masters.added) this.#newMaster(master);
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

  #master(before: Master, after: Master): void {
    const said = (side: Side, { part }: Master) => {
      const tree = this.#comparison[side].package.tree(part);
      const view = this.#view(side);
      if (!tree.ok) return "";
      const bare = {
        ...tree.value,
        children: tree.value.children.filter((child) => typeof child === "string" || child.name !== "sldLayoutIdLst"),
      };
      const hung = view.unnamed(part, tree.value).filter(({ kind }) => kind !== "theme" && kind !== "slideLayout");
      return [
        view.meaning(part, bare, String),
        ...hung.map(({ kind, target }) => `${kind} ${view.deep(target)}`).sort(),
      ].join("\n");
    };
    const [was, is] = [said("before", before), said("after", after)];
    if (was !== is)
      this.#partChange(before.part, after.part, { kind: "slideMaster", name: after.name }, was, is, {
        type: "master",
        before,
        after,
      });
    const order = (side: Side, { layouts }: Master) => layouts.map(({ part }) => this.#view(side).label(part) ?? "");
    const [left, right] = [order("before", before), order("after", after)];
    const both = new Set(left.filter((label) => right.includes(label)));
    const [orderWas, orderIs] = [left, right].map((labels) => labels.filter((label) => both.has(label)).join("\n"));
    if (orderWas !== orderIs)
      this.#partChange(
        before.part,
        after.part,
        { kind: "layout order" },
        orderWas ?? "",
        orderIs ?? "",
        { type: "layout-order", before, after },
        "metadata",
      );
  }

  #layout(before: Layout, after: Layout): void {
    const [was, is] = [this.#view("before").deep(before.part), this.#view("after").deep(after.part)];
    if (was === is) return;
    this.#partChange(before.part, after.part, { kind: "slideLayout", name: after.name }, was, is, {
      type: "layout-part",
      before,
      after,
    });
  }

  #partChange(
    before: string,
    after: string,
    words: Readonly<Record<string, string>>,
    was: string,
    is: string,
    action: Parameters<Entries["add"]>[1],
    facet: Facet = "format",
  ): void {
    const value = (meaning: string): Value => ({
      type: "properties",
      properties: { ...words, digest: shortDigest(meaning) },
    });
    this.#entries.add(
      {
        kind: "modified",
        facet,
        address: { kind: "part", part: after },
        ...(before === after ? {} : { beforeAddress: { kind: "part", part: before } }),
        before: value(was),
        after: value(is),
      },
      action,
    );
  }

  #one(
    side: Side,
    part: string,
    words: Readonly<Record<string, string>>,
    ...more: Parameters<Entries["add"]> extends [unknown, ...infer Rest] ? Rest : never
  ): void {
    const value: Value = {
      type: "properties",
      properties: { ...words, digest: shortDigest(this.#view(side).deep(part)) },
    };
    const address: Address = { kind: "part", part };
    this.#entries.add(
      side === "before"
        ? { kind: "removed", facet: "format", address, before: value }
        : { kind: "added", facet: "format", address, after: value },
      ...more,
    );
  }

  #goneLayout(layout: Layout, master: Master): void {
    this.#one(
      "before",
      layout.part,
      { kind: "slideLayout", name: layout.name },
      { type: "layout-removed", layout, master },
      {
        gives: [letsGoPart(master.part)],
        needs: [letsGoPart(layout.part)],
      },
    );
  }

  #newLayout(layout: Layout, master: Master): void {
    this.#one(
      "after",
      layout.part,
      { kind: "slideLayout", name: layout.name },
      { type: "layout-added", layout, master },
      {
        gives: [bringsPart(layout.part)],
        needs: [bringsPart(master.part)],
      },
    );
  }

  #goneMaster(master: Master): void {
    for (const theme of this.#children("before", master.part))
      if (theme.kind === "theme") this.#closure("before", theme.part);
    for (const layout of master.layouts) this.#goneLayout(layout, master);
    this.#one(
      "before",
      master.part,
      { kind: "slideMaster", name: master.name },
      { type: "master-removed", master },
      {
        needs: [letsGoPart(master.part)],
      },
    );
  }

  #newMaster(master: Master): void {
    for (const theme of this.#children("after", master.part))
      if (theme.kind === "theme") this.#closure("after", theme.part);
    this.#one(
      "after",
      master.part,
      { kind: "slideMaster", name: master.name },
      { type: "master-added", master },
      {
        gives: [bringsPart(master.part)],
      },
    );
    for (const layout of master.layouts) this.#newLayout(layout, master);
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
      { gives: after === null || (kind === "notesMaster" && before !== null) ? [] : [bringsKind(kind)] },
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
