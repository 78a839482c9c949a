/**
 * Compares two versions of one story, block by block, row by row, word by word, and remembers what belongs together, so
 * that what hangs on paragraphs (notes, comments, sections, lists, bookmarks) can be paired afterwards.
 */
import type { Address } from "../../../core/address/address.ts";
import type { Value } from "../../../core/change/change.ts";
import type { Work } from "../../format.ts";
import type { Hunk } from "../../text/line-diff.ts";
import type { Block, Cell, Container, Group, Paragraph, Row, Table } from "../blocks.ts";
import { paragraphsIn } from "../blocks.ts";
import type { Story } from "../document.ts";
import { placeOrdinal } from "../identity.ts";
import { isWord, wordAttribute } from "../names.ts";
import { blockValue, columnName, paragraphValue, richValue, rowValue } from "../values.ts";
import { align, type Alignable } from "./align.ts";
import type { Draft, Drafts, ParagraphPair, Place } from "./entry.ts";
import { diffParagraphs, tokenRange } from "./hunks.ts";

/** What all stories of a comparison share. */
export interface Pairing {
  readonly drafts: Drafts;
  readonly work: Work;
  readonly paragraphs: ParagraphPair[];
  readonly paired: Map<Paragraph, ParagraphPair>;
  /** Ids of notes that the same reference leads to: `footnote 2` → `3`. */
  readonly notes: Map<string, string>;
  /** Stories beside the body that belong together: after → before. */
  readonly stories: Map<Story, Story>;
  /** What came with which change: paragraphs of after, references of either version. */
  readonly addedBy: Map<Paragraph, Draft>;
  readonly removedBy: Map<Paragraph, Draft>;
  /** References by `footnote 2`, of before and after. */
  readonly referenceRemovedBy: Map<string, Draft>;
  readonly referenceAddedBy: Map<string, Draft>;
  complete: boolean;
}

export class StoryComparison {
  readonly #pairing: Pairing;
  readonly #before: Story;
  readonly #after: Story;
  readonly #removed: { readonly draft: Draft; readonly block: Block; readonly twin: Block | null }[] = [];
  readonly #added: { readonly draft: Draft; readonly block: Block; readonly place: Place }[] = [];

  constructor(pairing: Pairing, before: Story, after: Story) {
    this.#pairing = pairing;
    this.#before = before;
    this.#after = after;
  }

  run(): void {
    this.#containers(this.#before.container, this.#after.container, 1);
    this.#findMoves();
  }

