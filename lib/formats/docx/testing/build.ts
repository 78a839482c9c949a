/** Small documents written by hand, so that tests know every element of them. */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { writeZip } from "../../ooxml/zip-write.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface Parts {
  /** Other parts by name below `word/`, with the kind of their relationship. */
  readonly [name: string]: { readonly kind: string; readonly type?: string; readonly content: string | Uint8Array };
}

export interface BuildOptions {
  readonly parts?: Parts;
  readonly styles?: string;
  /** External links by relationship id. */
  readonly links?: Readonly<Record<string, string>>;
  readonly section?: string;
  /** More declarations of the main part's root. */
  readonly root?: string;
}

export const STYLES = `<w:docDefaults/><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>`;

/** @param body XML of the body without its section */
export function buildDocument(body: string, options: BuildOptions = {}): Uint8Array {
  const {
    parts = {},
    styles = STYLES,
    links = {},
    section = '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>',
  } = options;
  const all: Parts = {
    "styles.xml": { kind: "styles", content: story("styles", styles) },
    ...parts,
  };
  const relations = [
    ...Object.entries(all).map(([name, { kind }], at) => relation(`rId${at + 1}`, kind, name)),
    ...Object.entries(links).map(
      ([id, target]) =>
        `<Relationship Id="${id}" Type="${R}/hyperlink" Target="${encodeXml(target)}" TargetMode="External"/>`,
    ),
  ];
  const types = Object.entries(all).map(
    ([name, { kind, type }]) => `<Override PartName="/word/${name}" ContentType="${type ?? `${TYPE}.${kind}+xml`}"/>`,
  );
  const entries = new Map<string, string | Uint8Array>([
    [
      "[Content_Types].xml",
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>${types.join("")}</Types>`,
    ],
    ["_rels/.rels", rels(relation("rId1", "officeDocument", "word/document.xml"))],
    [
      "word/document.xml",
      `${HEAD}<w:document xmlns:w="${W}" xmlns:r="${R}"${options.root ?? ""}><w:body>${body}${section}</w:body></w:document>`,
    ],
    ["word/_rels/document.xml.rels", rels(relations.join(""))],
    ...Object.entries(all).map(([name, { content }]) => [`word/${name}`, content] as const),
  ]);
  return writeZip(
    new Map(
      [...entries].map(([name, content]) => [name, typeof content === "string" ? Buffer.from(content) : content]),
    ),
  );
}

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${R}/${kind}" Target="${target}"/>`;

const rels = (inside: string): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`;

/** A part with a root of the main namespace. */
export const story = (root: string, inside: string): string =>
  `${HEAD}<w:${root} xmlns:w="${W}" xmlns:r="${R}">${inside}</w:${root}>`;

/** A run, with run properties. */
export const r = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${encodeXml(text)}</w:t></w:r>`;

/** A paragraph of runs (XML) or of a text. */
export const p = (content: string, properties = ""): string => {
  const inside = content === "" || content.startsWith("<") ? content : r(content);
  return `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`;
};

export const styled = (style: string, text: string): string => p(text, `<w:pStyle w:val="${style}"/>`);

/** A table of cells, each a text or XML of blocks. */
export const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${(rows[0] ?? []).map(() => '<w:gridCol w:w="2000"/>').join("")}</w:tblGrid>${rows.map(row).join("")}</w:tbl>`;

export const row = (cells: readonly string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith("<w:") ? cell : p(cell)}</w:tc>`).join("")}</w:tr>`;
