/**
 * Charts (ECMA-376 part 1, 21.2). Cached numbers and texts follow from the cells and mean nothing, except of another
 * file's cells, where they are all that there is to draw. Ids of axes are renumbered at every save.
 */
import { attribute, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import { DRAWINGML_DEFAULTS, DRAWINGML_HOLLOW, extensionMeaning } from "./drawing-rules.ts";
import type { PartRules } from "./rules.ts";

/** What Excel draws where the element is absent. */
const VALUES: Readonly<Record<string, string>> = {
  date1904: "0",
  autoTitleDeleted: "0",
  overlay: "0",
  dispBlanksAs: "gap",
  tickLblPos: "nextTo",
  crosses: "autoZero",
  crossBetween: "between",
  auto: "1",
  minorTickMark: "none",
  lblAlgn: "ctr",
  lblOffset: "100",
  noMultiLvlLbl: "0",
  orientation: "minMax",
  delete: "0",
  legendPos: "r",
  gapWidth: "150",
  gapDepth: "150",
  overlap: "0",
  firstSliceAng: "0",
  bubbleScale: "100",
  sizeRepresents: "area",
  barDir: "col",
  shape: "box",
  explosion: "0",
  invertIfNegative: "0",
  bubble3D: "0",
  showDLblsOverMax: "0",
  showNegBubbles: "0",
  thickness: "0",
  prstDash: "solid",
  style: "2",
  depthPercent: "100",
  rAngAx: "0",
  perspective: "30",
  layoutTarget: "outer",
  xMode: "factor",
  yMode: "factor",
  wMode: "factor",
  hMode: "factor",
  dispEq: "0",
  dispRSqr: "0",
  wireframe: "0",
};

export const CHART_RULES: PartRules = {
  defaults: { ...DRAWINGML_DEFAULTS, numFmt: { sourceLinked: "0" } },
  values: VALUES,
  silent: new Set(["pivotOptions"]),
  hollow: new Set([
    ...DRAWINGML_HOLLOW,
    "layout",
    "manualLayout",
    "bodyPr",
    "txPr",
    "scaling",
    "rich",
    "p",
    "dLbls",
    "printSettings",
    "headerFooter",
    "pageMargins",
    "pageSetup",
    "view3D",
    "marker",
    "clrMapOvr",
    "r",
    "t",
  ]),
  // `axPos` follows from the kind of chart and from where the axes cross.
  unseen: new Set(["lang", "printSettings", "axPos", "protection", "endParaRPr"]),
  unseenAttributes: { "*": ["lang", "dirty", "smtClean", "noProof"] },
  // Excel draws kinds of charts in an order of its own; axes have none.
  unordered: new Set(["plotArea", "extLst"]),
  implied,
  element(element, level) {
    if (CACHES.has(element.name)) return isForeign(element) ? undefined : null;
    if (element.name === "numRef" || element.name === "strRef" || element.name === "multiLvlStrRef")
      markForeign(element);
    if (element.name === "numFmt" && ["1", "true"].includes(attribute(element, "sourceLinked") ?? "")) return null;
    if (element.name === "plotArea") numberAxes(element);
    if (element.name === "axId" || element.name === "crossAx") return `<${element.name}>${axisName(element)}`;
    if (element.name === "majorTickMark") return tickMeaning(attribute(element, "val") ?? "cross");
    if (element.name === "marker" && isWithout(element)) return null;
    if (element.name === "AlternateContent") return styleMeaning(element, level);
    return extensionMeaning(element, level);
  },
};

const AXES = new Set(["catAx", "valAx", "dateAx", "serAx"]);

/** What is drawn unless something else is said: outside tick marks on axes, markers on the points of a series. */
function implied(element: XmlElement): readonly string[] {
  const has = (name: string) => element.children.some((child) => typeof child !== "string" && child.name === name);
  if (AXES.has(element.name)) return has("majorTickMark") ? [] : [tickMeaning("out") ?? ""];
  // A series of a scatter chart has x values, one of a line chart says whether it is smooth.
  return element.name === "ser" && has("xVal") && !has("marker") && !has("bubbleSize") ? ["<marker>"] : [];
}

const tickMeaning = (value: string): string | null => (value === "none" ? null : `<majorTickMark ${value}>`);

/** `<marker><symbol val="none"/></marker>` draws no marker: the series says nothing about it. */
const isWithout = (marker: XmlElement): boolean =>
  marker.children.some(
    (child) => typeof child !== "string" && child.name === "symbol" && attribute(child, "val") === "none",
  );

const CACHES = new Set(["numCache", "strCache", "multiLvlStrCache"]);
const foreign = new WeakSet<XmlElement>();
const isForeign = (element: XmlElement) => foreign.has(element);

/** A reference into another file: `[1]Sheet1!$A$1`. */
function markForeign(reference: XmlElement): void {
  const children = reference.children.filter((child) => typeof child !== "string");
  const formula = children.find(({ name }) => name === "f");
  if (formula !== undefined && /\[[1-9]\d*\]|\[[^\]]*\.\w+\]/.test(textOf(formula)))
    for (const child of children) foreign.add(child);
}

const axes = new WeakMap<XmlElement, string>();
const axisName = (element: XmlElement) => axes.get(element) ?? attribute(element, "val") ?? "";

/** Axes by their place among the axes of their kind. */
function numberAxes(plotArea: XmlElement): void {
  const children = plotArea.children.filter((child) => typeof child !== "string");
  const inside = (element: XmlElement, name: string) =>
    element.children.filter((child) => typeof child !== "string").filter((child) => child.name === name);
  const names = new Map<string, string>();
  const list = children.filter(({ name }) => /^(cat|val|date|ser)Ax$/.test(name));
  const counts = new Map<string, number>();
  for (const axis of list) {
    const count = (counts.get(axis.name) ?? 0) + 1;
    counts.set(axis.name, count);
    for (const id of inside(axis, "axId")) names.set(attribute(id, "val") ?? "", `${axis.name} ${count}`);
  }
  for (const child of children)
    for (const id of [...inside(child, "axId"), ...inside(child, "crossAx")])
      axes.set(id, names.get(attribute(id, "val") ?? "") ?? "no axis");
}

/** The style of newer programs beside that of older ones: the first is what is drawn. */
function styleMeaning(element: XmlElement, level: "seen" | "all"): string | undefined {
  const found: string[] = [];
  const visit = (inner: XmlElement) => {
    if (inner.name === "style") found.push(attribute(inner, "val") ?? "");
    for (const child of inner.children) if (typeof child !== "string") visit(child);
  };
  visit(element);
  if (found.length === 0) return undefined;
  const [first = ""] = found;
  // 101 to 148 are 1 to 48 of the older numbering.
  const style = Number(first) > 100 ? Number(first) - 100 : Number(first);
  return style === 2 && level === "seen" ? "" : `<style ${style}>`;
}
