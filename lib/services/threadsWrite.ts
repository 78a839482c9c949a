/**
 * What every write to a thread shares: who may, that mentions name members, the event, and the answer. Nothing is
 * written where somebody is named who is not a member.
 */
import type { Role } from "../contracts/common.ts";
import { mentionedIds, type ThreadAnswer } from "../contracts/threads.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import { ok } from "../shared/result.ts";
import type { Queries, Transaction } from "../store/database.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { threadsSide, type ThreadsSide } from "./threadsSide.ts";
import { THREAD_PARTS, threadViews, type ThreadRow } from "./threadViews.ts";

/** The thread and the version that it is read at, where the principal has the role. */
export async function heldThread(
  services: Services,
  principal: Principal,
  slug: string,
  threadId: string,
  needed: Role,
): Outcome<{ readonly side: ThreadsSide; readonly row: ThreadRow }> {
  const workspace = await workspaceFor(services.db, principal, slug, needed);
  if (!workspace.ok) return workspace;
  const row: ThreadRow | null = await services.db.thread.findFirst({
    where: { id: threadId, workspaceId: workspace.value.id },
    include: THREAD_PARTS,
  });
  if (row === null) return fail("not-found", "There is no such thread of comments here.");
  const side = await threadsSide(services, principal, slug, row.branchId, needed);
  return side.ok ? ok({ side: side.value, row }) : side;
}

/** Whom a text names: all of them members. */
export async function mentionsIn(db: Queries, workspaceId: string, text: string): Outcome<string[]> {
  const ids = mentionedIds(text);
  const members = await db.member.findMany({ where: { workspaceId, userId: { in: ids } }, select: { userId: true } });
  const known = new Set(members.map(({ userId }) => userId));
  const strangers = ids.filter((id) => !known.has(id));
  if (strangers.length === 0) return ok(ids);
  return fail("invalid-request", "The text mentions somebody who is not a member here. Nothing was saved.", {
    details: strangers.map((id) => ({ where: "text", what: `"${id}" is not a member` })),
  });
}

export type ThreadAct = "created" | "replied" | "edited" | "deleted" | "resolved" | "reopened";

/** Last in its transaction (lock order). Carries where and which version, and nothing of the text. */
export async function publishThread(
  services: Services,
  tx: Transaction,
  principal: Principal,
  side: ThreadsSide,
  thread: { readonly id: string; readonly path: string; readonly fragment: string },
  what: ThreadAct,
): Promise<void> {
  const { t, seq, treeHash } = side.version;
  await publish(
    tx,
    {
      workspaceId: side.workspaceId,
      ...(side.branchId === null ? {} : { branchId: side.branchId }),
      type: "thread",
      body: { t, seq, treeHash, path: thread.path, fragment: thread.fragment, subject: thread.id, what },
      actorId: principal.userId,
    },
    new Date(services.now()),
  );
}

export async function threadAnswer(services: Services, side: ThreadsSide, id: string): Promise<ThreadAnswer> {
  const row: ThreadRow = await services.db.thread.findUniqueOrThrow({ where: { id }, include: THREAD_PARTS });
  const [thread] = await threadViews(services, side, [row]);
  invariant(thread !== undefined, "a row gives a view");
  return { version: side.version, thread };
}
