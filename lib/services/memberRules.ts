/**
 * Who may do what to whom among the members of a workspace, in one place:
 * - Owners change roles, remove members, invite, and make password links. Nobody else does.
 * - Everybody may leave. The last owner neither leaves, nor is removed, nor becomes less.
 * - An owner makes a password link for a person only where they own every workspace that this person is in, archived ones
 *   too; the owner of the server (the first account) for anybody. Nobody makes one for the owner of the server, nor for
 *   themselves: who sets a password can act as that person everywhere.
 */
import type { Role } from "../contracts/common.ts";
import { publish } from "../events/publish.ts";
import type { Result } from "../shared/result.ts";
import type { Queries, Transaction } from "../store/database.ts";
import { lockWorkspace } from "../store/locks.ts";
import { workspaceFor, type WorkspaceAccess } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { serverOwner } from "./people.ts";

/** What an event of these says: the act, and on whom or what. */
export interface SettingsEvent {
  readonly type: "workspace" | "member" | "invitation" | "agent-token" | "password";
  readonly body: { readonly act: string } & Readonly<Record<string, unknown>>;
}

/**
 * Runs `work` on the locked workspace, where the principal has the role under the lock, and publishes its event last.
 * Null as the event: nothing was changed.
 */
export async function changeSettings<T>(
  services: Services,
  principal: Principal,
  slug: string,
  needed: Role,
  work: (
    tx: Transaction,
    workspace: WorkspaceAccess,
  ) => Promise<Result<{ readonly answer: T; readonly event: SettingsEvent | null }, Failure>>,
): Outcome<T> {
  return services.db.transaction(async (tx): Promise<Result<T, Failure>> => {
    const early = await workspaceFor(tx, principal, slug, needed);
    if (!early.ok) return early;
    await lockWorkspace(tx, early.value.id);
    const workspace = await workspaceFor(tx, principal, slug, needed);
    if (!workspace.ok) return workspace;
    const done = await work(tx, workspace.value);
    if (!done.ok) return done;
    const { answer, event } = done.value;
    if (event)
      await publish(
        tx,
        { workspaceId: workspace.value.id, ...event, actorId: principal.userId },
        new Date(services.now()),
      );
    return { ok: true, value: answer };
  });
}

/** Of a member who would not be an owner any more. The workspace must be locked. Null: there is another owner. */
export async function lastOwnerRefusal(
  tx: Transaction,
  workspace: WorkspaceAccess,
  member: { readonly userId: string; readonly role: Role },
): Promise<Result<never, Failure> | null> {
  if (member.role !== "owner") return null;
  const others = await tx.member.count({
    where: { workspaceId: workspace.id, role: "owner", userId: { not: member.userId } },
  });
  return others > 0
    ? null
    : fail(
        "conflict",
        `"${workspace.name}" has no other owner. Make somebody else an owner first, or archive it. Nothing was changed.`,
      );
}

/** Why `actor`, an owner here, cannot make a password link for each of these people; null: they can. */
export async function resetRefusals(
  db: Queries,
  actor: string,
  people: readonly string[],
): Promise<(person: string) => string | null> {
  const first = await serverOwner(db);
  const foreign =
    actor === first
      ? []
      : await db.member.findMany({
          where: {
            userId: { in: [...people] },
            workspace: { members: { none: { userId: actor, role: "owner" } } },
          },
          select: { userId: true },
        });
  const elsewhere = new Set(foreign.map(({ userId }) => userId));
  return (person) => {
    if (person === actor) return "Your own password is changed under Account.";
    if (person === first) return "The owner of this server is not reset by a link.";
    if (elsewhere.has(person)) return "They are also in a workspace that you do not own.";
    return null;
  };
}
