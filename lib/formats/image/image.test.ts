/** Pictures: pixels and what goes with them apart, sizes and limits, every type. */
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { compareFiles } from "../compare.ts";
import { DEFAULT_LIMITS, defaultWork, type Limits } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { mergeFiles } from "../merge.ts";
import { imageFormat } from "./index.ts";

const WIDTH = 20;
const HEIGHT = 10;

/** Grey, with one red box: left, top, width, height. */
function canvas(box?: readonly [number, number, number, number]): Sharp {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 128);
  const [left, top, width, height] = box ?? [0, 0, 0, 0];
  for (let row = top; row < top + height; row++)
    for (let column = left; column < left + width; column++) pixels.set([255, 0, 0], (row * WIDTH + column) * 3);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

const saved = async (image: Sharp): Promise<Uint8Array> => Uint8Array.from(await image.toBuffer());
const source = (bytes: Uint8Array) => memorySource("picture", bytes);

async function changesOf(before: Uint8Array, after: Uint8Array): Promise<readonly Change[]> {
  const found = await compareFiles(source(before), source(after));
  expect(found.format).toBe("image");
  expect(found.unreadable).toBeUndefined();
  return found.changes;
}

const facets = (changes: readonly Change[]) => changes.map(({ facet }) => facet);
const properties = (value: Change["after"]) => (value?.type === "properties" ? value.properties : {});

describe("what differs", () => {
  it("pixels: how many, which share, where", async () => {
    const changes = await changesOf(await saved(canvas().png()), await saved(canvas([3, 2, 4, 5]).png()));
    expect(facets(changes)).toEqual(["content"]);
    expect(properties(changes[0]?.after)).toEqual({
      width: 20,
      height: 10,
      "different pixels": 20,
      "different share": 0.1,
      "different area": "3,2 4×5",
    });
  });

  it("another size is content, without counting pixels", async () => {
    const changes = await changesOf(await saved(canvas().png()), await saved(canvas().resize(40, 10).png()));
    expect(properties(changes[0]?.before)).toEqual({ width: 20, height: 10 });
    expect(properties(changes[0]?.after)).toEqual({ width: 40, height: 10 });
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ["compression", (image) => image.png({ compressionLevel: 0 })],
    ["lossless type", (image) => image.webp({ lossless: true })],
    ["type", (image) => image.tiff({ compression: "lzw" })],
    ["EXIF", (image) => image.withExif({ IFD0: { ImageDescription: "a note" } }).png()],
    ["colour profile", (image) => image.withIccProfile("srgb").png()],
    ["resolution", (image) => image.withMetadata({ density: 300 }).png()],
  ])("another %s with the same pixels is one change of metadata", async (_, other) => {
    const before = await saved(canvas([1, 1, 3, 3]).png());
    const after = await saved(other(canvas([1, 1, 3, 3])));
    expect(facets(await changesOf(before, after))).toEqual(["metadata"]);
  });

  it("pixels and metadata are two changes, decided together", async () => {
    const [before, after] = [await saved(canvas().png()), await saved(canvas([0, 0, 1, 1]).tiff())];
    const changes = await changesOf(before, after);
    expect(facets(changes)).toEqual(["content", "metadata"]);
    expect(changes.map(({ requires }) => requires)).toEqual([[changes[1]?.id], [changes[0]?.id]]);
    const open = await imageFormat.apply(source(before), source(after), [changes[0]?.id ?? ("" as Change["id"])]);
    expect(open).toEqual({ ok: false, error: { reason: "not-closed", missing: [changes[1]?.id] } });
  });

  it("colour under full transparency is no content; 16 bits a channel are compared as such", async () => {
    const clear = (grey: number) =>
      saved(sharp(Buffer.from([grey, grey, grey, 0]), { raw: { width: 1, height: 1, channels: 4 } }).png());
    expect(facets(await changesOf(await clear(1), await clear(9)))).toEqual(["metadata"]);
    const deep = (value: number) =>
      saved(
        sharp(Uint16Array.from([value, value, value]), { raw: { width: 1, height: 1, channels: 3 } })
          .toColourspace("rgb16")
          .png(),
      );
    const changes = await changesOf(await deep(30_000), await deep(30_001));
    expect(facets(changes)).toEqual(["content"]);
    expect(properties(changes[0]?.after)).toMatchObject({ "different pixels": 1, "bits a channel": 16 });
  });

  it("a picture that is only stored turned is the same as shown", async () => {
    const upright = await saved(canvas([2, 2, 3, 3]).png());
    const turned = await saved(
      sharp(await saved(canvas([2, 2, 3, 3]).rotate(270).png()))
        .withMetadata({ orientation: 6 })
        .png(),
    );
    const changes = await changesOf(upright, turned);
    expect(facets(changes)).toEqual(["metadata"]);
    expect(properties(changes[0]?.after)).toMatchObject({ orientation: 6 });
  });

  it("frames of an animation", async () => {
    const animation = (boxes: readonly (readonly [number, number, number, number])[]) =>
      Promise.all(boxes.map((box) => saved(canvas(box).png()))).then((frames) =>
        saved(
          sharp(
            frames.map((frame) => Buffer.from(frame)),
            { join: { animated: true } },
          ).gif({ effort: 1 }),
        ),
      );
    const before = await animation([
      [0, 0, 2, 2],
      [5, 5, 2, 2],
      [9, 1, 2, 2],
    ]);
    const after = await animation([
      [0, 0, 2, 2],
      [6, 5, 2, 2],
      [9, 1, 2, 2],
    ]);
    const [change] = await changesOf(before, after);
    expect(properties(change?.after)).toMatchObject({ frames: 3, height: 10, "different area": "5,5 3×2" });
  });
});

