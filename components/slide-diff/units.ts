/** Slides are drawn in CSS pixels of 1/96 inch; the drawing as a whole is scaled. */

const EMU_PER_PIXEL = 9_525;
/** Pixels to the point. */
export const POINT = 96 / 72;

export const pixels = (emu: number): number => Math.round((emu / EMU_PER_PIXEL) * 100) / 100;

/** Fonts of the same widths where the one of the file is not installed. */
const TWINS: Readonly<Record<string, string>> = {
  Calibri: "Carlito",
  "Calibri Light": "Carlito",
  Cambria: "Caladea",
  Arial: '"Liberation Sans"',
  Helvetica: '"Liberation Sans"',
  "Times New Roman": '"Liberation Serif"',
  "Courier New": '"Liberation Mono"',
};

/** Quotes are not among the letters that a font's name may have. */
export const fontStack = (font: string | undefined): string =>
  font === undefined ? "var(--font-ui)" : [`"${font}"`, TWINS[font], "var(--font-ui)"].filter(Boolean).join(", ");
