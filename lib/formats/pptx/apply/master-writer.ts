/** Masters and layouts of the result: parts replaced, added and taken out, and the lists that name them kept in step. */
import { attribute, childElement, parseXml, type XmlElement } from "../../ooxml/xml-tree.ts";
import { encodeXml } from "../../ooxml/xml-text.ts";
import type { Comparison } from "../diff/comparison.ts";
import type { Entry } from "../diff/entry.ts";
import type { Layout, Master } from "../deck.ts";
import { relationshipType } from "../names.ts";
import { PRESENTATION_ORDER, listedId } from "../presentation.ts";
import { elementsOf } from "../shape.ts";
import { ElementEditor } from "./element-editor.ts";
import type { PackageEditor } from "./package-editor.ts";

/** Ids of masters and layouts are unique among each other and start here (ECMA-376 part 1, 19.7.13). */
const FIRST_ID = 2147483648;
const MASTER_ORDER = ["cSld", "clrMap", "sldLayoutIdLst", "transition", "timing", "hf", "txStyles", "extLst"];

export class MasterWriter {
  readonly #comparison: Comparison;
  readonly #entries: readonly Entry[];
  readonly #package: PackageEditor;
  readonly #names: ReadonlyMap<string, string>;
  #lastId: number;

  /** @param names parts of added masters and layouts in the result, by their part in after */
  constructor(
    comparison: Comparison,
    entries: readonly Entry[],
    editor: PackageEditor,
    names: ReadonlyMap<string, string>,
  ) {
    this.#comparison = comparison;
    this.#entries = entries;
    this.#package = editor;
    this.#names = names;
    this.#lastId = Math.max(FIRST_ID, ...usedIds(comparison));
  }

  write(presentation: ElementEditor): void {
    const { masters } = this.#comparison;
    for (const { action } of this.#entries)
      if (action.type === "layout-part") this.#package.copy(action.after.part, action.before.part);
    for (const { before, after } of masters.pairs) this.#standing(before, after);
    const [added, removed]: [Master[], Master[]] = [[], []];
    for (const { action } of this.#entries) {
      if (action.type === "master-added") added.push(action.master);
      if (action.type === "master-removed") removed.push(action.master);
    }
    for (const master of masters.removed) if (!removed.includes(master)) this.#standing(master, null);
    for (const master of added) this.#added(master);
    if (added.length + removed.length > 0) this.#list(presentation, added, removed);
  }

  /** A master of before that stays, with or without a pair in after. */
  #standing(before: Master, after: Master | null): void {
    const replaced = this.#entries.some(({ action }) => action.type === "master" && action.before === before);
    const ordered = this.#entries.some(({ action }) => action.type === "layout-order" && action.before === before);
    const gone = new Set<Layout>();
    const come: Layout[] = [];
    for (const { action } of this.#entries) {
      if (action.type === "layout-removed" && action.master === before) gone.add(action.layout);
      if (action.type === "layout-added" && action.master === after) come.push(action.layout);
    }
    if (!replaced && !ordered && gone.size === 0 && come.length === 0) return;
    const ids = layoutIds(this.#comparison.before.package.tree(before.part), before);
    for (const layout of come) this.#package.copy(layout.part, this.#names.get(layout.part) ?? layout.part);
    const kept = before.layouts.filter((layout) => !gone.has(layout)).map(({ part }) => part);
    const order = ordered && after !== null ? this.#inOrder(kept, after) : kept;
    if (replaced && after !== null) this.#replace(before, after);
    else
      for (const layout of gone) this.#package.unrelate(before.part, ({ target }) => this.#same(target, layout.part));
    for (const layout of gone) this.#package.remove(layout.part);
    const parts = after === null ? order : this.#withAdded(order, come, after);
    this.#layouts(before.part, parts, (part) => ids.get(part));
  }

  readonly #same = (a: string, b: string): boolean => {
    const { package: pack } = this.#comparison.before;
    return (pack.resolve(a) ?? a) === (pack.resolve(b) ?? b);
  };

