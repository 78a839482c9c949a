/** Why a chain is stale, from the journal and the promotions: what it was made against, and what moved that since. */
import type { StaleStep } from "../contracts/reconcile.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import { mapGet, mapValues } from "../core/tree/persistent-map.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import { storedPlanSchema } from "./getHistory.ts";
import { namesOf } from "./people.ts";
import { changeView } from "./reviewViews.ts";
import type { StaleFile } from "./staleFiles.ts";

/** How many promotions back are looked through, how many are told, and how many changes of each. */
const MOST_PROMOTIONS = 200;
const MOST_TOLD = 12;
const MOST_CHANGES = 3;

type NameOf = Awaited<ReturnType<typeof namesOf>>;

export async function staleStory(
  services: Services,
  workspaceId: string,
  branchId: string,
  state: BranchState,
  chain: StaleChain,
  files: readonly StaleFile[],
): Promise<StaleStep[]> {
  const promotions = (await Promise.all(files.map((file) => promotionsOf(services, workspaceId, file)))).flat();
  const edits = editsOf(state, files);
  const nameOf = await namesOf(services.db, [
    ...chain.operations.map(({ actor }) => actor.user),
    ...promotions.map(({ by }) => by),
    ...edits.map(({ actor }) => actor.user),
  ]);
  const moved: StaleStep[] = [
    ...promotions
      .sort((a, b) => a.number - b.number)
      .slice(-MOST_TOLD)
      .map(({ by, ...step }) => ({ ...step, kind: "promoted" as const, by: nameOf(by) })),
    ...edits.slice(-MOST_TOLD).map(({ actor, at, path, resultHash }) => ({
      kind: "edited" as const,
      actor: { kind: actor.kind, ...nameOf(actor.user) },
      at,
      path,
      to: resultHash,
    })),
  ];
  const stands = state.points.find(({ seq }) => seq >= chain.since);
  return [
    ...(await stagedSteps(services, branchId, state, chain, nameOf)),
    ...moved,
    ...files.slice(0, 1).map((file): StaleStep => {
      const at = stands?.at ?? chain.operations.at(-1)?.at ?? "";
      return { kind: "stands", at, path: file.acceptedPath ?? file.key, on: file.accepted };
    }),
  ];
}

/** Who staged it, by turn: the last operation of each patch. */
async function stagedSteps(
  services: Services,
  branchId: string,
  state: BranchState,
  { operations }: StaleChain,
  nameOf: NameOf,
): Promise<StaleStep[]> {
  const firsts = operations.filter(({ patch }, n) => operations.findIndex((other) => other.patch === patch) === n);
  const calls = await services.db.toolCall.findMany({
    where: { branchId, patchId: { in: firsts.map(({ patch }) => patch) }, seq: { not: null } },
    orderBy: { seq: "asc" },
    select: { patchId: true, seq: true, tool: true },
  });
  return firsts.map((operation): StaleStep => {
    const patch = mapGet(state.patches, operation.patch);
    const call = calls.find(({ patchId, seq }) => patchId === operation.patch && (seq ?? 0) >= operation.seq);
    return {
      kind: "staged",
      actor: { kind: operation.actor.kind, ...nameOf(operation.actor.user) },
      at: operation.at,
      turn: patch?.turn ?? null,
      turnTitle: patch?.title ?? null,
      tool: operation.cause === "turn" ? (call?.tool ?? null) : null,
      path: operation.path,
      base: operation.baseHash,
    };
  });
}

interface PromotedStep {
  readonly number: number;
  readonly rollback: boolean;
  readonly by: string;
  readonly at: string;
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly changes: ReturnType<typeof changeView>[];
  readonly count: number;
}

/** Promotions that wrote the file, back to the one that found it as the chain's base. */
async function promotionsOf(services: Services, workspaceId: string, file: StaleFile): Promise<PromotedStep[]> {
  const rows = await services.db.promotion.findMany({
    where: { workspaceId },
    orderBy: { number: "desc" },
    take: MOST_PROMOTIONS,
    select: { number: true, kind: true, plan: true, authorId: true, at: true },
  });
  const found: PromotedStep[] = [];
  let at: string = file.acceptedPath ?? file.basePath ?? file.key;
  for (const row of rows) {
    const wrote = storedPlanSchema.parse(row.plan).paths.find(({ path }) => path === at);
    if (wrote === undefined) continue;
    found.push({
      number: row.number,
      rollback: row.kind === "rollback",
      by: row.authorId,
      at: row.at.toISOString(),
      path: wrote.path,
      from: wrote.before,
      to: wrote.after,
      ...(await told(services, wrote.path, wrote.before, wrote.after)),
    });
    at = wrote.fromPath ?? at;
    if (wrote.before === file.base) return found;
  }
  // None found the base: what was promoted before the branch's own base says nothing about why it moved.
  return file.base === null ? found.slice(0, 1) : [];
}

async function told(services: Services, path: string, from: string | null, to: string | null) {
  if (from === null || to === null || from === to) return { changes: [], count: 0 };
  if (!(await services.blobs.has(from as Hash)) || !(await services.blobs.has(to as Hash)))
    return { changes: [], count: 0 };
  const { changes } = await compareVersions(services, path, from as Hash, to as Hash);
  const open = changes.filter(({ facet }) => facet !== "recalculated" && facet !== "metadata");
  return { changes: open.slice(0, MOST_CHANGES).map(changeView), count: open.length };
}

/** Live operations at these paths: the edits that the chain clashed with. */
function editsOf(state: BranchState, files: readonly StaleFile[]) {
  const paths = new Set(files.flatMap(({ acceptedPath, basePath }) => [acceptedPath, basePath]));
  return [...mapValues(state.live)]
    .filter(({ path, toPath }) => paths.has(path) || paths.has(toPath ?? null))
    .sort((a, b) => a.seq - b.seq);
}
