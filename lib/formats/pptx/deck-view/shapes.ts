/** The shapes of a slide or layout as they are drawn, groups flattened, each with all that it inherits. */
import { attribute, childElement, relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { child, graphicOf, propertiesOf, textBodyOf } from "../shape-parts.ts";
import { elementsOf, isAlternate, nonVisual, readShapes, type Shape } from "../shape.ts";
import { boxOf, frameIn, frameOf, identity, intoGroup, type Transform } from "./boxes.ts";
import { spend, type Budget } from "./budget.ts";
import { chartView } from "./charts.ts";
import { colourIn } from "./colours.ts";
import { fillIn, pictureOf, shapeFill, shapeLine, type Paint } from "./fills.ts";
import { geometryOf } from "./geometry.ts";
import { ancestorsOf, type Scene } from "./scene.ts";
import { tableView } from "./tables.ts";
import { textBody } from "./text.ts";
import type { Box, ShapeView } from "./types.ts";

export interface Drawing {
  readonly scene: Scene;
  /** The part that the shapes are in. */
  readonly owner: string;
  readonly budget: Budget;
  readonly slide: number;
  /** Shapes of a layout or master: placeholders are left out, numbers mean nothing. */
  readonly decoration: boolean;
}

interface Around {
  readonly transform: Transform;
  readonly group: Paint["group"];
  /** Inside of an opaque shape, which has the number. */
  readonly inner: boolean;
}

export function shapeViews(shapes: readonly Shape[], drawing: Drawing): ShapeView[] {
  const views: ShapeView[] = [];
  for (const shape of shapes) draw(shape, drawing, { transform: identity, group: undefined, inner: false }, views);
  return views;
}

function draw(shape: Shape, drawing: Drawing, around: Around, into: ShapeView[]): void {
  if (drawing.decoration && shape.placeholder !== "") return;
  if (!spend(drawing.budget, "shapes")) return;
  if (shape.kind === "group") drawGroup(shape, drawing, around, into);
  else if (shape.kind === "alternate") drawAlternate(shape, drawing, around, into);
  else into.push(oneShape(shape, drawing, around));
}

function drawGroup(shape: Shape, drawing: Drawing, around: Around, into: ShapeView[]): void {
  const { element } = shape;
  const frame = frameOf([element]);
  const fill = fillIn(propertiesOf(element), paintOf(drawing, around));
  const box = frame === null ? NOWHERE : boxOf(around.transform(frame));
  into.push({ ...labels(shape, drawing, around), kind: "group", box });
  const inside = {
    ...around,
    transform: intoGroup(element, around.transform),
    group: fill === undefined ? around.group : fill,
  };
  for (const member of shape.children) draw(member, drawing, inside, into);
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** What a program shows that knows no extension, or else the first choice. */
function drawAlternate(shape: Shape, drawing: Drawing, around: Around, into: ShapeView[]): void {
  const branches = isAlternate(shape.element) ? elementsOf(shape.element) : [];
  const shapesIn = (name: string) => branches.filter((branch) => branch.name === name).flatMap(readShapes);
  const fallback = shapesIn("Fallback");
  const inner = fallback.length > 0 ? fallback : shapesIn("Choice");
  const drawn: ShapeView[] = [];
  for (const member of inner) draw(member, drawing, { ...around, inner: true }, drawn);
  const box = drawn[0]?.box ?? NOWHERE;
  if (drawn.length === 0) into.push({ ...labels(shape, drawing, around), kind: "other", box, instead: "drawing" });
  else into.push({ ...labels(shape, drawing, around), kind: "group", box }, ...drawn);
}

const paintOf = ({ scene, owner }: Drawing, { group }: Around): Paint =>
  group === undefined ? { scene, owner } : { scene, owner, group };

type Labels = Pick<ShapeView, "number" | "id" | "name" | "hidden" | "placeholder">;

function labels(shape: Shape, { decoration }: Drawing, { inner }: Around): Labels {
  const nv = nonVisual(shape.element);
  const hidden = nv !== undefined && ["1", "true"].includes(attribute(nv, "hidden") ?? "");
  const placeholder = shape.placeholder.split(" ")[0] ?? "";
  return {
    number: decoration || inner ? null : shape.number,
    id: shape.id.slice(0, 40),
    name: shape.name.slice(0, 500),
    ...(hidden ? { hidden } : {}),
    ...(placeholder === "" ? {} : { placeholder }),
  };
}

function oneShape(shape: Shape, drawing: Drawing, around: Around): ShapeView {
  const { element } = shape;
  const ancestors = ancestorsOf(shape, drawing.scene, drawing.decoration).map((found) => found.element);
  const frame = frameOf([element, ...ancestors]);
  const box = frame === null ? NOWHERE : boxOf(around.transform(frame));
  const base = { ...labels(shape, drawing, around), box };
  const paint = paintOf(drawing, around);
  switch (shape.kind) {
    case "picture":
      return { ...base, kind: "picture", ...outline(element, paint), ...pictureIn(element, paint) };
    case "table":
      return { ...base, kind: "table", table: tableView(element, paint, drawing) };
    case "chart":
      return chartIn(element, base, drawing);
    case "shape":
    case "connector":
      return { ...base, ...plainShape(shape, ancestors, drawing, paint) };
    default:
      return otherShape(shape, base, paint);
  }
}

function outline(element: XmlElement, paint: Paint): Partial<ShapeView> {
  const properties = propertiesOf(element);
  const line = shapeLine(properties, childElement(element, "style"), paint);
  return { ...geometryOf(properties), ...(line === undefined ? {} : { line }) };
}

function pictureIn(element: XmlElement, paint: Paint): Partial<ShapeView> {
  const fill = child(element, "blipFill");
  return { picture: fill === undefined ? { part: null, instead: "picture that is missing" } : pictureOf(fill, paint) };
}

function chartIn(element: XmlElement, base: Omit<ShapeView, "kind">, drawing: Drawing): ShapeView {
  const { pack, palette } = drawing.scene;
  const data = child(graphicOf(element), "graphicData");
  const named = data === undefined ? undefined : elementsOf(data).find(({ name }) => name === "chart");
  const id = named && relAttribute(named, "id");
  const found = pack.relationships(drawing.owner).find((relationship) => relationship.id === id);
  const tree = found === undefined || found.external ? undefined : pack.tree(found.target);
  if (tree?.ok !== true || tree.value.name !== "chartSpace") return { ...base, kind: "chart", instead: "chart" };
  const chart = chartView(tree.value, palette, drawing.budget);
  return chart.series.length === 0
    ? { ...base, kind: "chart", instead: "chart without cached values" }
    : { ...base, kind: "chart", chart };
}

const STYLES: Readonly<Record<string, string>> = {
  title: "titleStyle",
  ctrTitle: "titleStyle",
  dt: "otherStyle",
  ftr: "otherStyle",
  sldNum: "otherStyle",
  "": "otherStyle",
};

function plainShape(
  shape: Shape,
  ancestors: readonly XmlElement[],
  drawing: Drawing,
  paint: Paint,
): Pick<ShapeView, "kind"> & Partial<ShapeView> {
  const { element } = shape;
  const chain = [element, ...ancestors];
  const style = childElement(element, "style");
  const properties = chain.map(propertiesOf);
  const said = <T>(find: (holder: XmlElement) => T | undefined) => {
    for (const holder of properties) {
      const found = holder === undefined ? undefined : find(holder);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const own = said((holder) => fillIn(holder, paint));
  const fill = own === undefined ? shapeFill(undefined, style, paint) : (own ?? undefined);
  const outlined = properties.find((holder) => childElement(holder, "ln") !== undefined);
  const line = shapeLine(outlined, style, paint);
  const geometry = geometryOf(
    properties.find((holder) => holder !== undefined && GEOMETRIES.some((name) => childElement(holder, name))),
  );
  const bodies = chain.map(textBodyOf);
  const font = childElement(style, "fontRef");
  const text = textBody(bodies[0], {
    scene: drawing.scene,
    budget: drawing.budget,
    slide: drawing.slide,
    near: bodies.map((body) => childElement(body, "lstStyle")),
    bodies: bodies.map((body) => childElement(body, "bodyPr")),
    style: STYLES[shape.placeholder.split(" ")[0] ?? ""] ?? "bodyStyle",
    colour: font === undefined ? null : colourIn(font, drawing.scene.palette),
  });
  return {
    kind: shape.kind === "connector" ? "line" : "text",
    ...geometry,
    ...(fill === undefined ? {} : { fill }),
    ...(line === undefined ? {} : { line }),
    ...(text === null ? {} : { text }),
  };
}

const GEOMETRIES = ["prstGeom", "custGeom"];

const WORDS: Partial<Readonly<Record<Shape["kind"], string>>> = {
  diagram: "SmartArt",
  object: "embedded object",
  ink: "ink",
};

/** SmartArt and embedded objects carry a picture of themselves, or nothing that is drawn here. */
function otherShape(shape: Shape, base: Omit<ShapeView, "kind">, paint: Paint): ShapeView {
  const data = child(graphicOf(shape.element), "graphicData");
  const object = shape.kind === "object" ? childElement(data, "oleObj") : undefined;
  const picture = childElement(object, "pic");
  const instead = WORDS[shape.kind] ?? "drawing";
  const view = picture === undefined ? null : pictureIn(picture, paint).picture;
  if (view?.part) return { ...base, kind: "picture", picture: view };
  const xfrm = shape.kind === "ink" ? child(shape.element, "xfrm") : undefined;
  return { ...base, kind: "other", instead, ...(xfrm === undefined ? {} : { box: boxOf(frameIn(xfrm)) }) };
}
