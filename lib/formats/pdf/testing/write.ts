/**
 * Writes small PDFs from a description, by itself: pages of text lines, boxes, notes, links, form fields, an outline,
 * attachments. `style` changes only how it is stored.
 */
import { deflateSync } from "node:zlib";

export interface PageSpec {
  readonly lines: readonly string[];
  /** x, y, width, height from the bottom left, filled grey. */
  readonly boxes?: readonly (readonly [number, number, number, number])[];
  readonly notes?: readonly string[];
  /** Titles are of no account: to which page (from 0) a link at the top leads. */
  readonly links?: readonly number[];
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly rotate?: number;
  /** Red, green, blue of the text, from 0 to 1. */
  readonly colour?: readonly [number, number, number];
  /** Lines at the foot, drawn last. */
  readonly foot?: string;
}

export interface DocumentSpec {
  readonly pages: readonly PageSpec[];
  readonly info?: Readonly<Record<string, string>>;
  readonly outline?: readonly (readonly [title: string, page: number])[];
  readonly attachments?: Readonly<Record<string, string>>;
  readonly labels?: string;
  readonly signed?: boolean;
  readonly style?: Style;
}

interface Style {
  readonly compress?: boolean;
  /** Objects are numbered from here on, last first. */
  readonly first?: number;
  /** Name of the font resource. */
  readonly font?: string;
  /** Bytes in front of the header. */
  readonly junk?: string;
}

export const LINE_HEIGHT = 20;

class Objects {
  readonly texts: (string | Buffer)[] = [];
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  reserve(): number {
    return this.texts.push("") - 1 + this.#first;
  }

