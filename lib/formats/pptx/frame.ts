/**
 * What a slide has beside its shapes: background, transition, time line of effects, color map and the rest, as named
 * units that are compared and written one by one. Hidden or not is an attribute of its own.
 */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import { elementsOf, isAlternate, isShape } from "./shape.ts";

export const FRAME_UNITS = ["background", "transition", "timing", "colors", "rest"] as const;
export type FrameUnit = (typeof FRAME_UNITS)[number];

/** Children in the order of the schema (ECMA-376 part 1, 19.3.1.38 and 19.3.1.16). */
export const SLIDE_ORDER = ["cSld", "clrMapOvr", "transition", "timing", "extLst"];
export const COMMON_ORDER = ["bg", "spTree", "custDataLst", "controls", "extLst"];

export interface FramePiece {
  readonly unit: FrameUnit;
  readonly parent: "sld" | "cSld" | "spTree";
  /** Its name among the children of its parent; that of what it holds for alternate content. */
  readonly slot: string;
  readonly element: XmlElement;
}

export function framePieces(root: XmlElement): FramePiece[] {
  const pieces: FramePiece[] = [];
  for (const element of elementsOf(root)) {
    const slot = slotOf(element);
    if (slot !== "cSld") pieces.push({ unit: UNITS[slot] ?? "rest", parent: "sld", slot, element });
    else
      for (const inner of elementsOf(element)) {
        if (inner.name === "bg") pieces.push({ unit: "background", parent: "cSld", slot: "bg", element: inner });
        else if (inner.name !== "spTree")
          pieces.push({ unit: "rest", parent: "cSld", slot: slotOf(inner), element: inner });
        else
          for (const part of elementsOf(inner))
            if (!isShape(part)) pieces.push({ unit: "rest", parent: "spTree", slot: part.name, element: part });
      }
  }
  return pieces;
}

const UNITS: Readonly<Record<string, FrameUnit>> = { transition: "transition", timing: "timing", clrMapOvr: "colors" };

/** An alternate content goes by what its first branch holds. */
export function slotOf(element: XmlElement): string {
  if (!isAlternate(element)) return element.name;
  const branch = elementsOf(element)[0];
  const held = branch === undefined ? undefined : elementsOf(branch)[0];
  return held === undefined ? element.name : slotOf(held);
}

/** Attributes of the unit "rest", as a bare element to be read: all but whether the slide is shown. */
export function frameAttributes(root: XmlElement): XmlElement[] {
  const common = elementsOf(root).find(({ name }) => name === "cSld");
  const bare = (element: XmlElement) => ({
    ...element,
    attributes: element.attributes.filter(({ name }) => name !== "show"),
    children: [],
  });
  return common === undefined ? [bare(root)] : [bare(root), bare(common)];
}

/** The transform of the whole drawing is written as zeros or not at all: both say nothing. */
export function isIdleTransform(element: XmlElement): boolean {
  return (
    element.name === "grpSpPr" &&
    elementsOf(element).every(
      (inner) =>
        inner.name === "xfrm" &&
        inner.attributes.length === 0 &&
        elementsOf(inner).every(({ attributes }) => attributes.every(({ value }) => value === "0")),
    )
  );
}
