/**
 * What cell styles mean, never their index: the number format's code, and a digest of font, fill, border, alignment and
 * protection with defaults left out, so that renumbered or reordered style tables compare equal. The look of style 0 is
 * the default and is "no style"; if it changes, that is one change of the styles part, not one of every cell.
 * Named styles and `apply…` attributes are not part of a cell's meaning: Excel draws from the ids of `cellXfs` alone.
 */
import { sha256 } from "../../shared/sha256.ts";
import { canonicalXml } from "../ooxml/xml-canonical.ts";
import { attribute, childElement, childElements, type XmlElement } from "../ooxml/xml-tree.ts";
import { plainFormatCode } from "./format-code.ts";
import { BUILTIN_FORMATS } from "./number-formats.ts";
import { paletteOf, type Palette } from "./palette.ts";

export interface CellStyle {
  /** Absent means General. */
  readonly numberFormat?: string;
  /** Absent means the default look. */
  readonly style?: string;
}

export interface StyleApart {
  readonly inside: string;
  /** By side, `left` to `bottom`; absent means no line. */
  readonly sides: Readonly<Record<string, string>>;
}

export interface Styles {
  readonly root: XmlElement | null;
  readonly count: number;
  /** Beyond the table: the default. */
  of(index: number): CellStyle;
  /** The code of a number format by its id, in one spelling (see format-code.ts). */
  formatOf(id: number): string;
  /** What a differential format (conditional formats, tables) means; "" where there is none. */
  differential(index: number): string;
  /** The look of a style apart: its borders side by side, and all the rest as a digest. */
  apart(index: number): StyleApart;
  /** A digest of the look with the colours of the theme as they are: equal looks are seen alike where `palette.scheme` is the same. */
  shown(index: number): string;
  readonly palette: Palette;
  /** The look of style 0. */
  readonly normal: string;
  /** Styles that have a name of the person's own, and what they look like; "" where there are none. */
  readonly named: string;
  /** Looks for tables that come with the file; "" where there are none. */
  readonly forTables: string;
}

/** @param theme the text of the theme's part */
export function readStyles(root: XmlElement | null, theme?: string): Styles {
  const palette = paletteOf(theme, root);
  const list = (name: string) => {
    const parent = root === null ? undefined : childElement(root, name);
    return parent === undefined ? [] : [...childElements(parent)];
  };
  const formats = new Map<number, string>();
  for (const format of list("numFmts"))
    formats.set(Number(attribute(format, "numFmtId")), attribute(format, "formatCode") ?? "General");
  const named = { theme: palette.theme, indexed: palette.indexed };
  const fonts = list("fonts").map((font) => fontLook(font, named));
  const fills = list("fills").map((fill) => fillLook(fill, named));
  const borders = list("borders").map((border) => borderLook(border, named));
  const xfs = list("cellXfs");
  const dxfs = list("dxfs");
  const looks = looksOf(xfs, { fonts, fills, borders });
  let shown: readonly string[] | null = null;
  const shownLooks = () =>
    looksOf(xfs, {
      fonts: list("fonts").map((font) => fontLook(font, palette)),
      fills: list("fills").map((fill) => fillLook(fill, palette)),
      borders: list("borders").map((border) => borderLook(border, palette)),
    });
  const sides = list("borders").map((border) => borderSides(border, named));
  const apart = xfs.map((xf): StyleApart => {
    const at = (name: string) => Number(attribute(xf, name) ?? 0);
    const inside = [fonts[at("fontId")] ?? "", fills[at("fillId")] ?? "", detailLook(xf)].join("\n");
    return { inside, sides: sides[at("borderId")] ?? {} };
  });
  const formatOf = (id: number) => plainFormatCode(formats.get(id) ?? BUILTIN_FORMATS[id] ?? "General");
  const normal = looks[0] ?? "";
  const all = xfs.map((xf, index): CellStyle => {
    const id = Number(attribute(xf, "numFmtId") ?? 0);
    const code = formatOf(id);
    const style = looks[index] ?? normal;
    return { ...(isGeneral(code) ? {} : { numberFormat: code }), ...(style === normal ? {} : { style }) };
  });
  const lookOf = (xf: XmlElement | undefined): string => {
    if (xf === undefined) return "";
    const at = (name: string) => Number(attribute(xf, name) ?? 0);
    const code = formatOf(at("numFmtId"));
    return [fonts[at("fontId")], fills[at("fillId")], borders[at("borderId")], detailLook(xf), code].join("\n");
  };
  const bases = list("cellStyleXfs");
  const ownStyles = ownNames(list("cellStyles")).map(
    (style) => `${attribute(style, "name") ?? ""}\n${lookOf(bases[Number(attribute(style, "xfId") ?? 0)])}`,
  );
  const differential = (index: number) => (dxfs[index] === undefined ? "" : differentialLook(dxfs[index], named));
  const forTables = list("tableStyles").map((style) => tableLook(style, differential));
  return {
    root,
    palette,
    shown: (index) => (shown ??= shownLooks())[index] ?? "",
    named: ownStyles.sort().join("\n\n"),
    forTables: forTables.sort().join("\n\n"),
    count: xfs.length,
    of: (index) => all[index] ?? {},
    apart: (index) => apart[index] ?? { inside: "", sides: {} },
    formatOf,
    differential,
    normal,
  };
}

