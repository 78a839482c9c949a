/** Aspects of a shape as values for people. Each value holds a digest of all that it means, so that it is complete. */
import type { Value } from "../../core/change/change.ts";
import { sha256 } from "../../shared/sha256.ts";
import { attribute, relAttribute, textOf, type XmlElement } from "../ooxml/xml-tree.ts";
import { deepText } from "./meaning.ts";
import { colorWords, plainTextOf, richValue } from "./rich-text.ts";
import { cellsOf, isOpaque, paragraphsOf, placeOf, propertiesOf, textBodyOf, type Aspect } from "./shape-parts.ts";
import { allShapes, elementsOf, nonVisual, type Shape } from "./shape.ts";
import type { PartView } from "./view.ts";

type Properties = Record<string, string | number | boolean | null>;

export const shortDigest = (text: string): string => sha256(text).slice(0, 16);

export interface Context {
  readonly view: PartView;
  readonly owner: string;
  /** What a shape id of the slide stands for. */
  readonly shape: (id: string) => string;
}

export const resolverOf = ({ view, owner, shape }: Context) => ({
  target: (id: string) => view.target(owner, id),
  shape,
});

/** The value of an aspect with its elements; `undefined` where nothing is there. */
export function aspectValue(
  shape: Shape,
  aspect: Aspect,
  elements: readonly XmlElement[],
  context: Context,
): Value | undefined {
  if (elements.length === 0) return undefined;
  const resolver = resolverOf(context);
  if (aspect === "text" || aspect.startsWith("cell:")) return richValue(elements, resolver);
  const said = elements.map((element) => context.view.meaning(context.owner, element, context.shape)).join("");
  const properties: Properties = {};
  if (aspect === "position") Object.assign(properties, positionOf(shape.element));
  else if (aspect === "about") Object.assign(properties, aboutOf(shape));
  else if (aspect === "look") Object.assign(properties, lookOf(shape.element));
  else if (aspect === "picture") Object.assign(properties, pictureOf(elements[0], context));
  else Object.assign(properties, { kind: shape.kind }, contentOf(shape, context));
  return { type: "properties", properties: { ...properties, digest: shortDigest(said) } };
}

/** EMU, as in the file (ECMA-376 part 1, 20.1.7.6); rotation in degrees. */
export function positionOf(element: XmlElement): Properties {
  const { xfrm } = placeOf(element);
  if (xfrm === undefined) return {};
  const at = (name: string, field: string) => {
    const found = elementsOf(xfrm).find((inner) => inner.name === name);
    return found === undefined ? null : Number(attribute(found, field) ?? 0);
  };
  const rotation = Number(attribute(xfrm, "rot") ?? 0) / 60_000;
  return {
    x: at("off", "x"),
    y: at("off", "y"),
    width: at("ext", "cx"),
    height: at("ext", "cy"),
    ...(rotation === 0 ? {} : { rotation }),
  };
}

function aboutOf({ element, name }: Shape): Properties {
  const nv = nonVisual(element);
  const description = nv === undefined ? undefined : attribute(nv, "descr");
  const hidden = nv !== undefined && ["1", "true"].includes(attribute(nv, "hidden") ?? "");
  return { name, ...(description ? { description } : {}), ...(hidden ? { hidden: true } : {}) };
}

function lookOf(element: XmlElement): Properties {
  const holder = propertiesOf(element);
  if (holder === undefined) return {};
  const fill = colorWords(holder);
  const line = elementsOf(holder).find(({ name }) => name === "ln");
  const geometry = elementsOf(holder).find(({ name }) => name === "prstGeom" || name === "custGeom");
  const lineFill = line === undefined ? null : colorWords(line);
  const width = line === undefined ? undefined : attribute(line, "w");
  return {
    ...(geometry === undefined ? {} : { geometry: attribute(geometry, "prst") ?? "custom" }),
    ...(fill === null ? {} : { fill }),
    ...(lineFill === null ? {} : { line: lineFill }),
    ...(width === undefined ? {} : { lineWidth: Number(width) }),
  };
}