  /** @param at the number of the paragraph where the container of before begins */
  #containers(before: Container, after: Container, at: number): void {
    const close = before.depth > 0 || this.#before.kind !== "body";
    const { steps, complete } = align(
      before.blocks.map(alignable),
      after.blocks.map(alignable),
      { alone: close, last: close },
      this.#pairing.work,
    );
    if (!complete) this.#pairing.complete = false;
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
        this.#add(right, { story: this.#before, container: before, previous }, anchor, behind === undefined);
      }
    }
  }

  #remove(block: Block, twin: Block | null): void {
    const draft = this.#pairing.drafts.add(
      {
        kind: "removed",
        facet: facetOf(block),
        address: this.#address(this.#before, block.at),
        before: blockValue(block),
      },
      { type: "block-removed", story: this.#before, block, twin },
    );
    this.#removed.push({ draft, block, twin });
    for (const paragraph of paragraphsIn(block)) this.#claim(paragraph, draft, "removed");
  }

  #add(block: Block, place: Place, anchor: number, atEnd: boolean): void {
    const draft = this.#pairing.drafts.add(
      {
        kind: "added",
        facet: facetOf(block),
        ...this.#addresses(anchor, block.at),
        after: blockValue(block),
      },
      { type: "block-added", place, afterBlock: block },
      placeOrdinal(place.container.depth, atEnd),
    );
    this.#added.push({ draft, block, place });
    for (const paragraph of paragraphsIn(block)) this.#claim(paragraph, draft, "added");
  }

  #claim(paragraph: Paragraph, draft: Draft, side: "removed" | "added"): void {
    (side === "removed" ? this.#pairing.removedBy : this.#pairing.addedBy).set(paragraph, draft);
    this.#claimReferences(paragraph, 0, paragraph.tokens.length, draft, side);
  }

  #claimReferences(paragraph: Paragraph, from: number, to: number, draft: Draft, side: "removed" | "added"): void {
    const known = side === "removed" ? this.#pairing.referenceRemovedBy : this.#pairing.referenceAddedBy;
    for (const token of paragraph.tokens.slice(from, to))
      for (const part of token.parts ?? [token]) {
        const reference = referenceOf(part.holder);
        if (reference !== null) known.set(reference, draft);
      }
  }

  #pair(before: Block, after: Block, twin: Block | null): void {
    if (before.kind === "paragraph" && after.kind === "paragraph")
      this.#paragraphs({ story: this.#before, before, after, twin: twin?.kind === "paragraph" ? twin : null });
    else if (before.kind === "table" && after.kind === "table") this.#tables(before, after);
    else if (before.kind === "group" && after.kind === "group") this.#groups(before, after);
    else if (before.key !== after.key)
      this.#pairing.drafts.add(
        {
          kind: "modified",
          facet: "content",
          ...this.#addresses(before.at, after.at),
          before: blockValue(before),
          after: blockValue(after),
        },
        { type: "block-replaced", story: this.#before, block: before, afterBlock: after },
      );
  }

  #paragraphs(pair: ParagraphPair): void {
    const { before, after } = pair;
    this.#pairing.paragraphs.push(pair);
    this.#pairing.paired.set(before, pair);
    this.#paragraphProperties(pair);
    const { hunks, equal, complete } = diffParagraphs(before, after, this.#pairing.work);
    if (!complete) this.#pairing.complete = false;
    for (const hunk of hunks) this.#words(pair, hunk);
    for (const [left, right] of equal)
      for (let n = 0; n < left.to - left.from; n++) this.#pairReferences(before, left.from + n, after, right.from + n);
    const boxes = boxesByUnit(before);
    const others = boxesByUnit(after);
    for (const [left, right] of equal) {
      const inner = boxes.get(left.from) ?? [];
      const twins = others.get(right.from) ?? [];
      inner.forEach((box, n) => {
        const other = twins[n];
        if (other !== undefined) this.#containers(box, other, before.at + 1);
      });
    }
  }

  #pairReferences(before: Paragraph, at: number, after: Paragraph, otherAt: number): void {
    const left = before.tokens[at]?.parts ?? [before.tokens[at]];
    const right = after.tokens[otherAt]?.parts ?? [after.tokens[otherAt]];
    left.forEach((token, n) => {
      const [own, other] = [token && referenceOf(token.holder), right[n] && referenceOf(right[n].holder)];
      if (own && other) this.#pairing.notes.set(own, other);
    });
  }

  #paragraphProperties(pair: ParagraphPair): void {
    const { before, after } = pair;
    const changed = changedProperties(withStyle(before), withStyle(after));
    if (changed === null) return;
    this.#pairing.drafts.add(
      { kind: "modified", facet: "format", ...this.#addresses(before.at, after.at), ...changed },
      { type: "paragraph-properties", story: this.#before, pair },
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
    const draft = this.#pairing.drafts.add(
      {
        kind: "modified",
        facet: look ? "format" : "content",
        ...this.#addresses(before.at, after.at),
        before: paragraphValue(before),
        after: richValue(before, made),
      },
      { type: "words", story: this.#before, pair, hunk: units },
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
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...this.#addresses(before.at, after.at), ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["sdtPr", "sdtEndPr", "customXmlPr"],
        },
      );
    this.#containers(before.container, after.container, before.at);
  }

  #tables(before: Table, after: Table): void {
    const changed = changedProperties(before.properties, after.properties);
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...this.#rowAddresses(before.number, 1, after.number, 1), ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tblPr", "tblGrid"],
        },
      );
    const rows = (table: Table) => table.rows.map((row): Alignable => ({ key: row.key, text: row.text, sort: "row" }));
    const { steps, complete } = align(rows(before), rows(after), { alone: true, last: false }, this.#pairing.work);
    if (!complete) this.#pairing.complete = false;
    let previous: Row | null = null;
    let next = 0;
    for (const step of steps) {
      const left = step.before === null ? undefined : before.rows[step.before];
      const right = step.after === null ? undefined : after.rows[step.after];
      if (left !== undefined && right !== undefined) {
        this.#rows(before, left, after, right);
        previous = left;
        next = (step.before ?? 0) + 1;
      } else if (left !== undefined) this.#removeRow(before, left);
      else if (right !== undefined) this.#addRow(before, previous, next, after, right);
    }
  }

  #removeRow(table: Table, row: Row): void {
    const address: Address = this.#rowAddress(this.#before, table.number, row.index);
    const draft = this.#pairing.drafts.add(
      { kind: "removed", facet: "structure", address, before: rowValue(row, row.at) },
      { type: "row-removed", story: this.#before, row },
    );
    for (const paragraph of paragraphsInRow(row)) this.#claim(paragraph, draft, "removed");
  }

  #addRow(table: Table, previous: Row | null, next: number, afterTable: Table, row: Row): void {
    const at = table.rows[next]?.at ?? table.at + table.span;
    const draft = this.#pairing.drafts.add(
      {
        kind: "added",
        facet: "structure",
        ...this.#rowAddresses(table.number, next + 1, afterTable.number, row.index),
        after: rowValue(row, at),
      },
      { type: "row-added", story: this.#before, table, previous, row },
    );
    for (const paragraph of paragraphsInRow(row)) this.#claim(paragraph, draft, "added");
  }

  #rows(table: Table, before: Row, afterTable: Table, after: Row): void {
    const addresses = this.#rowAddresses(table.number, before.index, afterTable.number, after.index);
    if (before.cells.length !== after.cells.length) {
      this.#replaceRow(addresses, before, after);
      return;
    }
    const changed = changedProperties(before.properties, after.properties);
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...addresses, ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tblPrEx", "trPr"],
        },
      );
    before.cells.forEach((cell, n) => {
      const other = after.cells[n];
      if (other !== undefined) this.#cells(cell, other, addresses, n, cellStart(before, n));
    });
  }

  #replaceRow(addresses: Addresses, before: Row, after: Row): void {
    const draft = this.#pairing.drafts.add(
      {
        kind: "modified",
        facet: "structure",
        ...addresses,
        before: rowValue(before, before.at),
        after: rowValue(after, before.at),
      },
      { type: "row-replaced", story: this.#before, row: before, afterRow: after },
    );
    for (const paragraph of paragraphsInRow(before)) this.#claim(paragraph, draft, "removed");
    for (const paragraph of paragraphsInRow(after)) this.#claim(paragraph, draft, "added");
  }

  #cells(before: Cell, after: Cell, addresses: Addresses, column: number, at: number): void {
    const changed = changedProperties(before.properties, after.properties, { column: columnName(column) });
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...addresses, ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tcPr"],
        },
      );
    this.#containers(before.container, after.container, at);
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
    const { drafts, removedBy, addedBy } = this.#pairing;
    const anchor = right.draft.change.beforeAddress ?? right.draft.change.address;
    const at = anchor.kind === "paragraph" ? anchor.paragraph : 0;
    const to: Value = { type: "properties", properties: { text: left.block.text, at, paragraphs: left.block.span } };
    const draft = drafts.add(
      {
        kind: "moved",
        facet: "structure",
        address: this.#address(this.#after, right.block.at),
        beforeAddress: this.#address(this.#before, left.block.at),
        before: blockValue(left.block),
        after: to,
      },
      {
        type: "block-moved",
        story: this.#before,
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
    for (const map of [this.#pairing.referenceRemovedBy, this.#pairing.referenceAddedBy])
      for (const [reference, owner] of map) if (owner === left.draft || owner === right.draft) map.delete(reference);
  }

  #address(story: Story, paragraph: number): Address {
    return { kind: "paragraph", paragraph, ...(story.name === "" ? {} : { story: story.name }) };
  }

  #rowAddress(story: Story, table: number, row: number): Address {
    return { kind: "tableRow", table, row, ...(story.name === "" ? {} : { story: story.name }) };
  }

  #addresses(before: number, after: number): Addresses {
    return both(this.#address(this.#before, before), this.#address(this.#after, after));
  }

  #rowAddresses(table: number, row: number, afterTable: number, afterRow: number): Addresses {
    return both(this.#rowAddress(this.#before, table, row), this.#rowAddress(this.#after, afterTable, afterRow));
  }
}

