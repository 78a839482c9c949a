/** Words that differ, as boxes on a page: words side by side on one line are one box. */
import type { ChangeBody } from "../../lib/contracts/changes.ts";

/** In parts of the page's width and height, from its top left corner as it is shown. */
export interface MarkBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

type Value = NonNullable<ChangeBody["before"]>;

/** Gap between two words, in heights of the word, up to which they are one box. */
const WORD_GAP = 0.9;
const MAX_BOXES = 2_000;

export function markBoxes(value: Value | undefined): MarkBox[] {
  if (value?.type !== "page") return [];
  const [pageWidth, pageHeight] = value.size;
  if (!(pageWidth > 0 && pageHeight > 0)) return [];
  const joined: { x: number; y: number; right: number; bottom: number; text: string }[] = [];
  for (const { text, box } of value.marks) {
    const [x, y, width, height] = box;
    const last = joined.at(-1);
    const gap = last === undefined ? 0 : x - last.right;
    const sameLine =
      last !== undefined && Math.abs(last.y - y) < height / 2 && gap < height * WORD_GAP && gap > -height;
    if (sameLine) {
      last.right = Math.max(last.right, x + width);
      last.y = Math.min(last.y, y);
      last.bottom = Math.max(last.bottom, y + height);
      last.text += ` ${text}`;
    } else if (joined.length < MAX_BOXES) joined.push({ x, y, right: x + width, bottom: y + height, text });
  }
  return joined.map(({ x, y, right, bottom, text }) => ({
    left: x / pageWidth,
    top: y / pageHeight,
    width: (right - x) / pageWidth,
    height: (bottom - y) / pageHeight,
    text,
  }));
}

/** Words that the other side does not have. */
export const markedWords = (value: Value | undefined): number => (value?.type === "page" ? value.marks.length : 0);
