/**
 * Changes of both sides that overlap, directly or through others, with what requires one of them. Looks only at changes
 * in the same or a neighbouring row or column, so that ten thousand changes a side are no hundred million comparisons.
 */
import type { Change, ChangeId } from "../../core/change/change.ts";
import { csvOverlaps } from "./overlaps.ts";
import { placeOf } from "./places.ts";

export interface Group {
  readonly accepted: Change[];
  readonly staged: Change[];
}

export function groupOverlaps(accepted: readonly Change[], staged: readonly Change[], strict: boolean): Group[] {
  const [known, others] = [idsOf(accepted), idsOf(staged)];
  const index = new PlaceIndex(staged.filter(({ id }) => !known.has(id)));
  const groupOf = new Map<Change, Group>();
  const groups = new Set<Group>();
  for (const own of accepted) {
    if (others.has(own.id)) continue;
    for (const theirs of index.near(own)) if (csvOverlaps(own, theirs, strict)) join(groups, groupOf, own, theirs);
  }
  withDependants(accepted, "accepted", groupOf);
  withDependants(staged, "staged", groupOf);
  return inBaseOrder([...groups]);
}

const idsOf = (changes: readonly Change[]): ReadonlySet<ChangeId> => new Set(changes.map(({ id }) => id));

class PlaceIndex {
  readonly #rows = new Map<number, Change[]>();
  readonly #columns = new Map<number, Change[]>();
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
      if (place?.kind === "column") this.#columnChanges.push(change);
    }
  }

  /** All that may overlap, and more. */
  *near(change: Change): Iterable<Change> {
    const place = placeOf(change);
    if (place === null) yield* this.#fileChanges;
    else if (place.kind === "column") {
      for (let at = place.column - 1; at <= place.column + 1; at++) yield* this.#columns.get(at) ?? [];
    } else {
      for (let at = place.row - 1; at <= place.row + 1; at++) yield* this.#rows.get(at) ?? [];
      yield* this.#columnChanges;
    }
  }
}

function join(groups: Set<Group>, groupOf: Map<Change, Group>, own: Change, theirs: Change): void {
  const first = groupOf.get(own) ?? { accepted: [own], staged: [] };
  const second = groupOf.get(theirs) ?? { accepted: [], staged: [theirs] };
  if (first === second) return;
  const [kept, gone] = sizeOf(first) < sizeOf(second) ? [second, first] : [first, second];
  for (const side of ["accepted", "staged"] as const)
    for (const change of gone[side]) {
      kept[side].push(change);
      groupOf.set(change, kept);
    }
  groupOf.set(own, kept);
  groupOf.set(theirs, kept);
  groups.delete(gone);
  groups.add(kept);
}

const sizeOf = ({ accepted, staged }: Group): number => accepted.length + staged.length;

/** What requires a held change, over any number of steps, is held with it. */
function withDependants(changes: readonly Change[], side: "accepted" | "staged", groupOf: Map<Change, Group>): void {
  const held = new Map<ChangeId, Group>();
  for (const change of changes) {
    const group = groupOf.get(change);
    if (group) held.set(change.id, group);
  }
  for (let grew = held.size > 0; grew;) {
    grew = false;
    for (const change of changes) {
      const group = held.has(change.id) ? undefined : change.requires?.map((id) => held.get(id)).find(Boolean);
      if (!group) continue;
      group[side].push(change);
      groupOf.set(change, group);
      held.set(change.id, group);
      grew = true;
    }
  }
}

/** Each group's changes and the groups themselves by place and id, whichever side is called the accepted one. */
function inBaseOrder(groups: readonly Group[]): Group[] {
  for (const { accepted, staged } of groups) {
    accepted.sort(byPlace);
    staged.sort(byPlace);
  }
  const first = new Map(groups.map((group) => [group, [...group.accepted, ...group.staged].sort(byPlace)[0]]));
  return [...groups].sort((left, right) => {
    const [a, b] = [first.get(left), first.get(right)];
    return a && b ? byPlace(a, b) : 0;
  });
}

/** By place in the base, then by id: the same whichever side a change is of. */
export function byPlace(left: Change, right: Change): number {
  const [a, b] = [placeOf(left), placeOf(right)];
  const row = (place: typeof a) => (place && "row" in place ? place.row : -1);
  const column = (place: typeof a) => (place && "column" in place ? place.column : -1);
  return row(a) - row(b) || column(a) - column(b) || (left.id < right.id ? -1 : 1);
}
