/**
 * What SheetJS read, as the same `Workbook` that .xlsx files become, so that alignment, comparison, records and views
 * are one and the same code: sheets with cells, formulas, number formats, merged ranges, notes, links, names. It is made
 * by writing a plain package into memory; looks that SheetJS does not read (fonts, fills, widths) are not in it.
 */
import type { CellObject, Range, WorkBook, WorkSheet } from "@e965/xlsx";

import type { Result } from "../../shared/result.ts";
import type { Limits, ReadError } from "../format.ts";
import { encodeEscapes, encodeXml } from "../ooxml/xml-text.ts";
import { NS } from "../ooxml/xml-tree.ts";
import { writeZip } from "../ooxml/zip-write.ts";
import { formatArea, formatCell } from "../xlsx/reference.ts";
import { parseWorkbook, type Workbook } from "../xlsx/workbook.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Of the package made here: it is ours, and what it came from was held to the real ones. */
const OWN_LIMITS = { maxBytes: Infinity, maxInflatedBytes: Infinity, maxRatio: Infinity, maxEntries: Infinity };

export function toWorkbook(read: WorkBook, limits: Limits): Result<Workbook, ReadError> {
  const formats = new Formats();
  const parts = new Map<string, string>();
  const entries: string[] = [];
  const links: string[] = [];
  read.SheetNames.forEach((name, at) => {
    const id = at + 1;
    const sheet = read.Sheets[name] ?? {};
    const hidden = read.Workbook?.Sheets?.[at]?.Hidden ?? 0;
    const state = hidden === 1 ? ' state="hidden"' : hidden === 2 ? ' state="veryHidden"' : "";
    entries.push(`<sheet name="${encodeXml(name)}" sheetId="${id}"${state} r:id="rId${id}"/>`);
    links.push(relationship(`rId${id}`, "worksheet", `worksheets/sheet${id}.xml`));
    const notes: string[] = [];
    parts.set(`xl/worksheets/sheet${id}.xml`, sheetXml(sheet, formats, notes));
    if (notes.length === 0) return;
    parts.set(
      `xl/worksheets/_rels/sheet${id}.xml.rels`,
      relationships([relationship("rId1", "comments", `../comments${id}.xml`)]),
    );
    parts.set(
      `xl/comments${id}.xml`,
      `<comments xmlns="${NS.main}"><authors><author/></authors><commentList>${notes.join("")}</commentList></comments>`,
    );
  });
  links.push(relationship("rIdS", "styles", "styles.xml"));
  const names = nameElements(read);
  parts.set("[Content_Types].xml", contentTypes([...parts.keys()]));
  parts.set("_rels/.rels", relationships([relationship("rId1", "officeDocument", "xl/workbook.xml")]));
  parts.set(
    "xl/workbook.xml",
    `<workbook xmlns="${NS.main}" xmlns:r="${NS.rel}"><workbookPr${read.Workbook?.WBProps?.date1904 === true ? ' date1904="1"' : ""}/>` +
      `<sheets>${entries.join("")}</sheets>${names === "" ? "" : `<definedNames>${names}</definedNames>`}</workbook>`,
  );
  parts.set("xl/_rels/workbook.xml.rels", relationships(links));
  parts.set("xl/styles.xml", formats.xml());
  const encoder = new TextEncoder();
  const bytes = writeZip(new Map([...parts].map(([name, text]) => [name, encoder.encode(text)])));
  return parseWorkbook(bytes, { ...limits, ...OWN_LIMITS });
}

const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${NS.rel}/${kind}" Target="${target}"/>`;
const relationships = (inside: readonly string[]) =>
  `<Relationships xmlns="${RELATIONSHIPS}">${inside.join("")}</Relationships>`;

function contentTypes(parts: readonly string[]): string {
  const kinds = parts.flatMap((part) => {
    const kind = /^xl\/worksheets\/sheet/.test(part) ? "worksheet" : /^xl\/comments/.test(part) ? "comments" : null;
    return kind === null ? [] : [`<Override PartName="/${part}" ContentType="${KIND}.${kind}+xml"/>`];
  });
  return (
    `<Types xmlns="${NS.types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${kinds.join("")}</Types>`
  );
}

function nameElements(read: WorkBook): string {
  const seen = new Set<string>();
  const elements = (read.Workbook?.Names ?? []).flatMap(({ Name, Ref, Sheet }) => {
    const local = Sheet !== undefined && Sheet >= 0 && Sheet < read.SheetNames.length ? Sheet : null;
    const key = `${Name.toLowerCase()}\0${local ?? ""}`;
    if (Name === "" || seen.has(key)) return [];
    seen.add(key);
    const scope = local === null ? "" : ` localSheetId="${local}"`;
    return [`<definedName name="${encodeXml(Name)}"${scope}>${encodeXml(Ref)}</definedName>`];
  });
  return elements.join("");
}