function pictureOf(fill: XmlElement | undefined, { view, owner }: Context): Properties {
  const blip = fill === undefined ? undefined : elementsOf(fill).find(({ name }) => name === "blip");
  const id = blip === undefined ? undefined : (relAttribute(blip, "embed") ?? relAttribute(blip, "link"));
  const found = view.pack.relationships(owner).find((relationship) => relationship.id === id);
  if (found === undefined) return { kind: "picture" };
  if (found.external) return { kind: "picture", link: found.target };
  const bytes = view.pack.bytes(found.target);
  const type = view.pack.contentType(found.target) ?? "";
  return {
    kind: "picture",
    contentType: type,
    size: bytes?.length ?? 0,
    contentHash: bytes === undefined ? null : sha256(bytes),
  };
}

const MAX_TEXT = 2_000;

function contentOf(shape: Shape, context: Context): Properties {
  const text = shape.kind === "chart" ? chartText(shape, context) : shapeText(shape, context);
  return text === "" ? {} : { text: text.slice(0, MAX_TEXT) };
}

/** All that a shape and its members say, lines by paragraph; table cells are parted by tabs. */
export function shapeText(shape: Shape, context: Context): string {
  const resolver = resolverOf(context);
  if (isOpaque(shape)) return deepText(shape.element);
  if (shape.kind === "table")
    return cellsOf(shape.element)
      .map((row) => row.map((cell) => plainTextOf(paragraphsOf(textBodyOf(cell)), resolver)).join("\t"))
      .join("\n");
  const lines = [plainTextOf(paragraphsOf(textBodyOf(shape.element)), resolver)];
  for (const member of shape.children) lines.push(shapeText(member, context));
  return lines.filter((line) => line.trim() !== "").join("\n");
}

/** The cached values of a chart: what a person reads from it. */
export function chartText(shape: Shape, { view, owner }: Context): string {
  const lines: string[] = [];
  for (const target of relatedParts(shape.element, view, owner)) {
    const tree = view.pack.tree(target);
    if (!tree.ok) continue;
    collectSeries(tree.value, lines);
  }
  return lines.join("\n");
}

function relatedParts(element: XmlElement, view: PartView, owner: string): string[] {
  const ids = new Set<string>();
  const visit = (inner: XmlElement) => {
    const id = relAttribute(inner, "id");
    if (id !== undefined) ids.add(id);
    elementsOf(inner).forEach(visit);
  };
  visit(element);
  return view.pack
    .relationships(owner)
    .flatMap(({ id, external, target }) => (ids.has(id) && !external ? [target] : []));
}

function collectSeries(element: XmlElement, lines: string[]): void {
  if (element.name === "ser") {
    const parts = ["tx", "cat", "val", "xVal", "yVal"].map((name) => {
      const found = elementsOf(element).find((inner) => inner.name === name);
      return found === undefined ? "" : points(found).join(", ");
    });
    lines.push(parts.filter(Boolean).join(": "));
  } else if (element.name === "title") lines.push(...[textOf(element).trim()].filter(Boolean));
  else elementsOf(element).forEach((inner) => collectSeries(inner, lines));
}

const points = (element: XmlElement): string[] =>
  element.name === "v" ? [shortNumber(textOf(element))] : elementsOf(element).flatMap(points);

/** To the 15 digits that a program keeps when it saves a number. */
function shortNumber(text: string): string {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? text : String(Number(number.toPrecision(15)));
}

/** A whole shape that came or went. */
export function wholeShapeValue(shape: Shape, context: Context): Value {
  const text = shape.kind === "chart" ? chartText(shape, context) : shapeText(shape, context);
  const said = context.view.meaning(context.owner, shape.element, context.shape);
  return {
    type: "properties",
    properties: {
      kind: shape.kind,
      name: shape.name,
      ...(text === "" ? {} : { text: text.slice(0, MAX_TEXT) }),
      ...positionOf(shape.element),
      shapes: [...allShapes([shape])].length,
      digest: shortDigest(said),
    },
  };
}
