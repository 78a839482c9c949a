/**
 * Small decks written part by part, not by the code under test: one master, two layouts, slides of text boxes, tables,
 * pictures and groups, with notes, hidden slides and sections where asked for.
 */
import { writeZip } from "../../ooxml/zip-write.ts";

export interface BoxSpec {
  readonly kind?: "box" | "title" | "table" | "picture" | "group" | "xml";
  readonly id: number;
  readonly name?: string;
  /** Paragraphs; rows and cells of a table; the members' texts of a group. */
  readonly text?: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly at?: readonly [number, number, number, number];
  readonly fill?: string;
  readonly bold?: boolean;
  /** The content of a picture. */
  readonly picture?: string;
  readonly members?: readonly BoxSpec[];
  readonly xml?: string;
}

export interface SlideSpec {
  readonly id: number;
  readonly boxes: readonly BoxSpec[];
  readonly hidden?: boolean;
  readonly layout?: number;
  readonly notes?: string;
  /** A color, as six hex digits. */
  readonly background?: string;
  /** Between color map and end: transition and timing. */
  readonly tail?: string;
  /** Further relationships, with their parts. */
  readonly related?: readonly {
    readonly id: string;
    readonly kind: string;
    readonly part: string;
    readonly content: string;
    readonly type: string;
  }[];
}

export interface DeckSpec {
  readonly slides: readonly SlideSpec[];
  readonly size?: readonly [number, number];
  readonly title?: string;
  readonly layouts?: readonly string[];
  readonly accent?: string;
  readonly sections?: readonly { readonly name: string; readonly slides: readonly number[] }[];
  /** How parts are named and numbered: programs differ. */
  readonly firstPart?: number;
  readonly firstRelation?: number;
  /** Parts put on top, by name. */
  readonly parts?: Readonly<Record<string, string>>;
}

const P = "http://schemas.openxmlformats.org/presentationml/2006/main";
const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NAMES = `xmlns:a="${A}" xmlns:r="${R}" xmlns:p="${P}"`;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = "application/vnd.openxmlformats-officedocument.presentationml";

const escape = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

export function buildDeck(spec: DeckSpec): Uint8Array {
  return new DeckBuilder(spec).build();
}

class DeckBuilder {
  readonly #spec: DeckSpec;
  readonly #parts = new Map<string, string>();
  readonly #types = new Map<string, string>();
  readonly #media = new Map<string, string>();

  constructor(spec: DeckSpec) {
    this.#spec = spec;
  }

  build(): Uint8Array {
    const { slides, layouts = ["Title and Content", "Blank"], firstPart = 1, firstRelation = 1 } = this.#spec;
    const relation = (n: number) => `rId${firstRelation + n}`;
    const list: [string, string][] = [["slideMaster", "slideMasters/slideMaster1.xml"]];
    slides.forEach((slide, at) => {
      list.push(["slide", `slides/slide${firstPart + at}.xml`]);
      this.#slide(slide, firstPart + at);
    });
    list.push(["theme", "theme/theme1.xml"], ["presProps", "presProps.xml"]);
    const noted = slides.some(({ notes }) => notes !== undefined);
    if (noted) list.push(["notesMaster", "notesMasters/notesMaster1.xml"]);
    this.#presentation(list, relation, noted);
    this.#master(layouts);
    if (noted) this.#notesMaster();
    this.#add(
      "ppt/theme/theme1.xml",
      theme(this.#spec.accent ?? "4F81BD"),
      "application/vnd.openxmlformats-officedocument.theme+xml",
    );
    this.#add("ppt/presProps.xml", `<p:presentationPr ${NAMES}/>`, `${TYPE}.presProps+xml`);
    this.#add(
      "docProps/core.xml",
      `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escape(this.#spec.title ?? "Deck")}</dc:title></cp:coreProperties>`,
      "application/vnd.openxmlformats-package.core-properties+xml",
    );
    this.#parts.set(
      "_rels/.rels",
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="ppt/presentation.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    );
    for (const [name, content] of Object.entries(this.#spec.parts ?? {})) this.#parts.set(name, content);
    const overrides = [...this.#types].map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`);
    const types = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join("")}</Types>`;
    const entries = new Map([["[Content_Types].xml", types], ...this.#parts]);
    return writeZip(new Map([...entries].map(([name, text]) => [name, new TextEncoder().encode(text)])));
  }

  #add(part: string, xml: string, type: string): void {
    this.#parts.set(part, `${HEAD}${xml}`);
    this.#types.set(part, type);
  }

  #relations(owner: string, list: readonly (readonly [string, string, string])[]): void {
    const slash = owner.lastIndexOf("/");
    const lines = list.map(([id, kind, target]) => {
      const external = /^https?:/.test(target) ? ' TargetMode="External"' : "";
      return `<Relationship Id="${id}" Type="${R}/${kind}" Target="${escape(target)}"${external}/>`;
    });
    this.#parts.set(
      `${owner.slice(0, slash)}/_rels/${owner.slice(slash + 1)}.rels`,
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`,
    );
  }

