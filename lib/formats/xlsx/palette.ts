/**
 * The colours of a file: those that are named by number (ECMA-376 part 1, 18.8.27), through the file's own list where it
 * has one, and those of its theme (20.1.6.2), lightened and darkened as 18.8.19 says. Numbers are always what they
 * stand for. A colour of the theme stays a name, because it follows the theme, unless it is asked for as it is shown;
 * black and white as text and background are these everywhere, because many programs write them so.
 */
import { attribute, childElement, childElements, type XmlElement } from "../ooxml/xml-tree.ts";

export interface Palette {
  /** Six hex digits; `undefined` where the number stays a name (64 and 65: what the system has). */
  readonly indexed: (index: number) => string | undefined;
  /** Six hex digits of text and background in black and white; `undefined` where the number stays a name. */
  readonly theme: (index: number) => string | undefined;
  /** Six hex digits of a colour of the theme with its tint; `undefined` where the theme does not say. */
  readonly shown: (index: number, tint: number) => string | undefined;
  /** Equal for files whose themes have the same colours. */
  readonly scheme: string;
  /** The file's own list of colours by number; "" where it is the common one. */
  readonly own: string;
}

/** By the number that cells name them by. */
const NAMES = "lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink".split(" ");
/** Of a file without a theme: the one that programs add to it. */
const OFFICE = "FFFFFF 000000 EEECE1 1F497D 4F81BD C0504D 9BBB59 8064A2 4BACC6 F79646 0000FF 800080".split(" ");

const FIRST = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF";
const REST = `800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC
CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99
3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`;
const COMMON = `${FIRST} ${FIRST} ${REST}`.split(/\s+/);

/** @param theme the text of the theme's part; `styles` the root of the styles part */
export function paletteOf(theme: string | undefined, styles: XmlElement | null): Palette {
  const colors = themeColors(theme);
  const list = ownList(styles);
  const plain = (index: number, color: string) => (colors[index] === color ? color : undefined);
  return {
    indexed: (index) => list[index] ?? COMMON[index],
    theme: (index) => (index === 1 ? plain(1, "000000") : index === 0 ? plain(0, "FFFFFF") : undefined),
    shown(index, tint) {
      const color = colors[index];
      return color === undefined || color === "" ? undefined : tinted(color, tint);
    },
    scheme: colors.join(),
    own: list.every((color, index) => color === COMMON[index]) ? "" : list.join(),
  };
}

/** The element with the colours that it, or what is in it, names by number written out. */
export function withoutNumbers(element: XmlElement, palette: Palette): XmlElement {
  return {
    ...element,
    attributes: element.attributes.map((found) => {
      const color = found.name === "indexed" && found.ns === "" ? palette.indexed(Number(found.value)) : undefined;
      return color === undefined ? found : { ...found, name: "rgb", qname: "rgb", value: `FF${color}` };
    }),
    children: element.children.map((child) => (typeof child === "string" ? child : withoutNumbers(child, palette))),
  };
}

function themeColors(theme: string | undefined): readonly string[] {
  if (theme === undefined) return OFFICE;
  const start = Math.max(0, theme.indexOf("clrScheme"));
  const scheme = theme.slice(start, start + 4_096);
  return NAMES.map(
    (name) =>
      new RegExp(`<(?:\\w+:)?${name}>\\s*<[^<>]*(?:val|lastClr)="([\\dA-F]{6})"`, "i")
        .exec(scheme)?.[1]
        ?.toUpperCase() ?? "",
  );
}

function ownList(styles: XmlElement | null): string[] {
  const colors = styles === null ? undefined : childElement(styles, "colors");
  const list = colors === undefined ? undefined : childElement(colors, "indexedColors");
  if (list === undefined) return [];
  const written = [...childElements(list)].map((color) => (attribute(color, "rgb") ?? "").toUpperCase().slice(-6));
  // Beyond the list are the system's own colours.
  return written.slice(0, COMMON.length);
}

/** @param tint from -1 (black) to 1 (white) */
export function tinted(color: string, tint: number): string {
  if (tint === 0 || !Number.isFinite(tint)) return color;
  const channels = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [high, low] = [Math.max(...channels), Math.min(...channels)];
  const light = (high + low) / 2;
  const amount = Math.max(-1, Math.min(1, tint));
  const made = amount < 0 ? light * (1 + amount) : light * (1 - amount) + amount;
  // The same hue and saturation at another lightness: every channel keeps its share of the distance to the middle.
  const spread = high === low ? 0 : (1 - Math.abs(2 * made - 1)) / (1 - Math.abs(2 * light - 1));
  return channels
    .map((channel) => Math.round((made + (channel - light) * spread) * 255))
    .map((value) => Math.max(0, Math.min(255, value)).toString(16).toUpperCase().padStart(2, "0"))
    .join("");
}
