/**
 * What waits for a person: review requests, stale operations on their branches, mentions, action items, and changes of
 * branches that they may promote. All of it is derived when it is asked for; only mentions keep whether they were read.
 *
 * Costs one (cached) review of each branch of the workspaces in which the person may promote.
 */
import type { Inbox, InboxEntry } from "../contracts/inbox.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { branchEntries } from "./inboxBranches.ts";
import { mentionEntries, itemEntries } from "./inboxSaid.ts";
import { openInboxWorkspace } from "./inboxWorkspace.ts";

const MOST = 300;

/** `slug` absent: of all workspaces that the person is a member of. */
export async function listInbox(services: Services, principal: Principal, slug?: string): Outcome<Inbox> {
  if (slug !== undefined) {
    const workspace = await workspaceFor(services.db, principal, slug, "viewer");
    if (!workspace.ok) return workspace;
  }
  const members = await services.db.member.findMany({
    where: {
      userId: principal.userId,
      workspace: { archivedAt: null, ...(slug === undefined ? {} : { slug }) },
      ...(principal.token === undefined ? {} : { workspaceId: principal.token.workspaceId }),
    },
    include: { workspace: true },
    orderBy: { createdAt: "asc" },
  });
  const entries: InboxEntry[] = [];
  for (const { role, workspace } of members) {
    const inbox = await openInboxWorkspace(services, principal, role, workspace);
    entries.push(
      ...(await branchEntries(services, inbox)),
      ...(await mentionEntries(services, inbox)),
      ...(await itemEntries(services, inbox)),
    );
  }
  entries.sort((a, b) => Number(isRead(a)) - Number(isRead(b)) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return ok({
    entries: entries.slice(0, MOST),
    waiting: entries.filter((entry) => !isRead(entry)).length,
    more: Math.max(0, entries.length - MOST),
  });
}

const isRead = (entry: InboxEntry): boolean => entry.kind === "mention" && entry.read;