  set(num: number, text: string | Buffer): void {
    this.texts[num - this.#first] = text;
  }

  add(text: string | Buffer): number {
    const num = this.reserve();
    this.set(num, text);
    return num;
  }

  stream(content: Buffer, compress: boolean, extra = ""): number {
    const data = compress ? deflateSync(content) : content;
    const head = `<<${extra} /Length ${data.length}${compress ? " /Filter /FlateDecode" : ""}>>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream")]));
  }
}

export function writePdf(spec: DocumentSpec): Uint8Array {
  const { compress = false, first = 1, font: fontName = "F1", junk = "" } = spec.style ?? {};
  const objects = new Objects(first);
  const [catalog, root] = [objects.reserve(), objects.reserve()];
  const font = objects.add("<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>");
  const pages = spec.pages.map(() => objects.reserve());
  const fields: number[] = [];
  for (const [n, page] of spec.pages.entries()) {
    const content = objects.stream(Buffer.from(contentOf(page, fontName), "latin1"), compress);
    const annotations = [
      ...(page.notes ?? []).map((text, at) =>
        objects.add(
          `<</Type /Annot /Subtype /Text /Rect [${10 + at * 30} 10 ${30 + at * 30} 30] /Contents ${literal(text)}>>`,
        ),
      ),
      ...(page.links ?? []).map((target, at) =>
        objects.add(
          `<</Type /Annot /Subtype /Link /Rect [${10 + at * 30} 750 ${30 + at * 30} 770] /Dest [${pages[target] ?? 0} 0 R /Fit]>>`,
        ),
      ),
      ...(page.fields ?? []).map(([name, value], at) => {
        const look = objects.stream(
          Buffer.from(`BT /Helv 10 Tf ${literal(value)} Tj ET`),
          compress,
          ` /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</Helv ${font} 0 R>>>>`,
        );
        const own = objects.add(
          `<</Type /Annot /Subtype /Widget /FT /Tx /T ${literal(name)} /V ${literal(value)} /Rect [300 ${600 + at * 30} 400 ${620 + at * 30}] /AP <</N ${look} 0 R>>>>`,
        );
        fields.push(own);
        return own;
      }),
    ];
    const listed = annotations.length === 0 ? "" : ` /Annots [${annotations.map((num) => `${num} 0 R`).join(" ")}]`;
    objects.set(
      pages[n] ?? 0,
      `<</Type /Page /Parent ${root} 0 R /Contents ${content} 0 R /Resources <</Font <</${fontName} ${font} 0 R>>>>` +
        `${page.rotate ? ` /Rotate ${page.rotate}` : ""}${listed}>>`,
    );
  }
  const kids = pages.map((num) => `${num} 0 R`).join(" ");
  objects.set(root, `<</Type /Pages /MediaBox [0 0 612 792] /Count ${pages.length} /Kids [${kids}]>>`);
  objects.set(catalog, `<</Type /Catalog /Pages ${root} 0 R${catalogRest(spec, objects, pages, fields, compress)}>>`);
  const info = spec.info
    ? objects.add(
        `<<${Object.entries(spec.info)
          .map(([key, value]) => `/${key} ${literal(value)}`)
          .join(" ")}>>`,
      )
    : null;
  return assembled(objects, first, catalog, info, junk);
}

function contentOf({ lines, boxes = [], colour, foot }: PageSpec, font: string): string {
  const text = lines.map((line) => `${literal(line)} Tj 0 -${LINE_HEIGHT} Td`).join("\n");
  return [
    ...boxes.map((box) => `0.5 g ${box.join(" ")} re f`),
    `BT /${font} 12 Tf ${(colour ?? [0, 0, 0]).join(" ")} rg 72 720 Td`,
    text,
    "ET",
    ...(foot === undefined ? [] : [`BT /${font} 10 Tf 72 30 Td ${literal(foot)} Tj ET`]),
  ].join("\n");
}

function catalogRest(
  { outline = [], attachments = {}, labels, signed }: DocumentSpec,
  objects: Objects,
  pages: readonly number[],
  fields: readonly number[],
  compress: boolean,
): string {
  const parts: string[] = [];
  if (outline.length > 0) {
    const root = objects.reserve();
    const items = outline.map(() => objects.reserve());
    for (const [n, [title, page]] of outline.entries()) {
      const links = `${n > 0 ? ` /Prev ${items[n - 1]} 0 R` : ""}${items[n + 1] ? ` /Next ${items[n + 1]} 0 R` : ""}`;
      objects.set(
        items[n] ?? 0,
        `<</Title ${literal(title)} /Parent ${root} 0 R${links} /Dest [${pages[page]} 0 R /Fit]>>`,
      );
    }
    objects.set(root, `<</First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count ${items.length}>>`);
    parts.push(` /Outlines ${root} 0 R`);
  }
  const files = Object.entries(attachments).map(([name, content]) => {
    const stream = objects.stream(Buffer.from(content), compress, " /Type /EmbeddedFile");
    return `${literal(name)} ${objects.add(`<</Type /Filespec /F ${literal(name)} /UF ${literal(name)} /EF <</F ${stream} 0 R>>>>`)} 0 R`;
  });
  if (files.length > 0) parts.push(` /Names <</EmbeddedFiles <</Names [${files.join(" ")}]>>>>`);
  const own = [...fields];
  if (signed) own.push(objects.add("<</FT /Sig /T (Signature) /V <</Type /Sig /Filter /Adobe.PPKLite>>>>"));
  if (own.length > 0) parts.push(` /AcroForm <</Fields [${own.map((num) => `${num} 0 R`).join(" ")}]>>`);
  if (labels !== undefined) parts.push(` /PageLabels <</Nums [0 <</P ${literal(labels)}>>]>>`);
  return parts.join("");
}

function assembled(objects: Objects, first: number, catalog: number, info: number | null, junk: string): Uint8Array {
  const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [n, text] of objects.texts.entries()) {
    const body = Buffer.concat([Buffer.from(`${n + first} 0 obj\n`), Buffer.from(text), Buffer.from("\nendobj\n")]);
    offsets.push(at);
    at += body.length;
    parts.push(body);
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `<</Size ${first + offsets.length} /Root ${catalog} 0 R${info === null ? "" : ` /Info ${info} 0 R`}>>`;
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${first} ${offsets.length}\n${lines}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Uint8Array.from(Buffer.concat([Buffer.from(junk), ...parts]));
}

const literal = (text: string): string => `(${text.replaceAll(/[\\()]/g, (char) => `\\${char}`)})`;
