/**
 * Agent tokens: one person, one workspace, a scope. A member makes their own; they and the owners revoke it. It is shown
 * once, and only its hash is kept. What a token may do: access.ts and the operations' own declarations (M7).
 */
import { mayActAs } from "../contracts/common.ts";
import type { AgentTokenView, CreatedToken, TokenScope } from "../contracts/settings.ts";
import { newAgentToken } from "../auth/secret.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { DAY_MS } from "./invitations.ts";
import { changeSettings } from "./memberRules.ts";
import { namesOf } from "./people.ts";

/** Active ones of a person in a workspace: more than anybody oversees. */
const MOST = 50;

export interface CreateToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly days: number | null;
}

export async function createAgentToken(
  services: Services,
  principal: Principal,
  slug: string,
  request: CreateToken,
): Outcome<CreatedToken> {
  return changeSettings(services, principal, slug, "viewer", async (tx, workspace) => {
    if (request.scope === "stage" && !mayActAs(workspace.role, "reviewer"))
      return fail("not-permitted", `You are ${workspace.role} here: your tokens read. No token was made.`);
    const now = new Date(services.now());
    const active = await tx.agentToken.count({
      where: {
        workspaceId: workspace.id,
        userId: principal.userId,
        revokedAt: null,
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
    });
    if (active >= MOST) return fail("conflict", `You have ${active} active tokens here. Revoke some first.`);
    const { secret, hash, prefix } = newAgentToken();
    const row = await tx.agentToken.create({
      data: {
        id: services.newId(),
        workspaceId: workspace.id,
        userId: principal.userId,
        name: request.name.trim(),
        tokenHash: hash,
        prefix,
        scope: request.scope,
        createdAt: now,
        expiresAt: request.days === null ? null : new Date(now.getTime() + request.days * DAY_MS),
      },
    });
    const { id, name, scope } = row;
    return ok({
      answer: { token: viewOf(row, { id: principal.userId, name: principal.name }, now.getTime()), secret },
      event: { type: "agent-token", body: { act: "made", agentToken: id, name, scope } },
    });
  });
}

/** One's own; an owner sees everybody's. */
export async function listAgentTokens(
  services: Services,
  principal: Principal,
  slug: string,
): Outcome<{ tokens: AgentTokenView[] }> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const { id: workspaceId, role } = workspace.value;
  const rows = await services.db.agentToken.findMany({
    where: { workspaceId, ...(role === "owner" ? {} : { userId: principal.userId }) },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: 500,
  });
  const nameOf = await namesOf(
    services.db,
    rows.map(({ userId }) => userId),
  );
  const now = Date.parse(services.now());
  return ok({ tokens: rows.map((row) => viewOf(row, nameOf(row.userId), now)) });
}

export async function revokeAgentToken(
  services: Services,
  principal: Principal,
  slug: string,
  id: string,
): Outcome<{ done: true }> {
  return changeSettings(services, principal, slug, "viewer", async (tx, workspace) => {
    const mine = workspace.role === "owner" ? {} : { userId: principal.userId };
    const row = await tx.agentToken.findFirst({ where: { id, workspaceId: workspace.id, ...mine } });
    if (!row) return fail("not-found", `There is no such token of yours in "${workspace.name}". Nothing was changed.`);
    if (row.revokedAt !== null) return ok({ answer: { done: true as const }, event: null });
    await tx.agentToken.update({
      where: { id },
      data: { revokedAt: new Date(services.now()), revokedBy: principal.userId },
    });
    return ok({
      answer: { done: true as const },
      event: { type: "agent-token", body: { act: "revoked", agentToken: id, name: row.name, person: row.userId } },
    });
  });
}

function viewOf(
  row: {
    id: string;
    name: string;
    prefix: string;
    scope: TokenScope;
    createdAt: Date;
    expiresAt: Date | null;
    lastUsedAt: Date | null;
    revokedAt: Date | null;
  },
  person: { id: string; name: string },
  now: number,
): AgentTokenView {
  const { id, name, prefix, scope, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  const expired = expiresAt !== null && expiresAt.getTime() <= now;
  return {
    id,
    name,
    prefix,
    scope,
    state: revokedAt !== null ? "revoked" : expired ? "expired" : "active",
    person,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
