/** Members of a workspace: who they are, their roles, and the end of a membership. Rules: memberRules.ts. */
import type { Role } from "../contracts/common.ts";
import type { MemberView } from "../contracts/settings.ts";
import { ok } from "../shared/result.ts";
import type { Transaction } from "../store/database.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { changeSettings, lastOwnerRefusal, resetRefusals } from "./memberRules.ts";

const ORDER: Readonly<Record<Role, number>> = { owner: 0, maintainer: 1, reviewer: 2, viewer: 3 };

export async function listMembers(
  services: Services,
  principal: Principal,
  slug: string,
): Outcome<{ members: MemberView[] }> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const rows = await services.db.member.findMany({
    where: { workspaceId: workspace.value.id },
    include: { user: { select: { name: true, email: true } } },
  });
  const refusal =
    workspace.value.role === "owner"
      ? await resetRefusals(
          services.db,
          principal.userId,
          rows.map(({ userId }) => userId),
        )
      : () => "Only owners make password links.";
  const members = rows
    .map(({ userId, user, role, createdAt }) => ({
      person: { id: userId, name: user.name },
      email: user.email,
      role,
      since: createdAt.toISOString(),
      resetRefused: refusal(userId),
    }))
    .sort((a, b) => ORDER[a.role] - ORDER[b.role] || a.person.name.localeCompare(b.person.name));
  return ok({ members });
}

export async function changeRole(
  services: Services,
  principal: Principal,
  slug: string,
  userId: string,
  role: Role,
): Outcome<{ members: MemberView[] }> {
  const changed = await changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    const member = await memberOf(tx, workspace, userId);
    if (!member) return noMember(workspace);
    if (member.role === role) return ok({ answer: undefined, event: null });
    const refused = role === "owner" ? null : await lastOwnerRefusal(tx, workspace, member);
    if (refused) return refused;
    await tx.member.update({
      where: { workspaceId_userId: { workspaceId: workspace.id, userId } },
      data: { role },
    });
    if (member.role === "owner") await revokeInvitationsOf(services, tx, workspace, member);
    return ok({
      answer: undefined,
      event: { type: "member", body: { act: "role", person: userId, role, was: member.role } },
    });
  });
  // Whoever made themselves less may not ask for more than they are now: the list is read with the new role.
  return changed.ok ? listMembers(services, principal, slug) : changed;
}

/** Access ends with the commit: open event streams are ended by the event that says so. */
export async function removeMember(
  services: Services,
  principal: Principal,
  slug: string,
  userId: string,
): Outcome<{ done: true }> {
  if (userId === principal.userId)
    return fail("conflict", "You do not remove yourself: leave the workspace. Nothing was changed.");
  return endMembership(services, principal, slug, userId, "owner", "removed");
}

export const leaveWorkspace = (services: Services, principal: Principal, slug: string): Outcome<{ done: true }> =>
  endMembership(services, principal, slug, principal.userId, "viewer", "left");

async function endMembership(
  services: Services,
  principal: Principal,
  slug: string,
  userId: string,
  needed: Role,
  act: "removed" | "left",
): Outcome<{ done: true }> {
  return changeSettings(services, principal, slug, needed, async (tx, workspace) => {
    const member = await memberOf(tx, workspace, userId);
    if (!member) return noMember(workspace);
    const refused = await lastOwnerRefusal(tx, workspace, member);
    if (refused) return refused;
    await tx.member.delete({ where: { workspaceId_userId: { workspaceId: workspace.id, userId } } });
    // Neither a token nor a link brings them back when they are invited again, or before.
    await tx.agentToken.updateMany({
      where: { workspaceId: workspace.id, userId, revokedAt: null },
      data: { revokedAt: new Date(services.now()), revokedBy: principal.userId },
    });
    await revokeInvitationsOf(services, tx, workspace, member);
    return ok({
      answer: { done: true as const },
      event: { type: "member", body: { act, person: userId, was: member.role } },
    });
  });
}

/** Open links that they made, or that were made for their address. */
async function revokeInvitationsOf(
  services: Services,
  tx: Transaction,
  workspace: WorkspaceAccess,
  member: { readonly userId: string; readonly user: { readonly email: string } },
): Promise<void> {
  await tx.invitation.updateMany({
    where: {
      workspaceId: workspace.id,
      acceptedAt: null,
      revokedAt: null,
      OR: [{ createdBy: member.userId }, { email: member.user.email }],
    },
    data: { revokedAt: new Date(services.now()) },
  });
}

const memberOf = (tx: Transaction, workspace: WorkspaceAccess, userId: string) =>
  tx.member.findUnique({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId } },
    include: { user: { select: { email: true } } },
  });

const noMember = (workspace: WorkspaceAccess) =>
  fail("not-found", `There is no such member in "${workspace.name}". Nothing was changed.`);
