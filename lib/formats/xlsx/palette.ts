/**
 * A theme's text and background colours by what they are, where these are black and white, as nearly everywhere: many
 * programs write them so. Other colours of a theme, and those named by number, stay names: they follow the theme and
 * the file's palette.
 */
export interface Palette {
  /** Six hex digits; `undefined` where the number stays a name. */
  theme(index: number): string | undefined;
}

/** @param theme the text of the theme's part */
export function paletteOf(theme: string | undefined): Palette {
  const scheme = theme?.slice(0, 4_096) ?? "";
  // A file without a theme has the one that programs add to it.
  const plain = (name: string, color: string) =>
    theme === undefined || new RegExp(`<(?:\\w+:)?${name}>\\s*<[^<>]*(?:val|lastClr)="${color}"`, "i").test(scheme);
  const [ink, paper] = [plain("dk1", "000000"), plain("lt1", "FFFFFF")];
  return { theme: (index) => (index === 1 && ink ? "000000" : index === 0 && paper ? "FFFFFF" : undefined) };
}