describe("refused by name", () => {
  const refusal = async (bytes: Uint8Array, limits: Partial<Limits> = {}) => {
    const found = await imageFormat.read(source(bytes), { ...DEFAULT_LIMITS, ...limits });
    return found.ok ? null : found.error;
  };

  it("past each limit, before anything is decoded", async () => {
    const picture = await saved(canvas().png());
    expect(await refusal(picture, { maxBytes: 10 })).toMatchObject({ reason: "limit", limit: "maxBytes" });
    expect(await refusal(picture, { maxPixels: 199 })).toMatchObject({ reason: "limit", limit: "maxPixels" });
    expect(await refusal(picture, { maxPixels: 200 })).toBeNull();
    // A header that promises 60,000 × 60,000 pixels over hardly any data.
    const bomb = Buffer.from(picture);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const error = await refusal(bomb);
    expect(error?.reason).toMatch(/limit|damaged/);
  });

  it("cut, mislabelled or empty data is damaged, and compared as bytes", async () => {
    const picture = await saved(canvas([1, 1, 9, 5]).png());
    expect(await refusal(picture.subarray(0, 60))).toMatchObject({ reason: "damaged" });
    expect(await refusal(Buffer.from("\x89PNG\r\n\x1a\nnothing", "latin1"))).toMatchObject({ reason: "damaged" });
    const found = await compareFiles(source(picture), source(picture.subarray(0, 60)));
    expect(found).toMatchObject({ format: "bytes", unreadable: { side: "after" } });
    expect(found.changes).toHaveLength(1);
  });
});

it("a budget that runs out leaves one coarse change", async () => {
  const read = async (bytes: Uint8Array) => {
    const found = await imageFormat.read(source(bytes), DEFAULT_LIMITS);
    if (!found.ok) throw new Error(found.error.detail);
    return found.value;
  };
  const [before, after] = [
    await read(await saved(canvas().png())),
    await read(await saved(canvas([1, 1, 1, 1]).png())),
  ];
  const diff = imageFormat.diff(before, after, { remaining: 1 });
  expect(diff.complete).toBe(false);
  expect(facets(diff.changes)).toEqual(["content"]);
  expect(imageFormat.diff(before, after, defaultWork()).complete).toBe(true);
});

it("two different edits of one picture are one conflict of the whole file", async () => {
  const [base, one, two] = [
    await saved(canvas().png()),
    await saved(canvas([1, 1, 1, 1]).png()),
    await saved(canvas([9, 9, 1, 1]).png()),
  ];
  const merge = await mergeFiles(source(base), source(one), source(two));
  expect(merge.conflicts.map(({ address }) => address)).toEqual([{ kind: "file" }]);
  expect(merge.merged && Buffer.compare(merge.merged, one)).toBe(0);
});

it("a record says what it is", async () => {
  const found = await imageFormat.read(source(await saved(canvas().png())), DEFAULT_LIMITS);
  const records = found.ok ? [...imageFormat.records(found.value)] : [];
  expect(records).toEqual([{ locator: { kind: "file" }, markdown: "PNG picture, 20 × 10 pixels" }]);
});
