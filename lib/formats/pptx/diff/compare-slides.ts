/** Slides that came, went or moved, and everything of a paired slide that is no shape. */
import type { Address } from "../../../core/address/address.ts";
import type { Facet, Value } from "../../../core/change/change.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Slide } from "../deck.ts";
import { FRAME_UNITS, frameAttributes, framePieces, isIdleTransform, type FrameUnit } from "../frame.ts";
import { notesRest, readNotes } from "../notes.ts";
import { richValue } from "../rich-text.ts";
import { resolverOf, shapeText, shortDigest, type Context } from "../shape-values.ts";
import { deepText } from "../meaning.ts";
import { compareShapes } from "./compare-shapes.ts";
import {
  layoutLabel,
  ownContext,
  slideDigest,
  titleOf,
  type Comparison,
  type Side,
  type SlidePair,
} from "./comparison.ts";
import type { Entries } from "./entry.ts";
import { bringsKind, bringsPart, letsGoKind, letsGoPart, needsOf, referencesOf } from "./references.ts";

const MAX_TEXT = 4_000;

export function compareSlides(comparison: Comparison, entries: Entries): void {
  for (const slide of comparison.removed) removedSlide(comparison, slide, entries);
  const byNumber = new Map<number, SlidePair | Slide>();
  for (const pair of comparison.pairs) byNumber.set(pair.after.number, pair);
  for (const slide of comparison.added) byNumber.set(slide.number, slide);
  for (const [, found] of [...byNumber].sort(([a], [b]) => a - b)) {
    if ("before" in found) comparePair(comparison, found, entries);
    else addedSlide(comparison, found, entries);
  }
}

const at = (slide: number): Address => ({ kind: "slide", slide });

/** The number in before in front of which a slide of after lies. */
function placeOf({ order }: Comparison, slide: Slide): number {
  return (order.anchor(slide)?.before.number ?? 0) + 1;
}

function slideValue({ views }: Comparison, side: Side, slide: Slide): Value {
  const view = views[side];
  const context = ownContext(view, slide);
  const text = slide.shapes
    .map((shape) => shapeText(shape, context))
    .filter((line) => line.trim() !== "")
    .join("\n");
  return {
    type: "properties",
    properties: {
      title: titleOf(slide),
      text: text.slice(0, MAX_TEXT),
      layout: layoutLabel(view, slide).replace(/^layout /, ""),
      ...(slide.hidden ? { hidden: true } : {}),
      digest: slideDigest(view, slide).slice(0, 16),
    },
  };
}

function slideReferences({ views }: Comparison, side: Side, slide: Slide): string[] {
  const found = referencesOf([slide.root], ownContext(views[side], slide));
  return [...found.parts, ...(slide.layout === null ? [] : [slide.layout])];
}

function removedSlide(comparison: Comparison, slide: Slide, entries: Entries): void {
  entries.add(
    { kind: "removed", facet: "structure", address: at(slide.number), before: slideValue(comparison, "before", slide) },
    { type: "slide-removed", slide },
    {
      gives: [
        ...slideReferences(comparison, "before", slide).map(letsGoPart),
        ...(slide.notes === null ? [] : [letsGoKind("notesMaster")]),
      ],
      needs: [letsGoPart(slide.part)],
    },
  );
}

function addedSlide(comparison: Comparison, slide: Slide, entries: Entries): void {
  const after = slideValue(comparison, "after", slide);
  const notes = readNotes(comparison.views.after, slide) === null ? [] : [bringsKind("notesMaster")];
  const [gone, come] = [comparison.views.before, comparison.views.after].map((view) => ownContext(view, slide));
  const styles =
    gone === undefined || come === undefined
      ? []
      : needsOf({ elements: [], context: gone }, { elements: [slide.root], context: come }).needs.filter(
          (key) => key === bringsKind("tableStyles"),
        );
  entries.add(
    {
      kind: "added",
      facet: "structure",
      address: at(slide.number),
      beforeAddress: at(placeOf(comparison, slide)),
      after,
      ...(slide.hidden ? { flags: ["hidden"] } : {}),
    },
    { type: "slide-added", slide },
    {
      gives: [bringsPart(slide.part)],
      needs: [
        ...slideReferences(comparison, "after", slide).map(bringsPart),
        ...notes,
        bringsKind("commentAuthors"),
        bringsKind("authors"),
        ...styles,
      ],
    },
  );
}

