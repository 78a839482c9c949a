/**
 * How direct formatting looks over what the styles of one document say beneath it: document defaults, the chain of the
 * paragraph's style, the chain of a character style, then what is written (ECMA-376 part 1, 17.7.2). Two spellings of
 * equal look are no change: programs that write every default out again change nothing that a person sees.
 *
 * Formatting of the other version is read over the styles of this one, where it would come to stand. Not resolved, so
 * compared as written: what stands in a table with a style, lists, theme colours.
 */
import { attribute, type XmlElement } from "../ooxml/xml-tree.ts";
import type { WordDocument } from "./document.ts";
import { propertiesOf, type MeaningContext } from "./meaning.ts";
import { wordAttribute, wordChild } from "./names.ts";
import { defaultStyle, styleKey, type Style } from "./styles.ts";

type Properties = Readonly<Record<string, string>>;

const CHAIN = 40;
const COMPLEX = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Of complex scripts alone: they say nothing about other text. */
const TWINS: readonly string[] = ["bCs", "iCs", "szCs", "font cs"];
const TOGGLES: readonly string[] = ["b", "i", "caps", "smallCaps", "strike", "vanish", "emboss", "imprint", "outline"];
const FONTS: readonly (readonly [slot: string, theme: string])[] = [
  ["ascii", "asciiTheme"],
  ["hAnsi", "hAnsiTheme"],
  ["eastAsia", "eastAsiaTheme"],
  ["cs", "cstheme"],
];
/** What holds where nothing is said. */
const RUN_DEFAULTS: Properties = {
  ...Object.fromEntries([...TOGGLES, "dstrike", "shadow", "bCs", "iCs", "rtl", "cs", "webHidden"].map((n) => [n, "0"])),
  ...{ sz: "20", szCs: "20", color: "auto", kern: "0", spacing: "0", position: "0", w: "100", u: "none" },
  ...{ vertAlign: "baseline", highlight: "none", snapToGrid: "on", em: "none", effect: "none" },
};
const PARAGRAPH_DEFAULTS: Properties = {
  ...Object.fromEntries(
    ["bidi", "keepNext", "keepLines", "pageBreakBefore", "contextualSpacing", "suppressLineNumbers"].map((n) => [
      n,
      "0",
    ]),
  ),
  ...Object.fromEntries(["suppressAutoHyphens", "topLinePunct", "mirrorIndents"].map((n) => [n, "0"])),
  ...Object.fromEntries(["widowControl", "snapToGrid", "kinsoku", "wordWrap", "overflowPunct"].map((n) => [n, "on"])),
  ...Object.fromEntries(["autoSpaceDE", "autoSpaceDN", "adjustRightInd"].map((n) => [n, "on"])),
  ...{ jc: "left", outlineLvl: "9", textAlignment: "auto", textDirection: "lrTb" },
  ...{ "spacing before": "0", "spacing after": "0", "spacing line": "240", "spacing lineRule": "auto" },
  ...{ "ind left": "0", "ind right": "0", "ind firstLine": "0", "ind hanging": "0" },
};
const SIDES: Properties = { start: "left", end: "right" };

export class Looks {
  readonly #document: WordDocument;
  readonly #context: MeaningContext;
  readonly #themeFonts: ReadonlyMap<string, string>;
  readonly #runs = new Map<string, Properties>();

  constructor(document: WordDocument) {
    this.#document = document;
    this.#context = document.parts.context(document.related.get("styles") ?? "");
    this.#themeFonts = themeFontsOf(document);
  }

  /** @param style the id of the paragraph's style, `undefined` for the default one */
  run(written: XmlElement | undefined, context: MeaningContext, style: string | undefined, text: string): string {
    const own = this.#spelled(written, context);
    const { rStyle, ...direct } = own;
    const named = rStyle === undefined ? undefined : this.#document.styles.byKey.get(styleKey("character", rStyle));
    const beneath = this.#beneath(style, named);
    const all: Record<string, string> = { ...beneath, ...direct, ...(rStyle === undefined ? {} : { rStyle }) };
    const complex = COMPLEX.test(text) || all["rtl"] === "on" || all["cs"] === "on";
    return told(all, RUN_DEFAULTS, complex ? [] : TWINS);
  }

