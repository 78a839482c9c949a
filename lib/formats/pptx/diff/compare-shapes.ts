/** The shapes of two paired slides: those that came, went or changed their place in the drawing, and aspect by aspect the rest. */
import type { Address } from "../../../core/address/address.ts";
import type { Facet, Flag, Value } from "../../../core/change/change.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { aspectElements, sameGrid, type Aspect } from "../shape-parts.ts";
import { aspectValue, chartText, resolverOf, shapeText, wholeShapeValue } from "../shape-values.ts";
import { plainTextOf } from "../rich-text.ts";
import { allShapes, type Shape } from "../shape.ts";
import { columnLetters } from "../../xlsx/reference.ts";
import { relationshipIds } from "../view.ts";
import type { SlidePair } from "./comparison.ts";
import type { Entries } from "./entry.ts";
import type { ShapeList, ShapePair } from "./match-shapes.ts";
import { bringsShape, letsGoShape, needsOf } from "./references.ts";

export function compareShapes(pair: SlidePair, entries: Entries): void {
  new ShapeComparison(pair, entries).list(pair.shapes, 0);
}

class ShapeComparison {
  readonly #pair: SlidePair;
  readonly #entries: Entries;

  constructor(pair: SlidePair, entries: Entries) {
    this.#pair = pair;
    this.#entries = entries;
  }

  /** @param holder the number of the group of before that they are in, 0 for the slide itself */
  list(list: ShapeList, holder: number): void {
    for (const shape of list.removed) this.#removed(list, shape);
    for (const shape of list.added) this.#added(list, shape, holder);
    for (const shapes of list.pairs) {
      if (!list.order.still.has(shapes)) this.#moved(list, shapes, holder);
      this.#aspects(shapes);
      this.list(shapes.members, shapes.before.number);
    }
  }

  #before(shape: number, cell?: string): Address {
    return { kind: "slide", slide: this.#pair.before.number, shape, ...(cell === undefined ? {} : { cell }) };
  }

  #after(shape: number, cell?: string): Address {
    return { kind: "slide", slide: this.#pair.after.number, shape, ...(cell === undefined ? {} : { cell }) };
  }

