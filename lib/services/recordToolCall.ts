/** A tool call that changed nothing in the sandbox: kept for the trace, under the turn that it was made in. */
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import type { ToolCallRecord } from "./synchronize.ts";

export async function recordToolCall(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  call: ToolCallRecord,
): Outcome<{ id: string }> {
  const branch = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!branch.ok) return branch;
  const turn = branch.value.state.openTurn;
  if (!turn) return fail("no-open-turn", "No turn is open on this branch.");
  const id = services.newId();
  const at = new Date(services.now());
  await services.db.toolCall.create({
    data: {
      id,
      branchId,
      patchId: turn.patch,
      tool: call.tool,
      input: { summary: call.summary, text: call.input },
      ...(call.output === undefined ? {} : { output: { text: call.output } }),
      startedAt: new Date(at.getTime() - call.seconds * 1000),
      endedAt: at,
    },
  });
  return ok({ id });
}