  #presentation(list: readonly [string, string][], relation: (n: number) => string, noted: boolean): void {
    const { slides, size = [9144000, 6858000], sections } = this.#spec;
    const ids = slides.map(({ id }, at) => `<p:sldId id="${id}" r:id="${relation(at + 1)}"/>`);
    const notes = noted
      ? `<p:notesMasterIdLst><p:notesMasterId r:id="${relation(list.length - 1)}"/></p:notesMasterIdLst>`
      : "";
    const grouped = sections
      ?.map(
        ({ name, slides: members }, at) =>
          `<p14:section name="${escape(name)}" id="{00000000-0000-0000-0000-00000000000${at}}"><p14:sldIdLst>${members.map((id) => `<p14:sldId id="${id}"/>`).join("")}</p14:sldIdLst></p14:section>`,
      )
      .join("");
    const extensions =
      grouped === undefined
        ? ""
        : `<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">${grouped}</p14:sectionLst></p:ext></p:extLst>`;
    this.#add(
      "ppt/presentation.xml",
      `<p:presentation ${NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="${relation(0)}"/></p:sldMasterIdLst>${notes}${ids.length === 0 ? "" : `<p:sldIdLst>${ids.join("")}</p:sldIdLst>`}<p:sldSz cx="${size[0]}" cy="${size[1]}"/><p:notesSz cx="6858000" cy="9144000"/>${extensions}</p:presentation>`,
      `${TYPE}.presentation.main+xml`,
    );
    this.#relations(
      "ppt/presentation.xml",
      list.map(([kind, target], at) => [relation(at), kind, target] as const),
    );
  }

  #master(layouts: readonly string[]): void {
    const ids = layouts.map((_name, at) => `<p:sldLayoutId id="${2147483649 + at}" r:id="rId${at + 1}"/>`);
    this.#add(
      "ppt/slideMasters/slideMaster1.xml",
      `<p:sldMaster ${NAMES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${ROOT_GROUP}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>${ids.join("")}</p:sldLayoutIdLst></p:sldMaster>`,
      `${TYPE}.slideMaster+xml`,
    );
    this.#relations("ppt/slideMasters/slideMaster1.xml", [
      ...layouts.map(
        (_name, at) => [`rId${at + 1}`, "slideLayout", `../slideLayouts/slideLayout${at + 1}.xml`] as const,
      ),
      [`rId${layouts.length + 1}`, "theme", "../theme/theme1.xml"],
    ]);
    layouts.forEach((name, at) => {
      const part = `ppt/slideLayouts/slideLayout${at + 1}.xml`;
      this.#add(
        part,
        `<p:sldLayout ${NAMES} preserve="1"><p:cSld name="${escape(name)}"><p:spTree>${ROOT_GROUP}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
        `${TYPE}.slideLayout+xml`,
      );
      this.#relations(part, [["rId1", "slideMaster", "../slideMasters/slideMaster1.xml"]]);
    });
  }

  #notesMaster(): void {
    this.#add(
      "ppt/notesMasters/notesMaster1.xml",
      `<p:notesMaster ${NAMES}><p:cSld><p:spTree>${ROOT_GROUP}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>`,
      `${TYPE}.notesMaster+xml`,
    );
    this.#add("ppt/theme/theme2.xml", theme("4F81BD"), "application/vnd.openxmlformats-officedocument.theme+xml");
    this.#relations("ppt/notesMasters/notesMaster1.xml", [["rId1", "theme", "../theme/theme2.xml"]]);
  }

  #slide(slide: SlideSpec, number: number): void {
    const part = `ppt/slides/slide${number}.xml`;
    const relations: (readonly [string, string, string])[] = [
      ["rId1", "slideLayout", `../slideLayouts/slideLayout${(slide.layout ?? 0) + 1}.xml`],
    ];
    const boxes = slide.boxes.map((box) => this.#box(box, relations)).join("");
    const background =
      slide.background === undefined
        ? ""
        : `<p:bg><p:bgPr><a:solidFill><a:srgbClr val="${slide.background}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`;
    this.#add(
      part,
      `<p:sld ${NAMES}${slide.hidden === true ? ' show="0"' : ""}><p:cSld>${background}<p:spTree>${ROOT_GROUP}${boxes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>${slide.tail ?? ""}</p:sld>`,
      `${TYPE}.slide+xml`,
    );
    if (slide.notes !== undefined) this.#notes(slide.notes, number, relations);
    for (const { id, kind, part: name, content, type } of slide.related ?? []) {
      relations.push([id, kind, type === "" ? name : `/${name}`]);
      if (type !== "") this.#add(name, content, type);
    }
    this.#relations(part, relations);
  }

  #notes(text: string, number: number, relations: (readonly [string, string, string])[]): void {
    const part = `ppt/notesSlides/notesSlide${number}.xml`;
    relations.push(["rIdN", "notesSlide", `../notesSlides/notesSlide${number}.xml`]);
    this.#add(
      part,
      `<p:notes ${NAMES}><p:cSld><p:spTree>${ROOT_GROUP}<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr/><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/>${body([text], false)}</p:sp></p:spTree></p:cSld></p:notes>`,
      `${TYPE}.notesSlide+xml`,
    );
    this.#relations(part, [
      ["rId1", "notesMaster", "../notesMasters/notesMaster1.xml"],
      ["rId2", "slide", `../slides/slide${number}.xml`],
    ]);
  }

  #box(box: BoxSpec, relations: (readonly [string, string, string])[]): string {
    const { kind = "box", id, name = `Box ${id}`, at = [914400, 914400, 2743200, 914400], fill } = box;
    const xfrm = (prefix: string, more = "") =>
      `<${prefix}:xfrm><a:off x="${at[0]}" y="${at[1]}"/><a:ext cx="${at[2]}" cy="${at[3]}"/>${more}</${prefix}:xfrm>`;
    const nv = `<p:cNvPr id="${id}" name="${escape(name)}"/>`;
    const look = `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill === undefined ? "" : `<a:solidFill><a:srgbClr val="${fill}"/></a:solidFill>`}`;
    switch (kind) {
      case "xml":
        return box.xml ?? "";
      case "table":
        return `<p:graphicFrame><p:nvGraphicFramePr>${nv}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${xfrm("p")}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${table(box.rows ?? [[""]])}</a:graphicData></a:graphic></p:graphicFrame>`;
      case "picture": {
        const relation = `rIdP${id}`;
        relations.push([relation, "image", `../media/${this.#picture(box.picture ?? "picture")}`]);
        return `<p:pic><p:nvPicPr>${nv}<p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${xfrm("a")}${look}</p:spPr></p:pic>`;
      }
      case "group":
        return `<p:grpSp><p:nvGrpSpPr>${nv}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${xfrm("a", `<a:chOff x="${at[0]}" y="${at[1]}"/><a:chExt cx="${at[2]}" cy="${at[3]}"/>`)}</p:grpSpPr>${(box.members ?? []).map((member) => this.#box(member, relations)).join("")}</p:grpSp>`;
      case "title":
        return `<p:sp><p:nvSpPr>${nv}<p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/>${body(box.text ?? [""], box.bold ?? false)}</p:sp>`;
      default:
        return `<p:sp><p:nvSpPr>${nv}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${xfrm("a")}${look}</p:spPr>${body(box.text ?? [""], box.bold ?? false)}</p:sp>`;
    }
  }

  #picture(content: string): string {
    const known = this.#media.get(content);
    if (known !== undefined) return known;
    const name = `image${this.#media.size + 1}.png`;
    this.#media.set(content, name);
    this.#parts.set(`ppt/media/${name}`, content);
    return name;
  }
}

