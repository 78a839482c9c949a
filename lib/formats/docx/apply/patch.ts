/** Turns chosen changes into edits of before's parts. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Block, Container } from "../blocks.ts";
import type { DocumentDiff } from "../diff/diff.ts";
import type { Action, Anchor, Entry, MarkMove, ParagraphPair, Place } from "../diff/entry.ts";
import type { Story } from "../document.ts";
import { isWord, MARKS, W, wordAttribute, wordChild } from "../names.ts";
import type { Carrier } from "./carrier.ts";
import type { Edit } from "./edits.ts";
import { PartPatch } from "./part-patch.ts";
import { walk } from "./unused.ts";
import { markXml, writeParagraph, type ParagraphPlan } from "./paragraph-writer.ts";

export class Patch {
  readonly #carrier: Carrier;
  readonly #diff: DocumentDiff;
  readonly #plans = new Map<ParagraphPair, ParagraphPlan>();
  readonly #afterPart: (story: Story) => string;
  #fault: string | null = null;

  constructor(carrier: Carrier, diff: DocumentDiff) {
    this.#carrier = carrier;
    this.#diff = diff;
    const twins = new Map([...diff.pairing.stories].map(([after, before]) => [before, after]));
    this.#afterPart = (story) => (story.kind === "body" ? carrier.after.part : (twins.get(story)?.part ?? story.part));
  }

  /** What makes it impossible, or `null`. */
  run(entries: readonly Entry[]): string | null {
    for (const { action } of [...entries].sort((a, b) => inOrder(a.action, b.action))) this.#one(action);
    for (const [pair, plan] of this.#plans) {
      writeParagraph(plan, this.#carrier);
      if (pair.twin !== null) writeParagraph({ ...plan, before: pair.twin }, this.#carrier);
    }
    return this.#fault;
  }

  #one(action: Action): void {
    const carrier = this.#carrier;
    switch (action.type) {
      case "block-added": {
        this.#put(action.place, action.afterBlock);
        return;
      }
      case "block-removed":
        this.#removeBlock(action.story, action.block, action.twin);
        return;
      case "block-moved": {
        this.#move(action);
        return;
      }
      case "block-replaced": {
        const { element } = action.block;
        const text = carrier.write(action.afterBlock.element, this.#afterPart(action.story), action.story.part);
        carrier.edits(action.story.part).add(element.start, element.end, text);
        return;
      }
      case "words":
        this.#words(action);
        return;
      case "paragraph-properties":
        this.#plan(action.pair).properties = true;
        return;
      case "section": {
        this.#section(action);
        return;
      }
      case "row-added": {
        const { table, previous, row, story } = action;
        const at = previous?.element.end ?? table.rows[0]?.element.start ?? table.element.closeStart;
        carrier.edits(story.part).insert(at, carrier.write(row.element, this.#afterPart(story), story.part));
        return;
      }
      case "row-removed": {
        this.#remove(action.story.part, action.row.element);
        return;
      }
      case "row-replaced": {
        const { element } = action.row;
        const text = carrier.write(action.afterRow.element, this.#afterPart(action.story), action.story.part);
        carrier.edits(action.story.part).add(element.start, element.end, text);
        return;
      }
      case "element": {
        this.#elements(action);
        return;
      }
      case "branches": {
        const { part, before, after, boxes } = action;
        if (boxes) this.#fault = "another look of a text box cannot be taken apart from its text";
        const from = this.#afterPart(this.#storyIn(part));
        carrier.edits(part).add(before.start, before.end, carrier.write(after, from, part));
        return;
      }
      case "story-added":
        if (action.afterStory.kind === "footnote" || action.afterStory.kind === "endnote")
          carrier.note(action.afterStory.kind, action.afterStory.id);
        return;
      case "story-removed":
        if (action.story.kind === "footnote" || action.story.kind === "endnote")
          this.#remove(action.story.part, action.story.container.element);
        return;
      case "comment-added": {
        const id = carrier.takeComment(action.afterStory);
        for (const anchor of action.anchors) this.#mark(anchor, id);
        return;
      }
      case "comment-removed": {
        this.#removeComment(action.story);
        return;
      }
      case "comment-attributes": {
        const { element } = action.story.container;
        const { part, id } = action.story;
        const { tag } = carrier.startTag(action.afterStory.container.element, action.afterStory.part, part, id);
        carrier.edits(part).add(element.start, element.openEnd, tag);
        return;
      }
      case "bookmark-added": {
        this.#addBookmark(action.anchors);
        return;
      }
      case "bookmark-removed":
        for (const { part, element } of action.marks) this.#remove(part, element);
        return;
      case "marks-moved":
        for (const move of action.moves) this.#moveMark(move);
        return;
      case "style": {
        new PartPatch(this.#carrier, this.#diff).style(action);
        return;
      }
      case "list": {
        new PartPatch(this.#carrier, this.#diff).list(action);
        return;
      }
      case "list-added":
      case "list-removed":
        new PartPatch(this.#carrier, this.#diff).definition(action);
        return;
      case "child": {
        this.#fault = new PartPatch(this.#carrier, this.#diff).child(action) ?? this.#fault;
        return;
      }
      case "part": {
        new PartPatch(this.#carrier, this.#diff).part(action);
        return;
      }
    }
  }

  #plan(pair: ParagraphPair): ParagraphPlan {
    let plan = this.#plans.get(pair);
    if (plan === undefined)
      this.#plans.set(
        pair,
        (plan = {
          part: pair.story.part,
          before: pair.before,
          after: pair.after,
          from: this.#afterPart(pair.story),
          hunks: [],
          properties: false,
          section: undefined,
          marks: [],
          carried: [],
        }),
      );
    return plan;
  }

  #put(place: Place, block: Block): void {
    const { story, container, previous } = place;
    const text = this.#carrier.write(block.element, this.#afterPart(story), story.part);
    this.#putText(place, () => text);
    const { twin } = container;
    if (twin === undefined) return;
    const at = previous === null ? null : (twin.blocks[container.blocks.indexOf(previous)] ?? null);
    const copy = this.#carrier.write(block.element, this.#afterPart(story), story.part);
    this.#putText({ story, container: twin, previous: at }, () => copy);
  }

  #putText({ story, container, previous }: Place, text: () => string): void {
    const { element } = container;
    const edits = this.#carrier.edits(story.part);
    if (element.openEnd === element.end) {
      this.#fault = "the place for a paragraph is an empty element";
      return;
    }
    edits.insert(previous?.element.end ?? beginOf(container), text);
  }

  #removeBlock(story: Story, block: Block, twin: Block | null): void {
    this.#removeWithMarks(story.part, block.element);
    if (twin !== null) this.#removeWithMarks(story.part, twin.element);
  }

  /** Ends of ranges whose other end lies elsewhere stay, between paragraphs. */
  #removeWithMarks(part: string, element: XmlElement): void {
    const edits = this.#carrier.edits(part);
    const kept = openEnds(element);
    walk(element, (found) => {
      if (isWord(found, "bookmarkStart") && !kept.includes(found))
        this.#carrier.freeBookmark(wordAttribute(found, "name") ?? "");
    });
    edits.add(element.start, element.end, () => kept.map(({ start, end }) => edits.render(start, end)).join(""));
  }

  #move({ story, block, twin, place }: Extract<Action, { readonly type: "block-moved" }>): void {
    const edits = this.#carrier.edits(story.part);
    const { element } = block;
    if (place.container.twin !== undefined || twin !== null) {
      this.#fault = "a paragraph would move into or out of a text box";
      return;
    }
    const removal: Edit = edits.add(element.start, element.end, "");
    this.#putText(place, () => edits.render(element.start, element.end, removal));
  }

  #remove(part: string, element: XmlElement): void {
    this.#carrier.edits(part).add(element.start, element.end, "");
  }

  #section({ story, pair }: Extract<Action, { readonly type: "section" }>): void {
    if (pair.pair !== null) {
      this.#plan(pair.pair).section = pair.after;
      return;
    }
    const edits = this.#carrier.edits(story.part);
    const text = pair.after === null ? "" : this.#carrier.write(pair.after, this.#carrier.after.part, story.part);
    if (pair.before !== null) edits.add(pair.before.start, pair.before.end, text);
    else edits.insert(story.container.element.closeStart, text);
  }

  #elements({ part, owner, afterOwner, names }: Extract<Action, { readonly type: "element" }>): void {
    const edits = this.#carrier.edits(part);
    const from = this.#afterPart(this.#storyIn(part));
    let at = owner.openEnd;
    for (const name of names) {
      const [own, other] = [wordChild(owner, name), wordChild(afterOwner, name)];
      const text = other === undefined ? "" : this.#carrier.write(other, from, part);
      if (own !== undefined) edits.add(own.start, own.end, text);
      else if (text !== "") edits.insert(at, text);
      at = own?.end ?? at;
    }
  }

  #storyIn(part: string): Story {
    const { body, stories } = this.#carrier.before;
    return stories.find((found) => found.part === part) ?? body;
  }

  #mark({ element, pair, at, behind = false }: Anchor, id: string): void {
    this.#plan(pair).marks.push({ at, behind, xml: markXml(element, id, prefixOf(pair)) });
  }

  #words({ pair, hunk, carried }: Extract<Action, { readonly type: "words" }>): void {
    const plan = this.#plan(pair);
    plan.hunks.push(hunk);
    for (const { part, element, token } of carried) {
      this.#remove(part, element);
      plan.carried.push({ hunk, token, xml: markXml(element, wordAttribute(element, "id") ?? "", prefixOf(pair)) });
    }
  }

  #moveMark({ from, to, exact, id }: MarkMove): void {
    if (!exact) this.#fault = "a mark would come to stand within a word";
    if (to !== null && to.pair.twin !== null) this.#fault = "a mark would come into a text box";
    if (from !== null) this.#remove(from.part, from.element);
    if (to !== null) this.#mark(to, id);
  }

  #addBookmark(anchors: readonly Anchor[]): void {
    const id = this.#carrier.freshId();
    for (const anchor of anchors) this.#mark(anchor, id);
    const last = anchors.at(-1);
    const ended = anchors.some(({ element }) => element.name === "bookmarkEnd");
    if (last !== undefined && !ended)
      this.#mark({ ...last, element: { ...last.element, name: "bookmarkEnd", attributes: [] } }, id);
  }

  #removeComment(story: Story): void {
    this.#remove(story.part, story.container.element);
    const parts = new Set([this.#carrier.before.part, ...this.#carrier.before.stories.map(({ part }) => part)]);
    for (const part of parts) {
      const tree = this.#carrier.before.package.tree(part);
      if (!tree.ok || part === story.part) continue;
      walk(tree.value, (element) => {
        if (/^comment(RangeStart|RangeEnd|Reference)$/.test(element.name) && element.ns === W)
          if (wordAttribute(element, "id") === story.id) this.#remove(part, element);
      });
    }
  }
}

