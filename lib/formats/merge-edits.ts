/**
 * Three-way merge for formats that can put the edits of two versions into a base at once: equal changes are taken once,
 * what overlaps is one conflict and holds the accepted side. Symmetric but for the names of the sides.
 */
import type { Change, ChangeId } from "../core/change/change.ts";
import type { Hash } from "../shared/brand.ts";
import { conflict, type Conflict, type Merge, type MergeOptions, type Side, type Taken } from "./three-way.ts";

export interface EditedChange<E> {
  readonly change: Change;
  readonly edit: E;
}

export interface EditedSide<E> {
  readonly contentHash: Hash;
  readonly changes: readonly EditedChange<E>[];
}

interface EditMerge<E, S extends EditedSide<E>> {
  /** Of `changes`, those that may overlap with the one given, and maybe more. */
  readonly index: (changes: readonly Change[]) => (change: Change) => Iterable<Change>;
  readonly overlaps: (left: Change, right: Change, strict: boolean) => boolean;
  /** By place in the base, then by id: the same whichever side a change is of. */
  readonly inBase: (left: Change, right: Change) => number;
  /** True for what nobody wants to be asked about: where two such changes overlap, one is kept by content. */
  readonly isNoise?: (change: Change) => boolean;
  /** Null where it cannot be done. Changes that both have are among those of the first alone. */
  readonly assemble: (
    first: S,
    own: readonly EditedChange<E>[],
    second: S,
    other: readonly EditedChange<E>[],
  ) => Uint8Array | null;
}

/** Null where it cannot be done by changes, whichever side is called the accepted one. */
export function mergeEdits<E, S extends EditedSide<E>>(
  format: EditMerge<E, S>,
  accepted: S,
  staged: S,
  options: MergeOptions,
): Merge | null {
  const strict = options.strict ?? false;
  const plain = mergeOnce(format, accepted, staged, { strict });
  if (plain === null || plain.conflicts.length === 0) return plain;
  if (mergeOnce(format, staged, accepted, { strict }) === null) return null;
  return options.resolve ? mergeOnce(format, accepted, staged, options) : plain;
}

interface Group {
  readonly accepted: Change[];
  readonly staged: Change[];
}

function mergeOnce<E, S extends EditedSide<E>>(
  format: EditMerge<E, S>,
  accepted: S,
  staged: S,
  options: MergeOptions,
): Merge | null {
  const changesOf = ({ changes }: S) => changes.map(({ change }) => change);
  const all = groupOverlaps(format, changesOf(accepted), changesOf(staged), options.strict ?? false);
  const isNoise = (group: Group) => [...group.accepted, ...group.staged].every((own) => format.isNoise?.(own) ?? false);
  const groups = all.filter((group) => !isNoise(group));
  const dropped = new Set<Change>();
  const drop = (group: Group, side: Side) => {
    if (side !== "accepted") for (const change of group.accepted) dropped.add(change);
    if (side !== "staged") for (const change of group.staged) dropped.add(change);
  };
  const conflicts = groups.map((group, n) => conflictOf(format, group, n, options));
  groups.forEach((group, n) => drop(group, conflicts[n]?.resolved ?? "accepted"));
  // Noise, and the order of what lies at one place, by content: so it does not depend on the names of the sides.
  const inOrder = accepted.contentHash < staged.contentHash;
  for (const group of all.filter(isNoise)) drop(group, inOrder ? "staged" : "accepted");
  const [first, second] = inOrder ? [accepted, staged] : [staged, accepted];
  const own = first.changes.filter(({ change }) => !dropped.has(change));
  const known = new Set(own.map(({ change }) => change.id));
  const other = second.changes.filter(({ change }) => !dropped.has(change) && !known.has(change.id));
  const merged = format.assemble(first, own, second, other);
  return merged && { merged, conflicts, taken: takenOf(all, changesOf(accepted), changesOf(staged)) };
}

/** Shown by the change that comes first in the base; one that says something goes before a deletion. */
function conflictOf<E, S extends EditedSide<E>>(
  format: EditMerge<E, S>,
  { accepted, staged }: Group,
  ordinal: number,
  options: MergeOptions,
): Conflict {
  const all = [...accepted, ...staged].sort(format.inBase);
  const shown = all.find(({ kind }) => kind !== "removed") ?? all[0];
  const place = (change: Change | undefined) => JSON.stringify(change?.beforeAddress ?? change?.address);
  const at = (changes: readonly Change[]) => changes.find((change) => place(change) === place(shown)) ?? changes[0];
  return conflict(
    {
      address: shown?.beforeAddress ?? shown?.address ?? { kind: "file" },
      base: shown?.before ?? null,
      accepted: at(accepted)?.after ?? null,
      staged: at(staged)?.after ?? null,
    },
    ordinal,
    options,
    { accepted, staged },
  );
}

function takenOf(groups: readonly Group[], accepted: readonly Change[], staged: readonly Change[]): Taken[] {
  const held = new Set(groups.flatMap((group) => [...group.accepted, ...group.staged]));
  const [own, other] = [accepted, staged].map((changes) => changes.filter((change) => !held.has(change)));
  const [ownIds, otherIds] = [idsOf(own ?? []), idsOf(other ?? [])];
  return [
    ...(own ?? []).map((change): Taken => ({ side: otherIds.has(change.id) ? "both" : "accepted", change })),
    ...(other ?? []).filter(({ id }) => !ownIds.has(id)).map((change): Taken => ({ side: "staged", change })),
  ];
}

const idsOf = (changes: readonly Change[]): ReadonlySet<ChangeId> => new Set(changes.map(({ id }) => id));

/** Changes of both sides that overlap, directly or through others, with what requires one of them; in base order. */
function groupOverlaps<E, S extends EditedSide<E>>(
  format: EditMerge<E, S>,
  accepted: readonly Change[],
  staged: readonly Change[],
  strict: boolean,
): Group[] {
  const [known, others] = [idsOf(accepted), idsOf(staged)];
  const near = format.index(staged.filter(({ id }) => !known.has(id)));
  const groupOf = new Map<Change, Group>();
  const groups = new Set<Group>();
  for (const own of accepted) {
    if (others.has(own.id)) continue;
    for (const theirs of near(own)) if (format.overlaps(own, theirs, strict)) join(groups, groupOf, own, theirs);
  }
  withDependants(accepted, "accepted", groupOf);
  withDependants(staged, "staged", groupOf);
  for (const group of groups) {
    group.accepted.sort(format.inBase);
    group.staged.sort(format.inBase);
  }
  const first = new Map(
    [...groups].map((group) => [group, [...group.accepted, ...group.staged].sort(format.inBase)[0]]),
  );
  return [...groups].sort((left, right) => {
    const [a, b] = [first.get(left), first.get(right)];
    return a && b ? format.inBase(a, b) : 0;
  });
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
