/**
 * A workbook as read: its package, sheets in order, shared strings, styles, names. Reading inflates and checks every
 * entry, finds the rows of every sheet, and parses the small parts; cells are parsed when a diff, a record or a view
 * asks for them. Whatever can be wrong is found here: later steps do not fail.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { openPackage, type OoxmlPackage } from "../ooxml/package.ts";
import { attribute, childElement, childElements, relAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { NO_STRINGS, readSharedStrings, type SharedStrings } from "./shared-strings.ts";
import { plainSheetBytes } from "./sheet-text.ts";
import { readSheet, type Sheet, type SheetEntry } from "./sheet.ts";
import { readStyles, type Styles } from "./styles.ts";

export interface DefinedName {
  readonly name: string;
  /** The sheet that the name belongs to; absent for the whole workbook. */
  readonly sheet?: string;
  readonly formula: string;
  readonly hidden: boolean;
}

export interface Workbook {
  readonly package: OoxmlPackage;
  /** The name of the workbook part. */
  readonly part: string;
  readonly root: XmlElement;
  readonly sheets: readonly Sheet[];
  readonly strings: SharedStrings;
  readonly stringsPart: string | null;
  readonly styles: Styles;
  readonly stylesPart: string | null;
  readonly names: readonly DefinedName[];
  readonly date1904: boolean;
}

export async function readWorkbook(source: Source, limits: Limits): Promise<Result<Workbook, ReadError>> {
  if (source.size > limits.maxBytes) return err({ reason: "limit", limit: "maxBytes", detail: `${source.size} bytes` });
  if (source.size < 22) return err({ reason: "not-this-format", detail: "not a zip package" });
  const bytes = await source.read(0, source.size);
  try {
    return parseWorkbook(bytes, limits);
  } catch (error) {
    // A text or a pattern beyond what the engine can hold: nothing else throws here.
    if (error instanceof RangeError)
      return err({ reason: "damaged", detail: `too large or too deep (${error.message})` });
    throw error;
  }
}

export function parseWorkbook(bytes: Uint8Array, limits: Limits): Result<Workbook, ReadError> {
  const opened = openPackage(bytes, limits);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const part = pack.related("", "officeDocument")?.target;
  if (part === undefined || !pack.has(part))
    return err({ reason: "not-this-format", detail: "an office package without a main part" });
  const type = pack.contentType(part) ?? "";
  if (type.includes("binary")) return err({ reason: "unsupported", detail: "a binary workbook (.xlsb)" });
  const root = pack.tree(part);
  if (!root.ok) return root;
  if (root.value.name !== "workbook")
    return err({ reason: "not-this-format", detail: "an office package, but no workbook" });
  const sheets: Sheet[] = [];
  for (const entry of sheetEntries(pack, part, root.value)) {
    const content = entry.part === "" ? EMPTY_SHEET : (pack.bytes(entry.part) ?? EMPTY_SHEET);
    const sheet = readSheet(entry, content, limits);
    if (!sheet.ok) return sheet;
    if (sheets.some((other) => other.name.toLowerCase() === entry.name.toLowerCase()))
      return err({ reason: "damaged", detail: `two sheets are named ${JSON.stringify(entry.name.slice(0, 80))}` });
    sheets.push(sheet.value);
  }
  return readTables(pack, part, root.value, sheets);
}

const EMPTY_SHEET = new TextEncoder().encode(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
);

function readTables(
  pack: OoxmlPackage,
  part: string,
  root: XmlElement,
  sheets: readonly Sheet[],
): Result<Workbook, ReadError> {
  const partOf = (kind: string) => {
    const target = pack.related(part, kind)?.target;
    return target !== undefined && pack.has(target) ? (pack.resolve(target) ?? null) : null;
  };
  const stringsPart = partOf("sharedStrings");
  const stylesPart = partOf("styles");
  const styleTree = stylesPart === null ? null : pack.tree(stylesPart);
  if (styleTree?.ok === false) return styleTree;
  let strings = NO_STRINGS;
  const stringBytes = stringsPart === null ? undefined : pack.bytes(stringsPart);
  if (stringBytes !== undefined) {
    const plain = plainSheetBytes(stringBytes, "sst");
    if (!plain.ok) return plain;
    strings = readSharedStrings(plain.value);
  }
  const date1904 = ["1", "true"].includes(attribute(childElement(root, "workbookPr") ?? root, "date1904") ?? "");
  const names = readNames(root, sheets);
  const theme = pack.related(part, "theme");
  const styles = readStyles(styleTree?.value ?? null, theme === undefined ? undefined : pack.text(theme.target));
  return ok({ package: pack, part, root, sheets, strings, stringsPart, styles, stylesPart, names, date1904 });
}

function sheetEntries(pack: OoxmlPackage, part: string, root: XmlElement): SheetEntry[] {
  const relationships = new Map(pack.relationships(part).map((found) => [found.id, found]));
  const list = childElement(root, "sheets");
  const entries: SheetEntry[] = [];
  for (const element of list === undefined ? [] : childElements(list)) {
    const name = attribute(element, "name");
    if (element.name !== "sheet" || name === undefined) continue;
    const relationship = relationships.get(relAttribute(element, "id") ?? "");
    const target = relationship === undefined || relationship.external ? undefined : pack.resolve(relationship.target);
    const written = attribute(element, "state");
    entries.push({
      name,
      state: written === "hidden" || written === "veryHidden" ? written : "visible",
      sheetId: attribute(element, "sheetId") ?? "",
      part: target ?? "",
      kind: relationship?.kind === "worksheet" || relationship?.kind === "chartsheet" ? relationship.kind : "other",
    });
  }
  return entries;
}

function readNames(root: XmlElement, sheets: readonly Sheet[]): DefinedName[] {
  const list = childElement(root, "definedNames");
  const names: DefinedName[] = [];
  for (const element of list === undefined ? [] : childElements(list)) {
    const name = attribute(element, "name");
    const local = attribute(element, "localSheetId");
    const sheet = local === undefined ? undefined : sheets[Number(local)]?.name;
    if (name === undefined || (local !== undefined && sheet === undefined)) continue;
    const formula = element.children
      .filter((child) => typeof child === "string")
      .join("")
      .trim();
    const hidden = ["1", "true"].includes(attribute(element, "hidden") ?? "");
    names.push({ name, formula, hidden, ...(sheet === undefined ? {} : { sheet }) });
  }
  return names;
}
