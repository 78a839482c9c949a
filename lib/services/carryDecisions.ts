/**
 * Decisions follow their base (R1): where a promotion or a rebase gives a path another base, every decision on it is
 * carried along the base's own diff, so that an inserted row or a moved file forgets nothing. This finds the diffs; the
 * core says what is carried.
 */
import { carryDecisions, type BaseMove } from "../core/decision/carry.ts";
import { recognise } from "../core/journal/recognise.ts";
import type { BranchState, Carried } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapKeys } from "../core/tree/persistent-map.ts";
import { getFile, type Tree } from "../core/tree/tree.ts";
import type { FormatId } from "../formats/format.ts";
import { formatById } from "../formats/registry.ts";
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
  const baseMoves: BaseMove[] = [];
  for (const key of mapKeys(state.decisions)) {
    const from = key as Path;
    const move = await baseMove(services, from, moved.get(from) ?? from, oldBase, newBase);
    if (move) baseMoves.push(move);
  }
  return carryDecisions(state.decisions, baseMoves);
}

async function baseMove(
  services: Services,
  from: Path,
  to: Path,
  oldBase: Tree,
  newBase: Tree,
): Promise<BaseMove | null> {
  const [before, after] = [getFile(oldBase, from), getFile(newBase, to)];
  if (!before || !after || before.hash === after.hash)
    return from === to ? null : { from, to, follow: (change) => change };
  const compared = await compareVersions(services, to, before.hash, after.hash);
  const format = formatById(compared.format as FormatId);
  return {
    from,
    to,
    follow: (change) => {
      if (!compared.complete || change.address.kind === "file") return change;
      return format.follow(change, compared);
    },
  };
}

const recognisedMoves = (oldBase: Tree, newBase: Tree): [Path, Path][] =>
  recognise(oldBase, newBase).flatMap(({ kind, path, toPath }) =>
    kind === "move" && toPath !== undefined ? [[path, toPath] as [Path, Path]] : [],
  );
