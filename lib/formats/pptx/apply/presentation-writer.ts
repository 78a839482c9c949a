/** The presentation part of the result: its list of slides, its elements, and the sections that follow the slides. */
import { encodeXml } from "../../ooxml/xml-text.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { slideDigest, type Comparison, type SlidePair } from "../diff/comparison.ts";
import type { Entry } from "../diff/entry.ts";
import type { Slide } from "../deck.ts";
import {
  PRESENTATION_ORDER,
  holdsSections,
  presentationElements,
  sectionExtension,
  sectionsOf,
  type Section,
} from "../presentation.ts";
import { elementsOf } from "../shape.ts";
import type { ElementEditor } from "./element-editor.ts";
import { Links } from "./links.ts";
import type { PackageEditor } from "./package-editor.ts";

const FIRST_ID = 256;
const R = (strict: boolean) =>
  strict
    ? "http://purl.oclc.org/ooxml/officeDocument/relationships"
    : "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A slide of the result: one of before, or a new part. */
interface Placed {
  readonly before: Slide | null;
  readonly after: Slide | null;
  readonly id: number;
}

export class PresentationWriter {
  readonly #comparison: Comparison;
  readonly #entries: readonly Entry[];
  readonly #package: PackageEditor;
  readonly #editor: ElementEditor;
  readonly #names: ReadonlyMap<Slide, string>;

  /** @param names the parts of added slides in the result */
  constructor(
    comparison: Comparison,
    entries: readonly Entry[],
    editor: PackageEditor,
    elements: ElementEditor,
    names: ReadonlyMap<Slide, string>,
  ) {
    this.#comparison = comparison;
    this.#entries = entries;
    this.#package = editor;
    this.#editor = elements;
    this.#names = names;
  }

  write(): void {
    const order = this.#order();
    const same =
      order.length === this.#comparison.before.slides.length &&
      order.every(({ before }, at) => before?.number === at + 1);
    if (!same) this.#slides(order);
    this.#elements();
    this.#extensions(order, same);
  }

  #order(): Placed[] {
    const { before, pairs, added } = this.#comparison;
    const [gone, moved, come] = [new Set<Slide>(), new Set<SlidePair>(), new Set<Slide>()];
    for (const { action } of this.#entries) {
      if (action.type === "slide-removed") gone.add(action.slide);
      if (action.type === "slide-moved") moved.add(action.pair);
      if (action.type === "slide-added") come.add(action.slide);
    }
    const twin = new Map(pairs.map((pair) => [pair.before, pair]));
    const taken = new Set(before.slides.map(({ id }) => id));
    const behind = new Map<Slide | null, Placed[]>();
    let anchor: Slide | null = null;
    const coming: (SlidePair | Slide)[] = [...pairs, ...added];
    const number = (item: SlidePair | Slide) => ("after" in item ? item.after.number : item.number);
    for (const item of coming.sort((a, b) => number(a) - number(b))) {
      const put = (placed: Placed) => behind.set(anchor, [...(behind.get(anchor) ?? []), placed]);
      if ("after" in item) {
        if (moved.has(item)) put({ before: item.before, after: item.after, id: item.before.id });
        else if (this.#comparison.order.still.has(item)) anchor = item.before;
      } else if (come.has(item))
        put({ before: null, after: item, id: freeId(slideDigest(this.#comparison.views.after, item), taken) });
    }
    const order = [...(behind.get(null) ?? [])];
    for (const slide of before.slides) {
      const pair = twin.get(slide);
      if (!gone.has(slide) && !(pair !== undefined && moved.has(pair)))
        order.push({ before: slide, after: pair?.after ?? null, id: slide.id });
      order.push(...(behind.get(slide) ?? []));
    }
    return order;
  }

  #slides(order: readonly Placed[]): void {
    const { before } = this.#comparison;
    const list = elementsOf(before.root).find(({ name }) => name === "sldIdLst");
    const entries = new Map(
      (list === undefined ? [] : elementsOf(list)).map((element, at) => [
        before.slides[at],
        this.#editor.text.slice(element.start, element.end),
      ]),
    );
    const prefix = before.root.qname.includes(":") ? `${before.root.qname.split(":")[0] ?? ""}:` : "";
    const written = order.map(({ before: slide, after, id }) => {
      if (slide !== null) return entries.get(slide) ?? "";
      const target = after === null ? undefined : this.#names.get(after);
      const type =
        this.#comparison.after.package.relationships(this.#comparison.after.part).find(({ kind }) => kind === "slide")
          ?.type ?? "";
      const relation =
        target === undefined ? "" : this.#package.relate(before.part, { type, kind: "slide", target, external: false });
      return `<${prefix}sldId xmlns:r="${R(before.strict)}" id="${id}" r:id="${encodeXml(relation)}"/>`;
    });
    const text = written.length === 0 ? null : `<${prefix}sldIdLst>${written.join("")}</${prefix}sldIdLst>`;
    this.#editor.setSlot(before.root, "sldIdLst", PRESENTATION_ORDER, text);
  }

  #elements(): void {
    const { before, after } = this.#comparison;
    const links = new Links(this.#package, after.part, before.part);
    for (const { action } of this.#entries) {
      if (action.type === "presentation-element" && action.element !== "extLst") {
        const found = presentationElements(after).get(action.element);
        this.#editor.setSlot(
          before.root,
          action.element,
          PRESENTATION_ORDER,
          found === undefined ? null : links.take(found, after.root),
        );
      }
      if (action.type === "presentation-attributes") {
        const plain = (element: XmlElement) =>
          element.attributes.filter(({ qname }) => !qname.includes(":") && qname !== "xmlns");
        const prefixed = before.root.attributes.filter(
          ({ qname }) => qname.includes(":") && !qname.startsWith("xmlns"),
        );
        const conformance = plain(before.root).filter(({ name }) => name === "conformance");
        this.#editor.setAttributes(before.root, [
          ...prefixed,
          ...conformance,
          ...plain(after.root).filter(({ name }) => name !== "conformance"),
        ]);
      }
      if (action.type === "presentation-type") {
        const type = after.package.contentType(after.part);
        if (type !== undefined) this.#package.setType(before.part, type);
      }
    }
  }

