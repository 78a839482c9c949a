/** Where shapes stand: transforms of shapes and groups (ECMA-376 part 1, 20.1.7), flattened to the slide. */
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { placeOf } from "../shape-parts.ts";
import { elementsOf } from "../shape.ts";
import type { Box } from "./types.ts";

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

/** From the space of a group's members to the slide. */
export type Transform = (frame: Frame) => Frame;

export const identity: Transform = (frame) => frame;

/** Lengths of a hostile file are cut to what a slide could have. */
const MOST = 1e9;
const number = (element: XmlElement | undefined, name: string): number => {
  const value = element === undefined ? 0 : Number(attribute(element, name) ?? 0);
  return Number.isFinite(value) ? Math.max(-MOST, Math.min(MOST, value)) : 0;
};
const inner = (element: XmlElement, name: string) => elementsOf(element).find((found) => found.name === name);
const isOn = (value: string | undefined) => value === "1" || value === "true";

/** The transform of the first that has one: the shape itself, else what it takes after. Null: none has. */
export function frameOf(elements: readonly XmlElement[]): Frame | null {
  for (const element of elements) {
    const { xfrm } = placeOf(element);
    if (xfrm !== undefined && inner(xfrm, "ext") !== undefined) return frameIn(xfrm);
  }
  return null;
}

export function frameIn(xfrm: XmlElement): Frame {
  const [off, ext] = [inner(xfrm, "off"), inner(xfrm, "ext")];
  return {
    x: number(off, "x"),
    y: number(off, "y"),
    width: Math.max(0, number(ext, "cx")),
    height: Math.max(0, number(ext, "cy")),
    rotation: number(xfrm, "rot") / 60_000,
    flipX: isOn(attribute(xfrm, "flipH")),
    flipY: isOn(attribute(xfrm, "flipV")),
  };
}

/** What a group does to its members, on top of what is done to the group. */
export function intoGroup(group: XmlElement, outer: Transform): Transform {
  const { xfrm } = placeOf(group);
  if (xfrm === undefined) return outer;
  const own = frameIn(xfrm);
  const [off, ext] = [inner(xfrm, "chOff"), inner(xfrm, "chExt")];
  const from = { x: number(off, "x"), y: number(off, "y") };
  const scale = (length: number, of: number) => (of === 0 ? 1 : length / of);
  const [sx, sy] = [scale(own.width, number(ext, "cx")), scale(own.height, number(ext, "cy"))];
  return (frame) => outer(placed(own, scaled(frame, own, from, sx, sy)));
}

function scaled(frame: Frame, own: Frame, from: { x: number; y: number }, sx: number, sy: number): Frame {
  // A member that stands on its side is stretched along the group's axes, not its own.
  const turned = Math.abs(Math.sin((frame.rotation * Math.PI) / 180)) > Math.SQRT1_2;
  const [width, height] = turned ? [frame.width * sy, frame.height * sx] : [frame.width * sx, frame.height * sy];
  const centre = {
    x: own.x + (frame.x + frame.width / 2 - from.x) * sx,
    y: own.y + (frame.y + frame.height / 2 - from.y) * sy,
  };
  return { ...frame, x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/** Mirrored and turned with the group, around the group's centre. */
function placed(own: Frame, frame: Frame): Frame {
  const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 };
  let [dx, dy] = [frame.x + frame.width / 2 - middle.x, frame.y + frame.height / 2 - middle.y];
  let rotation = frame.rotation;
  if (own.flipX) [dx, rotation] = [-dx, -rotation];
  if (own.flipY) [dy, rotation] = [-dy, -rotation];
  const angle = (own.rotation * Math.PI) / 180;
  const [x, y] = [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)];
  return {
    ...frame,
    x: middle.x + x - frame.width / 2,
    y: middle.y + y - frame.height / 2,
    rotation: rotation + own.rotation,
    flipX: frame.flipX !== own.flipX,
    flipY: frame.flipY !== own.flipY,
  };
}

export function boxOf({ x, y, width, height, rotation, flipX, flipY }: Frame): Box {
  const turn = ((Math.round(rotation * 100) / 100) % 360) + (rotation < 0 ? 360 : 0);
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
    ...(turn % 360 === 0 ? {} : { rotation: turn % 360 }),
    ...(flipX ? { flipX } : {}),
    ...(flipY ? { flipY } : {}),
  };
}
