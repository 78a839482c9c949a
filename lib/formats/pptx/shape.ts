/**
 * The shapes of a slide as a tree in drawing order. A shape keeps its element; what it says, where it stands and how it
 * looks are read from it by the modules that compare it. `mc:AlternateContent` is one opaque shape, known by its first
 * choice, since its branches must stay together.
 */
import { attribute, childElement, NS, type XmlElement } from "../ooxml/xml-tree.ts";

export type ShapeKind =
  | "shape"
  | "picture"
  | "table"
  | "chart"
  | "diagram"
  | "object"
  | "frame"
  | "connector"
  | "group"
  | "alternate"
  | "ink";

export interface Shape {
  /** Counted from 1 over the whole slide: a group comes before its members. */
  readonly number: number;
  /** How many numbers it takes: one, and one for each member. */
  readonly span: number;
  readonly kind: ShapeKind;
  readonly element: XmlElement;
  /** `p:cNvPr/@id`: unique on a slide in sound files only. */
  readonly id: string;
  readonly name: string;
  /** The placeholder that it fills, as `type idx`; "" where it is none. */
  readonly placeholder: string;
  readonly children: readonly Shape[];
}

const KINDS: Readonly<Record<string, ShapeKind>> = {
  sp: "shape",
  pic: "picture",
  cxnSp: "connector",
  grpSp: "group",
  contentPart: "ink",
};

/** Direct child elements, alternate content included. */
export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child) => typeof child !== "string");

export const isAlternate = ({ ns, name }: XmlElement): boolean => ns === NS.mc && name === "AlternateContent";

export function readShapes(tree: XmlElement): Shape[] {
  let next = 1;
  const read = (element: XmlElement): Shape => {
    const number = next++;
    const kind = kindOf(element);
    const inner = kind === "group" ? elementsOf(element).filter(isShape) : [];
    const children = inner.map(read);
    const nv = nonVisual(element);
    return {
      number,
      span: next - number,
      kind,
      element,
      id: nv === undefined ? "" : (attribute(nv, "id") ?? ""),
      name: nv === undefined ? "" : (attribute(nv, "name") ?? ""),
      placeholder: placeholderOf(element),
      children,
    };
  };
  return elementsOf(tree).filter(isShape).map(read);
}

/** All shapes, members behind their groups. */
export function* allShapes(shapes: readonly Shape[]): Generator<Shape> {
  for (const shape of shapes) {
    yield shape;
    yield* allShapes(shape.children);
  }
}

export const isShape = (element: XmlElement): boolean =>
  element.name in KINDS || element.name === "graphicFrame" || isAlternate(element);

function kindOf(element: XmlElement): ShapeKind {
  if (isAlternate(element)) return "alternate";
  if (element.name !== "graphicFrame") return KINDS[element.name] ?? "alternate";
  const data = childElement(childElement(element, "graphic"), "graphicData");
  const uri = data === undefined ? "" : (attribute(data, "uri") ?? "");
  if (data !== undefined && childElement(data, "tbl") !== undefined) return "table";
  if (uri.endsWith("/chart") || uri.endsWith("/chartex")) return "chart";
  if (uri.endsWith("/diagram")) return "diagram";
  return uri.endsWith("/ole") ? "object" : "frame";
}

/** `p:cNvPr` of the shape, or of the first shape in its first choice. */
export function nonVisual(element: XmlElement): XmlElement | undefined {
  const holder = holderOf(element);
  return holder === undefined ? undefined : elementsOf(holder).find(({ name }) => name === "cNvPr");
}

/** `p:nvSpPr` and its like. */
export function holderOf(element: XmlElement): XmlElement | undefined {
  if (!isAlternate(element)) return elementsOf(element).find(({ name }) => /^nv[A-Z]\w*Pr$/.test(name));
  for (const branch of elementsOf(element))
    for (const inner of elementsOf(branch)) {
      const found = holderOf(inner);
      if (found !== undefined) return found;
    }
  return undefined;
}

export function placeholderElement(element: XmlElement): XmlElement | undefined {
  const holder = holderOf(element);
  const nv = holder === undefined ? undefined : elementsOf(holder).find(({ name }) => name === "nvPr");
  return nv === undefined ? undefined : elementsOf(nv).find(({ name }) => name === "ph");
}

function placeholderOf(element: XmlElement): string {
  const ph = placeholderElement(element);
  return ph === undefined ? "" : `${attribute(ph, "type") ?? "obj"} ${attribute(ph, "idx") ?? "0"}`;
}
