/**
 * What surrounds a sheet's cells, in the result: ranges and formulas of before moved along with rows and columns, and
 * the elements that were chosen taken from after.
 */
import { decodeEntities, encodeXml } from "../../ooxml/xml-text.ts";
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftFormula } from "../formula-shift.ts";
import type { SheetItem } from "../diff/sheet-items.ts";
import { dropLinks, takeElement, type Taking } from "./linked-elements.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { ItemAction, Plan, SheetPlan } from "./plan.ts";
import { mainPrefix } from "./serialise.ts";
import type { StyleCarrier } from "./style-carrier.ts";
import { editText, type TextEdit } from "./text-edits.ts";

/** Schema order of the children of `worksheet` (ECMA-376 part 1, 18.3.1.99). */
const ORDER = [
  "sheetPr",
  "dimension",
  "sheetViews",
  "sheetFormatPr",
  "cols",
  "sheetData",
  "sheetCalcPr",
  "sheetProtection",
  "protectedRanges",
  "scenarios",
  "autoFilter",
  "sortState",
  "dataConsolidate",
  "customSheetViews",
  "mergeCells",
  "phoneticPr",
  "conditionalFormatting",
  "dataValidations",
  "hyperlinks",
  "printOptions",
  "pageMargins",
  "pageSetup",
  "headerFooter",
  "rowBreaks",
  "colBreaks",
  "customProperties",
  "cellWatches",
  "ignoredErrors",
  "smartTags",
  "drawing",
  "legacyDrawing",
  "legacyDrawingHF",
  "drawingHF",
  "picture",
  "oleObjects",
  "controls",
  "AlternateContent",
  "webPublishItems",
  "tableParts",
  "extLst",
];

/** The frame with an empty `<sheetData/>`; equal to before's text where nothing changes. */
export function writeFrame(
  plan: Plan,
  sheet: SheetPlan,
  editor: PackageEditor,
  styles: StyleCarrier,
  cellsChange: boolean,
): string {
  const { before, after } = sheet.pair;
  const { frame } = before;
  const edits: TextEdit[] = [];
  const aspects = new Set(sheet.aspects);
  const children = frame.children.filter((child) => typeof child !== "string");
  for (const child of children) {
    if (aspects.has(child.name) || (child.name === "dimension" && cellsChange))
      edits.push({ from: child.start, to: child.end, text: "" });
    else if (!plan.fromBefore.isSame && child.name !== "sheetData" && !sheet.items.has(child.name))
      moveElement(child, before.frameText, plan, sheet, edits);
  }
  const taking = { plan, editor, styles, fromOwner: after.entry.part, toOwner: before.entry.part, sheet: after.name };
  for (const name of ORDER.filter((known) => aspects.has(known)).concat(
    [...aspects].filter((known) => !ORDER.includes(known)),
  )) {
    dropLinks(
      children.filter((child) => child.name === name),
      before.entry.part,
      editor,
    );
    const at = placeOf(frame, name);
    const text = after.frame.children
      .filter((child) => typeof child !== "string")
      .filter((child) => child.name === name)
      .map((child) => takeElement(child, after.frame, "", taking))
      .join("");
    edits.push({ from: at, to: at, text });
  }
  for (const [name, chosen] of sheet.items) edits.push(...itemEdits(name, chosen, sheet, taking));
  return editText(before.frameText, edits);
}

/** The elements of one name in the result, where some of their items were taken: those of before that stay, then the new ones. */
function itemEdits(name: string, chosen: readonly ItemAction[], sheet: SheetPlan, taking: Taking): TextEdit[] {
  const { before, after } = sheet.pair;
  const gone = new Set(chosen.flatMap(({ before: item }) => (item === null ? [] : [item.element])));
  dropLinks([...gone], before.entry.part, taking.editor);
  const news = chosen.flatMap(({ after: item }) => (item === null ? [] : [item]));
  const holders = before.frame.children.filter((child) => typeof child !== "string" && child.name === name);
  const prefix = mainPrefix(before.frame);
  const taken = (item: SheetItem): string => takeElement(item.element, after.frame, prefix, taking);
  const edits: TextEdit[] = [];
  let fresh = name === "conditionalFormatting" ? "" : news.map(taken).join("");
  for (const holder of holders) {
    if (typeof holder === "string") continue;
    const kept = holder.children.filter((child) => typeof child !== "string").filter((child) => !gone.has(child));
    const inside = kept.map((child) => movedText(child, before.frameText, taking.plan, sheet)).join("") + fresh;
    const count = kept.length + (fresh === "" ? 0 : news.length);
    fresh = "";
    const tag = openTag(holder, before.frameText, taking.plan, sheet);
    const text = inside === "" || tag === null ? "" : `${counted(tag, count)}${inside}</${holder.qname}>`;
    edits.push({ from: holder.start, to: holder.end, text });
  }
  const last = holders.at(-1);
  const at = last === undefined || typeof last === "string" ? placeOf(before.frame, name) : last.end;
  const whole = (element: XmlElement, item: SheetItem) =>
    takeElement({ ...element, children: [item.element] }, after.frame, prefix, taking);
  const [first] = news;
  if (name === "conditionalFormatting")
    edits.push({ from: at, to: at, text: news.map((item) => whole(item.holder, item)).join("") });
  else if (fresh !== "" && first !== undefined) {
    const holder = { ...first.holder, children: news.map(({ element }) => element) };
    edits.push({ from: at, to: at, text: counted(takeElement(holder, after.frame, prefix, taking), news.length) });
  }
  return edits;
}

