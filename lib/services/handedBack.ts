/** Stale operations that wait for somebody's answer: the newest open action item of each (M6). */
import type { HandedBack } from "../contracts/reconcile.ts";
import type { Queries } from "../store/database.ts";
import { namesOf } from "./people.ts";

/** By operation. */
export async function handedBack(db: Queries, branchId: string): Promise<ReadonlyMap<string, HandedBack>> {
  const rows = await db.actionItem.findMany({
    where: { branchId, state: "open", operation: { not: null } },
    orderBy: { createdAt: "asc" },
    select: { operation: true, title: true, body: true, createdBy: true, createdAt: true, assigneeId: true },
  });
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ createdBy, assigneeId }) => (assigneeId === null ? [createdBy] : [createdBy, assigneeId])),
  );
  return new Map(
    rows.flatMap(({ operation, title, body, createdBy, createdAt, assigneeId }) =>
      operation === null
        ? []
        : [
            [
              operation,
              {
                by: nameOf(createdBy),
                at: createdAt.toISOString(),
                reason: body ?? title,
                to: assigneeId === null ? null : nameOf(assigneeId),
              },
            ] as const,
          ],
    ),
  );
}
