/**
 * How paths came to be what they are: the content hashes that each had, newest first, following its moves back, with the
 * time of each. On a branch: its own operations, then what was promoted; else what was promoted alone.
 */
import type { Instant, JournaledOperation } from "../core/journal/entry.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import type { Hash } from "../shared/brand.ts";
import type { Services } from "./context.ts";

export interface Place {
  readonly workspaceId: string;
  /** Of the branch that the version belongs to; null: the accepted tree or another promoted one. */
  readonly state: BranchState | null;
}

export interface TrailStep {
  /** What the file was called then. */
  readonly path: Path;
  readonly hash: Hash;
  /** Null: it was there from the beginning. */
  readonly at: Instant | null;
}

export async function versionTrails(
  services: Pick<Services, "db">,
  { workspaceId, state }: Place,
  paths: readonly Path[],
): Promise<ReadonlyMap<string, readonly TrailStep[]>> {
  if (paths.length === 0) return new Map();
  const trails = new Map<string, TrailStep[]>();
  const names = new Map<string, Path>();
  const operations = state === null ? null : operationsByPath(state);
  for (const path of paths) {
    const { steps, name } = operations === null ? { steps: [], name: path } : branchTrail(operations, path);
    trails.set(path, steps);
    names.set(path, name);
  }
  const promoted = await promotedSteps(services, workspaceId, [...new Set(names.values())]);
  for (const [path, name] of names) for (const step of promoted.get(name) ?? []) add(trails.get(path) ?? [], step);
  return trails;
}

/** Newest first, under the path that each left behind. Stale ones never were in the branch's tree. */
function operationsByPath(state: BranchState): ReadonlyMap<Path, readonly JournaledOperation[]> {
  const stale = new Set(state.stale.flatMap(({ operations }) => operations.map(({ id }) => id)));
  const found = new Map<Path, JournaledOperation[]>();
  const all = [...mapValues(state.operations)].sort((a, b) => b.seq - a.seq);
  for (const operation of all) {
    if (stale.has(operation.id)) continue;
    const path = operation.toPath ?? operation.path;
    const known = found.get(path);
    if (known === undefined) found.set(path, [operation]);
    else known.push(operation);
  }
  return found;
}

function branchTrail(operations: ReadonlyMap<Path, readonly JournaledOperation[]>, path: Path) {
  const steps: TrailStep[] = [];
  let name = path;
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const limit = before;
    const operation = operations.get(name)?.find(({ seq }) => seq < limit);
    if (operation === undefined) return { steps, name };
    before = operation.seq;
    if (operation.resultHash !== null) add(steps, { path: name, hash: operation.resultHash, at: operation.at });
    if (operation.kind === "move") name = operation.path;
    if (operation.baseHash !== null) add(steps, { path: name, hash: operation.baseHash, at: null });
  }
}

/** The base of a step is the result of the one before it, which knows the time. */
function add(steps: TrailStep[], step: TrailStep): void {
  const last = steps.at(-1);
  if (last?.hash === step.hash && last.path === step.path && last.at === null) steps.pop();
  steps.push(step);
}

interface PromotedRow {
  readonly path: Path;
  readonly before: Hash | null;
  readonly after: Hash | null;
  readonly at: Date;
}

async function promotedSteps(services: Pick<Services, "db">, workspaceId: string, paths: readonly Path[]) {
  const rows = await services.db.$queryRaw<PromotedRow[]>`
    SELECT entry ->> 'path' AS path, entry ->> 'before' AS before, entry ->> 'after' AS after, promotion.at
    FROM promotion, json_array_elements(promotion.plan -> 'paths') AS entry
    WHERE promotion.workspace_id = ${workspaceId} AND entry ->> 'path' = ANY(${paths}::text[])
    ORDER BY promotion.number DESC`;
  const steps = new Map<Path, TrailStep[]>();
  for (const { path, before, after, at } of rows) {
    const own = steps.get(path) ?? [];
    if (after !== null) add(own, { path, hash: after, at: at.toISOString() as Instant });
    if (before !== null) add(own, { path, hash: before, at: null });
    steps.set(path, own);
  }
  return steps;
}
