/** Drawings on sheets: anchors, pictures, shapes, and the frames that charts lie in (ECMA-376 part 1, 20.5). */
import { textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { Level, PartRules } from "./rules.ts";

/** What DrawingML says by default, in drawings and charts alike (20.1). */
export const DRAWINGML_DEFAULTS: NonNullable<PartRules["defaults"]> = {
  ln: { cmpd: "sng", algn: "ctr", cap: "flat" },
  bodyPr: { rot: "0", vert: "horz", wrap: "square", rtlCol: "0", anchor: "t", anchorCtr: "0" },
  // 100 per cent of the text's own size is what Excel writes everywhere.
  pPr: { lvl: "0", indent: "0", marL: "0", algn: "l", rtl: "0" },
  rPr: { u: "none", strike: "noStrike", baseline: "0", b: "0", i: "0", kern: "0" },
  defRPr: { u: "none", strike: "noStrike", baseline: "0", b: "0", i: "0", kern: "0" },
  fillRect: { l: "0", t: "0", r: "0", b: "0" },
  srcRect: { l: "0", t: "0", r: "0", b: "0" },
  xfrm: { rot: "0", flipH: "0", flipV: "0" },
};

export const DRAWINGML_HOLLOW = [
  "spPr",
  "ln",
  "xfrm",
  "avLst",
  "lstStyle",
  "pPr",
  "defRPr",
  "rPr",
  "srcRect",
  "fillRect",
  "effectLst",
  "headEnd",
  "tailEnd",
  "extLst",
  "ext",
];

/** Extensions that change nothing of what is drawn: ids, resolutions, what would be drawn if it were not hidden. */
const UNSEEN_EXTENSIONS = new Set([
  "uniqueId",
  "creationId",
  "uniqueID",
  "useLocalDpi",
  "hiddenFill",
  "hiddenLine",
  "hiddenEffects",
  "hiddenSp3d",
  "hiddenScene3d",
  "compatExt",
  "decorative",
  "invertSolidFillFmt",
  "pivotOptions16",
  "dataDisplayOptions16",
  "layout",
  "dlblFieldTable",
  "showDataLabelsRange",
]);
const IDS = new Set(["uniqueId", "creationId", "uniqueID", "rowId", "colId"]);

/** An `ext` that holds nothing but what is not seen (`all`: nothing but ids drawn anew). */
export function extensionMeaning(element: XmlElement, level: Level): null | undefined {
  if (element.name !== "ext" || element.attributes.every(({ name }) => name !== "uri")) return undefined;
  const inner = element.children.filter((child) => typeof child !== "string");
  const quiet = level === "seen" ? UNSEEN_EXTENSIONS : IDS;
  return inner.every(({ name }) => quiet.has(name) || IDS.has(name)) ? null : undefined;
}

/** One pixel: where programs count in other units, they meet there. */
const EMU = 9525;

export const DRAWING_RULES: PartRules = {
  defaults: {
    ...DRAWINGML_DEFAULTS,
    twoCellAnchor: { editAs: "twoCell" },
    clientData: { fLocksWithSheet: "1", fPrintsWithSheet: "1" },
    graphicFrame: { macro: "", fPublished: "0" },
    pic: { macro: "", fPublished: "0" },
    sp: { macro: "", textlink: "", fLocksText: "1", fPublished: "0" },
    cxnSp: { macro: "", fPublished: "0" },
    cNvPr: { descr: "", hidden: "0", title: "" },
    blip: { cstate: "none" },
  },
  values: { prstDash: "solid" },
  ids: { cNvPr: ["id"], stCxn: ["id"], endCxn: ["id"], blipFill: ["rotWithShape"], blip: ["cstate"] },
  hollow: new Set([
    ...DRAWINGML_HOLLOW,
    "clientData",
    "cNvPr",
    "cNvPicPr",
    "cNvGraphicFramePr",
    "cNvSpPr",
    "cNvCxnSpPr",
    "cNvGrpSpPr",
    "nvPicPr",
    "nvGraphicFramePr",
    "nvSpPr",
    "nvCxnSpPr",
    "nvGrpSpPr",
    "graphicFrameLocks",
    "picLocks",
    "spLocks",
    "stretch",
  ]),
  unseen: new Set(["graphicFrameLocks", "picLocks", "spLocks", "cxnSpLocks", "grpSpLocks", "stCxn", "endCxn"]),
  unseenAttributes: {
    cNvPr: ["name", "descr", "title"],
    twoCellAnchor: ["editAs"],
    cNvPicPr: ["preferRelativeResize"],
    picLocks: ["noChangeAspect"],
    spPr: ["bwMode"],
  },
  attribute(element, { name, value }, level) {
    const length = level === "seen" && element.name === "ext" && (name === "cx" || name === "cy");
    return length ? String(Math.round(Number(value) / EMU)) : undefined;
  },
  element(element, level) {
    if (element.name === "prstGeom" && isPlainRectangle(element)) return null;
    if (element.name === "wsDr" && level === "seen") markWholeSheet(element);
    if (wholeSheet.has(element)) return null;
    if (element.name === "grpSp") markGroup(element);
    if (element.name === "xfrm" && level === "seen") return frameMeaning(element);
    if (level === "seen" && (element.name === "colOff" || element.name === "rowOff"))
      return `<${element.name}>${Math.round(Number(textOf(element)) / EMU)}`;
    return extensionMeaning(element, level);
  },
};

const isPlainRectangle = (element: XmlElement) =>
  element.attributes.some(({ name, value }) => name === "prst" && value === "rect");

/** Place and size of the one chart of a chart sheet, which fills the sheet whatever they say. */
const wholeSheet = new WeakSet<XmlElement>();

function markWholeSheet(drawing: XmlElement): void {
  const [only, ...more] = drawing.children.filter((child) => typeof child !== "string");
  if (only?.name !== "absoluteAnchor" || more.length > 0) return;
  const inner = only.children.filter((child) => typeof child !== "string");
  if (!inner.some(({ name }) => name === "graphicFrame")) return;
  for (const child of inner) if (child.name === "pos" || child.name === "ext") wholeSheet.add(child);
}

/** Elements inside of a group, whose frames say where they lie; parents are looked at before their children. */
const grouped = new WeakSet<XmlElement>();

function markGroup(element: XmlElement): void {
  for (const child of element.children)
    if (typeof child !== "string") {
      grouped.add(child);
      markGroup(child);
    }
}

/** Where it lies follows from the anchor; inside of a group the frame counts, and a group's own scale. */
function frameMeaning(element: XmlElement): null | undefined {
  if (grouped.has(element)) return undefined;
  const turns = element.attributes.some(
    ({ name, value }) => /^(rot|flipH|flipV)$/.test(name) && !/^(0|false)$/.test(value),
  );
  return turns ? undefined : null;
}
