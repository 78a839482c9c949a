/** Chosen aspects of one shape, written into its element: what is not chosen stays as it is in before. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { A } from "../names.ts";
import {
  cellsOf,
  graphicOf,
  isFramed,
  isOpaque,
  paragraphsOf,
  placeOf,
  propertiesOf,
  textBodyOf,
  type Aspect,
} from "../shape-parts.ts";
import { elementsOf, holderOf } from "../shape.ts";
import type { ShapePair } from "../diff/match-shapes.ts";
import type { ElementEditor } from "./element-editor.ts";
import { keep, type Links } from "./links.ts";

/** The children of all kinds of shapes, in an order that fits each (ECMA-376 part 1, 19.3.1). */
const SHAPE_ORDER = ["xfrm", "blipFill", "grpSpPr", "spPr", "style", "txBody", "graphic", "extLst"];
/** ECMA-376 part 1, 20.1.2.2.35. */
const PROPERTIES_ORDER = [
  "xfrm",
  "custGeom",
  "prstGeom",
  "noFill",
  "solidFill",
  "gradFill",
  "blipFill",
  "pattFill",
  "grpFill",
  "ln",
  "effectLst",
  "effectDag",
  "scene3d",
  "sp3d",
  "extLst",
];
const BODY_ORDER = ["bodyPr", "lstStyle", "p"];

export interface ShapeWriting {
  readonly editor: ElementEditor;
  readonly links: Links;
  readonly rootBefore: XmlElement;
  readonly rootAfter: XmlElement;
  readonly strict: boolean;
}

const child = (element: XmlElement | undefined, name: string) =>
  element === undefined ? undefined : elementsOf(element).find((found) => found.name === name);

export class ShapeWriter {
  readonly #writing: ShapeWriting;
  readonly #before: XmlElement;
  readonly #after: XmlElement;
  readonly #aspects: ReadonlySet<Aspect>;
  readonly #framed: boolean;

  constructor(writing: ShapeWriting, shapes: ShapePair, aspects: ReadonlySet<Aspect>) {
    this.#writing = writing;
    this.#before = shapes.before.element;
    this.#after = shapes.after.element;
    this.#aspects = aspects;
    this.#framed = isFramed(shapes.before);
    if (isOpaque(shapes.before)) {
      if (aspects.has("whole")) writing.editor.replace(this.#before, this.#take(this.#after));
    } else this.#write();
  }

  #take(element: XmlElement, replace?: ReadonlyMap<XmlElement, string>): string {
    return this.#writing.links.take(element, this.#writing.rootAfter, replace);
  }

  #keep(element: XmlElement): string {
    return keep(element, this.#writing.rootBefore);
  }

  #slot(name: string): void {
    const found = child(this.#after, name);
    this.#writing.editor.setSlot(this.#before, name, SHAPE_ORDER, found === undefined ? null : this.#take(found));
  }

