/** Threads as answers show them: with the names of people, and where their places are now. */
import type { Person } from "../contracts/common.ts";
import { mentionedIds, type ThreadView } from "../contracts/threads.ts";
import type { Queries } from "../store/database.ts";
import type { Services } from "./context.ts";
import { namesOf } from "./people.ts";
import { placeOf } from "./threadAnchors.ts";
import type { ThreadsSide } from "./threadsSide.ts";

/** Comments in the order in which they were said. */
export const THREAD_PARTS = {
  comments: { orderBy: { createdAt: "asc" } },
  actionItems: { select: { id: true, title: true, state: true }, orderBy: { createdAt: "asc" } },
} as const;

export type ThreadRow = Awaited<ReturnType<Queries["thread"]["findFirstOrThrow"]>> & {
  readonly comments: Awaited<ReturnType<Queries["comment"]["findMany"]>>;
  readonly actionItems: ThreadView["actionItems"];
};

export async function threadViews(
  services: Services,
  side: ThreadsSide,
  rows: readonly ThreadRow[],
): Promise<ThreadView[]> {
  const nameOf = await namesOf(services.db, rows.flatMap(peopleOf));
  const views: ThreadView[] = [];
  for (const row of rows) views.push(await viewOf(services, side, row, nameOf));
  return views;
}

const peopleOf = ({ comments, resolvedBy }: ThreadRow): string[] => [
  ...comments.flatMap(({ authorId, body }) => [authorId, ...mentionedIds(body)]),
  ...(resolvedBy === null ? [] : [resolvedBy]),
];

async function viewOf(
  services: Services,
  side: ThreadsSide,
  row: ThreadRow,
  nameOf: (id: string) => Person,
): Promise<ThreadView> {
  const { path, contentHash, fragment, changeId } = row;
  return {
    id: row.id,
    branch: row.branchId,
    anchor: { path, contentHash, fragment, changeId },
    quote: row.quote,
    place: await placeOf(services, side, row),
    at: row.createdAt.toISOString(),
    resolved:
      row.resolvedAt === null || row.resolvedBy === null
        ? null
        : { by: nameOf(row.resolvedBy), at: row.resolvedAt.toISOString() },
    comments: row.comments.map(({ id, authorId, body, createdAt, editedAt, deletedAt }) => ({
      id,
      author: nameOf(authorId),
      at: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      text: deletedAt === null ? body : null,
      mentions: deletedAt === null ? mentionedIds(body).map(nameOf) : [],
    })),
    actionItems: row.actionItems,
  };
}
