/** What was said to a person: mentions, read and unread, and action items that are theirs. */
import { mentionedIds } from "../contracts/threads.ts";
import type { InboxEntry } from "../contracts/inbox.ts";
import type { Services } from "./context.ts";
import type { InboxWorkspace } from "./inboxWorkspace.ts";
import { namesOf } from "./people.ts";

/** Of unread, and of read mentions. */
const MOST = 100;
const EXCERPT = 240;

export async function mentionEntries(services: Services, inbox: InboxWorkspace): Promise<InboxEntry[]> {
  const find = (read: boolean) =>
    services.db.mention.findMany({
      where: {
        userId: inbox.me,
        readAt: read ? { not: null } : null,
        comment: { deletedAt: null, authorId: { not: inbox.me }, thread: { workspaceId: inbox.id } },
      },
      include: { comment: { include: { thread: true } } },
      orderBy: { comment: { createdAt: "desc" } },
      take: MOST,
    });
  const rows = [...(await find(false)), ...(await find(true))];
  const nameOf = await namesOf(
    services.db,
    rows.flatMap(({ comment }) => [comment.authorId, ...mentionedIds(comment.body)]),
  );
  return rows.flatMap(({ readAt, comment }): InboxEntry[] => {
    const { thread } = comment;
    const branch = thread.branchId === null ? null : inbox.branches.get(thread.branchId);
    if (branch === undefined) return [];
    const text = excerpt(comment.body);
    return [
      {
        kind: "mention",
        key: `mention ${comment.id}`,
        ...inbox.entry(branch, comment.createdAt),
        path: thread.path,
        fragment: thread.fragment,
        changeId: thread.changeId,
        thread: thread.id,
        comment: comment.id,
        by: nameOf(comment.authorId),
        text,
        mentions: mentionedIds(text).map(nameOf),
        read: readAt !== null,
      },
    ];
  });
}

/** Cut between characters, never inside of a mention. */
function excerpt(text: string): string {
  if (text.length <= EXCERPT) return text;
  const cut = text.slice(0, EXCERPT).replace(/<@?[A-Za-z0-9_-]*$/u, "");
  return `${cut.replace(/\p{Cs}$/u, "")}…`;
}

export async function itemEntries(services: Services, inbox: InboxWorkspace): Promise<InboxEntry[]> {
  const rows = await services.db.actionItem.findMany({
    where: { workspaceId: inbox.id, assigneeId: inbox.me, state: "open" },
    orderBy: { createdAt: "desc" },
    take: MOST,
  });
  const nameOf = await namesOf(
    services.db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.flatMap((row): InboxEntry[] => {
    const branch = row.branchId === null ? null : inbox.branches.get(row.branchId);
    if (branch === undefined) return [];
    const { path, fragment, changeId, title } = row;
    return [
      {
        kind: "action-item",
        key: `action-item ${row.id}`,
        ...inbox.entry(branch, row.createdAt),
        ...{ path, fragment, changeId, title },
        item: row.id,
        by: nameOf(row.createdBy),
      },
    ];
  });
}
