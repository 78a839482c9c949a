/**
 * A change together with what applying it means, and with what it leads to: `diff` shows the first, `apply` does the second,
 * the third becomes `requires`.
 */
import type { Change, ChangeId } from "../../../core/change/change.ts";
import type { Master, Layout, Slide } from "../deck.ts";
import type { FrameUnit } from "../frame.ts";
import { idOf, type UnnamedChange } from "../identity.ts";
import type { Aspect } from "../shape-parts.ts";
import type { Shape } from "../shape.ts";
import type { SlidePair } from "./comparison.ts";
import type { ShapeList, ShapePair } from "./match-shapes.ts";

export interface PartPlace {
  readonly part: string;
  /** "" the package, ORPHAN for a part that hangs on nothing. */
  readonly owner: string;
  readonly kind: string;
  readonly type: string;
}

export const ORPHAN = "\0";

export type Action =
  | { readonly type: "slide-added"; readonly slide: Slide }
  | { readonly type: "slide-removed"; readonly slide: Slide }
  | { readonly type: "slide-moved"; readonly pair: SlidePair }
  | { readonly type: "hidden"; readonly pair: SlidePair }
  | { readonly type: "frame"; readonly pair: SlidePair; readonly unit: FrameUnit }
  | { readonly type: "layout"; readonly pair: SlidePair }
  | { readonly type: "notes-text"; readonly pair: SlidePair }
  | { readonly type: "notes-rest"; readonly pair: SlidePair }
  /** Parts of one kind that hang on a slide without being named by it: comments and others. */
  | { readonly type: "hung"; readonly pair: SlidePair; readonly kind: string }
  | { readonly type: "shape-added"; readonly pair: SlidePair; readonly list: ShapeList; readonly shape: Shape }
  | { readonly type: "shape-removed"; readonly pair: SlidePair; readonly list: ShapeList; readonly shape: Shape }
  | { readonly type: "shape-moved"; readonly pair: SlidePair; readonly list: ShapeList; readonly shapes: ShapePair }
  | {
      readonly type: "aspect";
      readonly pair: SlidePair;
      readonly shapes: ShapePair;
      readonly aspect: Aspect;
    }
  | { readonly type: "presentation-element"; readonly element: string }
  | { readonly type: "presentation-attributes" }
  | { readonly type: "presentation-type" }
  | { readonly type: "sections" }
  | { readonly type: "master"; readonly before: Master; readonly after: Master }
  | { readonly type: "layout-order"; readonly before: Master; readonly after: Master }
  | { readonly type: "master-added"; readonly master: Master }
  | { readonly type: "master-removed"; readonly master: Master }
  | { readonly type: "layout-part"; readonly before: Layout; readonly after: Layout }
  | { readonly type: "layout-added"; readonly layout: Layout; readonly master: Master }
  | { readonly type: "layout-removed"; readonly layout: Layout; readonly master: Master }
  | { readonly type: "part"; readonly before: PartPlace | null; readonly after: PartPlace | null };

export interface Entry {
  readonly change: Change;
  readonly action: Action;
}

/** By name: what a change brings or lets go, and what it needs others to bring or let go. */
export interface Needs {
  readonly gives?: readonly string[];
  readonly needs?: readonly string[];
}

interface Draft {
  readonly id: ChangeId;
  readonly change: UnnamedChange;
  readonly action: Action;
  readonly needs: readonly string[];
}

/** Collects entries; gives ids, and ordinals to changes that say the same at the same place. */
export class Entries {
  readonly #drafts: Draft[] = [];
  readonly #seen = new Map<ChangeId, number>();
  readonly #givers = new Map<string, ChangeId[]>();

  add(change: UnnamedChange, action: Action, { gives = [], needs = [] }: Needs = {}): ChangeId {
    const first = idOf(change);
    const ordinal = this.#seen.get(first) ?? 0;
    this.#seen.set(first, ordinal + 1);
    const id = ordinal === 0 ? first : idOf(change, ordinal);
    this.#drafts.push({ id, change, action, needs });
    for (const key of new Set(gives)) this.#givers.set(key, [...(this.#givers.get(key) ?? []), id]);
    return id;
  }

  /** All entries, each requiring those that give what it needs. */
  list(): Entry[] {
    return this.#drafts.map(({ id, change, action, needs }) => {
      const required = new Set(needs.flatMap((key) => this.#givers.get(key) ?? []));
      required.delete(id);
      return { change: { id, ...change, ...(required.size === 0 ? {} : { requires: [...required] }) }, action };
    });
  }
}
