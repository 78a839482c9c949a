/**
 * The journal in the database: one gap-free sequence of immutable entries per branch (J1, J4).
 * Appending costs a statement per thousand entries and one more; reading is one index range.
 */
import type { Actor, Entry, EntryBody, Instant, UserId } from "../core/journal/entry.ts";
import { invariant } from "../shared/assert.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { Queries, Transaction } from "./database.ts";
import type { JournalEntry } from "./generated/client.ts";

/** An entry that has no place in the sequence yet. */
export type NewEntry = EntryBody & { readonly actor: Actor; readonly at: Instant };

export type AppendError =
  /** The branch has moved on from `fromSeq`: read what is new and derive again. */
  | { readonly reason: "sequence-moved"; readonly expected: number; readonly actual: number }
  | { readonly reason: "no-branch"; readonly branchId: string };

const BATCH = 1_000;

/**
 * Appends `entries` as `fromSeq + 1`, `fromSeq + 2`, … where `fromSeq` is the seq that the caller derived its entries
 * from. Nothing is written where the branch has another seq by now. Returns the entries with their places.
 */
export async function appendEntries(
  tx: Transaction,
  branchId: string,
  fromSeq: number,
  entries: readonly NewEntry[],
): Promise<Result<Entry[], AppendError>> {
  const moved = await tx.branch.updateMany({
    where: { id: branchId, seq: fromSeq },
    data: { seq: fromSeq + entries.length },
  });
  if (moved.count !== 1) {
    const branch = await tx.branch.findUnique({ where: { id: branchId }, select: { seq: true } });
    if (branch === null) return err({ reason: "no-branch", branchId });
    return err({ reason: "sequence-moved", expected: fromSeq, actual: branch.seq });
  }
  const placed = entries.map((entry, index): Entry => ({ ...entry, seq: fromSeq + 1 + index }));
  for (let start = 0; start < placed.length; start += BATCH) {
    await insert(tx, branchId, placed.slice(start, start + BATCH));
  }
  return ok(placed);
}

/** The entries after `afterSeq` (0: all), in order. `upTo`, where given, is the last one. */
export async function readEntries(db: Queries, branchId: string, afterSeq = 0, upTo?: number): Promise<Entry[]> {
  const rows = await db.journalEntry.findMany({
    where: { branchId, seq: { gt: afterSeq, ...(upTo === undefined ? {} : { lte: upTo }) } },
    orderBy: { seq: "asc" },
  });
  return rows.map(fromRow);
}

/** Every type there is: a new one does not compile until it stands here. */
const TYPES: Readonly<Record<EntryBody["type"], true>> = {
  operation: true,
  standing: true,
  decision: true,
  carried: true,
  spent: true,
  "turn-opened": true,
  "turn-closed": true,
  held: true,
  rebased: true,
  promoted: true,
  point: true,
};

const ACTOR_KINDS: Readonly<Record<Actor["kind"], true>> = { person: true, agent: true, system: true };

/** By columns: about ten times as fast as `createMany`, which binds every value of every row. */
async function insert(tx: Transaction, branchId: string, entries: readonly Entry[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO journal_entry (branch_id, seq, type, actor_kind, actor_id, at, body)
    SELECT ${branchId}, * FROM unnest(
      ${entries.map((entry) => entry.seq)}::int[],
      ${entries.map((entry) => entry.type)}::text[],
      ${entries.map((entry) => entry.actor.kind)}::text[],
      ${entries.map((entry) => entry.actor.user)}::text[],
      ${entries.map((entry) => new Date(entry.at))}::timestamptz[],
      ${entries.map(bodyOf)}::json[])`;
}

/** What has no column of its own. */
function bodyOf(entry: Entry): string {
  const { token } = entry.actor;
  return JSON.stringify({
    ...entry,
    seq: undefined,
    actor: undefined,
    at: undefined,
    type: undefined,
    ...(token === undefined ? {} : { token }),
  });
}

/** The rows are this program's own and never change: their kind is checked, their shape is what was appended. */
function fromRow(row: JournalEntry): Entry {
  invariant(row.type in TYPES, `a journal entry is of a known type, not ${row.type}`);
  invariant(row.actorKind in ACTOR_KINDS, `an actor is of a known kind, not ${row.actorKind}`);
  const { token, ...body } = row.body as { token?: string };
  return {
    ...body,
    type: row.type,
    seq: row.seq,
    actor: {
      kind: row.actorKind,
      user: row.actorId as UserId,
      ...(token === undefined ? {} : { token }),
    },
    at: row.at.toISOString() as Instant,
  } as Entry;
}
