/**
 * Who an agent token speaks for. Read from the database at every call, so that a revoked or expired token ends at once.
 *
 * Failures are limited together: past the limit, tokens that never worked in this process are refused unheard (no
 * database is asked), while those that did go on working. Costs: one indexed query a call, and one write a minute.
 */
import type { UserId } from "../core/journal/entry.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { LruMap } from "../shared/lru.ts";
import type { Database } from "../store/database.ts";
import { createFailureLimit } from "./failure-limit.ts";
import { hashOfSecret, isAgentToken } from "./secret.ts";

export interface TokenPrincipal {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly workspaceId: string;
    readonly scope: "read" | "stage";
  };
}

export type TokenError =
  { readonly reason: "unknown" | "expired" | "revoked" } | { readonly reason: "too-many"; readonly seconds: number };

export interface TokenReader {
  readonly principalOf: (bearer: string) => Promise<Result<TokenPrincipal, TokenError>>;
}

const MOST_FAILURES = 60;
const WINDOW = 60_000;
/** `lastUsedAt` is written at most this often. */
const LAST_USED_STEP = 60_000;

export function createTokenReader(db: Database, now: () => number = Date.now): TokenReader {
  const limit = createFailureLimit(MOST_FAILURES, WINDOW, now);
  const worked = new LruMap<string, true>(1_000);
  return {
    async principalOf(bearer) {
      const hash = hashOfSecret(bearer);
      const seconds = limit.wait();
      if (seconds > 0 && worked.get(hash) === undefined) return err({ reason: "too-many", seconds });
      const found = isAgentToken(bearer) ? await read(db, hash, now()) : err({ reason: "unknown" } as const);
      if (found.ok) worked.set(hash, true);
      else {
        worked.delete(hash);
        limit.failed();
      }
      return found;
    },
  };
}

async function read(db: Database, tokenHash: string, now: number): Promise<Result<TokenPrincipal, TokenError>> {
  const row = await db.agentToken.findUnique({ where: { tokenHash }, include: { user: true } });
  if (row === null) return err({ reason: "unknown" });
  if (row.revokedAt !== null) return err({ reason: "revoked" });
  if (row.expiresAt !== null && row.expiresAt.getTime() <= now) return err({ reason: "expired" });
  if (row.lastUsedAt === null || row.lastUsedAt.getTime() < now - LAST_USED_STEP)
    await db.agentToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: new Date(now) } });
  const { id, name, workspaceId, scope, user } = row;
  return ok({
    userId: user.id as UserId,
    name: user.name,
    email: user.email,
    token: { id, name, workspaceId, scope },
  });
}
