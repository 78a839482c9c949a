/** What styles and runs look like, as far as a screen draws it: the chain of a style, then what is written directly. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { DocumentLook, ParagraphBlock } from "./structure.ts";
import { wordAttribute, wordChild } from "../names.ts";
import { defaultStyle, type Style, type StyleTable } from "../styles.ts";

export interface StyleLook {
  readonly look: DocumentLook;
  readonly heading?: number;
  readonly align?: ParagraphBlock["align"] | "left";
  readonly indent?: number;
  readonly list?: { readonly id: string; readonly level: number };
}

const CHAIN = 40;

export class StyleLooks {
  readonly #styles: StyleTable;
  readonly #paragraphs = new Map<string, StyleLook>();
  readonly #characters = new Map<string, DocumentLook>();
  readonly #size: number | undefined;

  constructor(styles: StyleTable) {
    this.#styles = styles;
    const normal = this.#chain(defaultStyle(styles, "paragraph"));
    this.#size = normal.reduce<number | undefined>(
      (size, { element }) => lookOf(wordChild(element, "rPr")).size ?? size,
      undefined,
    );
  }

  paragraph(id: string | undefined): StyleLook {
    const key = id ?? "";
    const known = this.#paragraphs.get(key);
    if (known !== undefined) return known;
    const style = (id === undefined ? undefined : this.#styles.byId.get(id)) ?? defaultStyle(this.#styles, "paragraph");
    const made = this.#merged(style);
    this.#paragraphs.set(key, made);
    return made;
  }

  /** Of a run: its character style, and what is written beside it. */
  run(properties: XmlElement | undefined): DocumentLook {
    const id = wordAttribute(wordChild(properties, "rStyle"), "val");
    return { ...(id === undefined ? {} : this.#character(id)), ...lookOf(properties) };
  }

  #character(id: string): DocumentLook {
    const known = this.#characters.get(id);
    if (known !== undefined) return known;
    const made = this.#chain(this.#styles.byId.get(id)).reduce<DocumentLook>(
      (look, { element }) => ({ ...look, ...lookOf(wordChild(element, "rPr")) }),
      {},
    );
    this.#characters.set(id, made);
    return made;
  }

  #merged(style: Style | undefined): StyleLook {
    let made: StyleLook = { look: {} };
    for (const { element, name } of this.#chain(style)) {
      const named = headingNamed(name);
      made = {
        ...made,
        ...paragraphLook(wordChild(element, "pPr")),
        ...(named === undefined ? {} : { heading: named }),
        look: { ...made.look, ...lookOf(wordChild(element, "rPr")) },
      };
    }
    const { size, ...look } = made.look;
    return { ...made, look: size === undefined || size === this.#size ? look : made.look };
  }

  /** From the ground up. */
  #chain(style: Style | undefined): Style[] {
    const found: Style[] = [];
    for (let at = style; at !== undefined && found.length < CHAIN && !found.includes(at);) {
      found.unshift(at);
      at = this.#styles.byId.get(wordAttribute(wordChild(at.element, "basedOn"), "val") ?? "");
    }
    return found;
  }
}

function headingNamed(name: string): number | undefined {
  if (/^title$/iu.test(name)) return 0;
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

const ALIGNMENTS: Readonly<Record<string, StyleLook["align"]>> = {
  left: "left",
  start: "left",
  center: "center",
  right: "right",
  end: "right",
  both: "justify",
  distribute: "justify",
};
const TWIPS = 20;
const MAX_INDENT = 720;

/** Of `w:pPr`. */
export function paragraphLook(properties: XmlElement | undefined): Omit<StyleLook, "look"> {
  const value = (name: string) => wordAttribute(wordChild(properties, name), "val");
  const align = ALIGNMENTS[value("jc") ?? ""];
  const outline = Number(value("outlineLvl") ?? Number.NaN);
  const ind = wordChild(properties, "ind");
  const left = Number(wordAttribute(ind, "left") ?? wordAttribute(ind, "start") ?? Number.NaN) / TWIPS;
  const numbering = wordChild(properties, "numPr");
  const id = wordAttribute(wordChild(numbering, "numId"), "val");
  const level = Number(wordAttribute(wordChild(numbering, "ilvl"), "val") ?? 0);
  return {
    ...(align === undefined ? {} : { align }),
    ...(outline >= 0 && outline <= 8 ? { heading: outline + 1 } : {}),
    ...(Number.isFinite(left) ? { indent: Math.round(Math.min(MAX_INDENT, Math.max(0, left)) * 10) / 10 } : {}),
    ...(id === undefined ? {} : { list: { id, level: level >= 0 && level <= 8 ? level : 0 } }),
  };
}

const OFF = new Set(["0", "false", "off"]);
const HEX = /^[0-9a-f]{6}$/iu;

const toggle = (properties: XmlElement | undefined, name: string): boolean | undefined => {
  const found = wordChild(properties, name);
  return found === undefined ? undefined : !OFF.has(wordAttribute(found, "val") ?? "1");
};

/** Of `w:rPr`: what it says, `false` where it switches something off. */
export function lookOf(properties: XmlElement | undefined): DocumentLook {
  if (properties === undefined) return {};
  const value = (name: string) => wordAttribute(wordChild(properties, name), "val");
  const look: Record<string, unknown> = {
    bold: toggle(properties, "b"),
    italic: toggle(properties, "i"),
    strike: toggle(properties, "strike") ?? toggle(properties, "dstrike"),
    caps: toggle(properties, "caps") ?? toggle(properties, "smallCaps"),
    hidden: toggle(properties, "vanish"),
  };
  const underline = value("u");
  if (underline !== undefined) look["underline"] = underline !== "none";
  const position = value("vertAlign");
  if (position === "superscript") look["position"] = "super";
  if (position === "subscript") look["position"] = "sub";
  const color = value("color");
  if (color !== undefined && HEX.test(color)) look["color"] = color.toLowerCase();
  const highlight = value("highlight");
  if (highlight !== undefined && highlight !== "none") look["highlight"] = highlight.slice(0, 20);
  const size = Number(value("sz") ?? Number.NaN) / 2;
  if (size >= 1 && size <= 400) look["size"] = size;
  return Object.fromEntries(Object.entries(look).filter(([, said]) => said !== undefined));
}