const prefixOf = ({ before: { element } }: ParagraphPair): string =>
  element.qname.slice(0, element.qname.indexOf(":") + 1);

/** What must be known before others are written: comments, whose marks come with paragraphs; what frees a name. */
const FIRST: readonly Action["type"][] = ["block-removed", "comment-added"];

/** Blocks that come to one place keep the order that they have in after. */
function inOrder(a: Action, b: Action): number {
  const first = FIRST.indexOf(b.type) - FIRST.indexOf(a.type);
  if (first !== 0 || !("afterBlock" in a) || !("afterBlock" in b)) return first;
  return a.afterBlock.element.start - b.afterBlock.element.start;
}

const CONTAINER_HEADS = new Set(["tcPr", "sdtPr", "sdtEndPr", "customXmlPr"]);

function beginOf({ element }: Container): number {
  let at = element.openEnd;
  for (const child of element.children)
    if (typeof child !== "string" && CONTAINER_HEADS.has(child.name)) at = child.end;
  return at;
}

const RANGES = /^(bookmark|commentRange|perm|moveFromRange|moveToRange)(Start|End)$/;

/** Ends of ranges below an element whose other end is not below it. */
function openEnds(element: XmlElement): XmlElement[] {
  const open = new Map<string, XmlElement>();
  walk(element, (found) => {
    const match = found.ns === W && MARKS.has(found.name) ? RANGES.exec(found.name) : null;
    if (match === null) return;
    const key = `${match[1] ?? ""} ${wordAttribute(found, "id") ?? ""}`;
    if (open.has(key)) open.delete(key);
    else open.set(key, found);
  });
  return [...open.values()];
}