  #write(): void {
    const { editor } = this.#writing;
    const [before, after] = [this.#before, this.#after];
    const has = (aspect: Aspect) => this.#aspects.has(aspect);
    const [about, aboutAfter] = [holderOf(before), holderOf(after)];
    if (has("about") && about !== undefined && aboutAfter !== undefined) editor.replace(about, this.#take(aboutAfter));
    if (has("look")) this.#look();
    else if (has("position") && !this.#framed) this.#position();
    if (this.#framed && has("position")) this.#slot("xfrm");
    if (has("picture")) this.#slot("blipFill");
    if (has("graphic")) this.#slot("graphic");
    if (has("text") || has("look")) this.#text();
    if (!has("look")) this.#cells();
  }

  #position(): void {
    const holder = propertiesOf(this.#before);
    const { xfrm } = placeOf(this.#after);
    const written = xfrm === undefined ? null : this.#take(xfrm);
    if (holder !== undefined) this.#writing.editor.setSlot(holder, "xfrm", PROPERTIES_ORDER, written);
    const own = propertiesOf(this.#after);
    if (holder !== undefined || own === undefined) return;
    this.#setSlot(own.name, this.#take(own, emptied(own, xfrm, written ?? "")));
  }

  #setSlot(slot: string, text: string): void {
    this.#writing.editor.setSlot(this.#before, slot, SHAPE_ORDER, text);
  }

  #look(): void {
    const { editor } = this.#writing;
    if (this.#framed) this.#table();
    else this.#properties();
    if (!this.#framed) this.#slot("style");
    this.#slot("extLst");
    const own = (element: XmlElement) =>
      element.attributes.filter(({ qname }) => !qname.includes(":") && qname !== "xmlns");
    const [was, is] = [own(this.#before), own(this.#after)];
    if (JSON.stringify(was) !== JSON.stringify(is))
      editor.setAttributes(this.#before, [
        ...this.#before.attributes.filter(({ qname }) => qname.includes(":") && !qname.startsWith("xmlns")),
        ...is,
      ]);
  }

  /** Fill, line and the like, around the position, which is an aspect of its own. */
  #properties(): void {
    const [own, theirs] = [propertiesOf(this.#before), propertiesOf(this.#after)];
    const moves = this.#aspects.has("position");
    const place = placeOf(moves ? this.#after : this.#before).xfrm;
    const written = place === undefined ? "" : moves ? this.#take(place) : this.#keep(place);
    if (theirs !== undefined) this.#setSlot(theirs.name, this.#around(theirs, written));
    else if (own !== undefined)
      this.#setSlot(own.name, keep(own, this.#writing.rootBefore, emptied(own, placeOf(this.#before).xfrm, written)));
  }

  /** The properties of after with another position. */
  #around(theirs: XmlElement, written: string): string {
    const { xfrm } = placeOf(this.#after);
    if (xfrm !== undefined) return this.#take(theirs, new Map([[xfrm, written]]));
    const text = this.#take(theirs);
    const open = /^<[^>]*?(\/?)>/.exec(text);
    if (written === "" || open === null) return text;
    return open[1] === "/"
      ? `${open[0].slice(0, -2)}>${written}</${theirs.qname}>`
      : `${open[0]}${written}${text.slice(open[0].length)}`;
  }

  /** The look of a table lies around its cells. */
  #table(): void {
    const graphic = graphicOf(this.#after);
    if (graphic === undefined || cellsOf(this.#before).length === 0 || this.#aspects.has("graphic")) return;
    const replace = new Map<XmlElement, string>();
    cellsOf(this.#after).forEach((row, r) =>
      row.forEach((cell, c) => {
        if (this.#aspects.has(`cell:${r},${c}`)) return;
        const kept = paragraphsOf(textBodyOf(cellsOf(this.#before)[r]?.[c] ?? cell));
        const [first, ...others] = paragraphsOf(textBodyOf(cell));
        if (first !== undefined) replace.set(first, kept.map((paragraph) => this.#keep(paragraph)).join(""));
        for (const other of others) replace.set(other, "");
      }),
    );
    this.#setSlot("graphic", this.#take(graphic, replace));
  }

  #cells(): void {
    for (const aspect of this.#aspects) {
      const found = /^cell:(\d+),(\d+)$/.exec(aspect);
      if (found === null) continue;
      const cell = (element: XmlElement) =>
        textBodyOf(cellsOf(element)[Number(found[1])]?.[Number(found[2])] ?? element);
      const body = cell(this.#before);
      if (body !== undefined) this.#paragraphs(body, paragraphsOf(cell(this.#after)));
    }
  }

  #paragraphs(body: XmlElement, paragraphs: readonly XmlElement[]): void {
    const written = paragraphs.map((paragraph) => this.#take(paragraph)).join("");
    this.#writing.editor.replaceRange(paragraphsOf(body), body, written === "" ? this.#emptyParagraph() : written);
  }

  #emptyParagraph(): string {
    const uri = this.#writing.strict ? "http://purl.oclc.org/ooxml/drawingml/main" : A;
    return `<a:p xmlns:a="${uri}"/>`;
  }

  /** Paragraphs, and the look of the text's frame. */
  #text(): void {
    const { editor } = this.#writing;
    const [own, theirs] = [textBodyOf(this.#before), textBodyOf(this.#after)];
    const [text, look] = [this.#aspects.has("text"), this.#aspects.has("look")];
    if (own === undefined) {
      if (theirs !== undefined) this.#setSlot("txBody", this.#newBody(theirs, text, look));
      return;
    }
    if (look)
      for (const name of ["bodyPr", "lstStyle"]) {
        const found = child(theirs, name);
        const empty = name === "bodyPr" ? this.#emptyParagraph().replace("a:p", "a:bodyPr") : null;
        editor.setSlot(own, name, BODY_ORDER, found === undefined ? empty : this.#take(found));
      }
    if (text) this.#paragraphs(own, paragraphsOf(theirs));
  }

  #newBody(theirs: XmlElement, text: boolean, look: boolean): string {
    const replace = new Map<XmlElement, string>();
    const [first, ...others] = paragraphsOf(theirs);
    if (!text && first !== undefined) {
      replace.set(first, this.#emptyParagraph());
      for (const other of others) replace.set(other, "");
    }
    const frame = child(theirs, "bodyPr");
    const list = child(theirs, "lstStyle");
    if (!look && frame !== undefined) replace.set(frame, this.#emptyParagraph().replace("a:p", "a:bodyPr"));
    if (!look && list !== undefined) replace.set(list, "");
    return this.#take(theirs, replace);
  }
}

/** All children left out, the position written as something else. */
function emptied(holder: XmlElement, xfrm: XmlElement | undefined, written: string): ReadonlyMap<XmlElement, string> {
  return new Map(elementsOf(holder).map((inner) => [inner, inner === xfrm ? written : ""]));
}