  /** The number in before in front of which something of after lies. */
  #place(list: ShapeList, shape: Shape, holder: number): number {
    const anchor = list.order.anchor(shape);
    return anchor === undefined ? holder + 1 : anchor.before.number + anchor.before.span;
  }

  #removed(list: ShapeList, shape: Shape): void {
    const { before, after } = this.#pair.contexts;
    const { gives } = needsOf({ elements: [shape.element], context: before }, { elements: [], context: after });
    const ids = [...allShapes([shape])].map(({ id }) => id);
    this.#entries.add(
      {
        kind: "removed",
        facet: "content",
        address: this.#before(shape.number),
        before: wholeShapeValue(shape, before),
      },
      { type: "shape-removed", pair: this.#pair, list, shape },
      { gives, needs: ids.map((id) => letsGoShape(before.owner, id)) },
    );
  }

  #added(list: ShapeList, shape: Shape, holder: number): void {
    const { before, after } = this.#pair.contexts;
    const { needs } = needsOf({ elements: [], context: before }, { elements: [shape.element], context: after });
    const ids = [...allShapes([shape])].map(({ id }) => id);
    this.#entries.add(
      {
        kind: "added",
        facet: "content",
        address: this.#after(shape.number),
        beforeAddress: this.#before(this.#place(list, shape, holder)),
        after: wholeShapeValue(shape, after),
        ...flagsOf(externals(shape, after.view, after.owner)),
      },
      { type: "shape-added", pair: this.#pair, list, shape },
      { gives: ids.map((id) => bringsShape(after.owner, id)), needs },
    );
  }

  #moved(list: ShapeList, shapes: ShapePair, holder: number): void {
    const { before, after } = shapes;
    this.#entries.add(
      {
        kind: "moved",
        facet: "structure",
        address: this.#after(after.number),
        beforeAddress: this.#before(before.number),
        before: { type: "properties", properties: { kind: before.kind, name: before.name, shapes: before.span } },
        after: { type: "properties", properties: { front: this.#place(list, after, holder) } },
      },
      { type: "shape-moved", pair: this.#pair, list, shapes },
    );
  }

  #aspects(shapes: ShapePair): void {
    const { before, after } = this.#pair.contexts;
    const byCell = sameGrid(shapes.before, shapes.after);
    const left = aspectElements(shapes.before, byCell);
    const right = aspectElements(shapes.after, byCell);
    for (const aspect of new Set([...left.keys(), ...right.keys()])) {
      const [gone, come] = [left.get(aspect) ?? [], right.get(aspect) ?? []];
      const was = saying(gone, (element) => before.view.meaning(before.owner, element, before.shape));
      const is = saying(come, (element) => after.view.meaning(after.owner, element, after.shape));
      const seen = aspect !== "position" || !isSamePlace(gone[0], come[0], was, is);
      if (was !== is && seen) this.#aspect(shapes, aspect, gone, come);
    }
  }

  #aspect(shapes: ShapePair, aspect: Aspect, gone: readonly XmlElement[], come: readonly XmlElement[]): void {
    const { before, after } = this.#pair.contexts;
    const cell = cellName(aspect);
    const [address, beforeAddress] = [this.#after(shapes.after.number, cell), this.#before(shapes.before.number, cell)];
    const was = aspectValue(shapes.before, aspect, gone, before);
    const is = aspectValue(shapes.after, aspect, come, after);
    const same = JSON.stringify(address) === JSON.stringify(beforeAddress);
    this.#entries.add(
      {
        kind: "modified",
        facet: this.#facet(shapes, aspect, gone, come),
        address,
        ...(same ? {} : { beforeAddress }),
        ...(was === undefined ? {} : { before: named(was, aspect) }),
        ...(is === undefined ? {} : { after: named(is, aspect) }),
        ...flagsOf(newExternals(was, is)),
      },
      { type: "aspect", pair: this.#pair, shapes, aspect },
      needsOf({ elements: gone, context: before }, { elements: come, context: after }),
    );
  }

  #facet(shapes: ShapePair, aspect: Aspect, gone: readonly XmlElement[], come: readonly XmlElement[]): Facet {
    const { before, after } = this.#pair.contexts;
    if (aspect === "text" || aspect.startsWith("cell:"))
      return plainTextOf(gone, resolverOf(before)) === plainTextOf(come, resolverOf(after)) ? "format" : "content";
    if (aspect === "picture") {
      const shown = (context: typeof before, elements: readonly XmlElement[]) =>
        [...relationshipIds(elements[0] ?? shapes.before.element)].map((id) => context.view.target(context.owner, id));
      return shown(before, gone).join() === shown(after, come).join() ? "format" : "content";
    }
    if (aspect !== "graphic" && aspect !== "whole") return "format";
    const text = (shape: Shape, context: typeof before) =>
      shape.kind === "chart" ? chartText(shape, context) : shapeText(shape, context);
    const same = text(shapes.before, before) === text(shapes.after, after);
    if (!same || shapes.before.kind === "diagram" || shapes.before.kind === "object") return "content";
    return aspect === "whole" ? "unrendered" : "format";
  }
}

/** A fiftieth of a millimetre in EMU: programs round to hundredths, and nobody sees it. */
const UNSEEN = 720;

/** Whether two transforms differ by rounding alone. */
function isSamePlace(gone: XmlElement | undefined, come: XmlElement | undefined, was: string, is: string): boolean {
  if (gone === undefined || come === undefined) return false;
  const numbers = (text: string) => [...text.matchAll(/(?<= (?:x|y|cx|cy)=")-?\d+(?=")/g)].map(Number);
  const shape = (text: string) => text.replaceAll(/(?<= (?:x|y|cx|cy)=")-?\d+(?=")/g, "");
  const [left, right] = [numbers(was), numbers(is)];
  return shape(was) === shape(is) && left.every((number, at) => Math.abs(number - (right[at] ?? Infinity)) <= UNSEEN);
}

/** One empty paragraph is what a shape without text shows. */
function saying(elements: readonly XmlElement[], meaning: (element: XmlElement) => string): string {
  const said = elements.map(meaning).join("");
  return said === "<a:p></>" ? "" : said;
}

function cellName(aspect: Aspect): string | undefined {
  const found = /^cell:(\d+),(\d+)$/.exec(aspect);
  return found === null ? undefined : `${columnLetters(Number(found[2]) + 1)}${Number(found[1]) + 1}`;
}

/** Which aspect a value without words is about: changes of two aspects of one shape must not look alike. */
const named = (value: Value, aspect: Aspect): Value =>
  value.type === "properties" ? { type: "properties", properties: { aspect, ...value.properties } } : value;

const flagsOf = (external: boolean): { flags?: Flag[] } => (external ? { flags: ["external-link"] } : {});

function externals(shape: Shape, view: SlidePair["contexts"]["after"]["view"], owner: string): boolean {
  return view.meaning(owner, shape.element, String).includes('="external ');
}

const linked = (value: Value | undefined): boolean =>
  value?.type === "rich" ? value.runs.some(({ format }) => format?.includes("link ") === true) : false;

const newExternals = (was: Value | undefined, is: Value | undefined): boolean => linked(is) && !linked(was);
