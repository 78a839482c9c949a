/** A change together with what applying it means: `diff` shows the first, `apply` does the second. */
import type { Change, ChangeId } from "../../../core/change/change.ts";
import { idOf, type UnnamedChange } from "../identity.ts";
import type { DefinedName } from "../workbook.ts";
import type { Sheet } from "../sheet.ts";
import type { SheetPair } from "./comparison.ts";
import type { SheetItem } from "./sheet-items.ts";

/** Numbers of rows and columns count in the version that the field names. */
export type Action =
  | { readonly type: "none" }
  | {
      readonly type: "cell";
      readonly pair: SheetPair;
      readonly before: Place;
      readonly after: Place;
      readonly takes: "content" | "look" | "result";
    }
  | { readonly type: "row-added"; readonly pair: SheetPair; readonly after: number }
  | { readonly type: "row-removed"; readonly pair: SheetPair; readonly before: number }
  /** The whole row takes the other side's cells, in place. */
  | { readonly type: "row-replaced"; readonly pair: SheetPair; readonly before: number; readonly after: number }
  | { readonly type: "row-moved"; readonly pair: SheetPair; readonly before: number; readonly after: number }
  | { readonly type: "row-look"; readonly pair: SheetPair; readonly before: number; readonly after: number }
  | { readonly type: "column-added"; readonly pair: SheetPair; readonly after: number }
  | { readonly type: "column-removed"; readonly pair: SheetPair; readonly before: number }
  | { readonly type: "sheet-added"; readonly after: Sheet }
  | { readonly type: "sheet-removed"; readonly before: Sheet }
  | { readonly type: "sheet-renamed"; readonly pair: SheetPair }
  | { readonly type: "sheet-order" }
  | { readonly type: "sheet-state"; readonly pair: SheetPair }
  /** The elements of these names around a sheet's cells, with the parts that hang on them. */
  | { readonly type: "aspect"; readonly pair: SheetPair; readonly aspect: string }
  /** One item (see sheet-items.ts) of `total` of this aspect that differ. */
  | {
      readonly type: "aspect-item";
      readonly pair: SheetPair;
      readonly aspect: string;
      readonly before: SheetItem | null;
      readonly after: SheetItem | null;
      readonly total: number;
    }
  | { readonly type: "name"; readonly before: DefinedName | null; readonly after: DefinedName | null }
  | { readonly type: "workbook-element"; readonly element: string }
  /** A part and all that hangs on it; `null` where a side does not have it. Owners are part names ("" the package). */
  | { readonly type: "part"; readonly before: PartPlace | null; readonly after: PartPlace | null }
  /** The part alone, with the parts of before hanging on it as they are. */
  | { readonly type: "part-own"; readonly before: PartPlace; readonly after: PartPlace };

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface PartPlace {
  readonly part: string;
  readonly owner: string;
  /** The owner in the other version. */
  readonly twin: string;
  readonly kind: string;
}

export interface Entry {
  readonly change: Change;
  readonly action: Action;
}

/** Collects entries; gives ids, and ordinals to changes that say the same at the same place. */
export class Entries {
  readonly list: Entry[] = [];
  readonly #seen = new Map<ChangeId, number>();

  add(change: UnnamedChange, action: Action): ChangeId {
    const first = idOf(change);
    const ordinal = this.#seen.get(first) ?? 0;
    this.#seen.set(first, ordinal + 1);
    const id = ordinal === 0 ? first : idOf(change, ordinal);
    this.list.push({ change: { id, ...change }, action });
    return id;
  }
}