function sheetXml(sheet: WorkSheet, formats: Formats, notes: string[]): string {
  const rows: string[] = [];
  const links: string[] = [];
  const data = (sheet["!data"] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  for (const rowKey of Object.keys(data)) {
    const row = Number(rowKey) + 1;
    const cells = data[row - 1] ?? [];
    const written: string[] = [];
    for (const columnKey of Object.keys(cells)) {
      const column = Number(columnKey) + 1;
      const cell = cells[column - 1];
      if (cell === undefined || !Number.isInteger(column)) continue;
      const place = formatCell(row, column);
      written.push(cellXml(cell, place, formats));
      if (cell.l?.Target !== undefined)
        links.push(`<hyperlink ref="${place}" location="${encodeXml(cell.l.Target)}"/>`);
      for (const { t } of cell.c ?? [])
        notes.push(`<comment ref="${place}" authorId="0"><text><t>${encodeXml(encodeEscapes(t))}</t></text></comment>`);
    }
    if (written.length > 0) rows.push(`<row r="${row}">${written.join("")}</row>`);
  }
  const merges = (sheet["!merges"] ?? []).map((range) => `<mergeCell ref="${areaOf(range)}"/>`);
  return (
    `<worksheet xmlns="${NS.main}" xmlns:r="${NS.rel}"><sheetData>${rows.join("")}</sheetData>` +
    (sheet["!autofilter"] === undefined ? "" : `<autoFilter ref="${encodeXml(sheet["!autofilter"].ref)}"/>`) +
    (merges.length === 0 ? "" : `<mergeCells>${merges.join("")}</mergeCells>`) +
    (links.length === 0 ? "" : `<hyperlinks>${links.join("")}</hyperlinks>`) +
    "</worksheet>"
  );
}

const areaOf = ({ s, e }: Range): string =>
  formatArea({ top: s.r + 1, left: s.c + 1, bottom: e.r + 1, right: e.c + 1 });

/** What SheetJS numbers errors by ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A",
  0x2b: "#GETTING_DATA",
};

function cellXml(cell: CellObject, place: string, formats: Formats): string {
  const start = `<c r="${place}"${formats.attribute(cell.z)}`;
  const formula = formulaXml(cell, place);
  const { v: value } = cell;
  if (value === undefined || cell.t === "z") return `${start}>${formula}</c>`;
  if (cell.t === "e") {
    const code = typeof value === "number" ? ERRORS[value] : undefined;
    return `${start} t="e">${formula}<v>${encodeXml(code ?? cell.w ?? "#N/A")}</v></c>`;
  }
  if (typeof value === "boolean") return `${start} t="b">${formula}<v>${value ? 1 : 0}</v></c>`;
  if (typeof value === "number" && Number.isFinite(value)) return `${start}>${formula}<v>${value}</v></c>`;
  const text = encodeXml(encodeEscapes(value instanceof Date ? value.toISOString() : String(value)));
  return formula === ""
    ? `${start} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
    : `${start} t="str">${formula}<v>${text}</v></c>`;
}

/** An array formula stands in its first cell; the others hold its results. */
function formulaXml({ f: text, F: range }: CellObject, place: string): string {
  if (range !== undefined && range.split(":")[0] !== place) return "";
  if (text === undefined || text === "") return "";
  return `<f${range === undefined ? "" : ` t="array" ref="${encodeXml(range)}"`}>${encodeXml(text)}</f>`;
}

/** Number formats, each a cell style of its own. */
class Formats {
  readonly #known = new Map<string, number>();

  attribute(format: CellObject["z"]): string {
    if (format === undefined || format === "" || format === "General") return "";
    const code = String(format);
    let index = this.#known.get(code);
    if (index === undefined) this.#known.set(code, (index = this.#known.size + 1));
    return ` s="${index}"`;
  }

  xml(): string {
    const codes = [...this.#known.keys()];
    const formats = codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${encodeXml(code)}"/>`);
    const looks = codes.map((_code, at) => `<xf numFmtId="${200 + at}" fontId="0" fillId="0" borderId="0" xfId="0"/>`);
    const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
    return (
      `<styleSheet xmlns="${NS.main}"><numFmts>${formats.join("")}</numFmts><fonts><font/></fonts><fills><fill/></fills>` +
      `<borders><border/></borders><cellStyleXfs>${plain}</cellStyleXfs><cellXfs>${plain}${looks.join("")}</cellXfs></styleSheet>`
    );
  }
}
