/**
 * Text as it is drawn: every run with its size and colour, every paragraph with its bullet and margins, each property
 * from the nearest place that says it (ECMA-376 part 1, 21.1.2): run, shape, layout, master, presentation.
 */
import { attribute, childElement, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import { paragraphsOf } from "../shape-parts.ts";
import { elementsOf } from "../shape.ts";
import { spend, type Budget } from "./budget.ts";
import { bulletOf, newCounters, type Counters } from "./bullets.ts";
import { colourIn, type Colour } from "./colours.ts";
import type { Scene } from "./scene.ts";
import type { Align, TextBody, TextParagraph, TextRun } from "./types.ts";

export interface TextContext {
  readonly scene: Scene;
  readonly budget: Budget;
  /** For the field of that name. */
  readonly slide: number;
  /** List styles, nearest first: the shape's own and those of the placeholders it takes after. */
  readonly near: readonly (XmlElement | undefined)[];
  /** `bodyPr`, nearest first. */
  readonly bodies: readonly (XmlElement | undefined)[];
  /** `titleStyle`, `bodyStyle` or `otherStyle` of the master. */
  readonly style: string;
  /** What a shape's style or a table's style says where no list style near does. */
  readonly colour?: Colour | null;
  readonly bold?: boolean;
}

/** What a paragraph or run costs beside its text, as characters. */
const OVERHEAD = 20;

/** Null where there is no text. */
export function textBody(body: XmlElement | undefined, context: TextContext): TextBody | null {
  if (body === undefined) return null;
  const frame = bodyFrame(context.bodies);
  const { scale, tighter } = fitOf(context.bodies[0]);
  const counters = newCounters();
  const paragraphs: TextParagraph[] = [];
  for (const paragraph of paragraphsOf(body)) {
    if (!spend(context.budget, "characters", OVERHEAD)) break;
    paragraphs.push(paragraphOf(paragraph, context, { scale, tighter, counters }));
  }
  return paragraphs.some(({ runs }) => runs.length > 0) ? { ...frame, paragraphs } : null;
}

const ANCHORS: Readonly<Record<string, TextBody["anchor"]>> = { t: "top", ctr: "middle", b: "bottom" };

function bodyFrame(bodies: TextContext["bodies"]): Omit<TextBody, "paragraphs"> {
  const said = (name: string) => firstSaid(bodies, (body) => attribute(body, name));
  const inset = (name: string, usual: number) => {
    const value = Number(said(name) ?? usual);
    return Number.isFinite(value) ? Math.max(-1e7, Math.min(1e7, value)) : usual;
  };
  const vertical = said("vert") ?? "horz";
  return {
    anchor: ANCHORS[said("anchor") ?? "t"] ?? "top",
    inset: [inset("lIns", 91_440), inset("tIns", 45_720), inset("rIns", 91_440), inset("bIns", 45_720)],
    wrap: said("wrap") !== "none",
    ...(vertical === "vert270" ? { turned: 270 } : vertical === "horz" ? {} : { turned: 90 }),
  };
}

/** How much a program shrank the text to make it fit. */
function fitOf(own: XmlElement | undefined): { scale: number; tighter: number } {
  const fit = childElement(own, "normAutofit");
  const share = (name: string, usual: number) => {
    const value = fit === undefined ? usual : Number(attribute(fit, name)?.replace("%", "000") ?? usual);
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value / 100_000)) : usual / 100_000;
  };
  return { scale: Math.max(0.1, share("fontScale", 100_000)), tighter: share("lnSpcReduction", 0) };
}

interface Fit {
  readonly scale: number;
  readonly tighter: number;
  readonly counters: Counters;
}

const ALIGNS: Readonly<Record<string, Align>> = {
  l: "left",
  ctr: "centre",
  r: "right",
  just: "justify",
  dist: "justify",
};

