/** Colours of DrawingML as six hex digits (ECMA-376 part 1, 20.1.2.3): scheme colours through map and theme, and what is done to them. */
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementsOf } from "../shape.ts";

export interface Colour {
  readonly colour: string;
  /** Absent: 1. */
  readonly opacity?: number;
}

export interface Palette {
  /** By the names of the theme: dk1, lt1, accent1, … */
  readonly theme: ReadonlyMap<string, string>;
  /** bg1 → lt1, … */
  readonly map: ReadonlyMap<string, string>;
}

const PRESETS: Readonly<Record<string, string>> = {
  black: "000000",
  white: "FFFFFF",
  red: "FF0000",
  green: "008000",
  blue: "0000FF",
  yellow: "FFFF00",
  cyan: "00FFFF",
  magenta: "FF00FF",
  gray: "808080",
  grey: "808080",
  silver: "C0C0C0",
  orange: "FFA500",
  purple: "800080",
  navy: "000080",
  teal: "008080",
  maroon: "800000",
  olive: "808000",
  lime: "00FF00",
};

/** The first colour among the children; `own` stands in for `phClr`. */
export function colourIn(holder: XmlElement | undefined, palette: Palette, own: Colour | null = null): Colour | null {
  if (holder === undefined) return null;
  for (const element of elementsOf(holder)) {
    const found = element.name.endsWith("Clr") ? colourOf(element, palette, own) : null;
    if (found !== null) return found;
  }
  return null;
}

function colourOf(element: XmlElement, palette: Palette, own: Colour | null): Colour | null {
  const base = baseColour(element, palette, own);
  if (base === null) return null;
  let rgb = channels(base.colour);
  let opacity = base.opacity ?? 1;
  for (const change of elementsOf(element)) {
    const value = Number(attribute(change, "val") ?? 0) / 100_000;
    if (!Number.isFinite(value)) continue;
    if (change.name === "alpha") opacity = Math.min(1, Math.max(0, value));
    else rgb = changed(rgb, change.name, value);
  }
  return { colour: hex(rgb), ...(opacity === 1 ? {} : { opacity }) };
}

function baseColour(element: XmlElement, { theme, map }: Palette, own: Colour | null): Colour | null {
  const value = attribute(element, "val") ?? "";
  const plain = (text: string | undefined) => (text !== undefined && /^[0-9a-f]{6}$/i.test(text) ? text : null);
  const wrap = (colour: string | null) => (colour === null ? null : { colour: colour.toUpperCase() });
  switch (element.name) {
    case "srgbClr":
      return wrap(plain(value));
    case "sysClr":
      return wrap(plain(attribute(element, "lastClr")) ?? (value === "window" ? "FFFFFF" : "000000"));
    case "prstClr":
      return wrap(PRESETS[value] ?? null);
    case "schemeClr":
      return value === "phClr" ? own : wrap(theme.get(map.get(value) ?? value) ?? null);
    case "scrgbClr": {
      const share = (name: string) => toGamma(Number(attribute(element, name) ?? 0) / 100_000) * 255;
      return wrap(hex([share("r"), share("g"), share("b")]));
    }
    case "hslClr": {
      const [hue, sat, lum] = [attribute(element, "hue"), attribute(element, "sat"), attribute(element, "lum")];
      return wrap(hex(fromHsl([Number(hue) / 21_600_000, Number(sat) / 100_000, Number(lum) / 100_000])));
    }
    default:
      return null;
  }
}

type Three = readonly [number, number, number];

/** One of the changes of 20.1.2.3; those that screens hardly show are left out. */
function changed(rgb: Three, name: string, value: number): Three {
  const each = (apply: (channel: number) => number): Three => [apply(rgb[0]), apply(rgb[1]), apply(rgb[2])];
  const linear = (apply: (channel: number) => number) =>
    each((channel) => toGamma(apply(toLinear(channel / 255))) * 255);
  const [hue, sat, lum] = toHsl(rgb);
  switch (name) {
    case "tint":
      return linear((channel) => channel * value + 1 - value);
    case "shade":
      return linear((channel) => channel * value);
    case "lumMod":
      return fromHsl([hue, sat, Math.min(1, lum * value)]);
    case "lumOff":
      return fromHsl([hue, sat, Math.min(1, Math.max(0, lum + value))]);
    case "lum":
      return fromHsl([hue, sat, value]);
    case "satMod":
      return fromHsl([hue, Math.min(1, sat * value), lum]);
    case "satOff":
      return fromHsl([hue, Math.min(1, Math.max(0, sat + value)), lum]);
    case "inv":
      return each((channel) => 255 - channel);
    case "gray":
      return each(() => rgb[0] * 0.3 + rgb[1] * 0.59 + rgb[2] * 0.11);
    default:
      return rgb;
  }
}

const channels = (colour: string): Three => [
  Number.parseInt(colour.slice(0, 2), 16),
  Number.parseInt(colour.slice(2, 4), 16),
  Number.parseInt(colour.slice(4, 6), 16),
];

const hex = (rgb: Three): string =>
  rgb
    .map((channel) => Math.min(255, Math.max(0, Math.round(channel) || 0)))
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();

const toLinear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const toGamma = (share: number): number =>
  share <= 0.0031308 ? share * 12.92 : 1.055 * Math.max(0, share) ** (1 / 2.4) - 0.055;

/** Each from 0 to 1. */
function toHsl([red, green, blue]: Three): Three {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const lum = (most + least) / 2;
  const spread = most - least;
  if (spread === 0) return [0, 0, lum];
  const sat = spread / (1 - Math.abs(2 * lum - 1));
  const sixth = most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return [sixth / 6, sat, lum];
}

function fromHsl([hue, sat, lum]: Three): Three {
  const channel = (shift: number) => {
    const at = (shift + hue * 12) % 12;
    return (lum - sat * Math.min(lum, 1 - lum) * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255;
  };
  return [channel(0), channel(8), channel(4)];
}
