/**
 * Decisions follow their base (R1): where a promotion or a rebase gives a path another base, every decision on it is
 * carried along the base's own diff, so that an inserted row or a moved file forgets nothing below it.
 */
import { recognise } from "../core/journal/recognise.ts";
import type { BranchState, Carried, DecisionRecord } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import { getFile, type Tree } from "../core/tree/tree.ts";
import { formatById } from "../formats/registry.ts";
import type { FormatId } from "../formats/format.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";

/** `moves`: where files of the old base are in the new one, beyond what equal bytes tell. */
export async function carriedDecisions(
  services: Services,
  state: BranchState,
  oldBase: Tree,
  newBase: Tree,
  moves: ReadonlyMap<Path, Path> = new Map(),
): Promise<Carried[]> {
  const moved = new Map([...recognisedMoves(oldBase, newBase), ...moves]);
  const carried: Carried[] = [];
  for (const records of mapValues(state.decisions)) {
    for (const record of mapValues(records)) {
      if (record.latest.verdict === "clear") continue;
      const next = await followed(services, record, oldBase, newBase, moved);
      if (next !== undefined) carried.push(next);
    }
  }
  return carried;
}

/** undefined: it stays as it is. */
async function followed(
  services: Services,
  { path, change }: DecisionRecord,
  oldBase: Tree,
  newBase: Tree,
  moved: ReadonlyMap<Path, Path>,
): Promise<Carried | undefined> {
  const to = moved.get(path) ?? path;
  const [before, after] = [getFile(oldBase, path), getFile(newBase, to)];
  const from = { path, id: change.id };
  if (!before || !after || before.hash === after.hash || change.address.kind === "file") {
    return to === path ? undefined : { from, to: { path: to, change } };
  }
  const baseMove = await compareVersions(services, to, before.hash, after.hash);
  if (!baseMove.complete) return to === path ? undefined : { from, to: { path: to, change } };
  const id = formatById(baseMove.format as FormatId).follow(change, baseMove);
  if (id === null) return { from, to: null };
  if (id === change.id && to === path) return undefined;
  return { from, to: { path: to, change: { ...change, id } } };
}

const recognisedMoves = (oldBase: Tree, newBase: Tree): [Path, Path][] =>
  recognise(oldBase, newBase).flatMap(({ kind, path, toPath }) => (kind === "move" && toPath !== undefined ? [[path, toPath] as [Path, Path]] : []));
