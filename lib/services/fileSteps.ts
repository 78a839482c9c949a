/**
 * Every version that a file had in a workspace, whatever branch it was staged on, newest first: from the journals and the
 * promotions, following moves back. Costs one look into all operations of the workspace, and a replay of each branch
 * that touched the file (kept in memory).
 */
import type { FileStep } from "../contracts/records.ts";
import type { Person } from "../contracts/common.ts";
import type { JournaledOperation } from "../core/journal/entry.ts";
import type { BranchState } from "../core/journal/state.ts";
import { mapGet, mapValues } from "../core/tree/persistent-map.ts";
import type { Path } from "../core/tree/path.ts";
import { getFile } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import type { WorkspaceAccess } from "./access.ts";
import { stateOf } from "./branchState.ts";
import type { Services } from "./context.ts";
import { actorView, idsOfActor, namesOf } from "./people.ts";
import { loadTree } from "./trees.ts";

type NameOf = (id: string) => Person;

export async function fileSteps(services: Services, workspace: WorkspaceAccess, path: Path): Promise<FileStep[]> {
  const names = await namesOfFile(services, workspace.id, path);
  const staged = await stagedSteps(services, workspace.id, names);
  const promoted = await promotedSteps(services, workspace, names);
  const steps = [...staged, ...promoted].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return withSizes(services, steps);
}

/** What the file was called, and until when: the path itself for ever, the name before a move until the move. */
async function namesOfFile(services: Services, workspaceId: string, path: Path): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>([[path, FOR_EVER]]);
  for (let wanted: string[] = [path]; wanted.length > 0;) {
    const rows = await services.db.$queryRaw<{ from: string; to: string; at: Date }[]>`
      SELECT entry.body -> 'operation' ->> 'path' AS from, entry.body -> 'operation' ->> 'toPath' AS to, entry.at
      FROM journal_entry entry JOIN branch ON branch.id = entry.branch_id
      WHERE branch.workspace_id = ${workspaceId} AND entry.type = 'operation'
        AND entry.body -> 'operation' ->> 'toPath' = ANY(${wanted}::text[])
      UNION ALL
      SELECT moved ->> 'fromPath', moved ->> 'path', promotion.at
      FROM promotion, json_array_elements(promotion.plan -> 'paths') AS moved
      WHERE promotion.workspace_id = ${workspaceId} AND moved ->> 'fromPath' IS NOT NULL
        AND moved ->> 'path' = ANY(${wanted}::text[])`;
    wanted = [];
    for (const { from, to, at } of rows) {
      const until = names.get(to);
      if (until === undefined || at.toISOString() > until || names.has(from)) continue;
      names.set(from, at.toISOString());
      wanted.push(from);
    }
  }
  return names;
}

const FOR_EVER = "9999";

