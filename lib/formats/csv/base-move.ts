/** How rows and columns moved between two versions of a base, taken from the diff between them alone. From 0. */
import type { Diff } from "../../core/change/change.ts";
import { Shift } from "./shift.ts";
import { isInsertion, placeOf, toPlace, type Place } from "./places.ts";

export interface BaseMove {
  readonly rows: Shift;
  readonly columns: Shift;
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
      axis.moves(number(from), number(to));
    }
  }
  const coarse = !diff.complete || diff.changes.some(({ before }) => before?.type === "file");
  return { rows: rows.sorted(), columns: columns.sorted(), cells, coarse };
}
