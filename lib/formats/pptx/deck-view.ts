/**
 * A deck as a screen draws it: slides with their shapes in drawing order, each with the place, look and text that it has
 * or inherits from layout, master and theme. A structure, never markup; bounded, and said where something is left out.
 * Not a rendering: effects, animations and the finer rules of text are left to one. Costs one pass over the slides.
 */
import { ok, type Result } from "../../shared/result.ts";
import { childElement, attribute, type XmlElement } from "../ooxml/xml-tree.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { newBudget, startSlide, type Budget } from "./deck-view/budget.ts";
import { fillIn, themeFill } from "./deck-view/fills.ts";
import { onSlide, Scenes, type Scene } from "./deck-view/scene.ts";
import { shapeViews } from "./deck-view/shapes.ts";
import type { DeckView, Fill, LayoutView, SlideView } from "./deck-view/types.ts";
import { readDeck, type Deck, type Slide } from "./deck.ts";
import { ownContext, titleOf } from "./diff/comparison.ts";
import { readNotes } from "./notes.ts";
import { plainTextOf } from "./rich-text.ts";
import { resolverOf } from "./shape-values.ts";
import { PartView } from "./view.ts";

export type { DeckView } from "./deck-view/types.ts";

export async function deckView(source: Source, limits: Limits): Promise<Result<DeckView, ReadError>> {
  const read = await readDeck(source, limits);
  return read.ok ? ok(viewOf(read.value)) : read;
}

function viewOf(deck: Deck): DeckView {
  const scenes = new Scenes(deck);
  const budget = newBudget();
  const layouts = new Layouts(budget);
  const notes = new PartView(deck.package, new Map());
  const slides = deck.slides.map((slide): SlideView => {
    startSlide(budget);
    const scene = onSlide(scenes.of(slide.layout), slide.root);
    const layout = layouts.indexOf(scene);
    const shapes = shapeViews(slide.shapes, {
      scene,
      owner: slide.part,
      budget,
      slide: slide.number,
      decoration: false,
    });
    return {
      number: slide.number,
      part: slide.part,
      title: titleOf(slide).slice(0, 500),
      hidden: slide.hidden,
      layout,
      decorated: showsMaster(slide.root),
      background: backgroundOf(slide.root, slide.part, scene),
      shapes,
      notes: notesOf(notes, slide),
      ...(budget.cut ? { cut: true } : {}),
    };
  });
  return { kind: "deck", ...sizeOf(deck), layouts: layouts.list, slides };
}

/** Layouts in the order in which slides name them. */
class Layouts {
  readonly list: LayoutView[] = [];
  readonly #known = new Map<string, number>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  indexOf(scene: Scene): number | null {
    const { layout, master } = scene;
    const key = `${layout?.part ?? ""} ${master?.part ?? ""}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (layout === null && master === null) return null;
    const budget = this.#budget;
    const sheets = [layout !== null && !showsMaster(layout.root) ? null : master, layout];
    const shapes = sheets.flatMap((sheet) =>
      sheet === null ? [] : shapeViews(sheet.shapes, { scene, owner: sheet.part, budget, slide: 0, decoration: true }),
    );
    const background =
      (layout === null ? null : backgroundOf(layout.root, layout.part, scene)) ??
      (master === null ? null : backgroundOf(master.root, master.part, scene));
    this.list.push({ name: nameOf(layout?.root), background, shapes });
    this.#known.set(key, this.list.length - 1);
    return this.list.length - 1;
  }
}

const showsMaster = (root: XmlElement): boolean => !["0", "false"].includes(attribute(root, "showMasterSp") ?? "1");

function nameOf(layout: XmlElement | undefined): string {
  const common = childElement(layout, "cSld");
  return common === undefined ? "" : (attribute(common, "name") ?? "").slice(0, 500);
}

function backgroundOf(root: XmlElement, owner: string, scene: Scene): Fill | null {
  const background = childElement(childElement(root, "cSld"), "bg");
  if (background === undefined) return null;
  const paint = { scene, owner };
  return fillIn(childElement(background, "bgPr"), paint) ?? themeFill(childElement(background, "bgRef"), paint) ?? null;
}

const MAX_NOTES = 20_000;

function notesOf(view: PartView, slide: Slide): string {
  const notes = readNotes(view, slide);
  if (notes === null) return "";
  const resolver = resolverOf({ ...ownContext(view, slide), owner: notes.part });
  return plainTextOf(notes.paragraphs, resolver).trim().slice(0, MAX_NOTES);
}

/** 10 by 7.5 inches where nothing is said. */
function sizeOf(deck: Deck): { width: number; height: number } {
  const size = childElement(deck.root, "sldSz");
  const side = (name: string, usual: number) => {
    const value = size === undefined ? usual : Number(attribute(size, name) ?? usual);
    return Number.isFinite(value) && value > 0 ? Math.min(1e8, value) : usual;
  };
  return { width: side("cx", 9_144_000), height: side("cy", 6_858_000) };
}
