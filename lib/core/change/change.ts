/**
 * What a diff consists of: addressed, typed, individually decidable changes.
 *
 * Coordinate space: `address` counts in the *after* version, and in the *before* version for what was removed;
 * `beforeAddress` is given where the two differ. Identity (R1) is counted in the before version, the base.
 */
import type { Brand, Hash } from "../../shared/brand.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Address } from "../address/address.ts";

/** Names one change within a pair of versions of one path; the same content at the same base address has the same id. */
export type ChangeId = Brand<string, "ChangeId">;

export type ChangeKind = "added" | "removed" | "modified" | "moved";

/**
 * - `content` what the file says: a cell's value, a line, a paragraph
 * - `formula` a cell's formula (its result follows)
 * - `format` number format, style, width: how it looks
 * - `structure` the file, a sheet, a row, a column, a slide as a whole
 * - `metadata` properties that are not part of what is read
 * - `recalculated` a result that follows from other changes: shown, never decided (R3)
 * - `unrendered` bytes that no other facet explains, by part: shown by name, decided like any other
 */
export type Facet = "content" | "formula" | "format" | "structure" | "metadata" | "recalculated" | "unrendered";

export type Flag =
  | "formula-overwritten"
  | "new-error-value"
  | "number-stored-as-text"
  | "hidden"
  | "external-link"
  | "macro"
  | "lost-part"
  | "not-calculated";

/** A cell's typed value; `null` is an empty cell. An error is `{ error: "#REF!" }`. Dates are serial numbers with a date format. */
export type CellScalar = number | string | boolean | null | { readonly error: string };

/** One cell as the file says it. `value` is the cached result where there is a `formula`; see `notCalculated`. */
export interface CellContent {
  readonly value: CellScalar;
  /** Without the leading `=`, as in A1 notation of the version that the cell is in. */
  readonly formula?: string;
  /**
   * `formula` counted in the base, where that is another text: what identity is made of (R1). A row that the base does
   * not have is written `⟨12+1⟩`: the first one inserted in front of row 12; a column likewise `⟨C+1⟩`.
   */
  readonly baseFormula?: string;
  /** The number format code; absent means General. */
  readonly numberFormat?: string;
  /** A digest of what the style means (font, fill, border, alignment), never of its index; absent means default. */
  readonly style?: string;
  /** True where the formula has no cached result: the value is then `null` and means "not calculated". */
  readonly notCalculated?: true;
}

/** A side of a change. An absent side (`undefined` on the change) means: nothing was, or is, there. */
export type Value =
  | { readonly type: "text"; readonly text: string }
  /** A paragraph with its formatting: `text` is the runs' text in order; `style` and `format` are words for people. */
  | {
      readonly type: "rich";
      readonly text: string;
      readonly style?: string;
      readonly runs: readonly { readonly text: string; readonly format?: string }[];
    }
  /**
   * A PDF page's text, and which of its words the other side does not have: `box` is x, y, width, height in points from
   * the page's top left corner, as the page is shown (rotation applied). `size` is width and height, likewise.
   * `drawing` is a digest of all that is seen, so that pages with the same words are told apart.
   */
  | {
      readonly type: "page";
      readonly text: string;
      readonly size: readonly [number, number];
      readonly marks: readonly { readonly text: string; readonly box: readonly [number, number, number, number] }[];
      readonly drawing?: string;
    }
  | ({ readonly type: "cell" } & CellContent)
  /** A row's or column's cells by column letters or row number. */
  | {
      readonly type: "cells";
      readonly cells: Readonly<Record<string, CellContent>>;
      /** Of a row that moved: the row of the base in front of which it comes to lie (R1). */
      readonly inFrontOf?: number;
    }
  | { readonly type: "file"; readonly contentHash: Hash; readonly size: number }
  /** A path or, for a sheet, its name. */
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "properties"; readonly properties: Readonly<Record<string, string | number | boolean | null>> };

export interface Change {
  readonly id: ChangeId;
  readonly kind: ChangeKind;
  readonly facet: Facet;
  readonly address: Address;
  readonly beforeAddress?: Address;
  readonly before?: Value;
  readonly after?: Value;
  /** Changes that must be applied for this one to make sense (R3). */
  readonly requires?: readonly ChangeId[];
  readonly flags?: readonly Flag[];
}

export interface Diff {
  /** False where the work budget ran out: the changes are coarse, and only the whole file may be decided (R3). */
  readonly complete: boolean;
  readonly changes: readonly Change[];
}

/** What makes two changes the same change (R1). All parts count in the base; values have their references normalised. */
export interface ChangeIdentity {
  readonly kind: ChangeKind;
  readonly facet: Facet;
  readonly baseAddress: Address;
  readonly before: unknown;
  readonly after: unknown;
  /** Tells apart changes that are otherwise equal (two equal insertions at one place): 0, 1, … in document order. */
  readonly ordinal?: number;
}

/** 128 bits of the SHA-256 of the identity, as 32 hex digits: stable across runs, machines and turns. */
export function changeId(identity: ChangeIdentity): ChangeId {
  return sha256(canonicalJson({ ...identity, ordinal: identity.ordinal ?? 0 })).slice(0, 32) as ChangeId;
}
