/** How the pages of two versions belong together: what the alignment gives, and what changes are made from. */
import type { Word } from "../content/words.ts";

/** Pages count from 0. */
export type Unit =
  | { readonly kind: "same"; readonly before: number; readonly after: number }
  | { readonly kind: "out"; readonly before: number; readonly after: number }
  | { readonly kind: "in"; readonly before: number; readonly after: number }
  | Block;

/** Pages that are decided together; one of the lists may be empty. */
export interface Block {
  readonly kind: "block";
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** For each page of `after`, in order: the page of `before` that it continues, or null. None twice. */
  readonly partners: readonly (number | null)[];
  /** Words that the other side does not have, by page. */
  readonly marks: { readonly before: Marks; readonly after: Marks };
}

export type Marks = ReadonlyMap<number, readonly Word[]>;

/** Pages of the later version by those of the earlier one, where they are the same page. */
export class PagePairs {
  readonly #before = new Map<number, number>();
  readonly #after = new Map<number, number>();

  constructor(units: readonly Unit[]) {
    for (const unit of units)
      for (const [was, is] of unit.kind === "block" ? pairsOf(unit) : [[unit.before, unit.after] as const]) {
        this.#before.set(is, was);
        this.#after.set(was, is);
      }
  }

  afterOf = (page: number): number | null => this.#after.get(page) ?? null;
  beforeOf = (page: number): number | null => this.#before.get(page) ?? null;

  /** Whether the lists name the same pages. −1 is a page that is not in the document: what led to a removed one. */
  equal(before: readonly number[], after: readonly number[]): boolean {
    if (before.length !== after.length) return false;
    return after.every((page, n) => {
      const was = before[n] ?? -1;
      return page < 0 ? was < 0 || !this.#after.has(was) : this.#before.get(page) === was;
    });
  }
}

export const pairsOf = (unit: Block): (readonly [number, number])[] =>
  unit.partners.flatMap((was, n) => {
    const is = unit.after[n];
    return was === null || is === undefined ? [] : [[was, is] as const];
  });
