/**
 * The chain of a workspace as JSON lines, oldest first, and its check without a database (A1). An edit, a reorder, a gap
 * and a missing beginning show by themselves; a missing end shows against a head that was noted elsewhere, as every
 * promotion's report notes it.
 */
import { isHash, type Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { Published } from "./event.ts";
import { CHAIN_START, verifyChain } from "./publish.ts";

/** Without the database's own id, which is no part of the chain. */
export function exportLine(event: Published): string {
  const { workspaceId, branchId, type, body, actorId, at, previousHash, hash } = event;
  return JSON.stringify({ workspaceId, branchId, type, body, actorId, at, previousHash, hash });
}

export interface Verified {
  readonly events: number;
  /** Of the last line; null: there was none. */
  readonly head: Hash | null;
  /** Whether the head that was asked for is one of the events; null: none was asked for. */
  readonly headFound: boolean | null;
}

export interface ExportFault {
  /** From 1. */
  readonly line: number;
  readonly fault: "not-an-event" | "hash" | "previous" | "another-workspace";
}

/** Keeps one line in memory. Empty lines are passed over. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  wantedHead: string | null,
): Promise<Result<Verified, ExportFault>> {
  let [line, events, head, workspace] = [0, 0, null as Hash | null, null as string | null];
  let headFound = false;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === "") continue;
    const event = eventOf(text, BigInt(line));
    if (event === null) return err({ line, fault: "not-an-event" });
    const fault = verifyChain([event], head ?? CHAIN_START);
    if (fault !== null) return err({ line, fault: fault.fault });
    if (workspace !== null && workspace !== event.workspaceId) return err({ line, fault: "another-workspace" });
    [events, head, workspace] = [events + 1, event.hash, event.workspaceId];
    headFound ||= event.hash === wantedHead;
  }
  return ok({ events, head, headFound: wantedHead === null ? null : headFound });
}

function eventOf(text: string, id: bigint): Published | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof raw !== "object" || raw === null) return null;
  const { workspaceId, branchId, type, body, actorId, at, previousHash, hash } = raw as Record<string, unknown>;
  if (typeof workspaceId !== "string" || typeof type !== "string" || typeof at !== "string") return null;
  if (!(branchId === null || typeof branchId === "string")) return null;
  if (!(actorId === null || typeof actorId === "string")) return null;
  if (typeof previousHash !== "string" || !isHash(previousHash)) return null;
  if (typeof hash !== "string" || !isHash(hash)) return null;
  return { id, workspaceId, branchId, type, body: body ?? null, actorId, at, previousHash, hash };
}
