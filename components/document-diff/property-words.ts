/** How paragraphs, rows and tables stand, in words: the names of properties as Word's own dialogs call them. */
import type { ChangeBody } from "../../lib/contracts/changes.ts";
import { sideTexts, type SideTexts } from "../review/value-words.ts";

const NAMES: Readonly<Record<string, string>> = {
  jc: "alignment",
  ind: "indent",
  spacing: "spacing",
  numPr: "list",
  shd: "shading",
  pBdr: "borders",
  tabs: "tab stops",
  keepNext: "keep with next",
  keepLines: "keep lines together",
  pageBreakBefore: "page break before",
  outlineLvl: "outline level",
  widowControl: "widow control",
  contextualSpacing: "contextual spacing",
  bidi: "right to left",
  rPr: "paragraph mark",
  tcW: "cell width",
  tblW: "table width",
  tblBorders: "borders",
  tcBorders: "borders",
  tblStyle: "table style",
  tblHeader: "header row",
  trHeight: "row height",
  vAlign: "vertical alignment",
  vMerge: "merged with the cell above",
  gridSpan: "columns spanned",
  pgSz: "page size",
  pgMar: "margins",
  cols: "text columns",
  columns: "column widths",
};

type Properties = Extract<NonNullable<ChangeBody["before"]>, { type: "properties" }>;

const renamed = (value: Properties): Properties => ({
  ...value,
  properties: Object.fromEntries(Object.entries(value.properties).map(([name, said]) => [NAMES[name] ?? name, said])),
});

export function lookWords(change: Pick<ChangeBody, "before" | "after" | "facet">): SideTexts {
  const { before, after, facet } = change;
  if (before?.type !== "properties" || after?.type !== "properties") return sideTexts(change);
  return sideTexts({ before: renamed(before), after: renamed(after), facet });
}
