/** Says that a thread is settled, or that it is not. Saying it twice changes nothing. */
import type { ThreadAnswer } from "../contracts/threads.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { heldThread, publishThread, threadAnswer } from "./threadsWrite.ts";

export async function resolveThread(
  services: Services,
  principal: Principal,
  slug: string,
  threadId: string,
  { resolved }: { readonly resolved: boolean },
): Outcome<ThreadAnswer> {
  const held = await heldThread(services, principal, slug, threadId, "reviewer");
  if (!held.ok) return held;
  const { side, row } = held.value;
  await services.db.transaction(async (tx) => {
    const { count } = await tx.thread.updateMany({
      where: { id: threadId, resolvedAt: resolved ? null : { not: null } },
      data: resolved
        ? { resolvedAt: new Date(services.now()), resolvedBy: principal.userId }
        : { resolvedAt: null, resolvedBy: null },
    });
    if (count > 0) await publishThread(services, tx, principal, side, row, resolved ? "resolved" : "reopened");
  });
  return ok(await threadAnswer(services, side, threadId));
}
