/**
 * What the elements around cells mean (ECMA-376 part 1, 18.3 and 18.2): defaults dropped, style indexes and
 * relationship ids resolved, ranges and formulas carried into the coordinates of the other version. What only tells
 * where a cursor stood, or is written anew at every save, means nothing.
 */
import { canonicalXml, type Meaning } from "../ooxml/xml-canonical.ts";
import { attribute, NS, type XmlAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { withoutNumbers } from "./palette.ts";
import { columnLetters, MAX_COLUMN } from "./reference.ts";
import type { Workbook } from "./workbook.ts";

type Defaults = Readonly<Record<string, Readonly<Record<string, string>>>>;

const DEFAULTS: Defaults = {
  sheetFormatPr: {
    baseColWidth: "8",
    defaultRowHeight: "15",
    customHeight: "0",
    zeroHeight: "0",
    thickTop: "0",
    thickBottom: "0",
    outlineLevelRow: "0",
    outlineLevelCol: "0",
  },
  sheetView: {
    windowProtection: "0",
    showFormulas: "0",
    showGridLines: "1",
    showRowColHeaders: "1",
    showZeros: "1",
    rightToLeft: "0",
    showRuler: "1",
    showOutlineSymbols: "1",
    defaultGridColor: "1",
    showWhiteSpace: "1",
    view: "normal",
    colorId: "64",
    zoomScale: "100",
    zoomScaleNormal: "100",
    zoomScaleSheetLayoutView: "0",
    zoomScalePageLayoutView: "0",
  },
  pane: { xSplit: "0", ySplit: "0", state: "split" },
  sheetPr: {
    syncHorizontal: "0",
    syncVertical: "0",
    transitionEvaluation: "0",
    transitionEntry: "0",
    published: "1",
    filterMode: "0",
    enableFormatConditionsCalculation: "1",
  },
  outlinePr: { applyStyles: "0", summaryBelow: "1", summaryRight: "1", showOutlineSymbols: "1" },
  pageSetUpPr: { autoPageBreaks: "1", fitToPage: "0" },
  pageMargins: { left: "0.75", right: "0.75", top: "1", bottom: "1", header: "0.5", footer: "0.5" },
  pageSetup: {
    paperSize: "1",
    scale: "100",
    firstPageNumber: "1",
    fitToWidth: "1",
    fitToHeight: "1",
    pageOrder: "downThenOver",
    orientation: "default",
    usePrinterDefaults: "1",
    blackAndWhite: "0",
    draft: "0",
    cellComments: "none",
    useFirstPageNumber: "0",
    errors: "displayed",
    copies: "1",
    horizontalDpi: "600",
    verticalDpi: "600",
  },
  printOptions: { horizontalCentered: "0", verticalCentered: "0", headings: "0", gridLines: "0", gridLinesSet: "1" },
  headerFooter: { differentOddEven: "0", differentFirst: "0", scaleWithDoc: "1", alignWithMargins: "1" },
  dataValidations: { disablePrompts: "0" },
  dataValidation: {
    type: "none",
    errorStyle: "stop",
    operator: "between",
    imeMode: "noControl",
    allowBlank: "0",
    showDropDown: "0",
    showInputMessage: "0",
    showErrorMessage: "0",
  },
  conditionalFormatting: { pivot: "0" },
  cfRule: { stopIfTrue: "0", aboveAverage: "1", percent: "0", bottom: "0", equalAverage: "0" },
  cfvo: { gte: "1" },
  iconSet: { iconSet: "3TrafficLights1", showValue: "1", percent: "1", reverse: "0" },
  dataBar: { minLength: "10", maxLength: "90", showValue: "1" },
  sheetProtection: {
    sheet: "0",
    objects: "0",
    scenarios: "0",
    formatCells: "1",
    formatColumns: "1",
    formatRows: "1",
    insertColumns: "1",
    insertRows: "1",
    insertHyperlinks: "1",
    deleteColumns: "1",
    deleteRows: "1",
    selectLockedCells: "0",
    sort: "1",
    autoFilter: "1",
    pivotTables: "1",
    selectUnlockedCells: "0",
  },
  filterColumn: { hiddenButton: "0", showButton: "1" },
  brk: { id: "0", min: "0", max: "0", man: "0", pt: "0" },
  workbookPr: {
    date1904: "0",
    showObjects: "all",
    showBorderUnselectedTables: "1",
    filterPrivacy: "0",
    promptedSolutions: "0",
    showInkAnnotation: "1",
    backupFile: "0",
    saveExternalLinkValues: "1",
    hidePivotFieldList: "0",
    showPivotChartFilter: "0",
    allowRefreshQuery: "0",
    publishItems: "0",
    checkCompatibility: "0",
    autoCompressPictures: "1",
    refreshAllConnections: "0",
  },
  calcPr: {
    calcMode: "auto",
    refMode: "A1",
    iterate: "0",
    iterateCount: "100",
    iterateDelta: "0.001",
    fullPrecision: "1",
  },
  workbookProtection: { lockStructure: "0", lockWindows: "0", lockRevision: "0" },
};

/** Attributes that mean nothing wherever they stand on these elements. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  sheetView: ["tabSelected", "workbookViewId", "topLeftCell"],
  pane: ["topLeftCell", "activePane"],
  dataValidations: ["count", "xWindow", "yWindow"],
  // Follow from the rows and columns.
  sheetFormatPr: ["outlineLevelRow", "outlineLevelCol"],
  mergeCells: ["count"],
  // The order that they make is compared apart.
  cfRule: ["priority"],
  tableParts: ["count"],
  rowBreaks: ["count", "manualBreakCount"],
  colBreaks: ["count", "manualBreakCount"],
  workbookPr: ["defaultThemeVersion"],
  calcPr: [
    "calcId",
    "fullCalcOnLoad",
    "calcCompleted",
    "calcOnSave",
    "forceFullCalc",
    "concurrentCalc",
    "concurrentManualCount",
  ],
  definedNames: ["count"],
};

/** Elements that mean nothing. `sheetData` is compared by cells, `dimension` follows from them. */
const SILENT = new Set([
  "sheetData",
  "dimension",
  "selection",
  "phoneticPr",
  "fileVersion",
  "bookViews",
  "sheets",
  "definedNames",
  "sheetCalcPr",
]);

export interface Context {
  readonly book: Workbook;
  /** The part whose relationships the ids belong to. */
  readonly owner: string;
  /** Ranges and formulas in the coordinates to compare in; `null` where they are in these already. */
  readonly rewrite: ((formula: string) => string) | null;
  /** Looks with the colours of the theme as they are shown (see `Styles.shown`). */
  readonly shown?: true;
}

/** "" where the element means nothing. */
export function elementMeaning(element: XmlElement, context: Context): string {
  if (SILENT.has(element.name)) return "";
  if (element.name === "extLst" && !saysExtension(element)) return "";
  if (element.name === "cols") return columnsMeaning(element, context);
  const text = canonicalXml(element, meaningIn(context));
  return /^(<\{[^}]*\}\w+>|<\/>)*$/.test(text) ? "" : text;
}

