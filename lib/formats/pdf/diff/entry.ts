/** A change together with what carrying it out means. */
import { changeId, type Change, type ChangeId, type ChangeIdentity } from "../../../core/change/change.ts";
import { pdfChangeId, type Unnamed } from "../identity.ts";

/** Pages count from 0. */
export type Edit =
  /** All changes of one block are carried out together: `unit` is its place in the alignment. */
  | { readonly kind: "block"; readonly unit: number }
  | { readonly kind: "move"; readonly before: number; readonly after: number }
  /** These pages as they are drawn on the other side. */
  | { readonly kind: "redraw"; readonly pairs: readonly (readonly [before: number, after: number])[] }
  /** Positions in the pages' lists of annotations; null: none on that side. */
  | {
      readonly kind: "annotation";
      readonly page: readonly [before: number, after: number];
      readonly before: number | null;
      readonly after: number | null;
    }
  | { readonly kind: "info" }
  | { readonly kind: "outline" }
  | { readonly kind: "attachment"; readonly name: string }
  /** `plain`: only its value, or what shows it, differs. */
  | { readonly kind: "field"; readonly name: string; readonly plain: boolean }
  | { readonly kind: "part"; readonly key: string }
  | { readonly kind: "tags" };

export interface Entry {
  readonly change: Change;
  readonly edit: Edit;
}

/** Collects entries; equal ones are told apart by their order. */
export class Entries {
  readonly list: Entry[] = [];
  readonly #seen = new Map<ChangeId, number>();

  /**
   * @param hidden What makes the identity where the values do not say all: only for what is at no page, because ids of
   * pages are made anew from the change alone.
   */
  add(edit: Edit, change: Unnamed, hidden?: Pick<ChangeIdentity, "before" | "after">): ChangeId {
    const { kind, facet, address } = change;
    const named = (ordinal: number): ChangeId =>
      hidden === undefined
        ? pdfChangeId(change, ordinal)
        : changeId({ kind, facet, baseAddress: address, ...hidden, ordinal });
    const plain = named(0);
    const ordinal = this.#seen.get(plain) ?? 0;
    this.#seen.set(plain, ordinal + 1);
    const id = ordinal === 0 ? plain : named(ordinal);
    this.list.push({ edit, change: { ...change, id } });
    return id;
  }

  /** The entry at `index` makes sense only with `ids`. */
  needs(index: number, ids: readonly ChangeId[]): void {
    const entry = this.list[index];
    if (entry === undefined || ids.length === 0) return;
    const requires = [...new Set([...(entry.change.requires ?? []), ...ids])].filter((id) => id !== entry.change.id);
    this.list[index] = { ...entry, change: { ...entry.change, requires } };
  }

  /** Each of `ids` is applied only with all of them. */
  together(ids: readonly ChangeId[]): void {
    const [first] = ids;
    const own = new Set(ids);
    for (const [n, entry] of this.list.entries())
      if (own.has(entry.change.id)) this.needs(n, entry.change.id === first || first === undefined ? ids : [first]);
  }
}
