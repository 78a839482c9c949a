/**
 * What opening and closing a turn consist of (B1), as steps on a locked branch, and what is told of a turn.
 */
import { z } from "zod";

import { versionSchema, type Version } from "../contracts/common.ts";
import type { Actor, PatchId } from "../core/journal/entry.ts";
import { closeTurn as closeTurnStep, openTurn as openTurnStep } from "../core/journal/turn.ts";
import type { BranchState, Step } from "../core/journal/state.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import type { BranchAccess } from "./access.ts";
import { rejectionSteps } from "./applyRejections.ts";
import { versionOf, type HeldBranch } from "./branchState.ts";
import type { Services } from "./context.ts";
import { fail, type Failure } from "./failure.ts";
import { rebaseSteps } from "./rebaseBranch.ts";
import { sandboxOf } from "./sandboxes.ts";
import { loadTree } from "./trees.ts";

/** Who stages on a branch: an agent on a chat or evaluation branch, the person on a review branch (B3). */
export const stagingActor = (kind: string): Actor["kind"] => (kind === "review" ? "person" : "agent");

export const turnSchema = z
  .object({
    version: versionSchema,
    turn: z.number().int().nullable(),
    open: z.boolean(),
    /** The sandbox folder, on the server's machine. */
    folder: z.string(),
    clashes: z.number().int(),
    /** Names that no tree may hold; they keep the turn open (V4). */
    illegal: z.array(z.string()),
  })
  .meta({ id: "Turn" });
export interface TurnView {
  readonly version: Version;
  readonly turn: number | null;
  readonly open: boolean;
  readonly folder: string;
  readonly clashes: number;
  readonly illegal: string[];
}

export function turnViewOf(
  services: Services,
  access: BranchAccess,
  slug: string,
  branchId: string,
  state: BranchState,
): TurnView {
  return {
    version: versionOf(slug, branchId, state),
    turn: state.turns === 0 ? null : state.turns,
    open: state.openTurn !== null,
    folder: sandboxOf(services, access),
    clashes: state.stale.filter(({ clash }) => clash !== null).length,
    illegal: [...(state.openTurn?.illegal ?? [])],
  };
}

export interface Opening {
  readonly title: string;
  /** What the folder held last, where it is not hydrated. */
  readonly held?: Tree;
}

/** Apply rejections, rebase, open: in this order (B1). */
export async function openingSteps(
  services: Services,
  held: HeldBranch,
  opening: Opening,
): Promise<Result<Step[], Failure>> {
  if (held.state.openTurn) return fail("turn-open", `Turn ${held.state.openTurn.turn} is open already.`);
  const rejections = await rejectionSteps(services, held, held.state);
  if (!rejections.ok) return rejections;
  const cleaned = rejections.value.at(-1)?.state ?? held.state;
  const rebased = await rebaseSteps(services, held, cleaned);
  if (!rebased.ok) return rebased;
  const state = rebased.value.at(-1)?.state ?? cleaned;
  const patch = `turn:${held.access.id}:${state.turns + 1}` as PatchId;
  const opened = openTurnStep(state, { patch, ...opening }, held.stamp(stagingActor(held.access.kind)));
  if (!opened.ok) return fail("turn-open", "A turn is open already.");
  return ok([...rejections.value, ...rebased.value, opened.value]);
}

export function closingSteps(held: HeldBranch, state: BranchState): Result<Step[], Failure> {
  const closed = closeTurnStep(state, held.stamp(stagingActor(held.access.kind)));
  if (closed.ok) return ok([closed.value]);
  if (closed.error.reason === "no-open-turn") return fail("no-open-turn", "No turn is open on this branch.");
  return err({
    type: "illegal-path",
    detail: `The sandbox holds ${closed.error.illegal.length} names that no workspace may hold. Rename them; the turn stays open.`,
    details: closed.error.illegal.map((name) => ({ where: "sandbox", what: name })),
  });
}

/** H of the last turn; before the first, what the branch was created on. */
export async function lastHeld(
  services: Services,
  db: Queries,
  branch: Pick<BranchAccess, "id" | "baseTree">,
): Promise<Tree> {
  const entry = await db.journalEntry.findFirst({
    where: { branchId: branch.id, type: { in: ["held", "turn-opened"] } },
    orderBy: { seq: "desc" },
  });
  const hash = (entry?.body as { held?: Hash } | undefined)?.held ?? branch.baseTree;
  return loadTree(services, hash);
}
