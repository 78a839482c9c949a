/**
 * The generic merge over `diff`, `apply` and `follow` of a format: the accepted side's changes are applied to the base,
 * the staged side's changes follow their base along that, and are applied on top.
 */
import type { Change, ChangeId } from "../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "./format.ts";
import { memorySource } from "./memory-source.ts";
import type { AnyFormat } from "./registry.ts";
import { conflict, type Conflict, type Merge, type MergeOptions, type Taken } from "./three-way.ts";

/** Null where it cannot be done by changes: the caller makes the whole file a conflict. */
export async function mergeChanges(
  format: AnyFormat,
  base: Source,
  accepted: Source,
  staged: Source,
  options: MergeOptions,
): Promise<Merge | null> {
  const left = await decidable(format, base, accepted);
  const right = await decidable(format, base, staged);
  if (left === null || right === null) return null;
  const groups = groupOverlaps(format, left, right, options.strict ?? false);
  const conflicts = groups.map((group, n) => groupConflict(group, n, options));
  const dropped = { accepted: new Set<ChangeId>(), staged: new Set<ChangeId>() };
  groups.forEach((group, n) => {
    const side = conflicts[n]?.resolved ?? "accepted";
    if (side !== "accepted") for (const { id } of group.accepted) dropped.accepted.add(id);
    if (side !== "staged") for (const { id } of group.staged) dropped.staged.add(id);
  });
  const both = new Set(left.map(({ id }) => id).filter((id) => right.some((change) => change.id === id)));
  const merged = await applyBoth(format, base, accepted, staged, {
    accepted: left.filter(({ id }) => !dropped.accepted.has(id)),
    staged: right.filter(({ id }) => !dropped.staged.has(id) && !both.has(id)),
  });
  return merged && { merged, conflicts, taken: takenOf(left, right, groups, both) };
}

/** What can be decided between two versions; what is recalculated follows by itself (R3). Null: not by changes. */
async function decidable(format: AnyFormat, base: Source, side: Source): Promise<Change[] | null> {
  const [before, after] = [await format.read(base, DEFAULT_LIMITS), await format.read(side, DEFAULT_LIMITS)];
  if (!before.ok || !after.ok) return null;
  const diff = format.diff(before.value, after.value, defaultWork());
  return diff.complete ? diff.changes.filter(({ facet }) => facet !== "recalculated") : null;
}

interface Group {
  readonly accepted: Change[];
  readonly staged: Change[];
}

/** Changes of both sides that overlap, directly or through others, and what requires one that may be left out. */
function groupOverlaps(format: AnyFormat, left: readonly Change[], right: readonly Change[], strict: boolean): Group[] {
  const known = new Set(left.map(({ id }) => id));
  const other = right.filter(({ id }) => !known.has(id));
  const shared = new Set(right.map(({ id }) => id));
  const groupOf = new Map<Change, Group>();
  const groups = new Set<Group>();
  for (const own of left) {
    if (shared.has(own.id)) continue;
    for (const theirs of other) if (format.overlaps(own, theirs, strict)) join(groups, groupOf, own, theirs);
  }
  withDependants(left, "accepted", groupOf);
  withDependants(right, "staged", groupOf);
  return [...groups];
}

function join(groups: Set<Group>, groupOf: Map<Change, Group>, own: Change, theirs: Change): void {
  const first = groupOf.get(own) ?? { accepted: [own], staged: [] };
  const second = groupOf.get(theirs) ?? { accepted: [], staged: [theirs] };
  if (first === second) return;
  first.accepted.push(...second.accepted);
  first.staged.push(...second.staged);
  for (const change of [...first.accepted, ...first.staged]) groupOf.set(change, first);
  groups.delete(second);
  groups.add(first);
}

function withDependants(changes: readonly Change[], side: "accepted" | "staged", groupOf: Map<Change, Group>): void {
  for (let grew = true; grew;) {
    grew = false;
    const held = new Map(
      changes.flatMap((change) => (groupOf.has(change) ? [[change.id, groupOf.get(change)] as const] : [])),
    );
    for (const change of changes) {
      if (groupOf.has(change)) continue;
      const group = change.requires?.map((id) => held.get(id)).find((found) => found !== undefined);
      if (group === undefined) continue;
      group[side].push(change);
      groupOf.set(change, group);
      grew = true;
    }
  }
}

function groupConflict(group: Group, ordinal: number, options: MergeOptions): Conflict {
  const [own, theirs] = [group.accepted[0], group.staged[0]];
  const address = own?.beforeAddress ?? own?.address ?? theirs?.beforeAddress ?? theirs?.address ?? { kind: "file" };
  const base = own?.before ?? theirs?.before ?? null;
  return conflict({ address, base, accepted: own?.after ?? null, staged: theirs?.after ?? null }, ordinal, options);
}

async function applyBoth(
  format: AnyFormat,
  base: Source,
  accepted: Source,
  staged: Source,
  changes: { readonly accepted: readonly Change[]; readonly staged: readonly Change[] },
): Promise<Uint8Array | null> {
  const first = await format.apply(
    base,
    accepted,
    changes.accepted.map(({ id }) => id),
  );
  if (!first.ok) return null;
  if (changes.staged.length === 0) return first.value;
  const middle = memorySource(base.name, first.value);
  const [before, after] = [await format.read(base, DEFAULT_LIMITS), await format.read(middle, DEFAULT_LIMITS)];
  if (!before.ok || !after.ok) return null;
  const move = format.diff(before.value, after.value, defaultWork());
  const ids = changes.staged.map((change) => format.follow(change, move));
  if (ids.includes(null)) return null;
  const second = await format.apply(
    middle,
    staged,
    ids.filter((id) => id !== null),
  );
  return second.ok ? second.value : null;
}

function takenOf(
  left: readonly Change[],
  right: readonly Change[],
  groups: readonly Group[],
  both: ReadonlySet<ChangeId>,
): Taken[] {
  const held = new Set(groups.flatMap((group) => [...group.accepted, ...group.staged]));
  const free = (changes: readonly Change[]) => changes.filter((change) => !held.has(change));
  return [
    ...free(left).map((change): Taken => ({ side: both.has(change.id) ? "both" : "accepted", change })),
    ...free(right)
      .filter(({ id }) => !both.has(id))
      .map((change): Taken => ({ side: "staged", change })),
  ];
}