function paragraphOf(paragraph: XmlElement, context: TextContext, fit: Fit): TextParagraph {
  const own = childElement(paragraph, "pPr");
  const level = Math.min(8, Math.max(0, Math.trunc(Number((own && attribute(own, "lvl")) ?? 0)) || 0));
  const chain = chainOf(context, level);
  const levels = [own, ...chain.near, ...chain.far];
  const runs = runsOf(paragraph, context, chain, fit);
  const end = childElement(paragraph, "endParaRPr");
  const size =
    runs.length === 0 ? sizeOf(end, chain, fit.scale) : runs.reduce((largest, run) => Math.max(largest, run.size), 0);
  const length = (name: string) => {
    const value = Number(firstSaid(levels, (found) => attribute(found, name)) ?? 0);
    return Number.isFinite(value) ? Math.max(-5e7, Math.min(5e7, value)) : 0;
  };
  const [margin, indent] = [length("marL"), length("indent")];
  const spacing = (name: string) =>
    spacingOf(
      firstSaid(levels, (found) => childElement(found, name)),
      size,
    );
  const line =
    lineOf(
      firstSaid(levels, (found) => childElement(found, "lnSpc")),
      size,
    ) - fit.tighter;
  const [before, after] = [spacing("spcBef"), spacing("spcAft")];
  const bullet = runs.length === 0 ? undefined : bulletOf(levels, level, fit.counters);
  return {
    level,
    align: ALIGNS[firstSaid(levels, (found) => attribute(found, "algn")) ?? "l"] ?? "left",
    ...(bullet === undefined ? {} : { bullet }),
    ...(margin === 0 ? {} : { margin }),
    ...(indent === 0 ? {} : { indent }),
    ...(before === 0 ? {} : { before }),
    ...(after === 0 ? {} : { after }),
    ...(Math.abs(line - 1) < 0.005 ? {} : { line: round(line) }),
    size,
    runs,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Points. */
function spacingOf(element: XmlElement | undefined, size: number): number {
  const [points, share] = [childElement(element, "spcPts"), childElement(element, "spcPct")];
  const value = points === undefined ? (valueOf(share) / 100_000) * size : valueOf(points) / 100;
  return round(Math.max(0, Math.min(1_000, value)));
}

/** Times the usual line. */
function lineOf(element: XmlElement | undefined, size: number): number {
  const [points, share] = [childElement(element, "spcPts"), childElement(element, "spcPct")];
  const value =
    points === undefined ? (share === undefined ? 1 : valueOf(share) / 100_000) : valueOf(points) / 100 / (size * 1.2);
  return Math.max(0.2, Math.min(10, value));
}

const valueOf = (element: XmlElement | undefined): number =>
  element === undefined ? 0 : Number((attribute(element, "val") ?? "0").replace(/%$/, "000")) || 0;

/** The levels of the list styles that hold for a paragraph. */
interface Chain {
  readonly near: readonly (XmlElement | undefined)[];
  readonly far: readonly (XmlElement | undefined)[];
  readonly context: TextContext;
}

function chainOf(context: TextContext, level: number): Chain {
  const { scene, near, style } = context;
  const at = (list: XmlElement | undefined) => childElement(list, `lvl${level + 1}pPr`);
  const master = at(childElement(scene.styles, style));
  const presentation = at(scene.defaults);
  return { near: near.map(at), far: style === "otherStyle" ? [presentation, master] : [master, presentation], context };
}

function runsOf(paragraph: XmlElement, context: TextContext, chain: Chain, fit: Fit): TextRun[] {
  const runs: TextRun[] = [];
  for (const child of elementsOf(paragraph)) {
    const text = textIn(child, context.slide);
    if (text === "") continue;
    if (!spend(context.budget, "characters", text.length + OVERHEAD)) break;
    runs.push({ text, ...lookOf(childElement(child, "rPr"), chain, fit.scale) });
  }
  return runs;
}

function textIn(element: XmlElement, slide: number): string {
  if (element.name === "br") return "\n";
  if (element.name !== "r" && element.name !== "fld") return "";
  if (element.name === "fld" && attribute(element, "type") === "slidenum") return String(slide);
  const text = childElement(element, "t");
  return text === undefined ? "" : textOf(text).replaceAll("\v", "\n");
}

const DEFAULT_SIZE = 18;

function sizeOf(own: XmlElement | undefined, chain: Chain, scale: number): number {
  const size = Number(firstSaid(looksOf(own, chain), (look) => attribute(look, "sz")) ?? 0) / 100;
  return round((size > 0 ? Math.min(4_000, size) : DEFAULT_SIZE) * scale);
}

const defaultsIn = (levels: readonly (XmlElement | undefined)[]) =>
  levels.map((found) => childElement(found, "defRPr"));
const looksOf = (own: XmlElement | undefined, { near, far }: Chain) => [own, ...defaultsIn(near), ...defaultsIn(far)];

function lookOf(own: XmlElement | undefined, chain: Chain, scale: number): Omit<TextRun, "text"> {
  const { context } = chain;
  const looks = looksOf(own, chain);
  const said = (name: string) => firstSaid(looks, (look) => attribute(look, name));
  const isOn = (name: string) => ["1", "true"].includes(said(name) ?? "");
  const { palette, theme } = context.scene;
  const paint = (levels: readonly (XmlElement | undefined)[]) =>
    firstSaid(levels, (look) => colourIn(childElement(look, "solidFill") ?? firstStop(look), palette) ?? undefined);
  const linked = own !== undefined && childElement(own, "hlinkClick") !== undefined;
  const colour =
    (linked ? linkColour(context.scene) : undefined) ??
    paint([own, ...defaultsIn(chain.near)]) ??
    context.colour ??
    paint(defaultsIn(chain.far));
  const face = firstSaid(looks, (look) => {
    const latin = childElement(look, "latin");
    return latin === undefined ? undefined : attribute(latin, "typeface");
  });
  const font = fontOf(face, theme.major, theme.minor);
  const rise = Number(said("baseline") ?? 0);
  const bold = said("b") === undefined ? context.bold === true : isOn("b");
  return {
    size: sizeOf(own, chain, scale),
    ...(colour === undefined ? {} : { colour: colour.colour }),
    ...(font === "" ? {} : { font }),
    ...(bold ? { bold } : {}),
    ...(isOn("i") ? { italic: true } : {}),
    ...((said("u") ?? "none") !== "none" || linked ? { underline: true } : {}),
    ...((said("strike") ?? "noStrike") === "noStrike" ? {} : { strike: true }),
    ...(said("cap") === "all" ? { caps: true } : {}),
    ...(rise > 0 ? { rise: "super" } : rise < 0 ? { rise: "sub" } : {}),
  };
}

/** A text filled with a gradient is drawn in its first colour. */
const firstStop = (look: XmlElement): XmlElement | undefined =>
  childElement(childElement(childElement(look, "gradFill"), "gsLst"), "gs");

function linkColour({ palette }: Scene): Colour | undefined {
  const colour = palette.theme.get(palette.map.get("hlink") ?? "hlink");
  return colour === undefined ? undefined : { colour };
}

/** Letters, digits, spaces and hyphens only: it goes into a style. */
function fontOf(face: string | undefined, major: string, minor: string): string {
  const found = face === undefined || face.startsWith("+mn") ? minor : face.startsWith("+mj") ? major : face;
  return /^[\p{L}\p{N} ._-]{1,60}$/u.test(found) ? found : "";
}

export function firstSaid<T>(
  elements: readonly (XmlElement | undefined)[],
  find: (element: XmlElement) => T | undefined,
): T | undefined {
  for (const element of elements) {
    const found = element === undefined ? undefined : find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}