async function stagedSteps(
  services: Services,
  workspaceId: string,
  names: ReadonlyMap<string, string>,
): Promise<FileStep[]> {
  const paths = [...names.keys()];
  const touched = await services.db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT branch.id FROM journal_entry entry JOIN branch ON branch.id = entry.branch_id
    WHERE branch.workspace_id = ${workspaceId} AND entry.type = 'operation'
      AND (entry.body -> 'operation' ->> 'path' = ANY(${paths}::text[])
        OR entry.body -> 'operation' ->> 'toPath' = ANY(${paths}::text[]))`;
  const branches = await services.db.branch.findMany({ where: { id: { in: touched.map(({ id }) => id) } } });
  const steps: FileStep[] = [];
  for (const branch of branches) {
    const state = await stateOf(services, services.db, { ...branch, baseTree: branch.baseTree as Hash });
    const operations = [...mapValues(state.operations)].filter((operation) => isOf(operation, names));
    const nameOf = await namesOf(
      services.db,
      operations.flatMap(({ actor }) => idsOfActor(actor)),
    );
    const calls = await services.db.toolCall.findMany({
      where: { branchId: branch.id, seq: { not: null } },
      orderBy: { seq: "asc" },
      select: { seq: true, patchId: true, tool: true, input: true },
    });
    const said = new Set<string | null>();
    for (const operation of operations.sort((a, b) => a.seq - b.seq)) {
      // What stayed behind after a promotion is a version that the branch had already.
      if (operation.cause === "residual" && said.has(operation.resultHash)) continue;
      said.add(operation.resultHash);
      steps.push(stepOf(operation, branch, state, calls, nameOf));
    }
  }
  return steps;
}

function isOf({ path, toPath, at }: JournaledOperation, names: ReadonlyMap<string, string>): boolean {
  const [own, to] = [names.get(path), toPath === undefined ? undefined : names.get(toPath)];
  return (own !== undefined && at <= own) || (to !== undefined && at <= to);
}

interface Call {
  readonly seq: number | null;
  readonly patchId: string;
  readonly tool: string;
  readonly input: unknown;
}

function stepOf(
  operation: JournaledOperation,
  branch: { readonly id: string; readonly name: string },
  state: BranchState,
  calls: readonly Call[],
  nameOf: NameOf,
): FileStep {
  const { seq, path, toPath, kind, cause, resultHash, resultSize, actor, at, patch, id } = operation;
  const made = mapGet(state.patches, patch);
  // A call's seq is where the branch stood after it: the first call at or after an operation made it.
  const call = cause === "turn" ? calls.find((one) => (one.seq ?? 0) >= seq && one.patchId === patch) : undefined;
  return {
    contentHash: kind === "mkdir" || kind === "rmdir" ? null : resultHash,
    path: toPath ?? path,
    size: resultSize,
    at,
    by: actorView(actor, nameOf),
    how: cause,
    ...(kind === "move" ? { fromPath: path } : {}),
    branch: { id: branch.id, name: branch.name },
    seq,
    t: state.points.find((point) => point.seq > seq)?.t ?? null,
    turn: made?.turn ?? null,
    turnTitle: made?.title ?? null,
    tool: call?.tool ?? null,
    summary: (call?.input as { summary?: string } | undefined)?.summary ?? "",
    promotion: null,
    stale: state.stale.some(({ operations }) => operations.some((one) => one.id === id)),
  };
}

interface PromotedRow {
  readonly number: number;
  readonly kind: "promote" | "rollback";
  readonly author: string;
  readonly message: string;
  readonly at: Date;
  readonly path: string;
  readonly from: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly branch: string | null;
  readonly name: string | null;
}

async function promotedSteps(
  services: Services,
  workspace: WorkspaceAccess,
  names: ReadonlyMap<string, string>,
): Promise<FileStep[]> {
  const all = await services.db.$queryRaw<PromotedRow[]>`
    SELECT promotion.number, promotion.kind, promotion.author_id AS author, promotion.message, promotion.at,
           entry ->> 'path' AS path, entry ->> 'fromPath' AS from, entry ->> 'before' AS before,
           entry ->> 'after' AS after, branch.id AS branch, branch.name
    FROM promotion CROSS JOIN json_array_elements(promotion.plan -> 'paths') AS entry
    LEFT JOIN branch ON branch.id = promotion.branch_id
    WHERE promotion.workspace_id = ${workspace.id} AND entry ->> 'path' = ANY(${[...names.keys()]}::text[])
    ORDER BY promotion.number`;
  const rows = all.filter(({ path, at }) => at.toISOString() <= (names.get(path) ?? ""));
  const nameOf = await namesOf(
    services.db,
    rows.map(({ author }) => author),
  );
  const steps = rows.map((row): FileStep => ({
    ...NOTHING,
    contentHash: row.after,
    path: row.path,
    at: row.at.toISOString(),
    by: { kind: "person", ...nameOf(row.author) },
    how: row.kind === "rollback" ? "rollback" : "promotion",
    ...(row.from === null ? {} : { fromPath: row.from }),
    branch: row.branch === null || row.name === null ? null : { id: row.branch, name: row.name },
    summary: row.message,
    promotion: row.number,
  }));
  const imported = await importedHash(services, workspace, names, rows[0]);
  if (imported === null) return steps;
  return [
    ...steps,
    { ...NOTHING, ...imported, at: workspace.createdAt.toISOString(), by: null, how: "import", summary: "" },
  ];
}

const NOTHING = {
  size: null,
  branch: null,
  seq: null,
  t: null,
  turn: null,
  turnTitle: null,
  tool: null,
  summary: "",
  promotion: null,
  stale: false,
} as const;

/** What the workspace began with: the base of the first promotion that touched the file, or what it still holds. */
async function importedHash(
  services: Services,
  workspace: WorkspaceAccess,
  names: ReadonlyMap<string, string>,
  first: PromotedRow | undefined,
): Promise<{ readonly contentHash: string; readonly path: string } | null> {
  if (first !== undefined)
    return first.before === null ? null : { contentHash: first.before, path: first.from ?? first.path };
  const accepted = await loadTree(services, workspace.acceptedTree);
  for (const path of names.keys()) {
    const file = getFile(accepted, path as Path);
    if (file !== undefined) return { contentHash: file.hash, path };
  }
  return null;
}

async function withSizes(services: Services, steps: readonly FileStep[]): Promise<FileStep[]> {
  const hashes = steps.flatMap(({ contentHash, size }) => (contentHash !== null && size === null ? [contentHash] : []));
  const blobs = await services.db.blob.findMany({
    where: { hash: { in: hashes } },
    select: { hash: true, size: true },
  });
  const sizes = new Map(blobs.map(({ hash, size }) => [hash, Number(size)]));
  return steps.map((step) =>
    step.size === null && step.contentHash !== null ? { ...step, size: sizes.get(step.contentHash) ?? null } : step,
  );
}
