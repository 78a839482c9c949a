/**
 * Synchronization (S1): what an agent left in its sandbox becomes operations of the open turn. From the command line or
 * the browser, without an open turn, it is a turn of its own. The folder itself is only read: it is brought to W_t when a
 * turn opens. What it holds is stored first; the branch is then locked, and the core says what is new against H.
 */
import { synchronize } from "../core/journal/synchronize.ts";
import type { BranchState, OpenTurn, Step } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Tree } from "../core/tree/tree.ts";
import { ok, type Result } from "../shared/result.ts";
import { referenceBlobs } from "../store/blob-register.ts";
import { files } from "../core/tree/tree.ts";
import { changeBranch, loadBranch, type HeldBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { finishHydration } from "./hydration.ts";
import { confirmedImport } from "./importTree.ts";
import { sandboxOf, scanSandbox, type ScannedSandbox } from "./sandboxes.ts";
import {
  closingSteps,
  lastHeld,
  openingSteps,
  stagingActor,
  turnViewOf,
  type Opening,
  type TurnView,
} from "./turnSteps.ts";

export interface ToolCallRecord {
  readonly tool: string;
  readonly summary: string;
  readonly input: string;
  readonly output?: string;
  readonly seconds: number;
}

export interface Synchronize {
  /** A confirmed import that stands for the sandbox: "this is what the folder looks like now". */
  readonly import?: string | undefined;
  readonly title?: string | undefined;
  /** The tool call of the open turn that did it. */
  readonly call?: ToolCallRecord | undefined;
}

/** From the browser or the command line. */
export async function synchronizeBranch(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: Synchronize = {},
): Outcome<TurnView> {
  const branch = await loadBranch(services, principal, slug, branchId, "turns");
  if (!branch.ok) return branch;
  const { access, state } = branch.value;
  const imported =
    request.import === undefined ? null : await confirmedImport(services, principal, request.import, true);
  if (imported && !imported.ok) return imported;
  const finished = await finishHydration(services, access, state.openTurn);
  if (!finished.ok) return finished;
  if (request.call && !state.openTurn)
    return fail("no-open-turn", "No turn is open on this branch: a tool call belongs to one. Nothing was changed.");
  const held = state.openTurn?.held ?? (await lastHeld(services, services.db, access));
  const scanned = imported
    ? ok({ tree: imported.value.tree, illegal: [] })
    : await scanSandbox(services, sandboxOf(services, access), held);
  if (!scanned.ok) return scanned;
  if (state.openTurn)
    return synchronizeOpenTurn(services, principal, slug, branchId, scanned.value, request.call ?? null);
  const title = request.title ?? (imported ? "Uploaded version" : "Synchronized folder");
  return synchronizeAsTurn(services, principal, slug, branchId, scanned.value, { title, held });
}

/** After a mutating tool batch of an open turn. The tool call is recorded with the point that it made. */
export async function synchronizeOpenTurn(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  scanned: ScannedSandbox,
  toolCall: ToolCallRecord | null,
): Outcome<TurnView> {
  return changeBranch(services, principal, slug, branchId, "turns", async (held) => {
    const turn = held.state.openTurn;
    if (!turn) return fail("no-open-turn", "No turn is open on this branch. Nothing was changed.");
    const step = await scanStep(held, held.state, turn, scanned, toolCall, services.newId());
    if (!step.ok) return step;
    return ok({ steps: [step.value], answer: (state) => turnViewOf(services, held.access, slug, branchId, state) });
  });
}

/** Opens a turn whose H is what the folder held at the end of the last one, stages, and closes it. */
async function synchronizeAsTurn(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  scanned: ScannedSandbox,
  opening: Required<Opening>,
): Outcome<TurnView> {
  return changeBranch(services, principal, slug, branchId, "turns", async (held) => {
    const answer = (state: BranchState) => turnViewOf(services, held.access, slug, branchId, state);
    const unchanged = treeHash(opening.held) === treeHash(scanned.tree) && scanned.illegal.length === 0;
    if (unchanged) return ok({ steps: [], answer });
    const opened = await openingSteps(services, held, opening);
    if (!opened.ok) return opened;
    const before = opened.value.at(-1)?.state ?? held.state;
    const turn = before.openTurn;
    if (!turn) return fail("no-open-turn", "The turn could not be opened.");
    const step = await scanStep(held, before, turn, scanned, null, services.newId());
    if (!step.ok) return step;
    const closed = scanned.illegal.length > 0 ? ok([]) : closingSteps(held, step.value.state);
    if (!closed.ok) return closed;
    return ok({ steps: [...opened.value, step.value, ...closed.value], answer });
  });
}

async function scanStep(
  held: HeldBranch,
  state: BranchState,
  turn: OpenTurn,
  scanned: ScannedSandbox,
  toolCall: ToolCallRecord | null,
  id: string,
): Promise<Result<Step, Failure>> {
  const kept = await referenceTree(held, scanned.tree);
  if (!kept) return fail("conflict", "Bytes of the sandbox are not kept any more. Synchronize again.");
  const stamp = held.stamp(stagingActor(held.access.kind));
  const step = synchronize(
    state,
    { sandbox: scanned.tree, illegal: [...scanned.illegal], ...(toolCall ? { toolCall: id } : {}) },
    stamp,
  );
  if (!step.ok) return fail("no-open-turn", "No turn is open on this branch.");
  if (toolCall) {
    const at = new Date(stamp.at);
    await held.tx.toolCall.create({
      data: {
        id,
        branchId: held.access.id,
        patchId: turn.patch,
        seq: step.value.state.seq,
        tool: toolCall.tool,
        input: { summary: toolCall.summary, text: toolCall.input },
        ...(toolCall.output === undefined ? {} : { output: { text: toolCall.output } }),
        startedAt: new Date(at.getTime() - toolCall.seconds * 1000),
        endedAt: at,
      },
    });
  }
  return step;
}

/** H names the tree for good, so all of it stays (M9). */
async function referenceTree({ tx }: HeldBranch, tree: Tree): Promise<boolean> {
  return (
    (
      await referenceBlobs(
        tx,
        [...files(tree)].map(({ entry }) => entry.hash),
      )
    ).length === 0
  );
}