function looksOf(
  xfs: readonly XmlElement[],
  { fonts, fills, borders }: Readonly<Record<"fonts" | "fills" | "borders", readonly string[]>>,
): string[] {
  return xfs.map((xf) => {
    const at = (name: string) => Number(attribute(xf, name) ?? 0);
    const parts = [fonts[at("fontId")] ?? "", fills[at("fillId")] ?? "", borders[at("borderId")] ?? "", detailLook(xf)];
    return sha256(parts.join("\n")).slice(0, 12);
  });
}

/** Named styles that are not among those of the program. */
export const ownNames = (styles: readonly XmlElement[]): XmlElement[] =>
  styles.filter((style) => attribute(style, "builtinId") === undefined && attribute(style, "xfId") !== "0");

const tableLook = (style: XmlElement, differential: (index: number) => string): string =>
  canonicalXml(style, {
    attribute(_element, { name, value }) {
      if (name === "count") return null;
      if (name === "dxfId") return differential(Number(value));
      const plain = value === "true" ? "1" : value === "false" ? "0" : value;
      return (name === "pivot" || name === "table" || name === "size") && plain === "1" ? null : plain;
    },
  });

const isGeneral = (code: string) => code === "" || code.toLowerCase() === "general";
const isOff = (value: string | undefined) => value === "0" || value === "false";

/** The colours of a theme stay names without `shown`. */
type Colors = Pick<Palette, "theme" | "indexed"> & Partial<Pick<Palette, "shown">>;

function colorLook(color: XmlElement, palette: Colors): string {
  const theme = attribute(color, "theme");
  const seen = theme === undefined ? undefined : palette.shown?.(Number(theme), Number(attribute(color, "tint") ?? 0));
  if (seen !== undefined) return `rgb${seen}`;
  const written = color.attributes.map(({ name, value }) => {
    if (name === "rgb") return `rgb${value.toUpperCase().slice(-6)}`;
    if (name === "tint") return Number(value) === 0 ? "" : `tint${Number(value).toPrecision(6)}`;
    const known = name === "theme" ? palette.theme(Number(value)) : undefined;
    const named = name === "indexed" ? palette.indexed(Number(value)) : known;
    if (named !== undefined) return `rgb${named}`;
    return name === "auto" && isOff(value) ? "" : `${name}${value}`;
  });
  return written
    .filter((part) => part !== "")
    .sort()
    .join(",");
}

/** Which font to take where the one that is named is not there. */
const HINTS = new Set(["scheme", "family", "charset"]);

/** The colour of text where nothing is said: black, by whatever name. */
const plainInk = (look: string): string => (INKS.has(look) ? "" : look);
const INKS = new Set(["", "auto1", "autotrue", "indexed64", "rgb000000"]);

