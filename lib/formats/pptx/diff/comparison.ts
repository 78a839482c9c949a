/** Two decks with everything paired that they have in common: masters, layouts, slides, and the shapes of paired slides. */
import { sha256 } from "../../../shared/sha256.ts";
import type { Work } from "../../format.ts";
import type { Deck, Slide } from "../deck.ts";
import { framePieces } from "../frame.ts";
import { readNotes } from "../notes.ts";
import { plainTextOf } from "../rich-text.ts";
import { chartText, shapeText, type Context } from "../shape-values.ts";
import { allShapes, type Shape } from "../shape.ts";
import { PartView, relationshipIds } from "../view.ts";
import { matchShapes, placeholderKind, type ShapeList, type ShapeTraits } from "./match-shapes.ts";
import { bagOf, matchSlides, type SlideTraits } from "./match-slides.ts";
import { arrange, type Arrangement } from "./order.ts";
import { pairMasters, type Masters } from "./pair-masters.ts";

export type Side = "before" | "after";

export interface SlidePair {
  readonly before: Slide;
  readonly after: Slide;
  readonly shapes: ShapeList;
  /** What a shape id stands for: the same on both sides for paired shapes. */
  readonly contexts: Readonly<Record<Side, Context>>;
  /** The shape of before that a shape of after is paired with. */
  readonly twin: ReadonlyMap<Shape, Shape>;
}

export interface Comparison {
  readonly before: Deck;
  readonly after: Deck;
  readonly views: Readonly<Record<Side, PartView>>;
  readonly masters: Masters;
  /** In the order of after. */
  readonly pairs: readonly SlidePair[];
  readonly removed: readonly Slide[];
  readonly added: readonly Slide[];
  readonly order: Arrangement<Slide>;
}

/** @returns null where the work does not suffice */
export function compareDecks(before: Deck, after: Deck, work: Work): Comparison | null {
  const masters = pairMasters(before, after);
  const labels = (side: Side, slide: (slide: Slide) => string) => {
    const deck = side === "before" ? before : after;
    return new Map([
      ...masters.labels[side],
      ...sharedLabels(deck),
      ...deck.slides.map((entry) => [entry.part, slide(entry)] as const),
    ]);
  };
  const rough = {
    before: new PartView(
      before.package,
      labels("before", () => "slide"),
    ),
    after: new PartView(
      after.package,
      labels("after", () => "slide"),
    ),
  };
  const traits = (side: Side, deck: Deck) => deck.slides.map((slide) => traitsOf(rough[side], slide, work));
  const matches = matchSlides(traits("before", before), traits("after", after), work);
  const twin = new Map(matches.map(([a, b]) => [b, a]));
  const views = {
    before: new PartView(
      before.package,
      labels("before", ({ id }) => `slide ${id}`),
    ),
    after: new PartView(
      after.package,
      labels("after", (slide) => {
        const known = twin.get(slide);
        return known === undefined ? `new slide ${titleOf(slide)}` : `slide ${known.id}`;
      }),
    ),
  };
  const pairs = matches.sort((x, y) => x[1].number - y[1].number).map(([a, b]) => pairOf(a, b, rough, views, work));
  if (work.remaining < 0) return null;
  const matched = new Set(matches.map(([a]) => a));
  return {
    before,
    after,
    views,
    masters,
    pairs,
    removed: before.slides.filter((slide) => !matched.has(slide)),
    added: after.slides.filter((slide) => !twin.has(slide)),
    order: arrange(pairs),
  };
}

function sharedLabels(deck: Deck): [string, string][] {
  const labels: [string, string][] = [[deck.part, "presentation"]];
  for (const kind of ["notesMaster", "handoutMaster"]) {
    const found = deck.package.related(deck.part, kind);
    const part = found === undefined ? undefined : deck.package.resolve(found.target);
    if (part !== undefined) labels.push([part, kind]);
  }
  return labels;
}

/** A context in which shape ids stand for the names of shapes: before the shapes are paired, and for whole slides. */
export function ownContext(view: PartView, slide: Slide): Context {
  const names = new Map(
    [...allShapes(slide.shapes)].map(({ id, name, number }) => [id, name === "" ? `${number}` : name]),
  );
  return { view, owner: slide.part, shape: (id) => names.get(id) ?? "missing" };
}

