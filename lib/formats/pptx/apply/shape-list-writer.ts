/**
 * The shapes of one slide or group with the chosen changes: aspects written in place, removed shapes cut, added and moved ones
 * put behind the last shape in front of them that kept its place.
 */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { SlidePair } from "../diff/comparison.ts";
import type { Entry } from "../diff/entry.ts";
import type { ShapeList, ShapePair } from "../diff/match-shapes.ts";
import type { Aspect } from "../shape-parts.ts";
import { elementsOf, isShape, type Shape } from "../shape.ts";
import { ShapeWriter, type ShapeWriting } from "./shape-writer.ts";

export interface ChosenShapes {
  readonly removed: ReadonlySet<Shape>;
  readonly added: ReadonlySet<Shape>;
  readonly moved: ReadonlySet<ShapePair>;
  readonly aspects: ReadonlyMap<ShapePair, ReadonlySet<Aspect>>;
}

export function chosenShapes(pair: SlidePair, entries: readonly Entry[]): ChosenShapes {
  const [removed, added, moved] = [new Set<Shape>(), new Set<Shape>(), new Set<ShapePair>()];
  const aspects = new Map<ShapePair, Set<Aspect>>();
  for (const { action } of entries) {
    if (!("pair" in action) || action.pair !== pair) continue;
    if (action.type === "shape-removed") removed.add(action.shape);
    if (action.type === "shape-added") added.add(action.shape);
    if (action.type === "shape-moved") moved.add(action.shapes);
    if (action.type === "aspect")
      aspects.set(action.shapes, (aspects.get(action.shapes) ?? new Set()).add(action.aspect));
  }
  return { removed, added, moved, aspects };
}

export class ShapeListWriter {
  readonly #writing: ShapeWriting;
  readonly #chosen: ChosenShapes;

  constructor(writing: ShapeWriting, chosen: ChosenShapes) {
    this.#writing = writing;
    this.#chosen = chosen;
  }

  /** @param holder the drawing or group of before */
  write(list: ShapeList, holder: XmlElement): void {
    const { editor, links, rootAfter } = this.#writing;
    for (const shape of list.removed) if (this.#chosen.removed.has(shape)) editor.replace(shape.element, "");
    const moved = new Map<ShapePair, string>();
    for (const shapes of list.pairs)
      if (this.#chosen.moved.has(shapes)) {
        moved.set(
          shapes,
          editor.extract(shapes.before.element, () => this.#one(shapes)),
        );
        editor.replace(shapes.before.element, "");
      } else this.#one(shapes);
    let place = headOf(holder);
    const coming: (ShapePair | Shape)[] = [...list.pairs, ...list.added];
    const number = (item: ShapePair | Shape) => ("after" in item ? item.after.number : item.number);
    for (const item of coming.sort((a, b) => number(a) - number(b))) {
      if ("after" in item) {
        const text = moved.get(item);
        if (text !== undefined) editor.insertAt(place, text);
        else if (list.order.still.has(item)) place = item.before.element.end;
      } else if (this.#chosen.added.has(item)) editor.insertAt(place, links.take(item.element, rootAfter));
    }
  }

  #one(shapes: ShapePair): void {
    const aspects = this.#chosen.aspects.get(shapes);
    if (aspects !== undefined) new ShapeWriter(this.#writing, shapes, aspects);
    if (shapes.members.pairs.length + shapes.members.added.length + shapes.members.removed.length > 0)
      this.write(shapes.members, shapes.before.element);
  }
}

/** Behind what comes in front of all shapes. */
function headOf(holder: XmlElement): number {
  const leading = elementsOf(holder).filter((element) => !isShape(element) && element.name !== "extLst");
  return leading.at(-1)?.end ?? holder.openEnd;
}
