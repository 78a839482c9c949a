/** The versions that can be shown of a workspace: what was accepted, and the points of one branch, newest first (S4). */
import type { VersionListView } from "../contracts/records.ts";
import type { BranchState } from "../core/journal/state.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";

const POINTS = 1_000;
const PROMOTIONS = 500;

export async function listVersions(
  services: Services,
  principal: Principal,
  slug: string,
  { branch: branchId }: { readonly branch?: string | undefined },
): Outcome<VersionListView> {
  const found = await workspaceFor(services.db, principal, slug, "viewer");
  if (!found.ok) return found;
  const promotions = await promotionsOf(services, found.value);
  const accepted = { workspace: slug, branch: null, t: null, seq: null, treeHash: found.value.acceptedTree };
  if (branchId === undefined) return ok({ version: accepted, points: [], promotions });
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { access, state, version } = branch.value;
  const { createdAt } = await services.db.branch.findUniqueOrThrow({
    where: { id: access.id },
    select: { createdAt: true },
  });
  return ok({ version, points: pointsOf(state, access.baseTree, createdAt), promotions });
}

function pointsOf(state: BranchState, baseTree: Hash, createdAt: Date): VersionListView["points"] {
  const turns = [...mapValues(state.operations)].sort((a, b) => a.seq - b.seq);
  const patches = new Map([...mapValues(state.patches)].map(({ id, turn }) => [id, turn]));
  const points = state.points.map(({ t, seq, current, at, cause, freshness }) => {
    const made = cause === "batch" ? turns.findLast((operation) => operation.seq < seq) : undefined;
    return {
      t,
      seq,
      treeHash: current,
      at,
      cause,
      turn: made === undefined ? null : (patches.get(made.patch) ?? null),
      freshness: freshness ?? null,
    };
  });
  const start = {
    t: 0,
    seq: 0,
    treeHash: baseTree,
    at: createdAt.toISOString(),
    cause: "start" as const,
    turn: null,
    freshness: null,
  };
  return [start, ...points].reverse().slice(0, POINTS);
}

async function promotionsOf(
  services: Services,
  { id, createdAt, acceptedTree }: WorkspaceAccess,
): Promise<VersionListView["promotions"]> {
  const rows = await services.db.promotion.findMany({
    where: { workspaceId: id },
    orderBy: { number: "desc" },
    take: PROMOTIONS,
    select: { number: true, kind: true, at: true, message: true, beforeTree: true, afterTree: true },
  });
  const first = rows.at(-1);
  const start = {
    number: 0,
    treeHash: first?.number === 1 ? first.beforeTree : acceptedTree,
    at: createdAt.toISOString(),
    kind: "import" as const,
    message: "",
  };
  return [
    ...rows.map(({ number, kind, at, message, afterTree }) => ({
      number,
      treeHash: afterTree,
      at: at.toISOString(),
      kind,
      message,
    })),
    ...(first === undefined || first.number === 1 ? [start] : []),
  ];
}
