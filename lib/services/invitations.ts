/** Invitations of a workspace, by its owners: a link that makes its bearer a member, once. Only its hash is kept. */
import type { Role } from "../contracts/common.ts";
import type { InvitationState, InvitationView, SecretLink } from "../contracts/settings.ts";
import { newLinkSecret } from "../auth/secret.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { changeSettings } from "./memberRules.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { namesOf } from "./people.ts";

export const DAY_MS = 86_400_000;

export interface Invite {
  readonly role: Role;
  readonly email?: string | undefined;
  /** Until the link ends by itself. */
  readonly days: number;
}

export async function createInvitation(
  services: Services,
  principal: Principal,
  slug: string,
  { role, email, days }: Invite,
): Outcome<SecretLink> {
  return changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    const address = email?.trim().toLowerCase() ?? null;
    if (address !== null) {
      const member = await tx.member.findFirst({ where: { workspaceId: workspace.id, user: { email: address } } });
      if (member) return fail("conflict", `${address} is a member of "${workspace.name}" already. No link was made.`);
    }
    const { secret, hash } = newLinkSecret();
    const id = services.newId();
    const now = Date.parse(services.now());
    const expiresAt = new Date(now + days * DAY_MS);
    await tx.invitation.create({
      data: {
        id,
        workspaceId: workspace.id,
        tokenHash: hash,
        role,
        email: address,
        createdBy: principal.userId,
        createdAt: new Date(now),
        expiresAt,
      },
    });
    return ok({
      answer: { id, path: `/invite/${secret}`, expiresAt: expiresAt.toISOString() },
      event: { type: "invitation", body: { act: "made", invitation: id, role, expiresAt: expiresAt.toISOString() } },
    });
  });
}

export async function listInvitations(
  services: Services,
  principal: Principal,
  slug: string,
  query: PageQuery,
): Outcome<{ invitations: InvitationView[]; nextCursor: string | null }> {
  const workspace = await workspaceFor(services.db, principal, slug, "owner");
  if (!workspace.ok) return workspace;
  const rows = await services.db.invitation.findMany({
    where: { workspaceId: workspace.value.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: query.limit + 1,
    ...(query.cursor === undefined ? {} : { cursor: { id: query.cursor }, skip: 1 }),
  });
  const page = pageOf(rows, query.limit, ({ id }) => id);
  const nameOf = await namesOf(
    services.db,
    page.rows.flatMap(({ createdBy, acceptedBy }) => [createdBy, ...(acceptedBy === null ? [] : [acceptedBy])]),
  );
  const now = Date.parse(services.now());
  const invitations = page.rows.map((row) => ({
    id: row.id,
    role: row.role,
    email: row.email,
    state: invitationState(row, now),
    by: nameOf(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    usedBy: row.acceptedBy === null ? null : nameOf(row.acceptedBy),
  }));
  return ok({ invitations, nextCursor: page.nextCursor });
}

/** A link that was used, or has ended already, stays what it is. */
export async function revokeInvitation(
  services: Services,
  principal: Principal,
  slug: string,
  id: string,
): Outcome<{ done: true }> {
  return changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    const row = await tx.invitation.findFirst({ where: { id, workspaceId: workspace.id } });
    if (!row) return fail("not-found", `There is no such invitation in "${workspace.name}". Nothing was changed.`);
    if (row.acceptedAt !== null)
      return fail("conflict", "This invitation was used already: remove the member instead.");
    if (row.revokedAt !== null) return ok({ answer: { done: true as const }, event: null });
    await tx.invitation.update({ where: { id }, data: { revokedAt: new Date(services.now()) } });
    return ok({
      answer: { done: true as const },
      event: { type: "invitation", body: { act: "revoked", invitation: id, role: row.role } },
    });
  });
}

export function invitationState(
  row: { readonly acceptedAt: Date | null; readonly revokedAt: Date | null; readonly expiresAt: Date },
  now: number,
): InvitationState {
  if (row.acceptedAt !== null) return "used";
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt.getTime() <= now ? "expired" : "open";
}