function comparePair(comparison: Comparison, pair: SlidePair, entries: Entries): void {
  const { before, after } = pair;
  const place = {
    address: at(after.number),
    ...(after.number === before.number ? {} : { beforeAddress: at(before.number) }),
  };
  if (!comparison.order.still.has(pair))
    entries.add(
      {
        kind: "moved",
        facet: "structure",
        address: at(after.number),
        beforeAddress: at(before.number),
        before: { type: "properties", properties: { title: titleOf(before) } },
        after: { type: "properties", properties: { front: placeOf(comparison, after) } },
      },
      { type: "slide-moved", pair },
    );
  if (before.hidden !== after.hidden)
    entries.add(
      {
        kind: "modified",
        facet: "structure",
        ...place,
        before: { type: "properties", properties: { hidden: before.hidden } },
        after: { type: "properties", properties: { hidden: after.hidden } },
        ...(after.hidden ? { flags: ["hidden"] } : {}),
      },
      { type: "hidden", pair },
    );
  compareLayout(pair, place, entries);
  for (const unit of FRAME_UNITS) compareFrame(pair, unit, place, entries);
  compareShapes(pair, entries);
  compareNotes(pair, entries);
  compareHung(pair, place, entries);
}

type Place = { readonly address: Address; readonly beforeAddress?: Address };

function compareLayout(pair: SlidePair, place: Place, entries: Entries): void {
  const { before, after } = pair.contexts;
  const [was, is] = [layoutLabel(before.view, pair.before), layoutLabel(after.view, pair.after)];
  if (was === is) return;
  const value = (label: string): Value => ({
    type: "properties",
    properties: { layout: label.replace(/^layout /, "") },
  });
  const needs = pair.after.layout === null ? [] : [bringsPart(pair.after.layout)];
  const gives = pair.before.layout === null ? [] : [letsGoPart(pair.before.layout)];
  entries.add(
    { kind: "modified", facet: "format", ...place, before: value(was), after: value(is) },
    { type: "layout", pair },
    { gives, needs },
  );
}

const FRAME_FACETS: Readonly<Record<FrameUnit, Facet>> = {
  background: "format",
  colors: "format",
  transition: "format",
  timing: "format",
  rest: "unrendered",
};

function compareFrame(pair: SlidePair, unit: FrameUnit, place: Place, entries: Entries): void {
  const elements = (side: Side): XmlElement[] => {
    const { root } = pair[side];
    const pieces = framePieces(root).filter((piece) => piece.unit === unit);
    return pieces.map(({ element }) => element).filter((element) => !isIdleTransform(element));
  };
  const said = (side: Side) => {
    const { view, owner, shape } = pair.contexts[side];
    const own = unit === "rest" ? frameAttributes(pair[side].root) : [];
    return [...own, ...elements(side)].map((element) => view.meaning(owner, element, shape)).join("");
  };
  const [was, is] = [said("before"), said("after")];
  if (was === is) return;
  const value = (meaning: string): Value => ({
    type: "properties",
    properties: { [unit]: meaning === "" ? null : shortDigest(meaning) },
  });
  const { before, after } = pair.contexts;
  entries.add(
    { kind: "modified", facet: FRAME_FACETS[unit], ...place, before: value(was), after: value(is) },
    { type: "frame", pair, unit },
    needsOf({ elements: elements("before"), context: before }, { elements: elements("after"), context: after }),
  );
}

