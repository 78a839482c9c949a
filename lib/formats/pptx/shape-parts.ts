/**
 * Where in a shape's element its aspects lie: what it says, where it stands, which picture it shows, and the look that
 * is left. The comparison reads them, and the writer replaces them, by the same list, so that nothing of a shape is
 * looked at and not written, or the other way round.
 */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import { elementsOf, holderOf, type Shape } from "./shape.ts";

/** `cell:r,c` counts rows and columns of a table from 0. */
export type Aspect =
  "about" | "position" | "text" | "picture" | "graphic" | "look" | "whole" | `cell:${number},${number}`;

export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element === undefined ? undefined : elementsOf(element).find((found) => found.name === name);

export const paragraphsOf = (body: XmlElement | undefined): readonly XmlElement[] =>
  body === undefined ? [] : elementsOf(body).filter(({ name }) => name === "p");

export const propertiesOf = (element: XmlElement): XmlElement | undefined =>
  child(element, element.name === "grpSp" ? "grpSpPr" : "spPr");

/** The element that holds `xfrm`, and `xfrm` itself. */
export function placeOf(element: XmlElement): { holder: XmlElement | undefined; xfrm: XmlElement | undefined } {
  const holder = element.name === "graphicFrame" ? element : propertiesOf(element);
  return { holder, xfrm: child(holder, "xfrm") };
}

export const textBodyOf = (element: XmlElement): XmlElement | undefined => child(element, "txBody");
export const graphicOf = (element: XmlElement): XmlElement | undefined => child(element, "graphic");
export const tableOf = (element: XmlElement): XmlElement | undefined =>
  child(child(graphicOf(element), "graphicData"), "tbl");

/** The text bodies' cells by row. */
export const cellsOf = (element: XmlElement): XmlElement[][] => {
  const table = tableOf(element);
  if (table === undefined) return [];
  return elementsOf(table)
    .filter(({ name }) => name === "tr")
    .map((row) => elementsOf(row).filter(({ name }) => name === "tc"));
};

/** Tables with as many rows and columns are compared cell by cell, others as a whole. */
export function sameGrid(a: Shape, b: Shape): boolean {
  if (a.kind !== "table" || b.kind !== "table") return false;
  const [left, right] = [cellsOf(a.element), cellsOf(b.element)];
  const whole = (rows: XmlElement[][]) => rows.every((row) => row.every((cell) => textBodyOf(cell) !== undefined));
  return (
    left.length === right.length &&
    left.every((row, at) => row.length === right[at]?.length) &&
    whole(left) &&
    whole(right)
  );
}

const FRAMED = new Set(["table", "chart", "diagram", "object", "frame"]);
export const isFramed = (shape: Shape): boolean => FRAMED.has(shape.kind);
export const isOpaque = (shape: Shape): boolean => shape.kind === "alternate" || shape.kind === "ink";

/** The elements of an aspect, as they are to be read. `look` is all that no other aspect takes. */
export function aspectElements(shape: Shape, byCell: boolean): ReadonlyMap<Aspect, readonly XmlElement[]> {
  const { element } = shape;
  const found = new Map<Aspect, readonly XmlElement[]>();
  if (isOpaque(shape)) return found.set("whole", [element]);
  const taken = new Set<XmlElement>();
  const take = (aspect: Aspect, elements: readonly (XmlElement | undefined)[]) => {
    const there = elements.filter((entry) => entry !== undefined);
    found.set(aspect, there);
    for (const entry of there) taken.add(entry);
  };
  take("about", [holderOf(element)]);
  take("position", [placeOf(element).xfrm]);
  if (shape.kind === "shape") take("text", paragraphsOf(textBodyOf(element)));
  if (shape.kind === "picture") take("picture", [child(element, "blipFill")]);
  if (isFramed(shape) && !byCell) take("graphic", [graphicOf(element)]);
  if (byCell)
    cellsOf(element).forEach((row, r) =>
      row.forEach((cell, c) => take(`cell:${r},${c}`, paragraphsOf(textBodyOf(cell)))),
    );
  for (const member of shape.children) taken.add(member.element);
  found.set("look", [without({ ...element, qname: "", name: "look" }, taken)]);
  return found;
}

/** A copy without some elements at any depth; empty text bodies go, too. */
function without(element: XmlElement, taken: ReadonlySet<XmlElement>): XmlElement {
  const children = element.children.flatMap((inner): (XmlElement | string)[] => {
    if (typeof inner === "string") return [inner];
    if (taken.has(inner)) return [];
    const left = without(inner, taken);
    const hollow =
      left.name === "txBody" &&
      elementsOf(left).every((entry) => entry.children.length + entry.attributes.length === 0);
    return hollow ? [] : [left];
  });
  return { ...element, children };
}
