/** Fills and lines, as a shape says them itself or by reference to the theme (ECMA-376 part 1, 20.1.8 and 20.1.4.2). */
import { attribute, childElement, relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { MAX_PICTURE_BYTES, pictureMime } from "../../media.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import { elementsOf } from "../shape.ts";
import { colourIn, type Colour } from "./colours.ts";
import type { Scene } from "./scene.ts";
import type { Fill, Line, PictureView } from "./types.ts";

/** Null: it is said that there is none. Undefined: nothing is said. */
type Said<T> = T | null | undefined;

/** Where relationship ids are looked up, and in which colours. */
export interface Paint {
  readonly scene: Scene;
  readonly owner: string;
  /** Of the group around, for `a:grpFill`. */
  readonly group?: Fill | null;
}

export function fillIn(holder: XmlElement | undefined, paint: Paint, own: Colour | null = null): Said<Fill> {
  const element = holder && elementsOf(holder).find(({ name }) => FILLS.has(name));
  return element === undefined ? undefined : fillOf(element, paint, own);
}

const FILLS: ReadonlySet<string> = new Set(["noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"]);

function fillOf(element: XmlElement, paint: Paint, own: Colour | null): Said<Fill> {
  const { palette } = paint.scene;
  switch (element.name) {
    case "solidFill": {
      const found = colourIn(element, palette, own);
      return found === null ? undefined : { kind: "solid", ...found };
    }
    case "gradFill":
      return gradientOf(element, paint, own);
    case "blipFill": {
      const { part } = pictureOf(element, paint);
      return part === null ? { kind: "solid", colour: "D9D9D9" } : { kind: "picture", part };
    }
    case "pattFill": {
      const found = colourIn(childElement(element, "fgClr"), palette, own);
      return found === null ? undefined : { kind: "solid", colour: found.colour, opacity: 0.5 };
    }
    case "grpFill":
      return paint.group;
    default:
      return null;
  }
}

const MAX_STOPS = 20;

function gradientOf(element: XmlElement, { scene }: Paint, own: Colour | null): Said<Fill> {
  const list = childElement(element, "gsLst");
  const stops = (list === undefined ? [] : elementsOf(list)).slice(0, MAX_STOPS).flatMap((stop) => {
    const colour = colourIn(stop, scene.palette, own);
    const at = Number(attribute(stop, "pos") ?? 0) / 100_000;
    return colour === null || !Number.isFinite(at) ? [] : [{ at, ...colour }];
  });
  const [first] = stops;
  if (first === undefined) return undefined;
  stops.sort((a, b) => a.at - b.at);
  const linear = childElement(element, "lin");
  const angle = linear === undefined ? 90 : Number(attribute(linear, "ang") ?? 0) / 60_000;
  return { kind: "gradient", colour: first.colour, angle: Number.isFinite(angle) ? angle : 90, stops };
}

/** By a shape's own properties, else by its style's reference to the theme. */
export function shapeFill(
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  paint: Paint,
): Fill | undefined {
  const own = fillIn(properties, paint);
  if (own !== undefined) return own ?? undefined;
  return themeFill(childElement(style, "fillRef"), paint) ?? undefined;
}

/** `a:fillRef` and `p:bgRef`: from 1 the fills of the theme, from 1001 its backgrounds; 0 and 1000 are none. */
export function themeFill(reference: XmlElement | undefined, paint: Paint): Said<Fill> {
  if (reference === undefined) return undefined;
  const { theme, palette } = paint.scene;
  const index = Number(attribute(reference, "idx") ?? 0);
  const element = index > 1000 ? theme.backgrounds[index - 1001] : theme.fills[index - 1];
  const own = colourIn(reference, palette);
  return element === undefined ? null : fillOf(element, { scene: paint.scene, owner: theme.part }, own);
}

export function shapeLine(
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  paint: Paint,
): Line | undefined {
  const reference = childElement(style, "lnRef");
  const theme = reference && paint.scene.theme.lines[Number(attribute(reference, "idx") ?? 0) - 1];
  const own = reference === undefined ? null : colourIn(reference, paint.scene.palette);
  return lineFrom([childElement(properties, "ln"), theme], paint, own);
}

const DEFAULT_WIDTH = 9525;
const MAX_WIDTH = 1_270_000;

/** Each property from the first element that says it. */
export function lineFrom(
  elements: readonly (XmlElement | undefined)[],
  paint: Paint,
  own: Colour | null,
): Line | undefined {
  const said = elements.filter((element) => element !== undefined);
  const fill = first(said, (element) => fillIn(element, paint, own));
  if (fill === undefined || fill === null || fill.colour === undefined) return undefined;
  const width = first(said, (element) => attribute(element, "w"));
  const dash = first(said, (element) => childElement(element, "prstDash"));
  const end = (name: string) => {
    const found = first(said, (element) => childElement(element, name));
    return found !== undefined && (attribute(found, "type") ?? "none") !== "none";
  };
  return {
    colour: fill.colour,
    ...(fill.opacity === undefined ? {} : { opacity: fill.opacity }),
    width: width === undefined ? DEFAULT_WIDTH : Math.min(MAX_WIDTH, Math.max(0, Number(width) || 0)),
    ...(dash !== undefined && (attribute(dash, "val") ?? "solid") !== "solid" ? { dashed: true } : {}),
    ...(end("headEnd") ? { head: true } : {}),
    ...(end("tailEnd") ? { tail: true } : {}),
  };
}

function first<T>(elements: readonly XmlElement[], find: (element: XmlElement) => T | undefined): T | undefined {
  for (const element of elements) {
    const found = find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The picture of a `blipFill`. */
export function pictureOf(fill: XmlElement, { scene: { pack }, owner }: Paint): PictureView {
  const blip = childElement(fill, "blip");
  const id = blip && (relAttribute(blip, "embed") ?? relAttribute(blip, "link"));
  const found = pack.relationships(owner).find((relationship) => relationship.id === id);
  if (found === undefined) return { part: null, instead: "picture that is missing" };
  if (found.external) return { part: null, instead: "picture outside of the file" };
  const part = pack.resolve(found.target);
  if (part === undefined) return { part: null, instead: "picture that is missing" };
  const crop = cropOf(childElement(fill, "srcRect"));
  if (isDrawable(pack, part)) return { part, ...(crop === undefined ? {} : { crop }) };
  const extension = /\.([a-z0-9]{1,5})$/i.exec(part)?.[1] ?? "";
  return { part: null, instead: `${extension.toUpperCase()} picture`.trim() };
}

const drawable = new WeakMap<OoxmlPackage, Map<string, boolean>>();

/** Pictures are not kept inflated, and one may be on every slide: looked at once. */
function isDrawable(pack: OoxmlPackage, part: string): boolean {
  const kept = drawable.get(pack) ?? new Map<string, boolean>();
  drawable.set(pack, kept);
  const known = kept.get(part);
  if (known !== undefined) return known;
  const bytes = pack.bytes(part);
  const found = bytes !== undefined && bytes.length <= MAX_PICTURE_BYTES && pictureMime(bytes) !== null;
  kept.set(part, found);
  return found;
}

function cropOf(rectangle: XmlElement | undefined): PictureView["crop"] {
  if (rectangle === undefined) return undefined;
  const share = (name: string) => {
    const value = Number(attribute(rectangle, name) ?? 0) / 100_000;
    return Number.isFinite(value) ? Math.max(-1, Math.min(0.99, value)) : 0;
  };
  const crop = [share("l"), share("t"), share("r"), share("b")] as const;
  const sound = crop[0] + crop[2] < 1 && crop[1] + crop[3] < 1;
  return sound && crop.some((side) => side !== 0) ? crop : undefined;
}
