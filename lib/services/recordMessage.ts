/** What was said in the open turn: kept for the trace, in the order in which it was said. */
import type { Version } from "../contracts/common.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";

export interface SaidMessage {
  readonly role: "person" | "agent";
  readonly text: string;
}

export async function recordMessage(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { role, text }: SaidMessage,
): Outcome<{ id: string; version: Version }> {
  const branch = await loadBranch(services, principal, slug, branchId, "turns");
  if (!branch.ok) return branch;
  const turn = branch.value.state.openTurn;
  if (!turn) return fail("no-open-turn", "No turn is open on this branch.");
  const id = services.newId();
  await services.db.turnMessage.create({
    data: { id, branchId, patchId: turn.patch, role, text, at: new Date(services.now()) },
  });
  return ok({ id, version: branch.value.version });
}
