/**
 * The generic merge over `diff`, `apply` and `follow` of a format: one side's changes are applied to the base, the other
 * side's changes follow their base along that, and are applied on top.
 */
import type { Change } from "../core/change/change.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "./format.ts";
import { memorySource } from "./memory-source.ts";
import type { AnyFormat } from "./registry.ts";
import { conflict, type Conflict, type Merge, type MergeOptions, type Side, type Taken } from "./three-way.ts";

/**
 * Null where it cannot be done by changes: the caller makes the whole file a conflict. Whether it can be done does not
 * depend on which side is called the accepted one.
 */
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
  const strict = options.strict ?? false;
  const there = new ChangeMerge(
    format,
    base,
    { source: accepted, changes: left },
    { source: staged, changes: right },
    strict,
  );
  const plain = await there.run({});
  if (plain === null || plain.conflicts.length === 0) return plain;
  const back = new ChangeMerge(
    format,
    base,
    { source: staged, changes: right },
    { source: accepted, changes: left },
    strict,
  );
  if ((await back.run({})) === null) return null;
  return options.resolve ? there.run(options) : plain;
}

interface Branch {
  readonly source: Source;
  readonly changes: readonly Change[];
}

class ChangeMerge {
  readonly #format: AnyFormat;
  readonly #base: Source;
  readonly #accepted: Branch;
  readonly #staged: Branch;
  readonly #groups: readonly Group[];

  constructor(format: AnyFormat, base: Source, accepted: Branch, staged: Branch, strict: boolean) {
    this.#format = format;
    this.#base = base;
    this.#accepted = accepted;
    this.#staged = staged;
    this.#groups = groupOverlaps(format, accepted.changes, staged.changes, strict);
  }