  /** Extensions and sections share one element, which is written anew where one of them changes. */
  #extensions(order: readonly Placed[], sameSlides: boolean): void {
    const { before, after } = this.#comparison;
    const types = new Set(this.#entries.map(({ action }) => action.type));
    const extensions = this.#entries.some(
      ({ action }) => action.type === "presentation-element" && action.element === "extLst",
    );
    const sections = types.has("sections");
    const had = sectionExtension(before);
    if (!extensions && !sections && (sameSlides || had === undefined)) return;
    const source = extensions ? after : before;
    const links = new Links(this.#package, after.part, before.part);
    const rest = elementsOf(source.root)
      .filter(({ name }) => name === "extLst")
      .flatMap((list) => elementsOf(list).filter((extension) => !holdsSections(extension)))
      .map((extension) =>
        extensions ? links.take(extension, after.root) : this.#editor.text.slice(extension.start, extension.end),
      );
    const wanted = sections ? sectionsOf(after) : sectionsOf(before);
    const prefix = before.root.qname.includes(":") ? `${before.root.qname.split(":")[0] ?? ""}:` : "";
    const written = wanted.length === 0 ? [] : [writeSections(prefix, wanted, this.#members(order, wanted, sections))];
    const all = [...rest, ...written];
    const text = all.length === 0 ? null : `<${prefix}extLst>${all.join("")}</${prefix}extLst>`;
    this.#editor.setSlot(before.root, "extLst", PRESENTATION_ORDER, text);
  }

  /** The section of every slide of the result, by its index: never falling, since sections are runs of slides. */
  #members(order: readonly Placed[], wanted: readonly Section[], fromAfter: boolean): number[][] {
    const indexOf = (sections: readonly Section[]) =>
      new Map(sections.flatMap(({ slides }, index) => slides.map((id) => [id, index] as const)));
    const [ours, theirs] = [indexOf(sectionsOf(this.#comparison.before)), indexOf(sectionsOf(this.#comparison.after))];
    const moved = new Set(
      this.#entries.flatMap(({ action }) => (action.type === "slide-moved" ? [action.pair.before] : [])),
    );
    const names = sectionsOf(this.#comparison.after).map(({ name }) => name);
    const members = wanted.map((): number[] => []);
    let current = 0;
    for (const { before, after, id } of order) {
      const theirIndex = after === null ? undefined : theirs.get(after.id);
      const byName = theirIndex === undefined ? -1 : wanted.findIndex(({ name }) => name === names[theirIndex]);
      const own = before === null || moved.has(before) ? undefined : ours.get(before.id);
      const index = fromAfter ? (theirIndex ?? current) : (own ?? (byName === -1 ? current : byName));
      current = Math.max(current, Math.min(index, wanted.length - 1));
      members[current]?.push(id);
    }
    return members;
  }
}

function writeSections(prefix: string, sections: readonly Section[], members: readonly (readonly number[])[]): string {
  const p14 = "http://schemas.microsoft.com/office/powerpoint/2010/main";
  const lines = sections.map(({ name, id }, at) => {
    const slides = (members[at] ?? []).map((slide) => `<p14:sldId id="${slide}"/>`).join("");
    return `<p14:section name="${encodeXml(name)}" id="${encodeXml(id)}"><p14:sldIdLst>${slides}</p14:sldIdLst></p14:section>`;
  });
  return `<${prefix}ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="${p14}">${lines.join("")}</p14:sectionLst></${prefix}ext>`;
}

/** An id that comes from what the slide shows: two people's new slides get different ones. Below 2^31 (19.7.13). */
function freeId(digest: string, taken: Set<number>): number {
  let id = FIRST_ID + (Number.parseInt(digest.slice(0, 7), 16) % 2 ** 30);
  while (taken.has(id)) id++;
  taken.add(id);
  return id;
}
