/** A change with what it takes to carry it out. */
import type { Change, ChangeId } from "../../../core/change/change.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Hunk } from "../../text/line-diff.ts";
import type { Block, Container, Paragraph, Row, Table } from "../blocks.ts";
import type { Story } from "../document.ts";
import { idOf, type UnnamedChange } from "../identity.ts";
import type { Definition } from "../numbering.ts";
import type { Style } from "../styles.ts";

/** Elements named `before…` are of the before version, `after…` of the other one. */
export type Action =
  | { readonly type: "block-added"; readonly place: Place; readonly afterBlock: Block }
  | { readonly type: "block-removed"; readonly story: Story; readonly block: Block; readonly twin: Block | null }
  | {
      readonly type: "block-moved";
      readonly story: Story;
      readonly block: Block;
      readonly twin: Block | null;
      readonly place: Place;
      readonly afterBlock: Block;
    }
  | { readonly type: "block-replaced"; readonly story: Story; readonly block: Block; readonly afterBlock: Block }
  | {
      readonly type: "words";
      readonly story: Story;
      readonly pair: ParagraphPair;
      readonly hunk: Hunk;
      readonly carried: readonly CarriedMark[];
    }
  | { readonly type: "paragraph-properties"; readonly story: Story; readonly pair: ParagraphPair }
  | { readonly type: "section"; readonly story: Story; readonly pair: SectionPair }
  | {
      readonly type: "row-added";
      readonly story: Story;
      readonly table: Table;
      readonly previous: Row | null;
      readonly row: Row;
    }
  | { readonly type: "row-removed"; readonly story: Story; readonly row: Row }
  | { readonly type: "row-replaced"; readonly story: Story; readonly row: Row; readonly afterRow: Row }
  /** A property element of a table, row, cell or content control: put, replaced or taken away. */
  | {
      readonly type: "element";
      readonly part: string;
      readonly owner: XmlElement;
      readonly afterOwner: XmlElement;
      readonly names: readonly string[];
    }
  /** What a program shows that does not know the branch that others show. */
  | {
      readonly type: "branches";
      readonly part: string;
      readonly before: XmlElement;
      readonly after: XmlElement;
      /** It holds text that is compared apart. */
      readonly boxes: boolean;
    }
  | { readonly type: "story-added"; readonly afterStory: Story }
  | { readonly type: "story-removed"; readonly story: Story }
  | { readonly type: "comment-added"; readonly afterStory: Story; readonly anchors: readonly Anchor[] }
  | { readonly type: "comment-removed"; readonly story: Story }
  | { readonly type: "comment-attributes"; readonly story: Story; readonly afterStory: Story }
  | { readonly type: "bookmark-added"; readonly name: string; readonly anchors: readonly Anchor[] }
  | {
      readonly type: "bookmark-removed";
      readonly marks: readonly { readonly part: string; readonly element: XmlElement }[];
    }
  | { readonly type: "marks-moved"; readonly moves: readonly MarkMove[] }
  | { readonly type: "style"; readonly before: Style | null; readonly after: Style | null }
  | { readonly type: "list"; readonly before: string; readonly after: string }
  | { readonly type: "list-added"; readonly after: Definition }
  | { readonly type: "list-removed"; readonly elements: readonly XmlElement[] }
  | {
      readonly type: "child";
      readonly part: string;
      readonly before: XmlElement | null;
      readonly after: XmlElement | null;
    }
  | { readonly type: "part"; readonly before: string | null; readonly after: string | null };

export interface MarkMove {
  /** Of before; `null` where it had none of its kind. */
  readonly from: { readonly part: string; readonly element: XmlElement } | null;
  readonly to: Anchor | null;
  /** In before. */
  readonly id: string;
  /** Its kind, and where it stood and stands, in words of before. */
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
  /** False: it stands within a word or field of before, where nothing can be put. */
  readonly exact: boolean;
}

/** Behind `previous`, or at the container's beginning. */
export interface Place {
  readonly story: Story;
  readonly container: Container;
  readonly previous: Block | null;
}

export interface ParagraphPair {
  /** Of before. */
  readonly story: Story;
  readonly before: Paragraph;
  readonly after: Paragraph;
  /** The same paragraph in the fallback of a text box. */
  readonly twin: Paragraph | null;
}

export interface SectionPair {
  readonly before: XmlElement | null;
  readonly after: XmlElement | null;
  /** The paragraph that holds it; `null`: it is the last one of the body. */
  readonly pair: ParagraphPair | null;
}

/** Where an end of a range, or a reference, comes to stand: in front of a token of before. */
export interface Anchor {
  /** The element in after. */
  readonly element: XmlElement;
  readonly pair: ParagraphPair;
  readonly at: number;
  /** Also behind the words that come to that place. */
  readonly behind?: boolean;
}

/** A mark of before that goes with a change of words: it comes to stand in front of a token of after. */
export interface CarriedMark {
  readonly part: string;
  readonly element: XmlElement;
  readonly token: number;
}

/** A change of words, and the marks that go with it. */
export interface WordsChange {
  readonly hunk: Hunk;
  readonly carried: CarriedMark[];
}

export interface Entry {
  readonly change: Change;
  readonly action: Action;
}

/** A change that has no id yet, because what it requires has none. */
export interface Draft {
  readonly change: UnnamedChange;
  readonly action: Action;
  readonly place: number;
  readonly needs: Draft[];
}

export class Drafts {
  readonly list: Draft[] = [];

  add(change: UnnamedChange, action: Action, place = 0): Draft {
    const draft: Draft = { change, action, place, needs: [] };
    this.list.push(draft);
    return draft;
  }

  remove(draft: Draft): void {
    const at = this.list.indexOf(draft);
    if (at >= 0) this.list.splice(at, 1);
  }

  /** Of equal insertions at one place the later one requires the earlier one, so that a subset has the same ids. */
  entries(): Entry[] {
    const known = new Map<ChangeId, Draft>();
    const ids = new Map<Draft, ChangeId>();
    const last = new Map<ChangeId, { draft: Draft; count: number }>();
    for (const draft of this.list) {
      const first = idOf(draft.change, draft.place);
      const equal = last.get(first);
      let count = equal === undefined ? 0 : equal.count + 1;
      let id = count === 0 ? first : idOf(draft.change, draft.place + count);
      while (known.has(id)) id = idOf(draft.change, draft.place + ++count);
      if (equal !== undefined) draft.needs.push(equal.draft);
      last.set(first, { draft, count });
      known.set(id, draft);
      ids.set(draft, id);
    }
    return this.list.map((draft) => {
      const needs = new Set(draft.needs.flatMap((needed) => ids.get(needed) ?? []));
      const id = ids.get(draft) ?? idOf(draft.change, draft.place);
      needs.delete(id);
      const requires = needs.size === 0 ? {} : { requires: [...needs].sort() };
      return { change: { id, ...draft.change, ...requires }, action: draft.action };
    });
  }
}
