/** The action items of a branch, open ones first; `agent`: those that its agent is to do, as it is told of them. */
import type { ActionItemView } from "../contracts/action-items.ts";
import type { Version } from "../contracts/common.ts";
import { ok } from "../shared/result.ts";
import { actionItemViews } from "./actionItemsView.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";

const MOST = 500;

export async function listActionItems(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { assignee, state }: { readonly assignee?: "agent" | undefined; readonly state?: "open" | undefined } = {},
): Outcome<{ version: Version; items: ActionItemView[]; more: number }> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const where = {
    branchId,
    ...(assignee === "agent" ? { assigneeId: null } : {}),
    ...(state === undefined ? {} : { state }),
  };
  const [rows, all] = await Promise.all([
    services.db.actionItem.findMany({
      where,
      orderBy: [{ state: "asc" }, { createdAt: "desc" }, { id: "asc" }],
      take: MOST,
    }),
    services.db.actionItem.count({ where }),
  ]);
  return ok({
    version: branch.value.version,
    items: await actionItemViews(services.db, slug, rows),
    more: all - rows.length,
  });
}
