/** Replies, and what their authors do with their own comments afterwards. */
import type { ThreadAnswer } from "../contracts/threads.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { heldThread, mentionsIn, publishThread, threadAnswer } from "./threadsWrite.ts";

export async function replyToThread(
  services: Services,
  principal: Principal,
  slug: string,
  threadId: string,
  { text }: { readonly text: string },
): Outcome<ThreadAnswer> {
  const held = await heldThread(services, principal, slug, threadId, "reviewer");
  if (!held.ok) return held;
  const { side, row } = held.value;
  const mentions = await mentionsIn(services.db, side.workspaceId, text);
  if (!mentions.ok) return mentions;
  await services.db.transaction(async (tx) => {
    await tx.comment.create({
      data: {
        id: services.newId(),
        threadId,
        authorId: principal.userId,
        body: text,
        createdAt: new Date(services.now()),
        mentions: { create: mentions.value.map((userId) => ({ userId })) },
      },
    });
    await publishThread(services, tx, principal, side, row, "replied");
  });
  return ok(await threadAnswer(services, side, threadId));
}

/** Who was named before stays as read as they were; who is named no more hears nothing more of it. */
export async function editComment(
  services: Services,
  principal: Principal,
  slug: string,
  which: { readonly thread: string; readonly comment: string },
  { text }: { readonly text: string },
): Outcome<ThreadAnswer> {
  const own = await ownComment(services, principal, slug, which);
  if (!own.ok) return own;
  const { side, row } = own.value;
  const mentions = await mentionsIn(services.db, side.workspaceId, text);
  if (!mentions.ok) return mentions;
  await services.db.transaction(async (tx) => {
    const { count } = await tx.comment.updateMany({
      where: { id: which.comment, deletedAt: null },
      data: { body: text, editedAt: new Date(services.now()) },
    });
    if (count === 0) return;
    await tx.mention.deleteMany({ where: { commentId: which.comment, userId: { notIn: mentions.value } } });
    await tx.mention.createMany({
      data: mentions.value.map((userId) => ({ commentId: which.comment, userId })),
      skipDuplicates: true,
    });
    await publishThread(services, tx, principal, side, row, "edited");
  });
  return ok(await threadAnswer(services, side, which.thread));
}

/** Its text is gone for good; its place in the thread stays, so that replies still answer to something. */
export async function deleteComment(
  services: Services,
  principal: Principal,
  slug: string,
  which: { readonly thread: string; readonly comment: string },
): Outcome<ThreadAnswer> {
  const own = await ownComment(services, principal, slug, which);
  if (!own.ok) return own;
  const { side, row } = own.value;
  await services.db.transaction(async (tx) => {
    const { count } = await tx.comment.updateMany({
      where: { id: which.comment, deletedAt: null },
      data: { body: "", deletedAt: new Date(services.now()) },
    });
    if (count === 0) return;
    await tx.mention.deleteMany({ where: { commentId: which.comment } });
    await publishThread(services, tx, principal, side, row, "deleted");
  });
  return ok(await threadAnswer(services, side, which.thread));
}

async function ownComment(
  services: Services,
  principal: Principal,
  slug: string,
  which: { readonly thread: string; readonly comment: string },
): ReturnType<typeof heldThread> {
  const held = await heldThread(services, principal, slug, which.thread, "reviewer");
  if (!held.ok) return held;
  const comment = held.value.row.comments.find(({ id }) => id === which.comment);
  if (comment === undefined) return fail("not-found", "There is no such comment in this thread.");
  if (comment.authorId !== principal.userId)
    return fail("not-permitted", "Only its author changes a comment. Nothing was changed.");
  if (comment.deletedAt !== null) return fail("conflict", "This comment was deleted. Nothing was changed.");
  return held;
}
