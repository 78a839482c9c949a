/**
 * Before with exactly the chosen changes, by patching parts: a part that no chosen change names keeps its bytes, compressed
 * ones included. The result is read and compared again before it is given out: a set that would come out as anything else
 * than what was chosen is refused. Cost: both files are read and compared, the result once more.
 */
import type { ChangeId } from "../../../core/change/change.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { checkChoice } from "../../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../../format.ts";
import { rewriteZip } from "../../ooxml/zip-write.ts";
import { parseDeck, readDeck, type Deck, type Slide } from "../deck.ts";
import type { Comparison } from "../diff/comparison.ts";
import { diffDecks } from "../diff/diff.ts";
import { ORPHAN, type Entry, type PartPlace } from "../diff/entry.ts";
import { readNotes } from "../notes.ts";
import { PRESENTATION_ORDER } from "../presentation.ts";
import { elementsOf } from "../shape.ts";
import { ElementEditor } from "./element-editor.ts";
import { MasterWriter } from "./master-writer.ts";
import { PackageEditor } from "./package-editor.ts";
import { PresentationWriter } from "./presentation-writer.ts";
import { writeSlide } from "./slide-writer.ts";

export async function applyChanges(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  if (chosen.length === 0) return ok(await before.read(0, before.size));
  const a = await readDeck(before, DEFAULT_LIMITS);
  if (!a.ok) return err({ reason: "unreadable", side: "before", error: a.error });
  const b = await readDeck(after, DEFAULT_LIMITS);
  if (!b.ok) return err({ reason: "unreadable", side: "after", error: b.error });
  return applyToDecks(a.value, b.value, chosen);
}

export function applyToDecks(before: Deck, after: Deck, chosen: readonly ChangeId[]): Result<Uint8Array, ApplyError> {
  const diff = diffDecks(before, after, defaultWork());
  const changes = diff.entries.map(({ change }) => change);
  const checked = checkChoice(changes, chosen);
  if (!checked.ok) return checked;
  const ids = checked.value;
  const all = ids.size === changes.length;
  const whole = (): Result<Uint8Array, ApplyError> => ok(after.package.zip.bytes.slice());
  const refused = (detail: string): Result<Uint8Array, ApplyError> =>
    all ? whole() : err({ reason: "refused", detail, larger: changes.map(({ id }) => id) });
  if (!diff.complete) return refused("the decks are too different to take a part");
  if (before.strict !== after.strict) return refused("the decks are written by different editions of the standard");
  const entries = diff.entries.filter(({ change }) => ids.has(change.id));
  const patched = new DeckPatch(diff.comparison, entries).run();
  const result = parseDeck(patched, sha256(patched), DEFAULT_LIMITS);
  if (!result.ok) return refused(`the result could not be read: ${result.error.detail}`);
  const wrong = all ? differences(result.value, after) : unexpected(before, result.value, ids);
  return wrong === null ? ok(patched) : refused(wrong);
}

function differences(result: Deck, after: Deck): string | null {
  const left = diffDecks(result, after, defaultWork()).entries;
  return left.length === 0 ? null : `${left.length} changes are left`;
}

function unexpected(before: Deck, result: Deck, ids: ReadonlySet<ChangeId>): string | null {
  const made = new Set(diffDecks(before, result, defaultWork()).entries.map(({ change }) => change.id));
  const exact = made.size === ids.size && [...made].every((id) => ids.has(id));
  return exact ? null : "these changes cannot be taken without others that hang together with them";
}

class DeckPatch {
  readonly #comparison: Comparison;
  readonly #entries: readonly Entry[];
  readonly #editor: PackageEditor;
  readonly #slides = new Map<Slide, string>();
  /** Parts of added masters and layouts in the result, by their part in after. */
  readonly #layouts = new Map<string, string>();
  /** What parts of after stand for in the result. */
  readonly #counterparts = new Map<string, string | null>();
  readonly #presentation: ElementEditor;

  constructor(comparison: Comparison, entries: readonly Entry[]) {
    this.#comparison = comparison;
    this.#entries = entries;
    const { before, after } = comparison;
    this.#editor = new PackageEditor(before.package, after.package, (part) => this.#counterparts.get(part));
    this.#presentation = new ElementEditor(this.#editor.text(before.part));
  }