/** Extensions that only tell what the program that made the file can calculate. */
const saysExtension = (list: XmlElement): boolean =>
  list.children.some(
    (ext) =>
      typeof ext !== "string" &&
      ext.children.some((inner) => typeof inner !== "string" && inner.name !== "calcFeatures"),
  );

const COLORS = new Set(["color", "tabColor"]);

/** @param plainly colours by number are written out already */
function meaningIn(context: Context, plainly = false): Meaning {
  const relationships = new Map(context.book.package.relationships(context.owner).map((found) => [found.id, found]));
  return {
    attribute(element, found) {
      if (found.ns === NS.rel) {
        if (element.name === "pageSetup") return null;
        const target = relationships.get(found.value);
        if (target === undefined) return "";
        return target.external ? `external ${target.target}` : target.kind;
      }
      return plainAttribute(element, found, context);
    },
    element(element) {
      if (SILENT.has(element.name) || (element.name === "c" && element.ns === "")) return null;
      if (!plainly && COLORS.has(element.name) && element.attributes.some(({ name }) => name === "indexed"))
        return canonicalXml(withoutNumbers(element, context.book.styles.palette), meaningIn(context, true));
      if (saysDefaultsOnly(element, context) || isNowhere(element, context)) return null;
      const formulaElement =
        ["formula", "formula1", "formula2", "f"].includes(element.name) &&
        element.children.every((child) => typeof child === "string");
      if (formulaElement && element.children.length > 0) {
        const text = element.children.join("").trim();
        return `<${element.name}>${JSON.stringify(moved(text, context))}`;
      }
      if (element.name === "sqref" && element.children.every((child) => typeof child === "string"))
        return `<sqref>${ranges(element.children.join(""), context)}`;
      if (element.name === "mergeCells") return sorted(element, context);
      return undefined;
    },
  };
}

/** What stood in rows or columns that are gone is gone with them. */
function isNowhere(element: XmlElement, context: Context): boolean {
  const places = attribute(element, "sqref");
  return places !== undefined && places.trim() !== "" && context.rewrite !== null && ranges(places, context) === "";
}

