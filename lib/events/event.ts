/** A state change as it was published: who, what, which versions, from where (A1). */
import type { Hash } from "../shared/brand.ts";
import type { Queries } from "../store/database.ts";
import type { Event } from "../store/generated/client.ts";

export interface Published {
  /** Grows in the order of commits within a workspace: the cursor of `subscribe` and of `Last-Event-ID`. */
  readonly id: bigint;
  readonly workspaceId: string;
  readonly branchId: string | null;
  readonly type: string;
  readonly body: unknown;
  readonly actorId: string | null;
  /** ISO 8601 in UTC, milliseconds. */
  readonly at: string;
  readonly previousHash: Hash;
  readonly hash: Hash;
}

export const fromRow = (row: Event): Published => ({
  ...row,
  at: row.at.toISOString(),
  previousHash: row.previousHash as Hash,
  hash: row.hash as Hash,
});

/** The events of a workspace after `afterId`, oldest first, at most `limit`. */
export async function readEvents(db: Queries, workspaceId: string, afterId: bigint, limit = 500): Promise<Published[]> {
  const rows = await db.event.findMany({
    where: { workspaceId, id: { gt: afterId } },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(fromRow);
}

/** The newest event of a workspace: where a new listener starts, and the chain's head for a report; null: none yet. */
export async function lastEvent(db: Queries, workspaceId: string): Promise<Published | null> {
  const row = await db.event.findFirst({ where: { workspaceId }, orderBy: { id: "desc" } });
  return row === null ? null : fromRow(row);
}