  /** Layouts that both have in the order of after, the others behind the one that they followed. */
  #inOrder(kept: readonly string[], after: Master): string[] {
    const rank = new Map(after.layouts.map(({ part }, at) => [this.#comparison.masters.toBefore.get(part) ?? "", at]));
    const sorted = kept.filter((part) => rank.has(part)).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    const queue = [...sorted];
    return kept.map((part) => (rank.has(part) ? (queue.shift() ?? part) : part));
  }

  /** An added layout stands behind the one that it follows in after. */
  #withAdded(order: readonly string[], come: readonly Layout[], after: Master): string[] {
    const parts = [...order];
    let place = 0;
    for (const layout of after.layouts) {
      const name = come.includes(layout)
        ? (this.#names.get(layout.part) ?? layout.part)
        : this.#comparison.masters.toBefore.get(layout.part);
      if (name === undefined) continue;
      if (come.includes(layout)) parts.splice(place++, 0, name);
      else if (parts.includes(name)) place = parts.indexOf(name) + 1;
    }
    return parts;
  }

  /** The master of after in place of its pair; its theme stays the one of before, which is a part of its own. */
  #replace(before: Master, after: Master): void {
    const { other } = this.#package;
    const theme = this.#package.relationships(before.part).find(({ kind }) => kind === "theme");
    const old = this.#package.relationships(before.part);
    this.#package.write(before.part, other.bytes(after.part) ?? new Uint8Array());
    const list = other.relationships(after.part).flatMap((found) => {
      if (found.kind === "slideLayout") return [];
      if (found.kind === "theme" && theme !== undefined) return [{ ...found, target: theme.target }];
      if (found.external || !other.has(found.target)) return [found];
      const target = this.#package.bring(found.target);
      return target === null ? [] : [{ ...found, target }];
    });
    this.#package.setRelationships(before.part, list);
    for (const { kind, external, target } of old)
      if (!external && kind !== "slideLayout") this.#package.removeIfUnused(target);
  }

  /** Writes the list of layouts of a master, with a relationship for each. */
  #layouts(master: string, parts: readonly string[], idOf: (part: string) => number | undefined): void {
    const text = this.#package.text(master);
    const root = parseXml(text, this.#comparison.before.package.limits);
    if (!root.ok) return;
    const prefix = root.value.qname.includes(":") ? `${root.value.qname.split(":")[0] ?? ""}:` : "";
    const type =
      this.#package.relationships(master).find(({ kind }) => kind === "slideLayout")?.type ??
      relationshipType("slideLayout");
    const lines = parts.map((part) => {
      const relation = this.#package.relate(master, { type, kind: "slideLayout", target: part, external: false });
      return `<${prefix}sldLayoutId xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" id="${idOf(part) ?? this.#freshId()}" r:id="${encodeXml(relation)}"/>`;
    });
    const editor = new ElementEditor(text);
    const list = lines.length === 0 ? null : `<${prefix}sldLayoutIdLst>${lines.join("")}</${prefix}sldLayoutIdLst>`;
    editor.setSlot(root.value, "sldLayoutIdLst", MASTER_ORDER, list);
    this.#package.write(master, editor.result());
  }

  #freshId(): number {
    return ++this.#lastId;
  }

