/** What differs between two pictures: the pixels, and what goes with them; two changes at most, decided together. */
import { changeId, type Change, type Diff, type Value } from "../../core/change/change.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Work } from "../format.ts";
import type { Picture } from "./picture.ts";

/** Pixels that cost one unit of work: they are compared by rows first. */
const PIXELS_PER_UNIT = 16;

export function imageChanges(before: Picture, after: Picture, budget: Work): Diff {
  if (before.contentHash === after.contentHash) return { complete: true, changes: [] };
  budget.remaining -= Math.ceil((before.pixels.length + after.pixels.length) / 4 / PIXELS_PER_UNIT);
  const comparable = sameShape(before, after);
  const complete = !comparable || budget.remaining >= 0;
  const difference = comparable && complete ? differenceOf(before, after) : null;
  const content = difference?.count === 0 ? null : pixelChange(before, after, difference);
  const metadata = metadataChange(before, after, content === null);
  const changes = [content, metadata].filter((change) => change !== null);
  const ids = changes.map(({ id }) => id);
  return {
    complete,
    changes: changes.map((change) => {
      const others = ids.filter((id) => id !== change.id);
      return others.length === 0 ? change : { ...change, requires: others };
    }),
  };
}

const sameShape = (before: Picture, after: Picture): boolean =>
  before.width === after.width &&
  before.height === after.height &&
  before.frames === after.frames &&
  before.bytesPerPixel === after.bytesPerPixel;

interface Difference {
  /** Pixels that are not the same, over all frames. */
  readonly count: number;
  /** The smallest box around them, in pixels of one frame; right and bottom are outside. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Both of one shape. What is fully transparent in both is the same, whatever colour it hides. */
function differenceOf(before: Picture, after: Picture): Difference {
  const { width, height, frames, bytesPerPixel } = before;
  const stride = width * bytesPerPixel;
  const [own, other] = [
    Buffer.from(before.pixels.buffer, before.pixels.byteOffset, before.pixels.length),
    after.pixels,
  ];
  const box = { count: 0, left: width, top: height, right: 0, bottom: 0 };
  for (let row = 0; row < height * frames; row++) {
    const from = row * stride;
    if (own.compare(other, from, from + stride, from, from + stride) === 0) continue;
    for (let column = 0; column < width; column++) {
      if (samePixel(own, other, from + column * bytesPerPixel, bytesPerPixel)) continue;
      box.count++;
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column + 1);
      box.top = Math.min(box.top, row % height);
      box.bottom = Math.max(box.bottom, (row % height) + 1);
    }
  }
  return box;
}

function samePixel(own: Uint8Array, other: Uint8Array, at: number, bytes: number): boolean {
  const opacity = at + (bytes / 4) * 3;
  let [same, clear] = [true, true];
  for (let n = at; n < at + bytes; n++) {
    if (own[n] !== other[n]) same = false;
    if (n >= opacity && (own[n] !== 0 || other[n] !== 0)) clear = false;
  }
  return same || clear;
}

function pixelChange(before: Picture, after: Picture, difference: Difference | null): Change {
  const [was, is] = [sizeOf(before), sizeOf(after)];
  const found: Record<string, string | number> = {};
  if (difference !== null) {
    found["different pixels"] = difference.count;
    const share = difference.count / (after.width * after.height * after.frames);
    found["different share"] = Math.round(share * 1e6) / 1e6;
    found["different area"] =
      `${difference.left},${difference.top} ${difference.right - difference.left}×${difference.bottom - difference.top}`;
  }
  return changeOf("content", properties(was), properties({ ...is, ...found }), [
    sha256(before.pixels),
    sha256(after.pixels),
  ]);
}

const sizeOf = ({ width, height, frames, bytesPerPixel }: Picture) => ({
  width,
  height,
  ...(frames > 1 ? { frames } : {}),
  ...(bytesPerPixel > 4 ? { "bits a channel": 16 } : {}),
});

/** Null where all of it is the same; where the pixels are the same, too, it is at least another encoding. */
function metadataChange(before: Picture, after: Picture, always: boolean): Change | null {
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])].sort();
  const differing = names.filter((name) => before.properties[name] !== after.properties[name]);
  if (differing.length === 0 && !always) return null;
  const side = ({ properties: own, size, contentHash }: Picture): Value =>
    properties({
      ...Object.fromEntries(differing.map((name) => [name, own[name] ?? null])),
      bytes: size,
      ...(differing.length === 0 ? { encoding: `SHA-256 ${contentHash.slice(0, 16)}` } : {}),
    });
  return changeOf("metadata", side(before), side(after), null);
}

const properties = (values: Readonly<Record<string, string | number | boolean | null>>): Value => ({
  type: "properties",
  properties: values,
});

function changeOf(
  facet: "content" | "metadata",
  before: Value,
  after: Value,
  pixels: readonly string[] | null,
): Change {
  const address = { kind: "file" } as const;
  const kind = "modified";
  const id = changeId({ kind, facet, baseAddress: address, before: { before, pixels }, after });
  return { id, kind, facet, address, before, after };
}
