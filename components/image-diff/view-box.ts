/** Which part of a picture is in view: scale, and where its top left corner lies in the pane, in CSS pixels. */

export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const [SMALLEST, LARGEST] = [0.02, 32];
/** Pixels of it that stay in sight, however far it is moved. */
const KEPT = 40;

export function fitted(picture: Extent, room: Extent): View {
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  return {
    scale,
    x: Math.round((room.width - picture.width * scale) / 2),
    y: Math.round((room.height - picture.height * scale) / 2),
  };
}

export function zoomed({ scale, x, y }: View, by: number, about: Point): View {
  const next = Math.min(LARGEST, Math.max(SMALLEST, scale * by));
  const factor = next / scale;
  return { scale: next, x: about.x - (about.x - x) * factor, y: about.y - (about.y - y) * factor };
}

export function moved({ scale, x, y }: View, by: Point, picture: Extent, room: Extent): View {
  const keep = (at: number, length: number, pane: number) => Math.min(pane - KEPT, Math.max(KEPT - length * scale, at));
  return {
    scale,
    x: keep(x + by.x, picture.width, room.width),
    y: keep(y + by.y, picture.height, room.height),
  };
}
