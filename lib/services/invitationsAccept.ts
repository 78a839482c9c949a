/**
 * The bearer's side of an invitation: what it offers, accepting it as a signed-in person, and joining with a new account,
 * which is made in the same transaction. It works once: of two who use it together, one is told that it was used.
 */
import type { InvitationOffer } from "../contracts/settings.ts";
import type { Passwords } from "../auth/auth.ts";
import { hashOfSecret } from "../auth/secret.ts";
import { publish } from "../events/publish.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { isUniqueViolation, type Queries, type Transaction } from "../store/database.ts";
import { lockWorkspace } from "../store/locks.ts";
import { insertPerson } from "./account.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { invitationState } from "./invitations.ts";

/** `principal` null: nobody is signed in. */
export async function lookAtInvitation(
  services: Services,
  principal: Principal | null,
  secret: string,
): Outcome<InvitationOffer> {
  const found = await find(services, services.db, secret);
  if (!found) return unknownLink();
  const { row, state, by } = found;
  const member = principal !== null && (await isMember(services.db, row.workspaceId, principal.userId));
  const you = principal === null ? null : { name: principal.name, email: principal.email };
  const told = (state === "open" || member) && row.workspace.archivedAt === null;
  return ok({
    state: member && row.workspace.archivedAt === null ? "member" : state,
    workspace: told ? { slug: row.workspace.slug, name: row.workspace.name } : null,
    role: state === "open" ? row.role : null,
    by: state === "open" ? by : null,
    email: state === "open" ? row.email : null,
    you,
  });
}

export async function acceptInvitation(
  services: Services,
  principal: Principal,
  secret: string,
): Outcome<{ workspace: string }> {
  return services.db.transaction((tx) =>
    spend(services, tx, secret, principal.email, () => Promise.resolve(principal.userId)),
  );
}

export interface Join {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export async function joinByInvitation(
  services: Services,
  passwords: Passwords,
  request: Join,
): Outcome<{ workspace: string }> {
  const email = request.email.trim().toLowerCase();
  const offered = await find(services, services.db, request.token);
  const refused = refusalOf(offered, email);
  if (refused) return err(refused);
  // Slow on purpose, so before the transaction, and only for who holds a link that works.
  const password = await passwords.hash(request.password);
  try {
    return await services.db.transaction((tx) =>
      spend(services, tx, request.token, email, () =>
        insertPerson(services, tx, { name: request.name.trim(), email, password }),
      ),
    );
  } catch (thrown) {
    if (isUniqueViolation(thrown))
      return fail(
        "name-taken",
        `There is an account with the address ${email} already. Sign in with it, then open the link again. Nothing was changed.`,
      );
    throw thrown;
  }
}

/** Under the workspace's lock: the state that counts is the one after everybody who was before us. */
async function spend(
  services: Services,
  tx: Transaction,
  secret: string,
  email: string,
  personOf: () => Promise<string>,
): Promise<Result<{ workspace: string }, Failure>> {
  const early = await find(services, tx, secret);
  if (early) await lockWorkspace(tx, early.row.workspaceId);
  const found = await find(services, tx, secret);
  const refused = refusalOf(found, email);
  if (refused || !found) return refused ? err(refused) : unknownLink();
  const { id, workspaceId, workspace, role } = found.row;
  const userId = await personOf();
  if (await isMember(tx, workspaceId, userId))
    return fail("conflict", `You are a member of "${workspace.name}" already. The link was not used.`);
  const at = new Date(services.now());
  await tx.invitation.update({ where: { id }, data: { acceptedAt: at, acceptedBy: userId } });
  await tx.member.create({ data: { workspaceId, userId, role, createdAt: at } });
  const body = { act: "joined", person: userId, role, invitation: id };
  await publish(tx, { workspaceId, type: "member", body, actorId: userId }, at);
  return ok({ workspace: workspace.slug });
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** A link whose maker is no owner any more works no more than a revoked one; nor does one of an archived workspace. */
async function find(services: Services, db: Queries, secret: string) {
  const row = await db.invitation.findUnique({
    where: { tokenHash: hashOfSecret(secret) },
    include: { workspace: true },
  });
  if (!row) return null;
  const maker = await db.member.findFirst({
    where: { workspaceId: row.workspaceId, userId: row.createdBy, role: "owner" },
    include: { user: { select: { name: true } } },
  });
  const state = invitationState(row, Date.parse(services.now()));
  const stands = maker !== null && row.workspace.archivedAt === null;
  return { row, state: state === "open" && !stands ? ("revoked" as const) : state, by: maker?.user.name ?? null };
}

const ENDED: Readonly<Record<Exclude<Found["state"], "open">, string>> = {
  used: "This invitation was used already: it works once.",
  expired: "This invitation has expired.",
  revoked: "This invitation was revoked.",
};

function refusalOf(found: Found | null, email: string): Failure | null {
  if (!found) return unknownLink().error;
  if (found.state !== "open") return { type: "conflict", detail: `${ENDED[found.state]} Ask for a new one.` };
  if (found.row.email !== null && found.row.email !== email)
    return {
      type: "not-permitted",
      detail: `This invitation is for ${found.row.email}, not for ${email}. Nothing was changed.`,
    };
  return null;
}

const unknownLink = () =>
  ({
    ok: false,
    error: { type: "not-found", detail: "There is no such invitation. Check that the whole link was opened." },
  }) as const satisfies Result<never, Failure>;

const isMember = async (db: Queries, workspaceId: string, userId: string): Promise<boolean> =>
  (await db.member.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } })) !== null;
