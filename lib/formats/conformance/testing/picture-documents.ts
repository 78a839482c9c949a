/** Generated pictures, encoded by the picture library: small canvases, painted over in places, saved in several types. */
import fc from "fast-check";
import sharp from "sharp";

import type { Arbitraries } from "./laws.ts";

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly patches: readonly Patch[];
  readonly type: "png" | "webp" | "gif" | "tiff" | "jpeg";
  readonly words: string;
}

interface Patch {
  readonly at: number;
  readonly length: number;
  readonly colour: number;
}

const patch = fc.record({ at: fc.nat(200), length: fc.integer({ min: 1, max: 20 }), colour: fc.nat(255) });
const canvas: fc.Arbitrary<Canvas> = fc.record({
  width: fc.integer({ min: 1, max: 12 }),
  height: fc.integer({ min: 1, max: 12 }),
  patches: fc.array(patch, { maxLength: 4 }),
  type: fc.constantFrom<Canvas["type"]>("png", "png", "webp", "gif", "tiff", "jpeg"),
  words: fc.constantFrom("", "a note"),
});

function edited(base: Canvas): fc.Arbitrary<Canvas> {
  return fc.oneof(
    fc.array(patch, { maxLength: 2 }).map((more) => ({ ...base, patches: [...base.patches, ...more] })),
    fc.constantFrom<Canvas["type"]>("png", "tiff").map((type) => ({ ...base, type })),
    fc.constantFrom("", "another note").map((words) => ({ ...base, words })),
    canvas,
  );
}

/** Encoding is asynchronous and properties draw synchronously: a fixed set is encoded once, and drawn from. */
export async function pictureArbitraries(): Promise<Arbitraries> {
  const drawn = fc.sample(
    canvas.chain((base) => fc.tuple(fc.constant(base), edited(base), edited(base))),
    { numRuns: 40, seed: 7 },
  );
  const triples = await Promise.all(
    drawn.map(([base, one, two]) => Promise.all([encoded(base), encoded(one), encoded(two)])),
  );
  const triple = fc.constantFrom(...triples);
  const pair = triple.map(([base, one]) => [base, one] as const);
  return {
    name: "picture.png",
    pair,
    triple,
    unambiguous: pair,
    oracle: (before, after, _changes, chosen) => (chosen.size === 0 ? before : after),
    extensions: ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff"],
    runs: 60,
  };
}

export async function encoded({ width, height, patches, type, words }: Canvas): Promise<Uint8Array> {
  const pixels = new Uint8Array(width * height * 3).fill(200);
  for (const { at, length, colour } of patches) pixels.fill(colour, Math.min(at, pixels.length), at + length);
  let image = sharp(pixels, { raw: { width, height, channels: 3 } }).toFormat(type);
  if (words !== "") image = image.withExif({ IFD0: { ImageDescription: words } });
  return Uint8Array.from(await image.toBuffer());
}
