/** One slide of before with the chosen changes of its pair: shapes, frame, layout, notes and what hangs on it. */
import { parseXml, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { Comparison, SlidePair } from "../diff/comparison.ts";
import type { Entry } from "../diff/entry.ts";
import { COMMON_ORDER, framePieces, SLIDE_ORDER, type FrameUnit } from "../frame.ts";
import { readNotes } from "../notes.ts";
import { relationshipType } from "../names.ts";
import { allShapes, elementsOf } from "../shape.ts";
import { relationshipIds } from "../view.ts";
import { ElementEditor } from "./element-editor.ts";
import { keep, Links } from "./links.ts";
import type { PackageEditor } from "./package-editor.ts";
import { chosenShapes, ShapeListWriter } from "./shape-list-writer.ts";

const DRAWING_ORDER = ["nvGrpSpPr", "grpSpPr", "extLst"];

export function writeSlide(
  comparison: Comparison,
  pair: SlidePair,
  entries: readonly Entry[],
  editor: PackageEditor,
): void {
  new SlideWriter(comparison, pair, entries, editor).write();
}

class SlideWriter {
  readonly #comparison: Comparison;
  readonly #pair: SlidePair;
  readonly #entries: readonly Entry[];
  readonly #package: PackageEditor;
  readonly #editor: ElementEditor;
  readonly #links: Links;

  constructor(comparison: Comparison, pair: SlidePair, entries: readonly Entry[], editor: PackageEditor) {
    this.#comparison = comparison;
    this.#pair = pair;
    this.#entries = entries;
    this.#package = editor;
    this.#editor = new ElementEditor(editor.text(pair.before.part));
    this.#links = new Links(editor, pair.after.part, pair.before.part, shapeIds(pair));
  }

  write(): void {
    const { before, after, shapes } = this.#pair;
    const types = new Set(this.#entries.map(({ action }) => action.type));
    const chosen = chosenShapes(this.#pair, this.#entries);
    if (before.tree !== undefined)
      new ShapeListWriter(
        {
          editor: this.#editor,
          links: this.#links,
          rootBefore: before.root,
          rootAfter: after.root,
          strict: this.#comparison.before.strict,
        },
        chosen,
      ).write(shapes, before.tree);
    const units = new Set<FrameUnit>();
    for (const { action } of this.#entries) if (action.type === "frame") units.add(action.unit);
    this.#frame(units);
    this.#attributes(types.has("hidden"), units.has("rest"));
    if (this.#editor.touched) this.#finish();
    if (types.has("layout")) this.#layout();
    if (types.has("notes-text") || types.has("notes-rest"))
      this.#notes(types.has("notes-text"), types.has("notes-rest"));
    for (const { action } of this.#entries) if (action.type === "hung") this.#hung(action.kind);
  }

  #frame(units: ReadonlySet<FrameUnit>): void {
    const { before, after } = this.#pair;
    const common = elementsOf(before.root).find(({ name }) => name === "cSld");
    const holders = { sld: before.root, cSld: common, spTree: before.tree };
    const orders = { sld: SLIDE_ORDER, cSld: COMMON_ORDER, spTree: DRAWING_ORDER };
    const theirs = framePieces(after.root).filter(({ unit }) => units.has(unit));
    const ours = framePieces(before.root).filter(({ unit }) => units.has(unit));
    const slots = new Map([...ours, ...theirs].map((piece) => [`${piece.parent} ${piece.slot}`, piece]));
    for (const { parent, slot } of slots.values()) {
      const holder = holders[parent];
      const written = theirs
        .filter((piece) => piece.parent === parent && piece.slot === slot)
        .map(({ element }) => this.#links.take(element, after.root));
      if (holder !== undefined)
        this.#editor.setSlot(holder, slot, orders[parent], written.length === 0 ? null : written.join(""));
    }
  }

  #attributes(hidden: boolean, rest: boolean): void {
    const { before, after } = this.#pair;
    if (!hidden && !rest) return;
    const own = (element: XmlElement) =>
      element.attributes.filter(({ qname }) => qname !== "xmlns" && !qname.startsWith("xmlns:"));
    const plain = (element: XmlElement) => own(element).filter(({ qname }) => !qname.includes(":"));
    const prefixed = own(before.root).filter(({ qname }) => qname.includes(":"));
    const source = (name: string) => ((name === "show" ? hidden : rest) ? after.root : before.root);
    const names = new Set([...plain(before.root), ...plain(after.root)].map(({ name }) => name));
    const wanted = [...names].flatMap((name) => plain(source(name)).filter((found) => found.name === name));
    this.#editor.setAttributes(before.root, [...prefixed, ...wanted]);
    const [ours, theirs] = [before.root, after.root].map((root) =>
      elementsOf(root).find(({ name }) => name === "cSld"),
    );
    if (rest && ours !== undefined && theirs !== undefined) this.#editor.setAttributes(ours, plain(theirs));
  }

  /** Writes the part, and lets go what its text names no longer. */
  #finish(): void {
    const { before } = this.#pair;
    const text = this.#editor.result();
    this.#package.write(before.part, text);
    letGo(this.#package, before.part, before.root, text, this.#comparison);
  }

  #layout(): void {
    const { before, after } = this.#pair;
    const target = after.layout === null ? null : this.#package.bring(after.layout);
    this.#package.unrelate(before.part, ({ kind, external }) => kind === "slideLayout" && !external);
    const type = this.#package.other.related(after.part, "slideLayout")?.type ?? relationshipType("slideLayout");
    if (target !== null) this.#package.relate(before.part, { type, kind: "slideLayout", target, external: false });
  }

  #notes(text: boolean, rest: boolean): void {
    const { before, after, contexts } = this.#pair;
    const [ours, theirs] = [readNotes(contexts.before.view, before), readNotes(contexts.after.view, after)];
    if (theirs === null) {
      this.#package.unrelate(before.part, ({ kind, external }) => kind === "notesSlide" && !external);
      return;
    }
    if (before.notes === null) {
      const target = this.#package.bring(theirs.part);
      const type = this.#package.other.related(after.part, "notesSlide")?.type ?? relationshipType("notesSlide");
      if (target !== null) this.#package.relate(before.part, { type, kind: "notesSlide", target, external: false });
      return;
    }
    if (ours === null || (text && rest)) {
      this.#package.copy(theirs.part, before.notes);
      return;
    }
    const paragraphs = (root: XmlElement, list: readonly XmlElement[], write: (element: XmlElement) => string) => ({
      root,
      text: list.map(write).join(""),
    });
    if (text) {
      const body = ours.body?.element.children.find((child) => typeof child !== "string" && child.name === "txBody");
      if (body === undefined || typeof body === "string") {
        this.#package.copy(theirs.part, before.notes);
        return;
      }
      const editor = new ElementEditor(this.#package.text(ours.part));
      const links = new Links(this.#package, theirs.part, ours.part);
      const written = paragraphs(theirs.root, theirs.paragraphs, (element) => links.take(element, theirs.root));
      editor.replaceRange(ours.paragraphs, body, written.text === "" ? EMPTY_PARAGRAPH : written.text);
      this.#package.write(ours.part, editor.result());
      letGo(this.#package, ours.part, ours.root, editor.result(), this.#comparison);
      return;
    }
    const kept = paragraphs(ours.root, ours.paragraphs, (element) => keep(element, ours.root));
    this.#package.copy(theirs.part, ours.part);
    const editor = new ElementEditor(this.#package.text(ours.part));
    const body = theirs.body?.element.children.find((child) => typeof child !== "string" && child.name === "txBody");
    if (body === undefined || typeof body === "string") return;
    editor.replaceRange(theirs.paragraphs, body, kept.text === "" ? EMPTY_PARAGRAPH : kept.text);
    this.#package.write(ours.part, editor.result());
  }

  #hung(kind: string): void {
    const { before, after, contexts } = this.#pair;
    const ours = new Set(
      contexts.before.view
        .unnamed(before.part, before.root)
        .filter((found) => found.kind === kind)
        .map(({ id }) => id),
    );
    const theirs = contexts.after.view.unnamed(after.part, after.root).filter((found) => found.kind === kind);
    this.#package.unrelate(before.part, ({ id, external }) => !external && ours.has(id));
    for (const { type, target } of theirs) {
      const name = this.#package.bring(target);
      if (name !== null) this.#package.relate(before.part, { type, kind, target: name, external: false });
    }
  }
}

const EMPTY_PARAGRAPH = '<a:p xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/>';

/** Relationships that the part named and does not name any more. */
export function letGo(
  editor: PackageEditor,
  part: string,
  root: XmlElement,
  text: string,
  { before }: Comparison,
): void {
  const parsed = parseXml(text, before.package.limits);
  if (!parsed.ok) return;
  const [named, now] = [relationshipIds(root), relationshipIds(parsed.value)];
  editor.unrelate(part, ({ id }) => named.has(id) && !now.has(id));
}

/** Ids of shapes of after as they are in the result: those of their twins, or free ones. */
function shapeIds(pair: SlidePair): (id: string) => string {
  const known = new Map([...pair.twin].map(([after, before]) => [after.id, before.id]));
  const taken = new Set([...allShapes(pair.before.shapes)].map(({ id }) => id));
  taken.add("1");
  const added = new Set([...allShapes(pair.after.shapes)].filter((shape) => !pair.twin.has(shape)).map(({ id }) => id));
  return (id) => {
    const twin = known.get(id);
    if (twin !== undefined) return twin;
    if (!added.has(id)) return id;
    let free = id;
    if (taken.has(free)) {
      const numbers = [...taken, ...added].map(Number).filter((number) => Number.isSafeInteger(number));
      free = String(Math.max(1, ...numbers) + 1);
    }
    taken.add(free);
    known.set(id, free);
    return free;
  };
}
