/**
 * The files of a stale chain, each with where it is and what it holds on its three sides: a move of either side is
 * followed, so that an edit meets a move as one file, not as a deletion and a creation.
 */
import { movesOf } from "../core/journal/delta.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import { EMPTY_FOLDER_HASH, hashAt, nodeAt } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import type { Queries } from "../store/database.ts";
import type { Services } from "./context.ts";
import { storedPlanSchema } from "./getHistory.ts";
import type { ThreeSides } from "./mergeSides.ts";
import { stagedWithoutRejected } from "./stagedWithoutRejected.ts";

export interface StaleFile extends ThreeSides {
  /** Names the file within its chain: where it is staged, or was. */
  readonly key: Path;
  /** Null: it is absent on that side. `staged` is without what was rejected (M6). */
  readonly basePath: Path | null;
  readonly acceptedPath: Path | null;
  readonly stagedPath: Path | null;
  /** A folder is on one of the sides: nothing to merge. */
  readonly folder: boolean;
}

interface Journaled {
  readonly basePath: Path | null;
  readonly stagedPath: Path | null;
  readonly base: Hash | null;
  readonly staged: Hash | null;
}

export async function staleFiles(
  services: Services,
  workspaceId: string,
  state: BranchState,
  chain: StaleChain,
): Promise<StaleFile[]> {
  const files: StaleFile[] = [];
  for (const one of journaledFiles(chain)) {
    const acceptedPath = await acceptedPathOf(services.db, workspaceId, state, one);
    const at = one.basePath ?? one.stagedPath;
    if (at === null) continue;
    const staged = await stagedWithoutRejected(services, state, at, one.base, one.staged);
    const stagedPath = staged === null ? null : one.stagedPath;
    const accepted = acceptedPath === null ? null : hashAt(state.current, acceptedPath);
    const folderNow = acceptedPath !== null && nodeAt(state.current, acceptedPath)?.kind === "directory";
    files.push({
      key: one.stagedPath ?? at,
      basePath: one.basePath,
      acceptedPath: accepted === null && !folderNow ? null : acceptedPath,
      stagedPath,
      base: one.base,
      accepted,
      staged,
      folder: folderNow || [one.base, accepted, staged].includes(EMPTY_FOLDER_HASH),
    });
  }
  return files;
}

/** As the chain left them: a file that it moved is one file, any other path is one of its own. */
function journaledFiles(chain: StaleChain): Journaled[] {
  const sides = new Map(chain.paths.map((touched) => [touched.path, touched]));
  const moves = movesOf(chain.operations).filter(
    ({ from, to }) => (sides.get(from)?.base ?? null) !== null && (sides.get(to)?.staged ?? null) !== null,
  );
  const [left, arrived] = [new Set(moves.map(({ from }) => from)), new Set(moves.map(({ to }) => to))];
  const moved = moves.map(({ from, to }): Journaled => {
    return {
      basePath: from,
      stagedPath: to,
      base: sides.get(from)?.base ?? null,
      staged: sides.get(to)?.staged ?? null,
    };
  });
  const others = chain.paths.flatMap(({ path, base, staged }): Journaled[] => {
    const was = left.has(path) ? null : base;
    const is = arrived.has(path) ? null : staged;
    if (was === null && is === null) return [];
    return [{ basePath: was === null ? null : path, stagedPath: is === null ? null : path, base: was, staged: is }];
  });
  return [...moved, ...others];
}

/** Where the file is in W_t: at its base path, or where an edit or a promotion moved it; null where it is gone. */
async function acceptedPathOf(
  db: Queries,
  workspaceId: string,
  state: BranchState,
  { basePath, stagedPath }: Journaled,
): Promise<Path | null> {
  const at = basePath ?? stagedPath;
  if (at === null || nodeAt(state.current, at) !== undefined || basePath === null) return at;
  const here = movesOf(mapValues(state.live)).find(({ from }) => from === basePath)?.to;
  const moved = here ?? (await promotedMove(db, workspaceId, basePath));
  return moved !== null && nodeAt(state.current, moved)?.kind === "file" ? moved : null;
}

/** How many promotions back a move is looked for. */
const MOST = 200;

/** Where promotions moved the file that was at `from`, followed over later moves; null: none moved it. */
async function promotedMove(db: Queries, workspaceId: string, from: Path): Promise<Path | null> {
  const rows = await db.promotion.findMany({
    where: { workspaceId },
    orderBy: { number: "desc" },
    take: MOST,
    select: { plan: true },
  });
  const moves = rows
    .map(({ plan }) =>
      storedPlanSchema.parse(plan).paths.filter(({ fromPath, path }) => fromPath !== undefined && fromPath !== path),
    )
    .reverse();
  const first = moves.findLastIndex((paths) => paths.some(({ fromPath }) => fromPath === from));
  if (first < 0) return null;
  let at: string = from;
  for (const paths of moves.slice(first)) at = paths.find(({ fromPath }) => fromPath === at)?.path ?? at;
  return at as Path;
}
