/** A stale operation with its files, as long as its sides are the ones that a person was shown. */
import type { Version } from "../contracts/common.ts";
import type { ReconcileRequest, ShownSide } from "../contracts/reconcile.ts";
import { staleChain } from "../core/journal/reconcile.ts";
import type { OperationId } from "../core/journal/entry.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import { hashAt } from "../core/tree/tree.ts";
import type { Path } from "../core/tree/path.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import type { Services } from "./context.ts";
import { fail, type Failure } from "./failure.ts";
import { staleFiles, type StaleFile } from "./staleFiles.ts";

export interface StaleAt {
  readonly chain: StaleChain;
  readonly files: readonly StaleFile[];
  readonly sides: readonly ShownSide[];
}

export async function findStale(
  services: Services,
  workspaceId: string,
  state: BranchState,
  operation: string,
  version: Version,
): Promise<Result<StaleAt, Failure>> {
  const chain = staleChain(state, operation as OperationId);
  if (chain === undefined)
    return fail("not-found", "This operation is not stale any more. Nothing was changed.", { version });
  const files = await staleFiles(services, workspaceId, state, chain);
  return ok({ chain, files, sides: sidesOfFiles(state, chain, files) });
}

/** Refused with both versions where a side is another one by now. */
export async function staleAt(
  services: Services,
  workspaceId: string,
  state: BranchState,
  { operation, accepted, staged, sides }: Pick<ReconcileRequest, "operation" | "accepted" | "staged" | "sides">,
  version: Version,
): Promise<Result<StaleAt, Failure>> {
  const found = await findStale(services, workspaceId, state, operation, version);
  if (!found.ok) return found;
  const now = found.value.sides;
  const known = (one: ShownSide): boolean =>
    now.some((side) => side.path === one.path && side.accepted === one.accepted && side.staged === one.staged);
  const moved = sides?.find((side) => !known(side));
  const some = now.some((side) => side.accepted === accepted && side.staged === staged);
  if (some && moved === undefined && (sides === undefined || sides.length === now.length)) return found;
  return fail(
    "base-moved",
    "The sides are not the ones that were shown: something changed since. Nothing was changed.",
    {
      expected: (moved === undefined ? accepted : moved.accepted) as Hash | null,
      found: ((now.find(({ path }) => path === moved?.path) ?? now[0])?.accepted ?? null) as Hash | null,
      version,
    },
  );
}

/** Every path that the operation touches, and where its files are now. */
function sidesOfFiles(state: BranchState, chain: StaleChain, files: readonly StaleFile[]): ShownSide[] {
  const staged = new Map<Path, Hash | null>(chain.paths.map((touched) => [touched.path, touched.staged]));
  for (const file of files) {
    staged.set(file.key, file.staged);
    if (file.acceptedPath !== null && !staged.has(file.acceptedPath)) staged.set(file.acceptedPath, null);
  }
  return [...staged].map(([path, hash]) => ({ path, accepted: hashAt(state.current, path), staged: hash }));
}
