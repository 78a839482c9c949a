/**
 * Small workbooks written part by part, for tests: every spelling that real programs use can be asked for (shared or
 * inline strings, cells without place, prefixes, other style order), so that "the same, saved by another program" can
 * be made without another program.
 */
import { writeZip } from "../../ooxml/zip-write.ts";
import { encodeXml } from "../../ooxml/xml-text.ts";
import { formatCell } from "../reference.ts";

export type BuildValue =
  | number
  | string
  | boolean
  | null
  | {
      readonly formula: string;
      readonly value?: number | string;
      readonly error?: string;
      readonly format?: string;
      readonly bold?: boolean;
    }
  | { readonly value: number | string; readonly format?: string; readonly bold?: boolean }
  | { readonly error: string }
  /** The whole `<c>` element, without its place: `<c t="b"><v>1</v></c>`. */
  | { readonly xml: string };

export interface BuildSheet {
  readonly name: string;
  readonly rows: readonly (readonly BuildValue[])[];
  readonly state?: "hidden" | "veryHidden";
  /** Numbers of rows. */
  readonly hiddenRows?: readonly number[];
  /** XML between the cells and the end of the sheet, and in front of the cells. */
  readonly tail?: string;
  readonly head?: string;
  readonly relationships?: string;
}

export interface BuildOptions {
  readonly strings?: "shared" | "inline";
  /** Rows and cells without `r`. */
  readonly withoutPlaces?: boolean;
  /** The prefix of the main namespace in sheets. */
  readonly prefix?: string;
  /** Unused styles in front, so that every index is another one. */
  readonly shiftStyles?: number;
  readonly strict?: boolean;
  readonly names?: string;
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  readonly overrides?: Readonly<Record<string, string>>;
  readonly workbookRelationships?: string;
  readonly workbookTail?: string;
}

const TRANSITIONAL = "http://schemas.openxmlformats.org/";
const RELATIONSHIPS = `${TRANSITIONAL}package/2006/relationships`;

