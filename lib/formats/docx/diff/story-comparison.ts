/**
 * Compares two versions of one story, block by block, row by row, word by word, and remembers what belongs together, so
 * that what hangs on paragraphs (notes, comments, sections, lists, bookmarks) can be paired afterwards.
 */
import type { Value } from "../../../core/change/change.ts";
import type { Hunk } from "../../text/line-diff.ts";
import { paragraphsIn, type Block, type Container, type Group, type Paragraph } from "../blocks.ts";
import type { Story } from "../document.ts";
import { placeOrdinal } from "../identity.ts";
import { blockValue, paragraphValue, richValue } from "../values.ts";
import type { Token } from "../tokens.ts";
import { align, type Alignable } from "./align.ts";
import { compareBranches } from "./branches.ts";
import type { CarriedMark, Draft, ParagraphPair, Place } from "./entry.ts";
import { diffParagraphs, tokenRange } from "./hunks.ts";
import {
  both,
  changedProperties,
  paragraphAddress,
  referenceOf,
  tableStarts,
  type Addresses,
  type Pairing,
} from "./pairing.ts";
import { spelledAlike } from "./spelling.ts";
import { TableComparison, type StoryAround } from "./table-comparison.ts";

export class StoryComparison implements StoryAround {
  readonly pairing: Pairing;
  readonly before: Story;
  readonly after: Story;
  readonly #removed: { readonly draft: Draft; readonly block: Block; readonly twin: Block | null }[] = [];
  readonly #added: { readonly draft: Draft; readonly block: Block; readonly place: Place }[] = [];

  #tableStarts: number[] | undefined;

  constructor(pairing: Pairing, before: Story, after: Story) {
    this.pairing = pairing;
    this.before = before;
    this.after = after;
  }

  run(): void {
    this.containers(this.before.container, this.after.container, 1);
    this.#findMoves();
  }

  /** @param at the number of the paragraph where the container of before begins */
  containers(before: Container, after: Container, at: number): void {
    const close = before.depth > 0 || this.before.kind !== "body";
    const { steps, complete } = align(
      before.blocks.map(alignable),
      after.blocks.map(alignable),
      { alone: close, last: close },
      this.pairing.work,
    );
    if (!complete) this.pairing.complete = false;
    let previous: Block | null = null;
    let next = 0;
    for (const step of steps) {
      const left = step.before === null ? undefined : before.blocks[step.before];
      const right = step.after === null ? undefined : after.blocks[step.after];
      if (left !== undefined && right !== undefined) {
        const twin = before.twin?.blocks[step.before ?? 0] ?? null;
        this.#pair(left, right, twin);
        previous = left;
        next = (step.before ?? 0) + 1;
      } else if (left !== undefined) this.#remove(left, before.twin?.blocks[step.before ?? 0] ?? null);
      else if (right !== undefined) {
        const behind = before.blocks[next];
        const anchor = behind?.at ?? endOf(before) ?? at;
        this.#add(right, { story: this.before, container: before, previous }, anchor, behind === undefined);
      }
    }
  }

