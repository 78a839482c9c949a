/**
 * Three-way merge of one path, for every format: changes of both sides relative to the base; equal ones are taken once,
 * disjoint ones both, overlapping ones are conflicts. Any side may be absent (null): a deletion against an edit is a
 * conflict. Symmetric but for the names of the sides; `merge(b, x, b) = x`, byte for byte.
 *
 * An open conflict holds the accepted side. Where a merge by changes is not possible (other formats, an unreadable side,
 * a diff that is not complete, an application that a format refuses), the whole file is one conflict: never a guess.
 */
import type { Value } from "../core/change/change.ts";
import { fileValue } from "./bytes/index.ts";
import { compareFiles, formatOf, mislabelled } from "./compare.ts";
import { DEFAULT_LIMITS, type ReadError, type Source } from "./format.ts";
import { mergeChanges } from "./merge-changes.ts";
import { conflict, type Merge, type MergeOptions, type Side, type Taken } from "./three-way.ts";

export async function mergeFiles(
  base: Source | null,
  accepted: Source | null,
  staged: Source | null,
  options: MergeOptions = {},
): Promise<Merge> {
  const same = (left: Source | null, right: Source | null) => left?.contentHash === right?.contentHash;
  if (same(accepted, staged)) return whole(accepted, await takenWhole(base, accepted, "both"));
  if (same(staged, base)) return whole(accepted, await takenWhole(base, accepted, "accepted"));
  if (same(accepted, base)) return whole(staged, await takenWhole(base, staged, "staged"));
  const merged = base && accepted && staged ? await mergeContents(base, accepted, staged, options) : null;
  if (merged !== null) return merged;
  const unreadable = await firstUnreadable({ base, accepted, staged });
  const held = await wholeFileMerge(base, accepted, staged, options);
  return unreadable === null ? held : { ...held, unreadable };
}

/** The first side that cannot be read by its format, or is not what its name says. */
export async function firstUnreadable(
  sides: Readonly<Record<Side, Source | null>>,
): Promise<NonNullable<Merge["unreadable"]> | null> {
  for (const side of ["base", "accepted", "staged"] as const) {
    const source = sides[side];
    if (source === null) continue;
    const error = await readError(source);
    if (error !== null) return { side, error };
  }
  return null;
}

async function readError(source: Source): Promise<ReadError | null> {
  const wrong = await mislabelled(source);
  if (wrong !== null) return wrong;
  const read = await (await formatOf(source)).read(source, DEFAULT_LIMITS);
  return read.ok ? null : read.error;
}

async function mergeContents(
  base: Source,
  accepted: Source,
  staged: Source,
  options: MergeOptions,
): Promise<Merge | null> {
  const [format, left, right] = [await formatOf(base), await formatOf(accepted), await formatOf(staged)];
  if (format.id !== left.id || format.id !== right.id || format.id === "bytes") return null;
  return format.merge
    ? format.merge(base, accepted, staged, options)
    : mergeChanges(format, base, accepted, staged, options);
}

async function whole(source: Source | null, taken: readonly Taken[]): Promise<Merge> {
  return { merged: source === null ? null : await source.read(0, source.size), conflicts: [], taken };
}

/** What one side (or both alike) did to the base. */
async function takenWhole(base: Source | null, result: Source | null, side: Taken["side"]): Promise<Taken[]> {
  const { changes } = await compareFiles(base, result);
  return changes.map((change) => ({ side, change }));
}

/** The whole file is one conflict; the accepted side is held. */
export async function wholeFileMerge(
  base: Source | null,
  accepted: Source | null,
  staged: Source | null,
  options: MergeOptions,
): Promise<Merge> {
  const value = (source: Source | null): Value | null => (source === null ? null : fileValue(source));
  const sides = { base, accepted, staged };
  const found = conflict(
    { address: { kind: "file" }, base: value(base), accepted: value(accepted), staged: value(staged) },
    0,
    options,
  );
  const { merged } = await whole(sides[found.resolved ?? "accepted"], []);
  return { merged, conflicts: [found], taken: [] };
}
