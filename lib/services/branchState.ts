/**
 * A branch as its journal says it is. The state is never stored: it is replayed from entries, and what this process
 * replayed before is kept, so that a read costs the entries that are new. Writes go through `changeBranch`: lock,
 * replay, plan, append, all in one transaction.
 */
import type { Version } from "../contracts/common.ts";
import type { Actor, Entry } from "../core/journal/entry.ts";
import { replay, startBranch } from "../core/journal/replay.ts";
import type { BranchState, Stamp, Step } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Tree } from "../core/tree/tree.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { referenceBlobs } from "../store/blob-register.ts";
import type { Queries, Transaction } from "../store/database.ts";
import { appendEntries, readEntries } from "../store/journal.ts";
import { lockBranch } from "../store/locks.ts";
import { branchFor, type BranchAccess, type BranchNeed } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { withPointFreshness } from "./pointFreshness.ts";
import { contentsOfSteps, recordsWanted } from "./requestRecords.ts";
import { loadTree, saveTree } from "./trees.ts";

export interface LoadedBranch {
  readonly access: BranchAccess;
  readonly state: BranchState;
  readonly version: Version;
}

export type StoredBranch = Pick<BranchAccess, "id" | "kind"> & { readonly baseTree: Hash };

export async function loadBranch(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  needed: BranchNeed,
): Outcome<LoadedBranch> {
  const found = await branchFor(services.db, principal, slug, branchId, needed);
  if (!found.ok) return found;
  const state = await stateOf(services, services.db, found.value);
  return ok({ access: found.value, state, version: versionOf(slug, branchId, state) });
}

export function versionOf(workspace: string, branch: string, state: BranchState): Version {
  return { workspace, branch, t: state.t, seq: state.seq, treeHash: treeHash(state.current) };
}

/** The newest state that `db` can see: inside a transaction that holds the branch's lock, the newest there is. */
export async function stateOf(services: Services, db: Queries, branch: StoredBranch): Promise<BranchState> {
  const known = services.caches.branches.get(branch.id);
  const start = known ?? startBranch(branch.kind, await loadTree(services, branch.baseTree));
  const state = await replayOnto(services, start, await readEntries(db, branch.id, start.seq));
  const newest = services.caches.branches.get(branch.id);
  if (!newest || newest.seq < state.seq) services.caches.branches.set(branch.id, state);
  return state;
}

/** The state as it was at an earlier seq. */
export async function stateAt(services: Services, branch: StoredBranch, seq: number): Promise<BranchState> {
  const start = startBranch(branch.kind, await loadTree(services, branch.baseTree));
  return replayOnto(services, start, await readEntries(services.db, branch.id, 0, seq));
}

async function replayOnto(services: Services, start: BranchState, entries: readonly Entry[]): Promise<BranchState> {
  if (entries.length === 0) return start;
  const trees = new Map<Hash, Tree>();
  for (const hash of new Set(entries.flatMap(treesOf))) trees.set(hash, await loadTree(services, hash));
  return replay(start, entries, (hash) => {
    const tree = trees.get(hash);
    invariant(tree !== undefined, `tree ${hash} is loaded before the replay`);
    return tree;
  });
}

function treesOf(entry: Entry): Hash[] {
  switch (entry.type) {
    case "turn-opened":
    case "held":
      return [entry.held];
    case "rebased":
      return [entry.from, entry.to];
    case "promoted":
      return [entry.base];
    default:
      return [];
  }
}

export interface HeldBranch {
  readonly tx: Transaction;
  readonly access: BranchAccess;
  readonly state: BranchState;
  stamp(kind?: Actor["kind"]): Stamp;
}

export interface BranchChange<T> {
  readonly steps: readonly Step[];
  readonly answer: (state: BranchState) => T;
  /** What the event says besides the version; `path` for a change of one path. */
  readonly event?: {
    readonly type: "branch" | "decided" | "stale";
    readonly path?: string;
    /** Of a decision: what, on how many changes. */
    readonly verdict?: "accept" | "reject" | "clear";
    readonly count?: number;
  };
}