  #remove(block: Block, twin: Block | null): void {
    const draft = this.pairing.drafts.add(
      {
        kind: "removed",
        facet: facetOf(block),
        address: paragraphAddress(this.before, block.at),
        before: blockValue(block, this.tableAt(block.at)),
      },
      { type: "block-removed", story: this.before, block, twin },
    );
    this.#removed.push({ draft, block, twin });
    for (const paragraph of paragraphsIn(block)) this.claim(paragraph, draft, "removed");
  }

  #add(block: Block, place: Place, anchor: number, atEnd: boolean): void {
    const draft = this.pairing.drafts.add(
      {
        kind: "added",
        facet: facetOf(block),
        ...this.#addresses(anchor, block.at),
        after: blockValue(block, this.tableAt(anchor)),
      },
      { type: "block-added", place, afterBlock: block },
      placeOrdinal(place.container.depth, atEnd),
    );
    this.#added.push({ draft, block, place });
    for (const paragraph of paragraphsIn(block)) this.claim(paragraph, draft, "added");
  }

  claim(paragraph: Paragraph, draft: Draft, side: "removed" | "added"): void {
    (side === "removed" ? this.pairing.removedBy : this.pairing.addedBy).set(paragraph, draft);
    this.#claimReferences(paragraph, 0, paragraph.tokens.length, draft, side);
  }

  #claimReferences(paragraph: Paragraph, from: number, to: number, draft: Draft, side: "removed" | "added"): void {
    const known = side === "removed" ? this.pairing.referenceRemovedBy : this.pairing.referenceAddedBy;
    for (const token of paragraph.tokens.slice(from, to))
      for (const part of token.parts ?? [token]) {
        const reference = referenceOf(part.holder);
        if (reference !== null) known.set(reference, draft);
      }
  }

  #pair(before: Block, after: Block, twin: Block | null): void {
    if (before.kind === "paragraph" && after.kind === "paragraph")
      this.#paragraphs({ story: this.before, before, after, twin: twin?.kind === "paragraph" ? twin : null });
    else if (before.kind === "table" && after.kind === "table") new TableComparison(this).run(before, after);
    else if (before.kind === "group" && after.kind === "group") this.#groups(before, after);
    else if (before.key === after.key) compareBranches(before.element, after.element, false, this);
    else
      this.pairing.drafts.add(
        {
          kind: "modified",
          facet: "content",
          ...this.#addresses(before.at, after.at),
          before: blockValue(before),
          after: blockValue(after),
        },
        { type: "block-replaced", story: this.before, block: before, afterBlock: after },
      );
  }

  #paragraphs(pair: ParagraphPair): void {
    const { before, after } = pair;
    this.pairing.paragraphs.push(pair);
    this.pairing.paired.set(before, pair);
    this.pairing.pairedAfter.set(after, pair);
    this.#paragraphProperties(pair);
    const { hunks, equal, complete } = diffParagraphs(before, after, this.pairing);
    if (!complete) this.pairing.complete = false;
    for (const hunk of hunks) this.#words(pair, hunk);
    for (const [left, right] of equal)
      for (let n = 0; n < left.to - left.from; n++) {
        this.#pairReferences(before, left.from + n, after, right.from + n);
        this.#branches(before.tokens[left.from + n], after.tokens[right.from + n]);
      }
    const boxes = boxesByUnit(before);
    const others = boxesByUnit(after);
    for (const [left, right] of equal) {
      const inner = boxes.get(left.from) ?? [];
      const twins = others.get(right.from) ?? [];
      inner.forEach((box, n) => {
        const other = twins[n];
        if (other !== undefined) this.containers(box, other, before.at + 1);
      });
    }
  }

  #branches(before: Token | undefined, after: Token | undefined): void {
    const [parts, others] = [before?.parts ?? [before], after?.parts ?? [after]];
    if (parts.length !== others.length) return;
    parts.forEach((part, n) => {
      const other = others[n];
      if (part?.kind === "piece" && other?.kind === "piece")
        compareBranches(part.holder, other.holder, part.boxes.length > 0, this);
    });
  }

  #pairReferences(before: Paragraph, at: number, after: Paragraph, otherAt: number): void {
    const left = before.tokens[at]?.parts ?? [before.tokens[at]];
    const right = after.tokens[otherAt]?.parts ?? [after.tokens[otherAt]];
    left.forEach((token, n) => {
      const [own, other] = [token && referenceOf(token.holder), right[n] && referenceOf(right[n].holder)];
      if (own && other) this.pairing.notes.set(own, other);
    });
  }

  #paragraphProperties(pair: ParagraphPair): void {
    const { before, after } = pair;
    const changed = changedProperties(...spelledAlike(before, after, this.pairing.looks));
    if (changed === null) return;
    this.pairing.drafts.add(
      { kind: "modified", facet: "format", ...this.#addresses(before.at, after.at), ...changed },
      { type: "paragraph-properties", story: this.before, pair },
    );
  }

  #words(pair: ParagraphPair, units: Hunk): void {
    const { before, after } = pair;
    const [old, put] = [
      before.units.slice(units.beforeFrom, units.beforeTo),
      after.units.slice(units.afterFrom, units.afterTo),
    ];
    const made = [...before.units.slice(0, units.beforeFrom), ...put, ...before.units.slice(units.beforeTo)];
    const textOf = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text).join("");
    const look = textOf(old) === textOf(put) && [...old, ...put].every(({ plain }) => plain);
    const carried: CarriedMark[] = [];
    const known = this.pairing.words.get(before) ?? [];
    this.pairing.words.set(before, [...known, { hunk: units, carried }]);
    const draft = this.pairing.drafts.add(
      {
        kind: "modified",
        facet: look ? "format" : "content",
        ...this.#addresses(before.at, after.at),
        before: paragraphValue(before),
        after: richValue(before, made),
      },
      { type: "words", story: this.before, pair, hunk: units, carried },
    );
    const [gone, come] = [
      tokenRange(before, units.beforeFrom, units.beforeTo),
      tokenRange(after, units.afterFrom, units.afterTo),
    ];
    this.#claimReferences(before, gone.from, gone.to, draft, "removed");
    this.#claimReferences(after, come.from, come.to, draft, "added");
  }

  #groups(before: Group, after: Group): void {
    const changed = changedProperties(before.properties, after.properties);
    if (changed !== null)
      this.pairing.drafts.add(
        { kind: "modified", facet: "format", ...this.#addresses(before.at, after.at), ...changed },
        {
          type: "element",
          part: this.before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["sdtPr", "sdtEndPr", "customXmlPr"],
        },
      );
    this.containers(before.container, after.container, before.at);
  }

  /** What went at one place and came, all the same, at one other, and is like nothing else. */
  #findMoves(): void {
    const gone = byKey(this.#removed);
    const come = byKey(this.#added);
    for (const [key, [left, ...others]] of gone) {
      const [right, ...more] = come.get(key) ?? [];
      if (left === undefined || right === undefined || others.length + more.length > 0) continue;
      if (!isMovable(left.block)) continue;
      this.#move(left, right);
    }
  }

  #move(
    left: { readonly draft: Draft; readonly block: Block; readonly twin: Block | null },
    right: { readonly draft: Draft; readonly block: Block; readonly place: Place },
  ): void {
    const { drafts, removedBy, addedBy } = this.pairing;
    const anchor = right.draft.change.beforeAddress ?? right.draft.change.address;
    const at = anchor.kind === "paragraph" ? anchor.paragraph : 0;
    const to: Value = { type: "properties", properties: { text: left.block.text, at, paragraphs: left.block.span } };
    const draft = drafts.add(
      {
        kind: "moved",
        facet: "structure",
        address: paragraphAddress(this.after, right.block.at),
        beforeAddress: paragraphAddress(this.before, left.block.at),
        before: blockValue(left.block, this.tableAt(left.block.at)),
        after: to,
      },
      {
        type: "block-moved",
        story: this.before,
        block: left.block,
        twin: left.twin,
        place: right.place,
        afterBlock: right.block,
      },
      right.draft.place,
    );
    drafts.remove(left.draft);
    drafts.remove(right.draft);
    const old = [...paragraphsIn(left.block)];
    const now = [...paragraphsIn(right.block)];
    old.forEach((paragraph, n) => {
      removedBy.delete(paragraph);
      const other = now[n];
      if (other === undefined) return;
      addedBy.set(other, draft);
      paragraph.units.forEach((unit, k) => {
        const twin = other.units[k];
        if (twin !== undefined) this.#pairReferences(paragraph, unit.from, other, twin.from);
      });
    });
    for (const map of [this.pairing.referenceRemovedBy, this.pairing.referenceAddedBy])
      for (const [reference, owner] of map) if (owner === left.draft || owner === right.draft) map.delete(reference);
  }

  /** The number of the first table of before that begins at or behind a paragraph. */
  tableAt(paragraph: number): number {
    this.#tableStarts ??= tableStarts(this.before.container);
    const found = this.#tableStarts.findIndex((start) => start >= paragraph);
    return found === -1 ? this.#tableStarts.length + 1 : found + 1;
  }

  #addresses(before: number, after: number): Addresses {
    return both(paragraphAddress(this.before, before), paragraphAddress(this.after, after));
  }
}

const alignable = (block: Block): Alignable => ({
  key: block.key,
  text: block.text,
  sort: block.kind === "group" ? `group ${block.element.name}` : block.kind,
});

const facetOf = (block: Block) => (block.kind === "table" ? ("structure" as const) : ("content" as const));

const endOf = ({ blocks }: Container): number | undefined => {
  const last = blocks.at(-1);
  return last === undefined ? undefined : last.at + last.span;
};

const isMovable = (block: Block): boolean => block.kind === "table" || /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(block.text);

function byKey<T extends { readonly block: Block }>(list: readonly T[]): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of list) {
    const key = `${one.block.kind} ${one.block.key}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else known.push(one);
  }
  return found;
}

/** Boxes of a paragraph by the token that holds them. */
function boxesByUnit(paragraph: Paragraph): ReadonlyMap<number, readonly Container[]> {
  const found = new Map<number, readonly Container[]>();
  let next = 0;
  paragraph.tokens.forEach((token, at) => {
    if (token.boxes.length === 0) return;
    found.set(at, paragraph.boxes.slice(next, next + token.boxes.length));
    next += token.boxes.length;
  });
  return found;
}