  /** By the name of a property; `spacing` and `ind` as a whole. */
  paragraph(written: XmlElement | undefined, context: MeaningContext, style: string | undefined): Properties {
    const all: Record<string, string> = {};
    for (const layer of [this.#defaults("pPrDefault", "pPr"), ...this.#chain(this.#paragraphStyle(style), "pPr")])
      Object.assign(all, paragraphLayer(layer, this.#context));
    Object.assign(all, paragraphLayer(written, context));
    return Object.fromEntries(
      ["spacing", "ind", ...Object.keys(all).filter((name) => !name.includes(" "))].map((name) => {
        const parts = Object.entries(all).filter(([key]) => key === name || key.startsWith(`${name} `));
        return [name, told(Object.fromEntries(parts), PARAGRAPH_DEFAULTS)];
      }),
    );
  }

  #beneath(style: string | undefined, named: Style | undefined): Properties {
    const key = JSON.stringify([style, named?.id]);
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const layer = (list: readonly (XmlElement | undefined)[]): Record<string, string> =>
      Object.fromEntries(list.flatMap((element) => Object.entries(this.#spelled(element, this.#context))));
    const paragraph = layer(this.#chain(this.#paragraphStyle(style), "rPr"));
    const character = layer(this.#chain(named, "rPr"));
    const made: Record<string, string> = {
      ...layer([this.#defaults("rPrDefault", "rPr")]),
      ...paragraph,
      ...character,
    };
    // Styles switch these on and off again (17.7.3).
    for (const name of TOGGLES)
      if (paragraph[name] === "on" && character[name] === "on") made[name] = "0";
      else if (paragraph[name] === "on" && character[name] === "0") made[name] = "on";
    delete made["rStyle"];
    this.#runs.set(key, made);
    return made;
  }

  #paragraphStyle(id: string | undefined): Style | undefined {
    const { styles } = this.#document;
    return (id === undefined ? undefined : styles.byId.get(id)) ?? defaultStyle(styles, "paragraph");
  }

  #defaults(holder: string, name: string): XmlElement | undefined {
    const tree = this.#document.package.tree(this.#document.related.get("styles") ?? "");
    return tree.ok ? wordChild(wordChild(wordChild(tree.value, "docDefaults"), holder), name) : undefined;
  }

  /** From the ground up. */
  #chain(style: Style | undefined, name: string): (XmlElement | undefined)[] {
    const found: (XmlElement | undefined)[] = [];
    const { byId } = this.#document.styles;
    for (let at = style; at !== undefined && found.length < CHAIN;) {
      found.unshift(wordChild(at.element, name));
      at = byId.get(wordAttribute(wordChild(at.element, "basedOn"), "val") ?? "");
    }
    return found;
  }

  #spelled(written: XmlElement | undefined, context: MeaningContext): Record<string, string> {
    const found = propertiesOf(written, context, new Set(["rFonts"]));
    const fonts = wordChild(written, "rFonts");
    for (const [slot, theme] of FONTS) {
      const name = wordAttribute(fonts, theme);
      const font = name === undefined ? wordAttribute(fonts, slot) : (this.#themeFonts.get(name) ?? `theme ${name}`);
      if (font !== undefined && font !== "") found[`font ${slot}`] = font;
    }
    return found;
  }
}

const told = (all: Properties, defaults: Properties, without: readonly string[] = []): string =>
  JSON.stringify(
    Object.entries(all)
      .filter(([name, value]) => defaults[name] !== value && !without.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Attributes of spacing and indentation are inherited one by one. */
function paragraphLayer(element: XmlElement | undefined, context: MeaningContext): Record<string, string> {
  const found = propertiesOf(element, context, new Set(["spacing", "ind", "pStyle", "sectPr", "rPr"]));
  for (const name of ["spacing", "ind"])
    for (const { name: own, value } of wordChild(element, name)?.attributes ?? [])
      found[`${name} ${SIDES[own] ?? own}`] = value;
  return found;
}

/** What `minorHAnsi` and its like stand for. */
function themeFontsOf(document: WordDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const target = document.package.related(document.part, "theme")?.target;
  const tree = target === undefined ? undefined : document.package.tree(target);
  if (tree?.ok !== true) return found;
  const child = (element: XmlElement | undefined, name: string) =>
    element?.children.find((one): one is XmlElement => typeof one !== "string" && one.name === name);
  const scheme = child(child(tree.value, "themeElements"), "fontScheme");
  for (const weight of ["major", "minor"])
    for (const [script, ends] of [
      ["latin", ["HAnsi", "Ascii"]],
      ["ea", ["EastAsia"]],
      ["cs", ["Bidi"]],
    ] as const) {
      const font = child(child(scheme, `${weight}Font`), script);
      const face = font === undefined ? undefined : attribute(font, "typeface");
      if (face !== undefined && face !== "") for (const end of ends) found.set(`${weight}${end}`, face);
    }
  return found;
}
