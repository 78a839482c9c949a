/** Marks mentions of the person as read, or as unread again. Nobody else's are touched; no version changes. */
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";

export async function markMentions(
  services: Services,
  principal: Principal,
  slug: string,
  request: { readonly comments?: readonly string[] | undefined; readonly read: boolean },
): Outcome<{ marked: number }> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const { count } = await services.db.mention.updateMany({
    where: {
      userId: principal.userId,
      readAt: request.read ? null : { not: null },
      comment: { thread: { workspaceId: workspace.value.id } },
      ...(request.comments === undefined ? {} : { commentId: { in: [...request.comments] } }),
    },
    data: { readAt: request.read ? new Date(services.now()) : null },
  });
  return ok({ marked: count });
}
