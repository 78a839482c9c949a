/**
 * Which pixels of two pictures differ, laid over one another at their top left corners. What only one of them covers
 * differs. Colour under full transparency is nothing that is seen, and does not.
 */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Rows from the top: red, green, blue, opacity. */
  readonly data: Uint8ClampedArray;
}

export interface PixelDifference {
  readonly count: number;
  readonly total: number;
  /** The smallest box around them; null: none differ. Right and bottom are outside. */
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null;
  /** What both cover, pale; what differs, in `mark`. */
  readonly picture: Pixels;
}

type Colour = readonly [red: number, green: number, blue: number];

/** Of a grey value from white: how much of it is left where nothing differs. */
const PALE = 0.22;

export function pixelDifference(before: Pixels, after: Pixels, mark: Colour): PixelDifference {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const data = new Uint8ClampedArray(width * height * 4);
  const box = { left: width, top: height, right: 0, bottom: 0 };
  let count = 0;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 4;
      const [own, other] = [placeIn(before, column, row), placeIn(after, column, row)];
      data[at + 3] = 255;
      if (own >= 0 && other >= 0 && samePixel(before.data, own, after.data, other)) {
        const grey = 255 - (255 - greyOf(after.data, other)) * PALE;
        data[at] = data[at + 1] = data[at + 2] = grey;
        continue;
      }
      count += 1;
      [data[at], data[at + 1], data[at + 2]] = mark;
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column + 1);
      box.top = Math.min(box.top, row);
      box.bottom = Math.max(box.bottom, row + 1);
    }
  return { count, total: width * height, box: count === 0 ? null : box, picture: { width, height, data } };
}

const placeIn = ({ width, height }: Pixels, column: number, row: number): number =>
  column < width && row < height ? (row * width + column) * 4 : -1;

function samePixel(own: Uint8ClampedArray, at: number, other: Uint8ClampedArray, there: number): boolean {
  if (own[at + 3] === 0 && other[there + 3] === 0) return true;
  return (
    own[at] === other[there] &&
    own[at + 1] === other[there + 1] &&
    own[at + 2] === other[there + 2] &&
    own[at + 3] === other[there + 3]
  );
}

/** On white. */
function greyOf(data: Uint8ClampedArray, at: number): number {
  const opacity = (data[at + 3] ?? 0) / 255;
  const grey = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return grey * opacity + 255 * (1 - opacity);
}
