"use client";

import { useEffect, useMemo, useRef } from "react";

import { groupDigits, plural } from "../ui/format.ts";
import { pixelDifference, type PixelDifference, type Pixels } from "./pixel-difference.ts";

/** Above it, comparing would hold up the page. */
const MOST_PIXELS = 40_000_000;
/** The same in either theme: it stands on a pale picture. */
const MARK = [200, 30, 120] as const;

/** Null: too large to be compared here. */
export function useDifference(before: ImageBitmap | null, after: ImageBitmap | null): PixelDifference | null {
  return useMemo(() => {
    if (before === null || after === null) return null;
    const size = Math.max(before.width, after.width) * Math.max(before.height, after.height);
    return size > MOST_PIXELS ? null : pixelDifference(pixelsOf(before), pixelsOf(after), MARK);
  }, [before, after]);
}

function pixelsOf(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("There is no canvas to read pixels from");
  context.drawImage(bitmap, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

export function differenceWords(difference: PixelDifference | null): string {
  if (difference === null) return "The pictures are too large to be compared pixel by pixel here.";
  const { count, total, box } = difference;
  if (box === null) return "No pixel differs.";
  const share = (100 * count) / total;
  const percent = share < 0.01 ? "less than 0.01" : share.toFixed(share < 1 ? 2 : 1);
  const where = `${groupDigits(box.right - box.left)} × ${groupDigits(box.bottom - box.top)} at ${groupDigits(box.left)}, ${groupDigits(box.top)}`;
  return `${plural(count, "pixel differs", "pixels differ")}, ${percent} % of all, within ${where}`;
}

export function DifferenceLayer({ difference }: { readonly difference: PixelDifference }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, data } = difference.picture;
  useEffect(() => {
    const own = canvas.current;
    const context = own?.getContext("2d");
    if (own === null || context === null || context === undefined) return;
    own.width = width;
    own.height = height;
    context.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
    return () => {
      // Its memory goes at once.
      own.width = 0;
    };
  }, [data, width, height]);
  return <canvas ref={canvas} className="absolute top-0 left-0 block" />;
}
