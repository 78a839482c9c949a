import { describe, expect, it } from "vitest";

import { pictureKind } from "./picture-kind.ts";
import { pixelDifference, type Pixels } from "./pixel-difference.ts";
import { fitted, moved, zoomed } from "./view-box.ts";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe("what kind of picture", () => {
  it.each([
    ["\x89PNG\r\n\x1a\nrest", "PNG", "image/png"],
    ["\xff\xd8\xff\xe0", "JPEG", "image/jpeg"],
    ["RIFF\x01\x02\x03\x04WEBPVP8 ", "WebP", "image/webp"],
    ["\0\0\0\x1cftypavifrest", "AVIF", "image/avif"],
    ["II*\0more", "TIFF", null],
  ])("%j is %s", (head, name, type) => expect(pictureKind(bytes(head))).toEqual({ name, type }));

  it.each(["<svg xmlns='http://www.w3.org/2000/svg'>", "<!doctype html>", "RIFF....WAVE", "", "\x89PN"])(
    "%j is none",
    (head) => expect(pictureKind(bytes(head))).toBeNull(),
  );
});

const RED = [255, 0, 0] as const;
const grey = (width: number, height: number, changes: Readonly<Record<number, readonly number[]>> = {}): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4).fill(128);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  for (const [pixel, colour] of Object.entries(changes)) data.set(colour, Number(pixel) * 4);
  return { width, height, data };
};

describe("pixels that differ", () => {
  it("are counted, boxed and marked", () => {
    const found = pixelDifference(grey(4, 3), grey(4, 3, { 5: [0, 0, 0, 255], 10: [1, 1, 1, 255] }), RED);
    expect(found).toMatchObject({ count: 2, total: 12, box: { left: 1, top: 1, right: 3, bottom: 3 } });
    expect([...found.picture.data.subarray(20, 24)]).toEqual([255, 0, 0, 255]);
    expect(found.picture.data[0]).toBeGreaterThan(200);
  });

  it("equal pictures have none, whatever hides under full transparency", () => {
    const clear = (value: number) => grey(2, 1, { 0: [value, value, value, 0] });
    expect(pixelDifference(clear(1), clear(200), RED)).toMatchObject({ count: 0, box: null });
  });

  it("what only one of them covers differs", () => {
    expect(pixelDifference(grey(2, 2), grey(3, 2), RED)).toMatchObject({
      count: 2,
      total: 6,
      box: { left: 2, top: 0, right: 3, bottom: 2 },
    });
  });
});

describe("what of a picture is in view", () => {
  const picture = { width: 1000, height: 500 };
  const room = { width: 500, height: 500 };

  it("fitted: all of it, in the middle, never larger than it is", () => {
    expect(fitted(picture, room)).toEqual({ scale: 0.5, x: 0, y: 125 });
    expect(fitted({ width: 10, height: 10 }, room)).toEqual({ scale: 1, x: 245, y: 245 });
  });

  it("zoomed: the point under the pointer stays where it is", () => {
    const view = zoomed({ scale: 1, x: 0, y: 0 }, 2, { x: 100, y: 50 });
    expect(view).toEqual({ scale: 2, x: -100, y: -50 });
    expect(zoomed(view, 1_000, { x: 0, y: 0 }).scale).toBe(32);
  });

  it("moved: never wholly out of sight", () => {
    const view = { scale: 1, x: 0, y: 0 };
    expect(moved(view, { x: 30, y: -20 }, picture, room)).toEqual({ scale: 1, x: 30, y: -20 });
    expect(moved(view, { x: -5_000, y: 5_000 }, picture, room)).toEqual({ scale: 1, x: -960, y: 460 });
  });
});