interface Addresses {
  readonly address: Address;
  readonly beforeAddress?: Address;
}

const both = (before: Address, after: Address): Addresses =>
  JSON.stringify(before) === JSON.stringify(after) ? { address: after } : { address: after, beforeAddress: before };

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

function* paragraphsInRow(row: Row): Generator<Paragraph> {
  for (const cell of row.cells) for (const block of cell.container.blocks) yield* paragraphsIn(block);
}

function cellStart(row: Row, column: number): number {
  for (const cell of row.cells.slice(column)) {
    const first = cell.container.blocks[0];
    if (first !== undefined) return first.at;
  }
  return row.at + row.span;
}

const withStyle = ({ style, properties }: Paragraph): Record<string, string> => ({ style, ...properties });

/** The properties that differ, on both sides; `null` where none does. */
export function changedProperties(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  where: Readonly<Record<string, string>> = {},
): { before: Value; after: Value } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  if (names.length === 0) return null;
  const pick = (from: Readonly<Record<string, string>>): Value => ({
    type: "properties",
    properties: { ...where, ...Object.fromEntries(names.sort().map((name) => [name, from[name] ?? null])) },
  });
  return { before: pick(before), after: pick(after) };
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

/** `footnote 2` for a reference to a note. */
export function referenceOf(element: { readonly name: string } & Parameters<typeof isWord>[0]): string | null {
  const kind = isWord(element, "footnoteReference") ? "footnote" : isWord(element, "endnoteReference") ? "endnote" : "";
  return kind === "" ? null : `${kind} ${wordAttribute(element, "id") ?? ""}`;
}