function compareNotes(pair: SlidePair, entries: Entries): void {
  const { before, after } = pair.contexts;
  const [left, right] = [readNotes(before.view, pair.before), readNotes(after.view, pair.after)];
  const rich = (context: Context, part: string, paragraphs: readonly XmlElement[]) =>
    richValue(paragraphs, resolverOf({ ...context, owner: part }));
  const [was, is] = [left, right].map((notes, side) =>
    notes === null || notes.paragraphs.length === 0
      ? undefined
      : rich(side === 0 ? before : after, notes.part, notes.paragraphs),
  );
  const address: Address = { kind: "notes", slide: pair.after.number };
  const beforeAddress: Address = { kind: "notes", slide: pair.before.number };
  const place = { address, ...(pair.after.number === pair.before.number ? {} : { beforeAddress }) };
  const needs = right === null ? [] : [bringsKind("notesMaster")];
  const empty = (value: Value | undefined) => value === undefined || JSON.stringify(value) === EMPTY_NOTES;
  const textChanged = !(empty(was) && empty(is)) && JSON.stringify(was) !== JSON.stringify(is);
  if (textChanged)
    entries.add(
      {
        kind: left === null ? "added" : right === null ? "removed" : "modified",
        facet: was?.text === is?.text ? "format" : "content",
        ...(left === null ? { address, beforeAddress } : right === null ? { address: beforeAddress } : place),
        ...(was === undefined ? {} : { before: was }),
        ...(is === undefined ? {} : { after: is }),
      },
      { type: "notes-text", pair },
      { needs, gives: right === null ? [letsGoKind("notesMaster")] : [] },
    );
  if (textChanged && (left === null || right === null)) return;
  const rest = (side: Side, notes: typeof left) => (notes === null ? "" : notesRest(pair.contexts[side].view, notes));
  const [restWas, restIs] = [rest("before", left), rest("after", right)];
  if (restWas === restIs) return;
  const value = (meaning: string): Value => ({
    type: "properties",
    properties: { page: meaning === "" ? null : shortDigest(meaning) },
  });
  entries.add(
    { kind: "modified", facet: "unrendered", ...place, before: value(restWas), after: value(restIs) },
    { type: "notes-rest", pair },
    { needs, gives: right === null ? [letsGoKind("notesMaster")] : [] },
  );
}

const EMPTY_NOTES = JSON.stringify({ type: "rich", text: "", runs: [] });

/** What hangs on a slide without being named by it: its comments, and whatever else a program put there. */
function compareHung(pair: SlidePair, place: Place, entries: Entries): void {
  const hung = (side: Side) => {
    const { view, owner } = pair.contexts[side];
    return view.unnamed(owner, pair[side].root).filter(({ kind }) => kind !== "notesSlide" && kind !== "slideLayout");
  };
  const [left, right] = [hung("before"), hung("after")];
  for (const kind of new Set([...left, ...right].map((found) => found.kind))) {
    const digests = (side: Side, found: typeof left) =>
      found
        .filter((entry) => entry.kind === kind)
        .map(({ target }) => pair.contexts[side].view.deep(target))
        .sort()
        .join();
    const [was, is] = [digests("before", left), digests("after", right)];
    if (was === is) continue;
    const comments = kind === "comments";
    const value = (side: Side, found: typeof left, digest: string): Value => ({
      type: "properties",
      properties: {
        kind,
        ...(comments
          ? {
              text: commentText(
                pair.contexts[side],
                found.filter((entry) => entry.kind === kind).map(({ target }) => target),
              ),
            }
          : {}),
        digest: digest === "" ? null : shortDigest(digest),
      },
    });
    entries.add(
      {
        kind: "modified",
        facet: comments ? "content" : "unrendered",
        ...place,
        before: value("before", left, was),
        after: value("after", right, is),
        ...(is === "" ? { flags: ["lost-part"] } : {}),
      },
      { type: "hung", pair, kind },
      { needs: comments && is !== "" ? [bringsKind("commentAuthors"), bringsKind("authors")] : [] },
    );
  }
}

function commentText({ view }: Context, parts: readonly string[]): string {
  return parts
    .flatMap((part) => {
      const tree = view.pack.tree(part);
      return tree.ok ? [commentLines(tree.value)] : [];
    })
    .join("\n")
    .slice(0, MAX_TEXT);
}

/** Comments of either kind: in `p:text`, or as paragraphs. */
function commentLines(element: XmlElement): string {
  const inner = element.children.filter((child) => typeof child !== "string");
  if (element.name === "text" || element.name === "p")
    return element.name === "p"
      ? deepText(element)
      : element.children.filter((child) => typeof child === "string").join("");
  return inner.map(commentLines).filter(Boolean).join("\n");
}