  #added(master: Master): void {
    const name = this.#names.get(master.part) ?? master.part;
    this.#package.copy(master.part, name);
    this.#package.setRelationships(
      name,
      this.#package.relationships(name).filter(({ kind }) => kind !== "slideLayout"),
    );
    const layouts = this.#entries.flatMap(({ action }) =>
      action.type === "layout-added" && action.master === master ? [action.layout.part] : [],
    );
    for (const part of layouts) this.#package.copy(part, this.#names.get(part) ?? part);
    this.#layouts(
      name,
      layouts.map((part) => this.#names.get(part) ?? part),
      () => undefined,
    );
  }

  #list(presentation: ElementEditor, added: readonly Master[], removed: readonly Master[]): void {
    const { before } = this.#comparison;
    const list = elementsOf(before.root).find(({ name }) => name === "sldMasterIdLst");
    const prefix = before.root.qname.includes(":") ? `${before.root.qname.split(":")[0] ?? ""}:` : "";
    const gone = new Set(removed.map(({ part }) => part));
    const relations = this.#package.relationships(before.part);
    const partOf = (element: XmlElement) => {
      const found = relations.find(({ id }) => id === listedId(element));
      return found === undefined ? "" : (before.package.resolve(found.target) ?? "");
    };
    const kept = (list === undefined ? [] : elementsOf(list)).filter((element) => !gone.has(partOf(element)));
    const themeOf = (part: string) => this.#package.relationships(part).find(({ kind }) => kind === "theme")?.target;
    const themes = removed.map(({ part }) => themeOf(part));
    for (const { part } of removed) {
      this.#package.unrelate(before.part, ({ kind, target }) => kind === "slideMaster" && this.#same(target, part));
      this.#package.remove(part);
    }
    const lines = kept.map((element) => presentation.text.slice(element.start, element.end));
    for (const { part } of added) {
      const target = this.#names.get(part) ?? part;
      const type = relations.find(({ kind }) => kind === "slideMaster")?.type ?? relationshipType("slideMaster");
      const relation = this.#package.relate(before.part, { type, kind: "slideMaster", target, external: false });
      lines.push(
        `<${prefix}sldMasterId xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" id="${this.#freshId()}" r:id="${encodeXml(relation)}"/>`,
      );
    }
    const [first] = [...kept.map(partOf), ...added.map(({ part }) => this.#names.get(part) ?? part)];
    this.#theme(themes, first === undefined ? undefined : themeOf(first));
    const text = lines.length === 0 ? null : `<${prefix}sldMasterIdLst>${lines.join("")}</${prefix}sldMasterIdLst>`;
    presentation.setSlot(before.root, "sldMasterIdLst", PRESENTATION_ORDER, text);
  }

  /** The presentation names the theme of its first master as its own. */
  #theme(gone: readonly (string | undefined)[], next: string | undefined): void {
    const { part } = this.#comparison.before;
    const list = this.#package.relationships(part);
    const own = list.find(({ kind }) => kind === "theme");
    if (
      own === undefined ||
      next === undefined ||
      !gone.some((theme) => theme !== undefined && this.#same(theme, own.target))
    )
      return;
    this.#package.setRelationships(
      part,
      list.map((found) => (found === own ? { ...found, target: next } : found)),
    );
    this.#package.removeIfUnused(own.target);
  }
}

function layoutIds(
  tree: ReturnType<Comparison["before"]["package"]["tree"]>,
  { layouts }: Master,
): Map<string, number> {
  const list = tree.ok ? childElement(tree.value, "sldLayoutIdLst") : undefined;
  const entries = list === undefined ? [] : elementsOf(list);
  if (entries.length !== layouts.length) return new Map();
  return new Map(
    layouts
      .map(({ part }, at) => [part, Number(attribute(entries[at] ?? entries[0] ?? EMPTY, "id") ?? 0)] as const)
      .filter(([, id]) => id > 0),
  );
}

const EMPTY: XmlElement = {
  ns: "",
  name: "",
  qname: "",
  attributes: [],
  children: [],
  start: 0,
  openEnd: 0,
  closeStart: 0,
  end: 0,
};

function usedIds({ before }: Comparison): number[] {
  const ids: number[] = [];
  const collect = (root: XmlElement, list: string) => {
    const found = childElement(root, list);
    for (const entry of found === undefined ? [] : elementsOf(found))
      ids.push(Number(attribute(entry, "id") ?? 0) || 0);
  };
  collect(before.root, "sldMasterIdLst");
  for (const { part } of before.masters) {
    const tree = before.package.tree(part);
    if (tree.ok) collect(tree.value, "sldLayoutIdLst");
  }
  return ids;
}