/**
 * Locks the branch, replays it, lets `plan` derive steps, and appends them with one event; or changes nothing at all.
 * `plan` may run more than once (a transaction that lost is run again) and writes nothing itself.
 */
export async function changeBranch<T>(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  needed: BranchNeed,
  plan: (held: HeldBranch) => Promise<Result<BranchChange<T>, Failure>>,
): Outcome<T> {
  const after: { state?: BranchState; workspaceId?: string; steps?: readonly Step[] } = {};
  const outcome = await services.db.transaction(async (tx): Promise<Result<T, Failure>> => {
    const allowed = await branchFor(tx, principal, slug, branchId, needed);
    if (!allowed.ok) return allowed;
    if (!(await lockBranch(tx, branchId))) return fail("not-found", `There is no branch "${branchId}" here.`);
    // Again under the lock: the head that was read while somebody promoted is older than what the branch stands on.
    const found = await branchFor(tx, principal, slug, branchId, needed);
    if (!found.ok) return found;
    const state = await stateOf(services, tx, found.value);
    const held: HeldBranch = {
      tx,
      access: found.value,
      state,
      stamp: (kind = "person") => ({ actor: actorOf(principal, kind), at: services.now() }),
    };
    const planned = await plan(held);
    if (!planned.ok) return planned;
    const { steps, answer, event } = planned.value;
    const last = await appendSteps(services, tx, found.value, state, steps);
    if (!last.ok) return last;
    after.state = last.value;
    after.workspaceId = found.value.workspace.id;
    after.steps = steps;
    if (last.value.seq > state.seq) {
      const { t, seq } = last.value;
      const body = {
        t,
        seq,
        treeHash: treeHash(last.value.current),
        ...(event?.path === undefined ? {} : { path: event.path }),
        ...(event?.verdict === undefined ? {} : { verdict: event.verdict, count: event.count ?? 0 }),
        ...viaOf(principal),
      };
      const workspaceId = found.value.workspace.id;
      await publish(
        tx,
        { workspaceId, branchId, type: event?.type ?? "branch", body, actorId: principal.userId },
        new Date(services.now()),
      );
    }
    return ok(answer(last.value));
  });
  if (outcome.ok && after.state) services.caches.branches.set(branchId, after.state);
  if (outcome.ok && after.steps && after.workspaceId !== undefined)
    await recordsWanted(services, after.workspaceId, branchId, contentsOfSteps(after.steps));
  return outcome;
}

/** Whatever is done with an agent's token, the agent does, for its person. */
function actorOf({ userId, token }: Principal, kind: Actor["kind"]): Actor {
  return token ? { kind: kind === "person" ? "agent" : kind, user: userId, token: token.id } : { kind, user: userId };
}

/** What an event's body says besides its person. */
export const viaOf = ({ token }: Principal): { readonly token?: string } => (token ? { token: token.id } : {});

/** Appends steps that were planned one after the other on the locked branch. Returns the state after the last. */
export async function appendSteps(
  services: Services,
  tx: Transaction,
  branch: Pick<BranchAccess, "id" | "workspace">,
  from: BranchState,
  planned: readonly Step[],
): Promise<Result<BranchState, Failure>> {
  const steps = await withPointFreshness(services, branch.workspace.id, planned);
  const entries = steps.flatMap((step) => step.entries);
  const state = steps.at(-1)?.state ?? from;
  if (entries.length === 0) return ok(from);
  for (const step of steps) {
    const trees = [step.state.base, step.state.current, ...(step.state.openTurn ? [step.state.openTurn.held] : [])];
    for (const tree of new Set(trees)) await saveTree(services, tree);
  }
  const hashes = entries.flatMap((entry) =>
    entry.type === "operation" && entry.operation.resultSize !== null && entry.operation.resultHash !== null
      ? [entry.operation.resultHash]
      : [],
  );
  const gone = await referenceBlobs(tx, hashes);
  if (gone.length > 0)
    return fail(
      "conflict",
      `Bytes that were uploaded long ago are not kept any more (${gone[0] ?? ""}). Send them again.`,
    );
  const appended = await appendEntries(tx, branch.id, from.seq, entries);
  invariant(appended.ok, "a locked branch has the seq that was read under the lock");
  return ok(state);
}
