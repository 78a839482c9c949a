/**
 * Changes of tables by the rows and columns that they stand in, so that ten thousand changes a side are no hundred
 * million comparisons.
 */
import type { Change } from "../../core/change/change.ts";
import { placeOf } from "./places.ts";

export class PlaceIndex {
  readonly #rows = new Map<number, Change[]>();
  readonly #columns = new Map<number, Change[]>();
  /** Changes of whole rows: they may meet a column in a cell. */
  readonly #rowChanges: Change[] = [];
  /** Changes of columns alone, and of the file. */
  readonly #columnChanges: Change[] = [];
  readonly #fileChanges: Change[] = [];

  constructor(changes: readonly Change[]) {
    const put = (map: Map<number, Change[]>, at: number, change: Change) => {
      const list = map.get(at);
      if (list) list.push(change);
      else map.set(at, [change]);
    };
    for (const change of changes) {
      const place = placeOf(change);
      if (place === null) this.#fileChanges.push(change);
      if (place && "row" in place) put(this.#rows, place.row, change);
      if (place && "column" in place) put(this.#columns, place.column, change);
      if (place?.kind === "row" && change.facet === "structure") this.#rowChanges.push(change);
      if (place?.kind === "column") this.#columnChanges.push(change);
    }
  }

  /** All that may overlap, and more. */
  *near(change: Change): Iterable<Change> {
    const place = placeOf(change);
    if (place === null) yield* this.#fileChanges;
    else if (place.kind === "column") {
      for (let at = place.column - 1; at <= place.column + 1; at++) yield* this.#columns.get(at) ?? [];
      yield* this.#rowChanges;
    } else {
      for (let at = place.row - 1; at <= place.row + 1; at++) yield* this.#rows.get(at) ?? [];
      yield* this.#columnChanges;
    }
  }
}

/** By place in the base, then by id: the same whichever side a change is of. */
export function byPlace(left: Change, right: Change): number {
  const [a, b] = [placeOf(left), placeOf(right)];
  const row = (place: typeof a) => (place && "row" in place ? place.row : -1);
  const column = (place: typeof a) => (place && "column" in place ? place.column : -1);
  return row(a) - row(b) || column(a) - column(b) || (left.id < right.id ? -1 : 1);
}
