/** How rows and columns moved between two versions of a base, taken from the diff between them alone. From 0. */
import type { Diff } from "../../core/change/change.ts";
import { isInsertion, placeOf, toPlace, type Place } from "./places.ts";

export interface AxisMove {
  /** Null where it is gone. */
  to(number: number): number | null;
  /** Of the place in front of `number`. */
  inFrontOf(number: number): number;
}

export interface BaseMove {
  readonly rows: AxisMove;
  readonly columns: AxisMove;
  /** `row column` of cells that the move changed. */
  readonly cells: ReadonlySet<string>;
  /** The move is coarse: nothing can be followed. */
  readonly coarse: boolean;
}

const known = new WeakMap<Diff, BaseMove>();

/** Made once a diff. */
export function baseMoveOf(diff: Diff): BaseMove {
  const found = known.get(diff) ?? deriveMove(diff);
  known.set(diff, found);
  return found;
}

function deriveMove(diff: Diff): BaseMove {
  const rows = new Shift();
  const columns = new Shift();
  const cells = new Set<string>();
  for (const change of diff.changes) {
    const from = placeOf(change);
    const to = toPlace(change.address);
    if (from?.kind === "cell" && !isInsertion(change)) cells.add(`${from.row} ${from.column}`);
    if (change.facet !== "structure" || from === null || to === null || from.kind === "cell") continue;
    const axis = from.kind === "row" ? rows : columns;
    const number = (place: Place) => (place.kind === "column" ? place.column : place.row);
    if (change.kind === "removed") axis.gone.push(number(from));
    else if (change.kind === "added") axis.come.push(number(to));
    else if (change.kind === "moved") {
      axis.gone.push(number(from));
      axis.come.push(number(to));
      axis.moved.set(number(from), number(to));
    }
  }
  const coarse = !diff.complete || diff.changes.some(({ before }) => before?.type === "file");
  return { rows: rows.sorted(), columns: columns.sorted(), cells, coarse };
}

class Shift implements AxisMove {
  readonly gone: number[] = [];
  readonly come: number[] = [];
  readonly moved = new Map<number, number>();
  #set = new Set<number>();

  sorted(): this {
    this.gone.sort((a, b) => a - b);
    this.come.sort((a, b) => a - b);
    this.#set = new Set(this.gone);
    return this;
  }

  to(number: number): number | null {
    const moved = this.moved.get(number);
    if (moved !== undefined) return moved;
    return this.#set.has(number) ? null : this.#staying(number);
  }

  inFrontOf(number: number): number {
    let anchor = number - 1;
    while (anchor >= 0 && this.#set.has(anchor)) anchor--;
    return anchor < 0 ? 0 : this.#staying(anchor) + 1;
  }

  /** Where a number lies that is neither gone nor moved. */
  #staying(number: number): number {
    let at = number - below(this.gone, number);
    for (const come of this.come) {
      if (come > at) break;
      at++;
    }
    return at;
  }
}

/** How many of the rising numbers are smaller. */
function below(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const half = (low + high) >>> 1;
    if ((numbers[half] ?? 0) < number) low = half + 1;
    else high = half;
  }
  return low;
}