function fontLook(font: XmlElement, palette: Colors): string {
  const looks: string[] = [];
  for (const child of childElements(font)) {
    const value = attribute(child, "val");
    if (child.name === "color") looks.push(...said("color", plainInk(colorLook(child, palette))));
    else if (child.name === "sz") looks.push(`sz ${Number(value)}`);
    else if (child.name === "u" && value !== "none") looks.push(`u ${value ?? "single"}`);
    else if (HINTS.has(child.name)) continue;
    else if (child.name === "name" || child.name === "vertAlign") {
      if (value !== undefined && value !== "baseline" && value !== "none") looks.push(`${child.name} ${value}`);
    } else if (child.name !== "u" && !isOff(value)) looks.push(child.name);
  }
  return looks.sort().join(";");
}

function fillLook(fill: XmlElement, palette: Colors): string {
  const pattern = childElement(fill, "patternFill");
  if (pattern === undefined) return canonicalXml(fill);
  const type = attribute(pattern, "patternType") ?? "none";
  if (type === "none") return "";
  const colors = [...childElements(pattern)].map((color) => `${color.name} ${colorLook(color, palette)}`);
  // A solid fill shows its foreground only.
  const shown = type === "solid" ? colors.filter((color) => color.startsWith("fg")) : colors;
  return [type, ...shown.sort()].join(";");
}

function borderLook(border: XmlElement, palette: Colors): string {
  const sides = Object.entries(borderSides(border, palette)).map(([name, line]) => `${name} ${line}`);
  const diagonal = ["diagonalUp", "diagonalDown"].filter((name) => {
    const value = attribute(border, name);
    return value !== undefined && !isOff(value);
  });
  return [...sides.sort(), ...diagonal].join(";");
}

function borderSides(border: XmlElement, palette: Colors): Record<string, string> {
  const sides: Record<string, string> = {};
  for (const side of childElements(border)) {
    const style = attribute(side, "style") ?? "none";
    if (style === "none") continue;
    const name = side.name === "start" ? "left" : side.name === "end" ? "right" : side.name;
    const color = childElement(side, "color");
    sides[name] = `${style} ${color === undefined ? "" : plainInk(colorLook(color, palette))}`;
  }
  return sides;
}

const DETAIL_DEFAULTS: Readonly<Record<string, string>> = {
  horizontal: "general",
  vertical: "bottom",
  textRotation: "0",
  wrapText: "0",
  indent: "0",
  relativeIndent: "0",
  justifyLastLine: "0",
  shrinkToFit: "0",
  readingOrder: "0",
  locked: "1",
  hidden: "0",
};

/** Alignment, protection, and the quote prefix that shows a number as text. */
function detailLook(xf: XmlElement): string {
  const looks = [...childElements(xf)].flatMap(detailsOf);
  const quoted = attribute(xf, "quotePrefix");
  if (quoted !== undefined && !isOff(quoted)) looks.push("quotePrefix");
  return looks.sort().join(";");
}

/** What an `alignment` or `protection` says beyond the default. */
function detailsOf(child: XmlElement): string[] {
  if (child.name !== "alignment" && child.name !== "protection") return [];
  return child.attributes.flatMap(({ name, value }) => {
    const plain = value === "true" ? "1" : value === "false" ? "0" : value;
    return DETAIL_DEFAULTS[name] === plain ? [] : [`${name} ${plain}`];
  });
}

const said = (what: string, look: string): string[] => (look === "" ? [] : [`${what} ${look}`]);

function differentialLook(dxf: XmlElement, palette: Colors): string {
  const looks: string[] = [];
  for (const child of childElements(dxf)) {
    if (child.name === "font") looks.push(...said("font", fontLook(child, palette)));
    else if (child.name === "border") looks.push(...said("border", borderLook(child, palette)));
    else if (child.name === "numFmt") looks.push(`numFmt ${plainFormatCode(attribute(child, "formatCode") ?? "")}`);
    else if (child.name === "fill") {
      const pattern = childElement(child, "patternFill");
      const colors =
        pattern === undefined
          ? []
          : [...childElements(pattern)].map((color) => `${color.name} ${colorLook(color, palette)}`);
      looks.push(
        `fill ${pattern === undefined ? canonicalXml(child) : (attribute(pattern, "patternType") ?? "solid")} ${colors.sort().join(";")}`,
      );
    } else looks.push(...detailsOf(child));
  }
  return looks.sort().join("\n");
}
