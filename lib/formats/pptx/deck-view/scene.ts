/** What a slide inherits from: its layout, master and theme, read once for each layout. */
import { attribute, childElement, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import type { Deck } from "../deck.ts";
import { allShapes, elementsOf, placeholderElement, readShapes, type Shape } from "../shape.ts";
import { colourIn, type Palette } from "./colours.ts";

export interface Theme {
  readonly part: string;
  readonly colours: ReadonlyMap<string, string>;
  readonly major: string;
  readonly minor: string;
  readonly fills: readonly XmlElement[];
  readonly lines: readonly XmlElement[];
  readonly backgrounds: readonly XmlElement[];
}

/** A layout or a master: its part, its element and its shapes. */
export interface Sheet {
  readonly part: string;
  readonly root: XmlElement;
  readonly shapes: readonly Shape[];
  readonly placeholders: readonly Shape[];
}

export interface Scene {
  readonly pack: OoxmlPackage;
  readonly layout: Sheet | null;
  readonly master: Sheet | null;
  readonly theme: Theme;
  readonly palette: Palette;
  /** `p:defaultTextStyle` of the presentation. */
  readonly defaults: XmlElement | undefined;
  /** `p:txStyles` of the master. */
  readonly styles: XmlElement | undefined;
}

export class Scenes {
  readonly #deck: Deck;
  readonly #sheets = new Map<string, Sheet | null>();
  readonly #themes = new Map<string, Theme>();
  readonly #scenes = new Map<string, Scene>();

  constructor(deck: Deck) {
    this.#deck = deck;
  }

  /** @param layout a part; null for a slide without one */
  of(layout: string | null): Scene {
    const kept = this.#scenes.get(layout ?? "");
    if (kept !== undefined) return kept;
    const pack = this.#deck.package;
    const own = layout === null ? null : this.#sheet(layout);
    const masterPart = own === null ? this.#deck.masters[0]?.part : pack.related(own.part, "slideMaster")?.target;
    const master = masterPart === undefined ? null : this.#sheet(masterPart);
    const theme = this.#theme(master === null ? undefined : pack.related(master.part, "theme")?.target);
    const map = mapOf(own?.root, master?.root);
    const made: Scene = {
      pack,
      layout: own,
      master,
      theme,
      palette: { theme: theme.colours, map },
      defaults: childElement(this.#deck.root, "defaultTextStyle"),
      styles: childElement(master?.root, "txStyles"),
    };
    this.#scenes.set(layout ?? "", made);
    return made;
  }

  #sheet(part: string): Sheet | null {
    const kept = this.#sheets.get(part);
    if (kept !== undefined) return kept;
    const tree = this.#deck.package.tree(part);
    const drawing = tree.ok ? childElement(childElement(tree.value, "cSld"), "spTree") : undefined;
    const shapes = drawing === undefined ? [] : readShapes(drawing);
    const placeholders = [...allShapes(shapes)].filter(({ placeholder }) => placeholder !== "");
    const sheet = tree.ok ? { part, root: tree.value, shapes, placeholders } : null;
    this.#sheets.set(part, sheet);
    return sheet;
  }

  #theme(part = ""): Theme {
    const kept = this.#themes.get(part);
    if (kept !== undefined) return kept;
    const tree = part === "" ? undefined : this.#deck.package.tree(part);
    const made = themeOf(part, tree?.ok === true ? tree.value : undefined);
    this.#themes.set(part, made);
    return made;
  }
}

const NO_PALETTE: Palette = { theme: new Map(), map: new Map() };

function themeOf(part: string, root: XmlElement | undefined): Theme {
  const elements = childElement(root, "themeElements");
  const scheme = childElement(elements, "clrScheme");
  const colours = new Map<string, string>();
  for (const element of scheme === undefined ? [] : elementsOf(scheme)) {
    const found = colourIn(element, NO_PALETTE);
    if (found !== null) colours.set(element.name, found.colour);
  }
  const fonts = childElement(elements, "fontScheme");
  const face = (name: string) => {
    const latin = childElement(childElement(fonts, name), "latin");
    return latin === undefined ? "" : (attribute(latin, "typeface") ?? "");
  };
  const formats = childElement(elements, "fmtScheme");
  const list = (name: string) => {
    const found = childElement(formats, name);
    return found === undefined ? [] : elementsOf(found);
  };
  return {
    part,
    colours,
    major: face("majorFont"),
    minor: face("minorFont"),
    fills: list("fillStyleLst"),
    lines: list("lnStyleLst"),
    backgrounds: list("bgFillStyleLst"),
  };
}

/** The master's colour map, or what overrides it. */
function mapOf(layout: XmlElement | undefined, master: XmlElement | undefined): ReadonlyMap<string, string> {
  const override = childElement(childElement(layout, "clrMapOvr"), "overrideClrMapping");
  const found = override ?? childElement(master, "clrMap");
  return new Map(found?.attributes.map(({ name, value }) => [name, value]) ?? []);
}

/** The scene of a slide that has a colour map of its own. */
export function onSlide(scene: Scene, slide: XmlElement): Scene {
  const own = childElement(childElement(slide, "clrMapOvr"), "overrideClrMapping");
  if (own === undefined) return scene;
  const map = new Map(own.attributes.map(({ name, value }) => [name, value]));
  return { ...scene, palette: { theme: scene.palette.theme, map } };
}

/** The type of a master's placeholder that one of a layout or slide is made after. */
const MASTER_TYPES: Readonly<Record<string, string>> = {
  ctrTitle: "title",
  subTitle: "body",
  obj: "body",
  chart: "body",
  tbl: "body",
  clipArt: "body",
  dgm: "body",
  media: "body",
  pic: "body",
};

const typeOf = (shape: Shape): string => shape.placeholder.split(" ")[0] ?? "";

/** The placeholders that a shape of a slide takes after, nearest first. */
export function ancestorsOf(shape: Shape, { layout, master }: Scene, onLayout = false): readonly Shape[] {
  const ph = placeholderElement(shape.element);
  if (ph === undefined) return [];
  const [type, index] = [attribute(ph, "type") ?? "obj", attribute(ph, "idx")];
  const near = onLayout || layout === null ? undefined : layoutTwin(layout.placeholders, type, index);
  const wanted = near === undefined ? type : typeOf(near);
  const kind = MASTER_TYPES[wanted] ?? wanted;
  const far = master?.placeholders.find((candidate) => typeOf(candidate) === kind);
  return [near, far].filter((found) => found !== undefined);
}

function layoutTwin(list: readonly Shape[], type: string, index: string | undefined): Shape | undefined {
  const same = (wanted: string) => list.find((candidate) => typeOf(candidate) === wanted);
  const byIndex = index === undefined ? undefined : list.find(({ placeholder }) => placeholder.endsWith(` ${index}`));
  if (byIndex !== undefined) return byIndex;
  return same(type) ?? (type === "title" ? same("ctrTitle") : type === "ctrTitle" ? same("title") : undefined);
}