const ROOT_GROUP = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

export const paragraph = (text: string, bold = false): string =>
  `<a:p>${text === "" ? "" : `<a:r><a:rPr lang="en-US"${bold ? ' b="1"' : ""}/><a:t>${escape(text)}</a:t></a:r>`}</a:p>`;

const body = (paragraphs: readonly string[], bold: boolean) =>
  `<p:txBody><a:bodyPr wrap="square"/><a:lstStyle/>${paragraphs.map((text) => paragraph(text, bold)).join("")}</p:txBody>`;

function table(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map(() => '<a:gridCol w="914400"/>').join("");
  const cell = (text: string) =>
    `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(text)}</a:txBody><a:tcPr/></a:tc>`;
  return `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${columns}</a:tblGrid>${rows.map((row) => `<a:tr h="370840">${row.map(cell).join("")}</a:tr>`).join("")}</a:tbl>`;
}

function theme(accent: string): string {
  const color = (name: string, value: string) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const colors = ["accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"]
    .map((name) => color(name, "808080"))
    .join("");
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  return `<a:theme xmlns:a="${A}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${color("dk1", "000000")}${color("lt1", "FFFFFF")}${color("dk2", "1F497D")}${color("lt2", "EEECE1")}${color("accent1", accent)}${colors}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
