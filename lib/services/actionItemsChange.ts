/** Done, dismissed, or open again, with what came of it. Whoever may stage may say so: the agent says it by its token. */
import type { ActionItemView } from "../contracts/action-items.ts";
import type { Version } from "../contracts/common.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import { actionItemViews } from "./actionItemsView.ts";
import { viaOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { threadsSide } from "./threadsSide.ts";

export async function changeActionItem(
  services: Services,
  principal: Principal,
  slug: string,
  itemId: string,
  request: { readonly state: "open" | "done" | "dismissed"; readonly outcome?: string | undefined },
): Outcome<{ version: Version; item: ActionItemView }> {
  const workspace = await workspaceFor(services.db, principal, slug, "reviewer");
  if (!workspace.ok) return workspace;
  const workspaceId = workspace.value.id;
  const found = await services.db.actionItem.findFirst({ where: { id: itemId, workspaceId } });
  if (found === null) return fail("not-found", "There is no such action item here.");
  const side = await threadsSide(services, principal, slug, found.branchId, "reviewer");
  if (!side.ok) return side;
  const { version } = side.value;
  const closed =
    request.state === "open"
      ? { closedAt: null, closedBy: null, outcome: null }
      : { closedAt: new Date(services.now()), closedBy: principal.userId, outcome: request.outcome ?? null };
  const row = await services.db.transaction(async (tx) => {
    const changed = await tx.actionItem.updateManyAndReturn({
      where: { id: itemId, state: { not: request.state } },
      data: { state: request.state, ...closed },
    });
    if (changed[0] === undefined) return found;
    const { t, seq, treeHash } = version;
    await publish(
      tx,
      {
        workspaceId,
        ...(found.branchId === null ? {} : { branchId: found.branchId }),
        type: "action-item",
        body: {
          t,
          seq,
          treeHash,
          ...(found.path === null ? {} : { path: found.path }),
          subject: itemId,
          what: request.state === "open" ? "reopened" : request.state,
          ...viaOf(principal),
        },
        actorId: principal.userId,
      },
      new Date(services.now()),
    );
    return changed[0];
  });
  const [item] = await actionItemViews(services.db, slug, [row]);
  invariant(item !== undefined, "a row gives a view");
  return ok({ version, item });
}