  run(): Uint8Array {
    const { before } = this.#comparison;
    this.#link();
    new MasterWriter(this.#comparison, this.#entries, this.#editor, this.#layouts).write(this.#presentation);
    this.#parts();
    this.#slideParts();
    new PresentationWriter(this.#comparison, this.#entries, this.#editor, this.#presentation, this.#slides).write();
    if (this.#presentation.touched) this.#editor.write(before.part, this.#presentation.result());
    return rewriteZip(before.package.zip, this.#editor.edits());
  }

  /** Says for every part that is compared on its own where it is in the result. */
  #link(): void {
    const { before, after, pairs, masters } = this.#comparison;
    this.#counterparts.set(after.part, before.part);
    for (const slide of after.slides) this.#counterparts.set(slide.part, null);
    for (const pair of pairs) this.#counterparts.set(pair.after.part, pair.before.part);
    for (const master of after.masters) {
      this.#counterparts.set(master.part, masters.toBefore.get(master.part) ?? null);
      for (const { part } of master.layouts) this.#counterparts.set(part, masters.toBefore.get(part) ?? null);
    }
    for (const kind of ["notesMaster", "handoutMaster"]) {
      const [ours, theirs] = [before, after].map((deck) => {
        const found = deck.package.related(deck.part, kind);
        return found === undefined ? undefined : deck.package.resolve(found.target);
      });
      if (ours !== undefined && theirs !== undefined) this.#counterparts.set(theirs, ours);
    }
    for (const { action } of this.#entries) {
      if (action.type === "slide-added")
        this.#reserve(action.slide.part, (name) => this.#slides.set(action.slide, name));
      if (action.type === "master-added")
        this.#reserve(action.master.part, (name) => this.#layouts.set(action.master.part, name));
      if (action.type === "layout-added")
        this.#reserve(action.layout.part, (name) => this.#layouts.set(action.layout.part, name));
    }
  }

  #reserve(part: string, keep: (name: string) => void): void {
    const name = this.#editor.reserve(part);
    this.#counterparts.set(part, name);
    keep(name);
  }

  #slideParts(): void {
    const { before, pairs } = this.#comparison;
    for (const [slide, name] of this.#slides) this.#editor.copy(slide.part, name);
    for (const pair of pairs) {
      const own = this.#entries.filter(
        ({ action }) => "pair" in action && action.pair === pair && action.type !== "slide-moved",
      );
      if (own.length > 0) writeSlide(this.#comparison, pair, own, this.#editor);
    }
    for (const { action } of this.#entries) {
      if (action.type !== "slide-removed") continue;
      const { part } = action.slide;
      this.#editor.unrelate(
        before.part,
        ({ kind, target }) => kind === "slide" && before.package.resolve(target) === part,
      );
      this.#editor.remove(part);
    }
  }

  #parts(): void {
    for (const { action } of this.#entries) if (action.type === "part") this.#part(action.before, action.after);
  }

  #part(before: PartPlace | null, after: PartPlace | null): void {
    const { before: deck } = this.#comparison;
    if (before !== null && after !== null) {
      this.#editor.copy(after.part, before.part);
      return;
    }
    if (before !== null) {
      if (before.owner !== ORPHAN)
        this.#editor.unrelate(
          before.owner,
          ({ kind, external, target }) =>
            kind === before.kind && !external && deck.package.resolve(target) === before.part,
        );
      if (before.kind === "notesMaster") this.#dropSilentNotes();
      this.#editor.remove(before.part);
      this.#masterList(before.kind, null);
      return;
    }
    if (after === null) return;
    const owner = after.owner === ORPHAN || after.owner === "" ? after.owner : this.#counterparts.get(after.owner);
    if (owner === undefined || owner === null) return;
    if (owner === ORPHAN) {
      this.#editor.copy(after.part, after.part);
      return;
    }
    const target = this.#editor.bring(after.part);
    if (target === null) return;
    const relation = this.#editor.relate(owner, { type: after.type, kind: after.kind, target, external: false });
    if (after.kind === "notesMaster")
      this.#counterparts.set(this.#comparison.after.package.resolve(after.part) ?? after.part, target);
    this.#masterList(after.kind, relation);
  }

  /** Pages of notes that say nothing are no change of their own, and cannot stay without their master. */
  #dropSilentNotes(): void {
    const { before, views } = this.#comparison;
    for (const slide of before.slides)
      if (slide.notes !== null && readNotes(views.before, slide) === null)
        this.#editor.unrelate(slide.part, ({ kind, external }) => kind === "notesSlide" && !external);
  }

  /** Masters of notes and handouts are named by the presentation part, too. */
  #masterList(kind: string, relation: string | null): void {
    if (kind !== "notesMaster" && kind !== "handoutMaster") return;
    const { root } = this.#comparison.before;
    const list = `${kind}IdLst`;
    const prefix = root.qname.includes(":") ? `${root.qname.split(":")[0] ?? ""}:` : "";
    const had = elementsOf(root).some(({ name }) => name === list);
    if (relation === null && !had) return;
    const r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const text =
      relation === null
        ? null
        : `<${prefix}${list}><${prefix}${kind}Id xmlns:r="${r}" r:id="${relation}"/></${prefix}${list}>`;
    this.#presentation.setSlot(root, list, PRESENTATION_ORDER, text);
  }
}
