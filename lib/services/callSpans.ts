/**
 * Which operations a tool call made, and which point. A call keeps the seq that the branch had when it ended: its
 * operations are those of its turn after the call before it, up to that seq.
 */
import type { Entry, JournaledOperation } from "../core/journal/entry.ts";
import type { Queries } from "../store/database.ts";

export interface StoredCall {
  readonly id: string;
  readonly patchId: string;
  readonly seq: number | null;
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export interface CallSpan {
  readonly operations: readonly JournaledOperation[];
  /** Null: it made no point. */
  readonly t: number | null;
}

/** By the call's id; calls that changed nothing have no span. `calls` in the order in which they were made. */
export function callSpans(calls: readonly StoredCall[], entries: readonly Entry[]): ReadonlyMap<string, CallSpan> {
  const spans = new Map<string, CallSpan>();
  const before = new Map<string, number>();
  for (const { id, patchId, seq } of calls) {
    if (seq === null) continue;
    const since = before.get(patchId) ?? 0;
    before.set(patchId, seq);
    const own = entries.filter((entry) => entry.seq > since && entry.seq <= seq);
    const operations = own.flatMap((entry) =>
      entry.type === "operation" && entry.operation.patch === patchId && entry.operation.cause === "turn"
        ? [{ ...entry.operation, seq: entry.seq }]
        : [],
    );
    const point = entries.find((entry) => entry.type === "point" && entry.toolCall === id);
    spans.set(id, { operations, t: point?.type === "point" ? point.t : null });
  }
  return spans;
}

/** The calls of a branch in the order in which they ended. */
export const callsInOrder = (db: Queries, branchId: string): Promise<StoredCall[]> =>
  db.toolCall.findMany({ where: { branchId }, orderBy: [{ endedAt: "asc" }, { seq: "asc" }, { id: "asc" }] });