export function buildWorkbook(sheets: readonly BuildSheet[], options: BuildOptions = {}): Uint8Array {
  const ns = {
    main:
      options.strict === true
        ? "http://purl.oclc.org/ooxml/spreadsheetml/main"
        : `${TRANSITIONAL}spreadsheetml/2006/main`,
    rel:
      options.strict === true
        ? "http://purl.oclc.org/ooxml/officeDocument/relationships"
        : `${TRANSITIONAL}officeDocument/2006/relationships`,
  };
  const strings = new Map<string, number>();
  const styles = new Styles(options.shiftStyles ?? 0);
  const parts = new Map<string, string | Uint8Array>();
  const sheetTexts = sheets.map((sheet) => sheetXml(sheet, options, ns, strings, styles));
  parts.set("[Content_Types].xml", contentTypes(sheets.length, options));
  parts.set(
    "_rels/.rels",
    relationships(`<Relationship Id="rId1" Type="${ns.rel}/officeDocument" Target="xl/workbook.xml"/>`),
  );
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${encodeXml(name)}" sheetId="${at + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const names = options.names === undefined ? "" : `<definedNames>${options.names}</definedNames>`;
  parts.set(
    "xl/workbook.xml",
    `<workbook xmlns="${ns.main}" xmlns:r="${ns.rel}"><sheets>${list.join("")}</sheets>${names}${options.workbookTail ?? ""}</workbook>`,
  );
  const links = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${ns.rel}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const tables = `<Relationship Id="rIdS" Type="${ns.rel}/styles" Target="styles.xml"/><Relationship Id="rIdT" Type="${ns.rel}/sharedStrings" Target="sharedStrings.xml"/>`;
  parts.set(
    "xl/_rels/workbook.xml.rels",
    relationships(links.join("") + tables + (options.workbookRelationships ?? "")),
  );
  parts.set("xl/styles.xml", styles.xml(ns.main));
  const items = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${encodeXml(text)}</t></si>`);
  parts.set("xl/sharedStrings.xml", `<sst xmlns="${ns.main}" uniqueCount="${items.length}">${items.join("")}</sst>`);
  sheetTexts.forEach((text, at) => parts.set(`xl/worksheets/sheet${at + 1}.xml`, text));
  sheets.forEach((sheet, at) => {
    if (sheet.relationships !== undefined)
      parts.set(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, relationships(sheet.relationships));
  });
  for (const [name, content] of Object.entries(options.parts ?? {})) parts.set(name, content);
  const encode = (content: string | Uint8Array) =>
    typeof content === "string" ? new TextEncoder().encode(content) : content;
  return writeZip(new Map([...parts].map(([name, content]) => [name, encode(content)])));
}

const relationships = (inside: string) => `<Relationships xmlns="${RELATIONSHIPS}">${inside}</Relationships>`;

function contentTypes(sheets: number, { overrides = {} }: BuildOptions): string {
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const all: Record<string, string> = {
    "xl/workbook.xml": `${kind}.sheet.main+xml`,
    "xl/styles.xml": `${kind}.styles+xml`,
    "xl/sharedStrings.xml": `${kind}.sharedStrings+xml`,
  };
  for (let at = 1; at <= sheets; at++) all[`xl/worksheets/sheet${at}.xml`] = `${kind}.worksheet+xml`;
  const lines = Object.entries({ ...all, ...overrides }).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return `<Types xmlns="${TRANSITIONAL}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${lines.join("")}</Types>`;
}

interface Namespaces {
  readonly main: string;
  readonly rel: string;
}

function sheetXml(
  sheet: BuildSheet,
  options: BuildOptions,
  ns: Namespaces,
  strings: Map<string, number>,
  styles: Styles,
): string {
  const rows = sheet.rows.map((cells, at) => {
    const inside = cells.map((value, column) => cellXml(value, at + 1, column + 1, options, strings, styles)).join("");
    const hidden = sheet.hiddenRows?.includes(at + 1) === true ? ' hidden="1"' : "";
    return `<row${options.withoutPlaces === true ? "" : ` r="${at + 1}"`}${hidden}>${inside}</row>`;
  });
  const body = `${sheet.head ?? ""}<sheetData>${rows.join("")}</sheetData>${sheet.tail ?? ""}`;
  const { prefix } = options;
  if (prefix === undefined) return `<worksheet xmlns="${ns.main}" xmlns:r="${ns.rel}">${body}</worksheet>`;
  const prefixed = body.replace(/<(\/?)(?=[a-z])/gi, `<$1${prefix}:`);
  return `<?xml version="1.0"?><${prefix}:worksheet xmlns:${prefix}="${ns.main}" xmlns:r="${ns.rel}">${prefixed}</${prefix}:worksheet>`;
}

function cellXml(
  value: BuildValue,
  row: number,
  column: number,
  options: BuildOptions,
  strings: Map<string, number>,
  styles: Styles,
): string {
  const place = options.withoutPlaces === true ? "" : ` r="${formatCell(row, column)}"`;
  if (value === null) return options.withoutPlaces === true ? "<c/>" : "";
  if (typeof value === "object" && "xml" in value) return value.xml.replace("<c", `<c${place}`);
  if (typeof value === "object" && "error" in value && !("formula" in value))
    return `<c${place} t="e"><v>${encodeXml(value.error)}</v></c>`;
  if (typeof value === "object" && "formula" in value) {
    const shown = value.error ?? value.value;
    const result = shown === undefined ? "" : `<v>${encodeXml(String(shown))}</v>`;
    const type = value.error !== undefined ? ' t="e"' : typeof value.value === "string" ? ' t="str"' : "";
    return `<c${place}${styles.of(value.format, value.bold)}${type}><f>${encodeXml(value.formula)}</f>${result}</c>`;
  }
  const [plain, style] =
    typeof value === "object"
      ? [value.value, styles.of(value.format, value.bold)]
      : [value, styles.of(undefined, false)];
  if (typeof plain === "number") return `<c${place}${style}><v>${plain}</v></c>`;
  if (typeof plain === "boolean") return `<c${place}${style} t="b"><v>${plain ? 1 : 0}</v></c>`;
  if (options.strings === "inline")
    return `<c${place}${style} t="inlineStr"><is><t xml:space="preserve">${encodeXml(plain)}</t></is></c>`;
  let index = strings.get(plain);
  if (index === undefined) strings.set(plain, (index = strings.size));
  return `<c${place}${style} t="s"><v>${index}</v></c>`;
}

class Styles {
  readonly #shift: number;
  readonly #formats: string[] = [];
  readonly #xfs: string[] = [];

  constructor(shift: number) {
    this.#shift = shift;
  }

  of(format: string | undefined, bold: boolean | undefined): string {
    if (format === undefined && bold !== true) return "";
    let id = 0;
    if (format !== undefined) {
      if (!this.#formats.includes(format)) this.#formats.push(format);
      id = 164 + this.#shift + this.#formats.indexOf(format);
    }
    const xf = `<xf numFmtId="${id}" fontId="${bold === true ? 1 + this.#shift : 0}" fillId="0" borderId="0" xfId="0"/>`;
    if (!this.#xfs.includes(xf)) this.#xfs.push(xf);
    return ` s="${1 + this.#shift + this.#xfs.indexOf(xf)}"`;
  }

  xml(main: string): string {
    const plain = '<font><sz val="11"/><name val="Calibri"/></font>';
    const unused = '<font><i/><sz val="9"/><name val="Arial"/></font>'.repeat(this.#shift);
    const formats = this.#formats
      .map((code, at) => `<numFmt numFmtId="${164 + this.#shift + at}" formatCode="${encodeXml(code)}"/>`)
      .join("");
    const base = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
    const shifted = '<xf numFmtId="9" fontId="0" fillId="0" borderId="0" xfId="0"/>'.repeat(this.#shift);
    return (
      `<styleSheet xmlns="${main}">${formats === "" ? "" : `<numFmts>${formats}</numFmts>`}` +
      `<fonts>${plain}${unused}<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
      '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      `<borders><border><left/><right/></border></borders><cellStyleXfs>${base}</cellStyleXfs>` +
      `<cellXfs>${base}${shifted}${this.#xfs.join("")}</cellXfs></styleSheet>`
    );
  }
}
