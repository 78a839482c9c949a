/** The workspace itself: its name, and its end. An archived workspace is there for nobody, and loses nothing. */
import type { ArchivedList, WorkspaceView } from "../contracts/workspaces.ts";
import { publish } from "../events/publish.ts";
import { ok, type Result } from "../shared/result.ts";
import { lockWorkspace } from "../store/locks.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { getWorkspace } from "./listWorkspaces.ts";
import { changeSettings } from "./memberRules.ts";

/** The address stays: links go on leading here. */
export async function renameWorkspace(
  services: Services,
  principal: Principal,
  slug: string,
  wanted: string,
): Outcome<WorkspaceView> {
  const name = wanted.trim();
  const renamed = await changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    if (workspace.name === name) return ok({ answer: undefined, event: null });
    await tx.workspace.update({ where: { id: workspace.id }, data: { name } });
    return ok({
      answer: undefined,
      event: { type: "workspace", body: { act: "renamed", name, was: workspace.name } },
    });
  });
  return renamed.ok ? getWorkspace(services, principal, slug) : renamed;
}

/** `typed` is the name, typed again. Tokens and open links of the workspace end with it. */
export async function archiveWorkspace(
  services: Services,
  principal: Principal,
  slug: string,
  typed: string,
): Outcome<{ done: true }> {
  return changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    if (typed.trim() !== workspace.name)
      return fail("conflict", `The name that was typed is not "${workspace.name}". Nothing was changed.`);
    await tx.workspace.update({ where: { id: workspace.id }, data: { archivedAt: new Date(services.now()) } });
    return ok({ answer: { done: true as const }, event: { type: "workspace", body: { act: "archived" } } });
  });
}

export async function listArchived(services: Services, principal: Principal): Outcome<ArchivedList> {
  const members = await services.db.member.findMany({
    where: { userId: principal.userId, role: "owner", workspace: { archivedAt: { not: null } } },
    select: { workspace: { select: { slug: true, name: true, archivedAt: true } } },
    orderBy: { workspace: { archivedAt: "desc" } },
    take: MOST_ARCHIVED,
  });
  const workspaces = members.flatMap(({ workspace: { slug, name, archivedAt } }) =>
    archivedAt === null ? [] : [{ slug, name, archivedAt: archivedAt.toISOString() }],
  );
  return ok({ workspaces });
}

const MOST_ARCHIVED = 500;

/** By an owner, who alone is told that there is an archived workspace. */
export async function restoreWorkspace(services: Services, principal: Principal, slug: string): Outcome<WorkspaceView> {
  const standing = await workspaceFor(services.db, principal, slug, "owner");
  if (standing.ok || standing.error.type !== "not-found")
    return standing.ok ? getWorkspace(services, principal, slug) : standing;
  const restored = await services.db.transaction(async (tx): Promise<Result<undefined, Failure>> => {
    const missing = () => fail("not-found", `There is no workspace "${slug}" here.`);
    const member = await tx.member.findFirst({
      where: { userId: principal.userId, role: "owner", workspace: { slug } },
      select: { workspaceId: true },
    });
    if (!member || principal.token) return missing();
    const workspace = await lockWorkspace(tx, member.workspaceId);
    if (!workspace) return missing();
    if (workspace.archivedAt === null) return ok(undefined);
    await tx.workspace.update({ where: { id: workspace.id }, data: { archivedAt: null } });
    const event = { workspaceId: workspace.id, type: "workspace", body: { act: "restored" } };
    await publish(tx, { ...event, actorId: principal.userId }, new Date(services.now()));
    return ok(undefined);
  });
  return restored.ok ? getWorkspace(services, principal, slug) : restored;
}
