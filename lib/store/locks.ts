/**
 * Row locks that serialise what changes a workspace head or a branch. They last until the transaction ends.
 *
 * FOR NO KEY UPDATE rather than FOR UPDATE: it excludes every other locker just the same, but not the key-share lock
 * that PostgreSQL takes when a row elsewhere (an event, an entry) refers to this one.
 */
import type { BranchKind, Workspace } from "./generated/client.ts";
import type { Transaction } from "./database.ts";

export type LockedWorkspace = Pick<Workspace, "id" | "slug" | "name" | "acceptedTree" | "head" | "archivedAt">;

export interface LockedBranch {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly kind: BranchKind;
  readonly name: string;
  /** Of the newest entry; the next one gets `seq + 1`. */
  readonly seq: number;
}

/** The workspace as it is now, held still (M2); null where there is none. Before any branch: see the lock order. */
export async function lockWorkspace(tx: Transaction, id: string): Promise<LockedWorkspace | null> {
  const rows = await tx.$queryRaw<LockedWorkspace[]>`
    SELECT id, slug, name, accepted_tree AS "acceptedTree", head, archived_at AS "archivedAt"
    FROM workspace WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows[0] ?? null;
}

/** The branch as it is now, held still; null where there is none. */
export async function lockBranch(tx: Transaction, id: string): Promise<LockedBranch | null> {
  const rows = await tx.$queryRaw<LockedBranch[]>`
    SELECT id, workspace_id AS "workspaceId", user_id AS "userId", kind::text AS kind, name, seq
    FROM branch WHERE id = ${id} FOR NO KEY UPDATE`;
  return rows[0] ?? null;
}

/** Several branches, locked in the order of their ids, so that two callers never wait for each other. */
export async function lockBranches(tx: Transaction, ids: readonly string[]): Promise<LockedBranch[]> {
  return tx.$queryRaw<LockedBranch[]>`
    SELECT id, workspace_id AS "workspaceId", user_id AS "userId", kind::text AS kind, name, seq
    FROM branch WHERE id = ANY(${[...ids]}) ORDER BY id FOR NO KEY UPDATE`;
}
