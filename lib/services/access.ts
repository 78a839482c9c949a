/**
 * Roles, in one place. A workspace that a person is not a member of does not exist for them (404, never 403).
 * Membership is read at every call, so that a removed member loses access at once; so is an agent's token, which reaches
 * its one workspace, reads or stages there, and writes on no branch but its person's own chat branches (B3, M7).
 */
import { mayActAs, mayRunTurns, type Role } from "../contracts/common.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import type { AgentTokenClaim, Principal } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";

/** The most that a token can be, whatever its person is. */
const CEILING = { read: "viewer", stage: "reviewer" } as const satisfies Record<AgentTokenClaim["scope"], Role>;

export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly acceptedTree: Hash;
  readonly head: number;
  readonly createdAt: Date;
  readonly role: Role;
}

/** The workspace by its slug, where the principal has at least the needed role in it. */
export async function workspaceFor(
  db: Queries,
  principal: Principal,
  slug: string,
  needed: Role,
): Outcome<WorkspaceAccess> {
  const member = await db.member.findFirst({
    where: { userId: principal.userId, workspace: { slug, archivedAt: null } },
    include: { workspace: true },
  });
  if (!member || !(await tokenHolds(db, principal, member.workspaceId)))
    return fail("not-found", `There is no workspace "${slug}" here.`);
  if (principal.token && !mayActAs(CEILING[principal.token.scope], needed))
    return fail(
      "not-permitted",
      `This needs the role ${needed}; a token of scope "${principal.token.scope}" acts as ${CEILING[principal.token.scope]}. Nothing was changed.`,
    );
  if (!mayActAs(member.role, needed)) {
    return fail(
      "not-permitted",
      `This needs the role ${needed} in "${member.workspace.name}"; yours is ${member.role}. Nothing was changed.`,
    );
  }
  const { id, name, acceptedTree, head, createdAt } = member.workspace;
  return ok({ id, slug, name, acceptedTree: acceptedTree as Hash, head, createdAt, role: member.role });
}

/** Whether the token is still valid, and for this workspace. Nothing to ask where a person is signed in. */
async function tokenHolds(db: Queries, { token, userId }: Principal, workspaceId: string): Promise<boolean> {
  if (!token) return true;
  if (token.workspaceId !== workspaceId) return false;
  const row = await db.agentToken.findFirst({
    where: { id: token.id, userId, workspaceId, revokedAt: null },
    select: { expiresAt: true },
  });
  return row !== null && (row.expiresAt === null || row.expiresAt.getTime() > Date.now());
}

/** A role, or to run the branch's turns: `mayRunTurns`. What is said and called in them and the sandbox go with them. */
export type BranchNeed = Role | "turns";

export interface BranchAccess {
  readonly workspace: WorkspaceAccess;
  readonly id: string;
  readonly name: string;
  readonly kind: "chat" | "review" | "evaluation";
  readonly userId: string;
  readonly seq: number;
  /** The accepted tree that it was created on. */
  readonly baseTree: Hash;
  /** The server folder that is its sandbox; null: a managed one. */
  readonly folder: string | null;
}

export async function branchFor(
  db: Queries,
  principal: Principal,
  slug: string,
  branchId: string,
  needed: BranchNeed,
): Outcome<BranchAccess> {
  const workspace = await workspaceFor(db, principal, slug, needed === "turns" ? "reviewer" : needed);
  if (!workspace.ok) return workspace;
  const branch = await db.branch.findFirst({ where: { id: branchId, workspaceId: workspace.value.id } });
  if (!branch) return fail("not-found", `There is no branch "${branchId}" in "${workspace.value.name}".`);
  const { id, name, kind, userId, seq, folder, baseTree } = branch;
  if (principal.token && needed !== "viewer" && (kind !== "chat" || userId !== principal.userId))
    return fail(
      "not-permitted",
      `A token stages on the chat branches of its own person; "${name}" is none of them. Nothing was changed.`,
    );
  if (needed === "turns" && !mayRunTurns(workspace.value.role, userId === principal.userId))
    return fail(
      "not-permitted",
      `The turns of "${name}" are run by whose branch it is, or by a maintainer; you are a ${workspace.value.role}. Nothing was changed.`,
    );
  return ok({ workspace: workspace.value, id, name, kind, userId, seq, folder, baseTree: baseTree as Hash });
}
