import { expect, it } from "vitest";

import { pixelRatio, rowLayout, scaleOf } from "./page-layout.ts";
import { markBoxes, markedWords } from "./page-marks.ts";

const word = (text: string, x: number, y: number, width = 40) => ({ text, box: [x, y, width, 10] as const });
const page = (marks: ReturnType<typeof word>[], size: readonly [number, number] = [500, 1000]) =>
  ({ type: "page", text: "", size, marks }) as const;

it("words side by side are one box, words of another line or far away their own", () => {
  const boxes = markBoxes(
    page([word("two", 100, 100), word("words", 143, 100), word("away", 300, 100), word("below", 100, 130)]),
  );
  expect(boxes.map(({ text }) => text)).toEqual(["two words", "away", "below"]);
  expect(boxes[0]).toMatchObject({ left: 0.2, top: 0.1, height: 0.01 });
  expect(boxes[0]?.width).toBeCloseTo(0.166, 3);
});

it("a page without a size, and what is no page, has no boxes", () => {
  expect(markBoxes(page([word("a", 1, 1)], [0, 0]))).toEqual([]);
  expect(markBoxes({ type: "text", text: "a" })).toEqual([]);
  expect(markBoxes(undefined)).toEqual([]);
  expect(markedWords(page([word("a", 1, 1)]))).toBe(1);
});

it("both pages of a row have one scale; a fitted page fits", () => {
  const sizes = [
    { width: 600, height: 800 },
    { width: 300, height: 400 },
  ];
  const room = { width: 1236, height: 500, columns: 2 } as const;
  expect(scaleOf(sizes, "width", room)).toBe(1);
  expect(scaleOf(sizes, "actual", room)).toBeCloseTo(96 / 72);
  const fitted = rowLayout(sizes, "fit", room);
  expect(fitted.height).toBeLessThanOrEqual(500);
  expect(rowLayout(sizes, "width", room)).toMatchObject({ pageHeight: 800, width: 600 });
});

it("a page larger than a canvas may be is drawn with fewer pixels", () => {
  expect(pixelRatio({ width: 600, height: 800 }, 1, 2)).toBe(2);
  const ratio = pixelRatio({ width: 14_400, height: 14_400 }, 1, 2);
  expect((14_400 * ratio) ** 2).toBeLessThanOrEqual(16_000_001);
});
