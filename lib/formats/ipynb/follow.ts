/** A change of a notebook as it is once its base has moved, with its new id (R1); `null` where what it changed is gone. */
import type { Change, Diff, Value } from "../../core/change/change.ts";
import { Shift } from "../csv/shift.ts";
import { notebookChangeId } from "./changes.ts";
import { notebookOverlaps } from "./overlaps.ts";
import { placeOf } from "./places.ts";

const MAX_ORDINAL = 200;

interface CellMove {
  readonly shift: Shift;
  /** By cell of the old base: what else the move did to it; -1 for the notebook. */
  readonly changes: ReadonlyMap<number, readonly Change[]>;
}

const known = new WeakMap<Diff, CellMove>();

export function followNotebook(change: Change, baseMove: Diff): Change | null {
  if (!baseMove.complete || baseMove.changes.some(({ before }) => before?.type === "file")) return null;
  if (change.before?.type === "file") return baseMove.changes.length === 0 ? change : null;
  const move = known.get(baseMove) ?? cellMove(baseMove);
  known.set(baseMove, move);
  const place = placeOf(change);
  const others = move.changes.get(place.kind === "file" ? -1 : place.cell) ?? [];
  const parts = others.filter((other) => ["unit", "file"].includes(placeOf(other).kind));
  if (place.kind !== "in front of" && parts.some((other) => notebookOverlaps(change, other, false))) return null;
  if (place.kind === "file") return change;
  const cell = place.kind === "in front of" ? move.shift.inFrontOf(place.cell) : move.shift.to(place.cell);
  const address = change.beforeAddress ?? change.address;
  if (cell === null || address.kind !== "notebookCell") return null;
  const moved = { ...change, beforeAddress: { ...address, cell: cell + 1 }, ...followTarget(change, move.shift) };
  return { ...moved, id: notebookChangeId(moved, ordinalOf(change)) };
}

function followTarget({ kind, after }: Change, shift: Shift): { readonly after?: Value } {
  const target = kind === "moved" && after?.type === "properties" ? after.properties["inFrontOf"] : undefined;
  if (typeof target !== "number") return {};
  return { after: { type: "properties", properties: { inFrontOf: shift.inFrontOf(target - 1) + 1 } } };
}

function cellMove(diff: Diff): CellMove {
  const shift = new Shift();
  const changes = new Map<number, Change[]>();
  for (const change of diff.changes) {
    const place = placeOf(change);
    const cell = place.kind === "file" ? -1 : place.cell;
    changes.set(cell, [...(changes.get(cell) ?? []), change]);
    const to = change.address.kind === "notebookCell" ? change.address.cell - 1 : -1;
    if (place.kind === "gone") shift.gone.push(cell);
    if (place.kind === "in front of") shift.come.push(to);
    if (place.kind === "moved") shift.moves(cell, to);
  }
  return { shift: shift.sorted(), changes };
}

/** Which of several equal changes it was: the ordinal is part of the id alone. */
function ordinalOf(change: Change): number {
  for (let ordinal = 0; ordinal < MAX_ORDINAL; ordinal++)
    if (notebookChangeId(change, ordinal) === change.id) return ordinal;
  return 0;
}
