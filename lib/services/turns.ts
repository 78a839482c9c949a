/**
 * Turns of an agent (B1). Opening one applies rejections, stands the branch on the accepted tree and hydrates the
 * sandbox; closing one scans it a last time. A folder that somebody worked in without a turn is never overwritten:
 * what it holds is staged first, against what it held last.
 */
import { mkdir } from "node:fs/promises";

import type { BranchState } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Tree } from "../core/tree/tree.ts";
import { ok } from "../shared/result.ts";
import type { BranchAccess } from "./access.ts";
import { changeBranch, loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { finishHydration, forgetHydration, noteHydration } from "./hydration.ts";
import { hydrateSandbox, sandboxOf, scanSandbox } from "./sandboxes.ts";
import { synchronizeOpenTurn } from "./synchronize.ts";
import { closingSteps, lastHeld, openingSteps, turnViewOf, type TurnView } from "./turnSteps.ts";

export async function openTurn(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { title }: { title: string },
): Outcome<TurnView> {
  const branch = await loadBranch(services, principal, slug, branchId, "turns");
  if (!branch.ok) return branch;
  const { access, state } = branch.value;
  const finished = await finishHydration(services, access, state.openTurn);
  if (!finished.ok) return finished;
  const last = await lastHeld(services, services.db, access);
  const content = await sandboxContent(services, access, last);
  if (!content.ok) return content;
  if (treeHash(content.value) !== treeHash(last) && !(access.folder === null && content.value.children.size === 0)) {
    return fail(
      "conflict",
      "The sandbox holds changes that are not staged yet. Synchronize first; nothing was overwritten.",
    );
  }
  const opened = await changeBranch(services, principal, slug, branchId, "turns", async (held) => {
    const steps = await openingSteps(services, held, { title });
    if (!steps.ok) return steps;
    const turn = steps.value.at(-1)?.state.openTurn;
    if (turn) await noteHydration(services, access, turn.patch);
    return ok({ steps: steps.value, answer: (opening: BranchState) => opening });
  });
  if (!opened.ok) return opened;
  const hydrated = await hydrateSandbox(services, sandboxOf(services, access), content.value, opened.value.current);
  if (!hydrated.ok) return hydrated;
  await forgetHydration(services, access);
  return ok(turnViewOf(services, access, slug, branchId, opened.value));
}

/** What the folder holds; a managed one that was not made yet holds nothing. */
async function sandboxContent(services: Services, access: BranchAccess, last: Tree): Outcome<Tree> {
  const folder = sandboxOf(services, access);
  if (access.folder === null) await mkdir(folder, { recursive: true, mode: 0o700 });
  const scanned = await scanSandbox(services, folder, last);
  return scanned.ok ? ok(scanned.value.tree) : scanned;
}

export async function closeTurn(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<TurnView> {
  const branch = await loadBranch(services, principal, slug, branchId, "turns");
  if (!branch.ok) return branch;
  const turn = branch.value.state.openTurn;
  if (!turn) return fail("no-open-turn", "No turn is open on this branch.");
  const finished = await finishHydration(services, branch.value.access, turn);
  if (!finished.ok) return finished;
  const scanned = await scanSandbox(services, sandboxOf(services, branch.value.access), turn.held);
  if (!scanned.ok) return scanned;
  const synchronized = await synchronizeOpenTurn(services, principal, slug, branchId, scanned.value, null);
  if (!synchronized.ok) return synchronized;
  return changeBranch(services, principal, slug, branchId, "turns", (held) => {
    const steps = closingSteps(held, held.state);
    return Promise.resolve(
      steps.ok
        ? ok({ steps: steps.value, answer: (state) => turnViewOf(services, held.access, slug, branchId, state) })
        : steps,
    );
  });
}
