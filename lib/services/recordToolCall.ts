/**
 * A tool call of the open turn, kept for the trace. `recordToolCall`: it changed nothing in the sandbox. `recordCall`:
 * where it did, what it changed is staged in the same transaction, so that the evidence chain ends at the call.
 */
import type { Version } from "../contracts/common.ts";
import type { CallRecorded, RecordCall } from "../contracts/trace.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { synchronizeBranch, type ToolCallRecord } from "./synchronize.ts";

export async function recordCall(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { synchronize, import: imported, output, ...facts }: RecordCall,
): Outcome<CallRecorded> {
  const call: ToolCallRecord = { ...facts, ...(output === undefined ? {} : { output }) };
  if (synchronize) {
    const made = await synchronizeBranch(services, principal, slug, branchId, { call, import: imported });
    return made.ok ? ok({ version: made.value.version, illegal: made.value.illegal }) : made;
  }
  if (imported !== undefined)
    return fail("invalid-request", "An import is only read with `synchronize`. Nothing was recorded.");
  const recorded = await recordToolCall(services, principal, slug, branchId, call);
  return recorded.ok ? ok({ version: recorded.value.version, illegal: [] }) : recorded;
}

export async function recordToolCall(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  call: ToolCallRecord,
): Outcome<{ id: string; version: Version }> {
  const branch = await loadBranch(services, principal, slug, branchId, "turns");
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
  return ok({ id, version: branch.value.version });
}
