/**
 * Masters and layouts: what a pair of them means beside the parts that are compared on their own, and those that came or went. A
 * layout that came needs its master; one that went needs every slide that used it to go or to take another.
 */
import type { Address } from "../../../core/address/address.ts";
import type { Facet, Value } from "../../../core/change/change.ts";
import type { Layout, Master } from "../deck.ts";
import { shortDigest } from "../shape-values.ts";
import type { Comparison, Side } from "./comparison.ts";
import type { Action, Entries, Needs } from "./entry.ts";
import { bringsPart, letsGoPart } from "./references.ts";

export function compareMasters(comparison: Comparison, entries: Entries): void {
  new MasterComparison(comparison, entries).run();
}

class MasterComparison {
  readonly #comparison: Comparison;
  readonly #entries: Entries;

  constructor(comparison: Comparison, entries: Entries) {
    this.#comparison = comparison;
    this.#entries = entries;
  }

  run(): void {
    const { pairs, removed, added } = this.#comparison.masters;
    for (const pair of pairs) {
      this.#master(pair.before, pair.after);
      this.#order(pair.before, pair.after);
      for (const [before, after] of pair.layouts) this.#layout(before, after);
      for (const layout of pair.removed) this.#goneLayout(layout, pair.before);
      for (const layout of pair.added) this.#newLayout(layout, pair.after);
    }
    for (const master of removed) {
      for (const layout of master.layouts) this.#goneLayout(layout, master);
      const needs = { needs: [letsGoPart(master.part)] };
      this.#one(
        "before",
        master,
        "slideMaster",
        this.#meaning("before", master),
        { type: "master-removed", master },
        needs,
      );
    }
    for (const master of added) {
      const gives = { gives: [bringsPart(master.part)] };
      this.#one(
        "after",
        master,
        "slideMaster",
        this.#meaning("after", master),
        { type: "master-added", master },
        gives,
      );
      for (const layout of master.layouts) this.#newLayout(layout, master);
    }
  }

  /** A master beside its layouts and its theme, which are compared on their own. */
  #meaning(side: Side, { part }: Master): string {
    const view = this.#comparison.views[side];
    const tree = view.pack.tree(part);
    if (!tree.ok) return "";
    const children = tree.value.children.filter(
      (child) => typeof child === "string" || child.name !== "sldLayoutIdLst",
    );
    const hung = view.unnamed(part, tree.value).filter(({ kind }) => kind !== "theme" && kind !== "slideLayout");
    const deep = hung.map(({ kind, target }) => `${kind} ${view.deep(target)}`);
    return [view.meaning(part, { ...tree.value, children }, String), ...deep.sort()].join("\n");
  }

  #master(before: Master, after: Master): void {
    const [was, is] = [this.#meaning("before", before), this.#meaning("after", after)];
    if (was === is) return;
    this.#pair(before, after, value("slideMaster", was), value("slideMaster", is), { type: "master", before, after });
  }

  /** The order in which a program offers the layouts. */
  #order(before: Master, after: Master): void {
    const labels = (side: Side, { layouts }: Master) =>
      layouts.map(({ part }) => this.#comparison.views[side].label(part) ?? "");
    const [left, right] = [labels("before", before), labels("after", after)];
    const [was, is] = [left.filter((label) => right.includes(label)), right.filter((label) => left.includes(label))];
    if (was.join("\n") === is.join("\n")) return;
    const [gone, come] = [was, is].map((list) => value("layout order", list.join("\n")));
    if (gone !== undefined && come !== undefined)
      this.#pair(before, after, gone, come, { type: "layout-order", before, after }, "metadata");
  }

  #layout(before: Layout, after: Layout): void {
    const { views } = this.#comparison;
    const [was, is] = [views.before.deep(before.part), views.after.deep(after.part)];
    if (was === is) return;
    const [gone, come] = [value("slideLayout", was, before.name), value("slideLayout", is, after.name)];
    this.#pair(before, after, gone, come, { type: "layout-part", before, after });
  }

  #pair(before: Part, after: Part, was: Value, is: Value, action: Action, facet: Facet = "format"): void {
    this.#entries.add(
      {
        kind: "modified",
        facet,
        address: { kind: "part", part: after.part },
        ...(before.part === after.part ? {} : { beforeAddress: { kind: "part", part: before.part } }),
        before: was,
        after: is,
      },
      action,
    );
  }

  #goneLayout(layout: Layout, master: Master): void {
    const needs = { gives: [letsGoPart(master.part)], needs: [letsGoPart(layout.part)] };
    const meaning = this.#comparison.views.before.deep(layout.part);
    this.#one("before", layout, "slideLayout", meaning, { type: "layout-removed", layout, master }, needs);
  }

  #newLayout(layout: Layout, master: Master): void {
    const needs = { gives: [bringsPart(layout.part)], needs: [bringsPart(master.part)] };
    const meaning = this.#comparison.views.after.deep(layout.part);
    this.#one("after", layout, "slideLayout", meaning, { type: "layout-added", layout, master }, needs);
  }

  #one(
    side: Side,
    { part, name }: Part & { readonly name: string },
    kind: string,
    meaning: string,
    action: Action,
    needs: Needs,
  ): void {
    const address: Address = { kind: "part", part };
    const found = value(kind, meaning, name);
    this.#entries.add(
      side === "before"
        ? { kind: "removed", facet: "format", address, before: found }
        : { kind: "added", facet: "format", address, after: found },
      action,
      needs,
    );
  }
}

interface Part {
  readonly part: string;
}

const value = (kind: string, meaning: string, name?: string): Value => ({
  type: "properties",
  properties: { kind, ...(name === undefined ? {} : { name }), digest: shortDigest(meaning) },
});
