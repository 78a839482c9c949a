/**
 * Appends an event to its workspace's chain (A1) and wakes whoever listens, when the transaction commits.
 *
 * Guarantees: within a workspace, ids grow in the order of commits and each event names the hash of the one before.
 * Costs: publishers of one workspace wait for each other from here to their commit: publish last in the transaction.
 */
import { canonicalJson } from "../shared/canonical-json.ts";
import type { Hash } from "../shared/brand.ts";
import { sha256 } from "../shared/sha256.ts";
import type { Transaction } from "../store/database.ts";
import type { Prisma } from "../store/generated/client.ts";
import { fromRow, type Published } from "./event.ts";

/** PostgreSQL's channel name; the payload is the workspace's id, which is all that a listener needs to look. */
export const CHANNEL = "staged_event";

export interface NewEvent {
  readonly workspaceId: string;
  readonly branchId?: string | undefined;
  /** What happened, in the past tense: `promotion.committed`, `branch.synchronized`. */
  readonly type: string;
  /** JSON: which versions, from where. */
  readonly body: unknown;
  /** Absent: the system itself. */
  readonly actorId?: string | undefined;
}

/** The hash that the first event of a workspace names as the one before it. */
export const CHAIN_START = "0".repeat(64) as Hash;

export async function publish(tx: Transaction, event: NewEvent, at: Date = new Date()): Promise<Published> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`staged-event:${event.workspaceId}`}, 0))::text`;
  const last = await tx.event.findFirst({
    where: { workspaceId: event.workspaceId },
    orderBy: { id: "desc" },
    select: { hash: true },
  });
  const chained = {
    workspaceId: event.workspaceId,
    branchId: event.branchId ?? null,
    type: event.type,
    body: JSON.parse(JSON.stringify(event.body ?? null)) as unknown,
    actorId: event.actorId ?? null,
    at: at.toISOString(),
    previousHash: (last?.hash ?? CHAIN_START) as Hash,
  };
  const row = await tx.event.create({
    data: { ...chained, at, body: chained.body as Prisma.InputJsonValue, hash: eventHash(chained) },
  });
  await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, ${event.workspaceId})::text`;
  return fromRow(row);
}

/** What is hashed: everything but the database's own id, which does not survive an export. */
export function eventHash(event: Omit<Published, "id" | "hash">): Hash {
  const { workspaceId, branchId, type, body, actorId, at, previousHash } = event;
  return sha256(canonicalJson({ workspaceId, branchId, type, body, actorId, at, previousHash }));
}

export type ChainFault = { readonly at: bigint; readonly fault: "hash" | "previous" };

/** Checks events in order, from `previous` on: the first one that was edited or does not follow, or null. */
export function verifyChain(events: readonly Published[], previous: Hash = CHAIN_START): ChainFault | null {
  let expected = previous;
  for (const event of events) {
    if (event.previousHash !== expected) return { at: event.id, fault: "previous" };
    if (eventHash(event) !== event.hash) return { at: event.id, fault: "hash" };
    expected = event.hash;
  }
  return null;
}