/** An element of before in the result's coordinates; "" where nothing is left of it. */
function movedText(element: XmlElement, text: string, plan: Plan, sheet: SheetPlan): string {
  const edits: TextEdit[] = [];
  if (!plan.fromBefore.isSame && !moveElement(element, text, plan, sheet, edits)) return "";
  const own = edits.map(({ from, to, text: inner }) => ({
    from: from - element.start,
    to: to - element.start,
    text: inner,
  }));
  return editText(text.slice(element.start, element.end), own);
}

/** The start tag, with ranges in the result's coordinates; `null` where its ranges are gone. */
function openTag(holder: XmlElement, text: string, plan: Plan, sheet: SheetPlan): string | null {
  const bare = { ...holder, children: [] };
  const edits: TextEdit[] = [];
  if (!plan.fromBefore.isSame && !moveElement(bare, text, plan, sheet, edits)) return null;
  const tag = edits.find(({ from, to }) => from === holder.start && to === holder.openEnd)?.text;
  return (tag ?? text.slice(holder.start, holder.openEnd)).replace(/\s*\/>$/, ">");
}

const counted = (tag: string, count: number): string =>
  tag.replace(/^(<[^<>]*?\scount\s*=\s*)("[^"]*"|'[^']*')/, (_all, start: string) => `${start}"${count}"`);

function placeOf(frame: XmlElement, name: string): number {
  const rank = ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
  for (const child of frame.children)
    if (typeof child !== "string" && ORDER.indexOf(child.name) > rank) return child.start;
  return frame.closeStart;
}

/** Ranges, formulas, widths and breaks of an element of before; `false` where nothing is left of it. */
function moveElement(element: XmlElement, text: string, plan: Plan, sheet: SheetPlan, edits: TextEdit[]): boolean {
  const own = sheet.pair.before.name;
  const ranges = (value: string) =>
    value
      .trim()
      .split(/\s+/)
      .map((range) => shiftFormula(range, own, plan.fromBefore).text)
      .filter((range) => !range.includes("#REF!"))
      .join(" ");
  const tag = text.slice(element.start, element.openEnd);
  let moved = tag;
  for (const { name, ns, value } of element.attributes) {
    if (ns !== "") continue;
    const ranged = name === "sqref" || (name === "ref" && /^\$?[A-Z]/i.test(value));
    const to = ranged
      ? ranges(value)
      : name === "location" && element.name === "hyperlink"
        ? shiftFormula(value, own, plan.fromBefore).text
        : movedNumber(element, name, value, sheet);
    if (to === "" && ranged) {
      edits.push({ from: element.start, to: element.end, text: "" });
      return false;
    }
    if (to !== value)
      moved = moved.replace(
        new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*')`),
        (_all, start: string) => `${start}"${encodeXml(to)}"`,
      );
  }
  const bare = element.children.length > 0 && element.children.every((child) => typeof child === "string");
  if (bare && ["formula", "formula1", "formula2", "f", "sqref"].includes(element.name)) {
    const inside = decodeEntities(text.slice(element.openEnd, element.closeStart)) ?? "";
    const to = element.name === "sqref" ? ranges(inside) : shiftFormula(inside, own, plan.fromBefore).text;
    if (to !== inside) edits.push({ from: element.openEnd, to: element.closeStart, text: encodeXml(to) });
  }
  const inner = element.children.filter((child) => typeof child !== "string");
  const kept = inner.filter((child) => moveElement(child, text, plan, sheet, edits));
  if (inner.length > 0 && kept.length === 0) {
    edits.splice(0, edits.length, ...edits.filter((edit) => edit.from < element.start || edit.to > element.end));
    edits.push({ from: element.start, to: element.end, text: "" });
    return false;
  }
  if (kept.length < inner.length) moved = moved.replace(/\scount\s*=\s*("[^"]*"|'[^']*')/, ` count="${kept.length}"`);
  if (moved !== tag) edits.push({ from: element.start, to: element.openEnd, text: moved });
  return true;
}

/** Numbers of columns and breaks. */
function movedNumber(element: XmlElement, name: string, value: string, { rows, columns }: SheetPlan): string {
  const number = Number(value);
  if (element.name === "col" && (name === "min" || name === "max")) {
    const range = columns.fromBefore.range(Number(attribute(element, "min")), Number(attribute(element, "max")));
    return range === null ? value : String(Math.min(16_384, name === "min" ? range[0] : range[1]));
  }
  return element.name === "brk" && name === "id" && number > 0
    ? String(rows.fromBefore.range(number, Infinity)?.[0] ?? number)
    : value;
}