  async run(options: MergeOptions): Promise<Merge | null> {
    const held = this.#groups.filter((group) => !isMetadata(group));
    const conflicts = held.map((group, n) => groupConflict(group, n, options));
    const dropped = new Set<Change>();
    const drop = (group: Group, side: Side): void => {
      if (side !== "accepted") for (const change of group.accepted) dropped.add(change);
      if (side !== "staged") for (const change of group.staged) dropped.add(change);
    };
    held.forEach((group, n) => drop(group, conflicts[n]?.resolved ?? "accepted"));
    for (const group of this.#groups.filter(isMetadata)) drop(group, this.#newer());
    const kept = ({ source, changes }: Branch): Branch => ({
      source,
      changes: changes.filter((change) => !dropped.has(change)),
    });
    const merged = await this.#apply(kept(this.#accepted), kept(this.#staged));
    const overridden = this.#overridden();
    return merged && { merged, conflicts, taken: this.#taken(), ...(overridden.length > 0 ? { overridden } : {}) };
  }

  /** Which side's metadata is kept: by content, so that it does not depend on the names of the sides. */
  #newer(): "accepted" | "staged" {
    return this.#accepted.source.contentHash < this.#staged.source.contentHash ? "staged" : "accepted";
  }

  /** In an order that does not depend on the names of the sides, and in the other one where that cannot be done. */
  async #apply(accepted: Branch, staged: Branch): Promise<Uint8Array | null> {
    const inOrder = accepted.source.contentHash < staged.source.contentHash;
    const [first, second] = inOrder ? [accepted, staged] : [staged, accepted];
    return (
      (await applyBoth(this.#format, this.#base, first, second)) ?? applyBoth(this.#format, this.#base, second, first)
    );
  }

  #overridden(): Taken[] {
    const lost = this.#newer() === "staged" ? "accepted" : "staged";
    return this.#groups.filter(isMetadata).flatMap((group) => group[lost].map((change) => ({ side: lost, change })));
  }

  #taken(): Taken[] {
    const held = new Set(
      this.#groups.flatMap((group) => (isMetadata(group) ? [] : [...group.accepted, ...group.staged])),
    );
    for (const { change } of this.#overridden()) held.add(change);
    const free = ({ changes }: Branch) => changes.filter((change) => !held.has(change));
    const [own, other] = [free(this.#accepted), free(this.#staged)];
    const [ownIds, otherIds] = [new Set(own.map(({ id }) => id)), new Set(other.map(({ id }) => id))];
    return [
      ...own.map((change): Taken => ({ side: otherIds.has(change.id) ? "both" : "accepted", change })),
      ...other.filter(({ id }) => !ownIds.has(id)).map((change): Taken => ({ side: "staged", change })),
    ];
  }
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

/**
 * Who saved the file last, and with what: both sides always differ in it, and nobody wants to be asked. Other metadata (a
 * footer, a frozen pane, a title of its own) is decided like anything else.
 */
const isMetadata = ({ accepted, staged }: Group): boolean =>
  [...accepted, ...staged].every(
    ({ facet, address }) => facet === "metadata" && address.kind === "part" && SAVED_BY.test(address.part),
  );

/** Of an Office package and of a PDF. */
const SAVED_BY = /^(docProps\/(core|app)\.xml|info)$/i;

/** Changes of both sides that overlap, directly or through others, and what requires one that may be left out. */
function groupOverlaps(format: AnyFormat, left: readonly Change[], right: readonly Change[], strict: boolean): Group[] {
  const known = new Set(left.map(({ id }) => id));
  const other = right.filter(({ id }) => !known.has(id));
  const shared = new Set(right.map(({ id }) => id));
  const groupOf = new Map<Change, Group>();
  const groups = new Set<Group>();
  const near = neighbours(format, other);
  for (const own of left) {
    if (shared.has(own.id)) continue;
    for (const theirs of near(own)) if (format.overlaps(own, theirs, strict)) join(groups, groupOf, own, theirs);
  }
  withDependants(left, "accepted", groupOf);
  withDependants(right, "staged", groupOf);
  const rank = ranksOf(groups, left, right);
  return [...groups].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || compareText(firstOf(a), firstOf(b)));
}

/** Those of `changes` that may overlap with a given one, in their order. */
function neighbours(format: AnyFormat, changes: readonly Change[]): (own: Change) => readonly Change[] {
  const byKey = new Map<string, number[]>();
  const everywhere: number[] = [];
  changes.forEach((change, n) => {
    const keys = format.keysOf?.(change) ?? null;
    if (keys === null) everywhere.push(n);
    for (const key of keys ?? []) {
      const listed = byKey.get(key);
      if (listed === undefined) byKey.set(key, [n]);
      else listed.push(n);
    }
  });
  return (own) => {
    const keys = format.keysOf?.(own) ?? null;
    if (keys === null) return changes;
    const found = new Set([...everywhere, ...keys.flatMap((key) => byKey.get(key) ?? [])]);
    return [...found].sort((a, b) => a - b).flatMap((n) => changes[n] ?? []);
  };
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

/** Shown by the change that comes first by address, so that both sides tell the same. */
function groupConflict(group: Group, ordinal: number, options: MergeOptions): Conflict {
  const byPlace = (changes: readonly Change[]) =>
    [...changes].sort((a, b) => compareText(placeOf(a), placeOf(b)) || compareText(a.id, b.id));
  const [accepted, staged] = [byPlace(group.accepted), byPlace(group.staged)];
  const shown = byPlace([...accepted, ...staged])[0];
  const at = (changes: readonly Change[]) =>
    changes.find((change) => shown && placeOf(change) === placeOf(shown)) ?? changes[0];
  return conflict(
    {
      address: shown?.beforeAddress ?? shown?.address ?? { kind: "file" },
      base: shown?.before ?? null,
      accepted: at(accepted)?.after ?? null,
      staged: at(staged)?.after ?? null,
    },
    ordinal,
    options,
    group,
  );
}

/** Where a group stands in both diffs together: document order, whichever side is called the accepted one. */
function ranksOf(groups: Iterable<Group>, left: readonly Change[], right: readonly Change[]): Map<Group, number> {
  const rank = new Map([...left.entries(), ...right.entries()].map(([n, change]) => [change, n]));
  const first = (changes: readonly Change[]) =>
    changes.reduce((least, change) => Math.min(least, rank.get(change) ?? least), Infinity);
  return new Map([...groups].map((group) => [group, first(group.accepted) + first(group.staged)]));
}

const firstOf = ({ accepted, staged }: Group): string => [...accepted, ...staged].map(placeOf).sort()[0] ?? "";

const placeOf = ({ address, beforeAddress, facet }: Change): string => canonicalJson([beforeAddress ?? address, facet]);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The changes of `first` on the base, then those of `second` that are not the same, as they count there. */
async function applyBoth(format: AnyFormat, base: Source, first: Branch, second: Branch): Promise<Uint8Array | null> {
  const done = new Set(first.changes.map(({ id }) => id));
  const left = second.changes.filter(({ id }) => !done.has(id));
  const applied = await format.apply(base, first.source, [...done]);
  if (!applied.ok) return null;
  if (left.length === 0) return applied.value;
  const middle = memorySource(base.name, applied.value);
  const [before, after] = [await format.read(base, DEFAULT_LIMITS), await format.read(middle, DEFAULT_LIMITS)];
  if (!before.ok || !after.ok) return null;
  const move = format.diff(before.value, after.value, defaultWork());
  const followed = left.map((change) => format.follow(change, move));
  if (followed.includes(null)) return null;
  const result = await format.apply(
    middle,
    second.source,
    followed.flatMap((change) => (change === null ? [] : [change.id])),
  );
  return result.ok ? result.value : null;
}