/** What the slide means with all that hangs on it, beside its layout's own content. */
export function slideDigest(view: PartView, slide: Slide): string {
  const context = ownContext(view, slide);
  const notes = readNotes(view, slide);
  const hung = view
    .unnamed(slide.part, slide.root)
    .filter(({ kind }) => kind !== "notesSlide" && kind !== "slideLayout")
    .map(({ kind, target }) => `${kind} ${view.deep(target)}`);
  return sha256(
    [
      view.meaning(slide.part, slide.root, context.shape),
      layoutLabel(view, slide),
      notes === null ? "" : plainTextOf(notes.paragraphs, { target: String, shape: String }),
      ...hung.sort(),
    ].join("\n"),
  );
}

export function layoutLabel(view: PartView, { layout }: Slide): string {
  return layout === null ? "none" : (view.label(layout) ?? view.deep(layout));
}

export function titleOf({ shapes }: Slide): string {
  const title = [...allShapes(shapes)].find(({ placeholder }) => /^(title|ctrTitle) /.test(placeholder));
  return title === undefined ? "" : plainTextOf(textOfShape(title), { target: String, shape: String }).trim();
}

const textOfShape = ({ element }: Shape) =>
  element.children.flatMap((child) =>
    typeof child !== "string" && child.name === "txBody"
      ? child.children.filter((inner) => typeof inner !== "string").filter(({ name }) => name === "p")
      : [],
  );

function traitsOf(view: PartView, slide: Slide, work: Work): SlideTraits {
  const context = ownContext(view, slide);
  const shapes = [...allShapes(slide.shapes)];
  const words = slide.shapes.flatMap((shape) => shapeText(shape, context).split(/\s+/).filter(Boolean));
  const pictures = shapes
    .filter(({ kind }) => kind === "picture")
    .flatMap(({ element }) => [...relationshipIds(element)].map((id) => view.target(slide.part, id)));
  const charts = shapes
    .filter(({ kind }) => kind === "chart")
    .flatMap((shape) => chartText(shape, context).split(/\s+/).filter(Boolean));
  const frame = framePieces(slide.root).length;
  work.remaining -= shapes.length + words.length + frame;
  return {
    slide,
    digest: slideDigest(view, slide),
    words: bagOf([...words, ...pictures, ...charts]),
    shapes: bagOf(
      shapes.map(
        ({ kind, name, placeholder }) => `${kind} ${placeholder === "" ? name : placeholderKind(placeholder)}`,
      ),
    ),
  };
}

function pairOf(
  before: Slide,
  after: Slide,
  rough: Readonly<Record<Side, PartView>>,
  views: Readonly<Record<Side, PartView>>,
  work: Work,
): SlidePair {
  const shapes = matchShapes(before.shapes, after.shapes, {
    before: shapeTraits(ownContext(rough.before, before)),
    after: shapeTraits(ownContext(rough.after, after)),
    work,
  });
  const twin = new Map<Shape, Shape>();
  collectTwins(shapes, twin);
  const known = new Map([...twin].map(([b, a]) => [b.id, a.id]));
  const added = new Map(
    [...allShapes(after.shapes)].filter((shape) => !twin.has(shape)).map(({ id, name }) => [id, name]),
  );
  const has = new Set([...allShapes(before.shapes)].map(({ id }) => id));
  return {
    before,
    after,
    shapes,
    twin,
    contexts: {
      before: { view: views.before, owner: before.part, shape: (id) => (has.has(id) ? `shape ${id}` : "missing") },
      after: {
        view: views.after,
        owner: after.part,
        shape: (id) => {
          const twinId = known.get(id);
          return twinId === undefined ? (added.has(id) ? `new ${added.get(id) ?? ""}` : "missing") : `shape ${twinId}`;
        },
      },
    },
  };
}

function collectTwins(list: ShapeList, into: Map<Shape, Shape>): void {
  for (const { before, after, members } of list.pairs) {
    into.set(after, before);
    collectTwins(members, into);
  }
}

function shapeTraits(context: Context): ShapeTraits {
  const digests = new Map<Shape, string>();
  const texts = new Map<Shape, string>();
  const kept = (memory: Map<Shape, string>, shape: Shape, make: () => string) => {
    const known = memory.get(shape);
    if (known !== undefined) return known;
    const made = make();
    memory.set(shape, made);
    return made;
  };
  return {
    digest: (shape) =>
      kept(digests, shape, () => sha256(context.view.meaning(context.owner, shape.element, context.shape))),
    text: (shape) => kept(texts, shape, () => shapeText(shape, context)),
  };
}
