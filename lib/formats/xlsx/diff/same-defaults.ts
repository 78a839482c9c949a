/**
 * Whether two versions of a sheet's defaults (`sheetFormatPr`, ECMA-376 part 1, 18.3.1.81) give the same rows and
 * columns: programs measure the default width anew with the fonts that they have, and spell out what others leave to it.
 */
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementMeaning, type Context } from "../meaning.ts";

/** Half a pixel of a column, in characters: closer widths are drawn alike. */
const UNSEEN_WIDTH = 0.07;
/** What programs add to the characters of a default width: padding, and rounding up to eight pixels. */
const MAX_PADDING = 1.25;
const BASE_WIDTH = 8;
const WIDTHS = new Set(["defaultColWidth", "baseColWidth"]);
const HEIGHTS = new Set(["defaultRowHeight", "customHeight"]);

/** @param a the elements of before, at most one; `b` those of after */
export function sameDefaults(
  a: readonly XmlElement[],
  b: readonly XmlElement[],
  contexts: { readonly before: Context; readonly after: Context },
): boolean {
  if (!sameWidth(widthOf(a[0]), widthOf(b[0]))) return false;
  const heights = sameHeight(a[0], b[0]);
  const rest = (elements: readonly XmlElement[], context: Context) =>
    elements.map((element) => elementMeaning(without(element, heights ? ALL : WIDTHS), context)).join("");
  return rest(a, contexts.before) === rest(b, contexts.after);
}

const ALL = new Set([...WIDTHS, ...HEIGHTS]);

const without = (element: XmlElement, names: ReadonlySet<string>): XmlElement => ({
  ...element,
  attributes: element.attributes.filter(({ name }) => !names.has(name)),
});

interface Width {
  readonly written: number | null;
  /** Characters, where no width is written. */
  readonly base: number;
}

const numberIn = (element: XmlElement | undefined, name: string): number | null => {
  const number = Number((element === undefined ? undefined : attribute(element, name)) ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
};

const widthOf = (element: XmlElement | undefined): Width => ({
  written: numberIn(element, "defaultColWidth"),
  base: numberIn(element, "baseColWidth") ?? BASE_WIDTH,
});

function sameWidth(a: Width, b: Width): boolean {
  if (a.written !== null && b.written !== null) return Math.abs(a.written - b.written) <= UNSEEN_WIDTH;
  if (a.written === null && b.written === null) return a.base === b.base;
  const base = a.written === null ? a.base : b.base;
  const padding = (a.written ?? b.written ?? 0) - base;
  return padding >= 0 && padding <= MAX_PADDING;
}

/** A fixed height is the same as the automatic one of the same size: there is nothing in these rows to make them higher. */
function sameHeight(a: XmlElement | undefined, b: XmlElement | undefined): boolean {
  const [heightA, heightB] = [numberIn(a, "defaultRowHeight"), numberIn(b, "defaultRowHeight")];
  return heightA !== null && heightA === heightB;
}