/** Programs that spell out every default write these; left out, they mean the same. */
const DEFAULT_WHEN_EMPTY = new Set(["outlinePr", "pageSetUpPr"]);

const saysDefaultsOnly = (element: XmlElement, context: Context): boolean =>
  DEFAULT_WHEN_EMPTY.has(element.name) &&
  element.children.every((child) => typeof child === "string" && child.trim() === "") &&
  element.attributes.every((found) => plainAttribute(element, found, context) === null);

const moved = (formula: string, { rewrite }: Context) => (rewrite === null ? formula : rewrite(formula));

/** The order of merged ranges means nothing. */
function sorted(element: XmlElement, context: Context): string {
  const refs = element.children.flatMap((child) =>
    typeof child === "string" ? [] : [ranges(attribute(child, "ref") ?? "", context)],
  );
  return refs
    .filter((ref) => ref !== "")
    .sort()
    .join(" ");
}

/** A list of ranges in the coordinates to compare in; what is gone is left out. */
function ranges(text: string, context: Context): string {
  const list = text
    .trim()
    .split(/\s+/)
    .map((range) => moved(range, context));
  return list.filter((range) => !range.includes("#REF!")).join(" ");
}

function plainAttribute(element: XmlElement, { name, value }: XmlAttribute, context: Context): string | null {
  if (element.name === "dataValidation" && saysNothing(element, name)) return null;
  if (IGNORED[element.name]?.includes(name) === true) return null;
  // Automatic, like every row's own height, unless it is said to be fixed.
  if (name === "defaultRowHeight" && !["1", "true"].includes(attribute(element, "customHeight") ?? "")) return null;
  const plain = value === "true" ? "1" : value === "false" ? "0" : value;
  const byDefault = DEFAULTS[element.name]?.[name];
  if (byDefault !== undefined && (plain === byDefault || Number(plain) === Number(byDefault))) return null;
  if (name === "sqref" || (name === "ref" && /^\$?[A-Z]/i.test(value))) return ranges(value, context);
  if (name === "location" && element.name === "hyperlink") return moved(value, context);
  if (name === "dxfId") return `look ${context.book.styles.differential(Number(value))}`;
  return /^-?\d+\.\d{6,}$/.test(plain) ? String(Number(Number(plain).toPrecision(12))) : plain;
}

/** A message that has no text is not shown, whether it would be or not. */
function saysNothing(validation: XmlElement, name: string): boolean {
  const has = (text: string) => (attribute(validation, text) ?? "") !== "";
  if (name === "showInputMessage") return !has("prompt") && !has("promptTitle");
  return ["prompt", "promptTitle", "error", "errorTitle"].includes(name) && !has(name);
}

/** Widths and looks column by column, so that regrouped columns are equal; runs of equal ones as one. */
function columnsMeaning(element: XmlElement, context: Context): string {
  const runs: { first: number; last: number; readonly says: string }[] = [];
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const first = Number(attribute(child, "min") ?? 0);
    const last = Math.min(Number(attribute(child, "max") ?? 0), MAX_COLUMN);
    const says = columnSays(child, context);
    if (says === ";;;;;" || first < 1 || last < first) continue;
    const previous = runs.at(-1);
    if (previous?.last === first - 1 && previous.says === says) previous.last = last;
    else runs.push({ first, last, says });
  }
  const placed = runs.map(({ first, last, says }) => {
    const range = moved(`${columnLetters(first)}:${columnLetters(last)}`, context);
    return range.includes("#REF!") ? "" : `${range} ${says}`;
  });
  return placed.filter((run) => run !== "").join("|");
}

/** Of a character in the font that files come with: programs round widths in their own way, and draw whole pixels. */
const PIXELS = 7;

function columnSays(column: XmlElement, { book, shown }: Context): string {
  const number = (name: string) => Number(attribute(column, name) ?? 0);
  const on = (name: string) => ["1", "true"].includes(attribute(column, name) ?? "");
  const written = attribute(column, "width");
  // No width at all is another way to hide it.
  const none = written !== undefined && Number(written) === 0;
  const width = none ? undefined : written;
  const look = book.styles.of(number("style"));
  return [
    width === undefined ? "" : `width ${Math.round(Number(width) * PIXELS)}px`,
    on("hidden") || none ? "hidden" : "",
    number("outlineLevel") > 0 ? `level ${number("outlineLevel")}` : "",
    on("collapsed") ? "collapsed" : "",
    look.numberFormat ?? "",
    look.style === undefined || shown !== true ? (look.style ?? "") : book.styles.shown(number("style")),
  ].join(";");
}
