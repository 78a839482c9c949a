/**
 * A new password by an owner's link: single use, 24 hours, only the hash kept. Who may make one for whom is in
 * memberRules.ts, and is asked again when the link is used. Using it ends all sessions of the person.
 */
import type { ResetOffer, SecretLink } from "../contracts/settings.ts";
import type { Passwords } from "../auth/auth.ts";
import { hashOfSecret, newLinkSecret } from "../auth/secret.ts";
import { publish } from "../events/publish.ts";
import { ok, type Result } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import { setPassword } from "./account.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { DAY_MS } from "./invitations.ts";
import { changeSettings, resetRefusals } from "./memberRules.ts";

/** An earlier link for the same person ends: there is one at a time. */
export async function createPasswordReset(
  services: Services,
  principal: Principal,
  slug: string,
  userId: string,
): Outcome<SecretLink> {
  return changeSettings(services, principal, slug, "owner", async (tx, workspace) => {
    const member = await tx.member.findUnique({
      where: { workspaceId_userId: { workspaceId: workspace.id, userId } },
      select: { userId: true },
    });
    if (!member) return fail("not-found", `There is no such member in "${workspace.name}". No link was made.`);
    const refused = (await resetRefusals(tx, principal.userId, [userId]))(userId);
    if (refused !== null) return fail("not-permitted", `${refused} No link was made.`);
    const { secret, hash } = newLinkSecret();
    const now = new Date(services.now());
    const expiresAt = new Date(now.getTime() + DAY_MS);
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null, revokedAt: null }, data: { revokedAt: now } });
    const id = services.newId();
    await tx.passwordReset.create({
      data: { id, userId, tokenHash: hash, createdBy: principal.userId, createdAt: now, expiresAt },
    });
    return ok({
      answer: { id, path: `/reset/${secret}`, expiresAt: expiresAt.toISOString() },
      event: { type: "password", body: { act: "link-made", person: userId } },
    });
  });
}

/** Whose password the link sets, while it can. */
export async function lookAtReset(services: Services, secret: string): Outcome<ResetOffer> {
  const found = await find(services, services.db, secret);
  if (!found) return unknownLink();
  const { state, row } = found;
  return ok({
    state,
    name: state === "open" ? row.user.name : null,
    email: state === "open" ? row.user.email : null,
  });
}

export async function resetPassword(
  services: Services,
  passwords: Passwords,
  request: { readonly token: string; readonly password: string },
): Outcome<{ done: true }> {
  const early = await find(services, services.db, request.token);
  if (!early) return unknownLink();
  if (early.state !== "open") return ended(early.state);
  const password = await passwords.hash(request.password);
  return services.db.transaction(async (tx): Promise<Result<{ done: true }, Failure>> => {
    const found = await find(services, tx, request.token);
    if (!found) return unknownLink();
    if (found.state !== "open") return ended(found.state);
    const { id, userId } = found.row;
    const at = new Date(services.now());
    const spent = await tx.passwordReset.updateMany({
      where: { id, usedAt: null, revokedAt: null },
      data: { usedAt: at },
    });
    if (spent.count === 0) return ended("used");
    await setPassword(services, tx, userId, password, null);
    const workspaces = await tx.member.findMany({
      where: { userId },
      select: { workspaceId: true },
      orderBy: { workspaceId: "asc" },
    });
    for (const { workspaceId } of workspaces) {
      const body = { act: "link-used", person: userId };
      await publish(tx, { workspaceId, type: "password", body, actorId: userId }, at);
    }
    return ok({ done: true });
  });
}

/** A link whose maker could not make it any more counts as revoked. */
async function find(services: Services, db: Queries, secret: string) {
  const row = await db.passwordReset.findUnique({
    where: { tokenHash: hashOfSecret(secret) },
    include: { user: { select: { name: true, email: true } } },
  });
  if (!row) return null;
  return { row, state: await stateOf(services, db, row) };
}

async function stateOf(
  services: Services,
  db: Queries,
  row: { userId: string; createdBy: string; usedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
): Promise<ResetOffer["state"]> {
  if (row.usedAt !== null) return "used";
  if (row.revokedAt !== null) return "revoked";
  if (row.expiresAt.getTime() <= Date.parse(services.now())) return "expired";
  const shared = await db.member.count({
    where: { userId: row.userId, workspace: { members: { some: { userId: row.createdBy, role: "owner" } } } },
  });
  const refused = (await resetRefusals(db, row.createdBy, [row.userId]))(row.userId);
  return shared === 0 || refused !== null ? "revoked" : "open";
}

const ended = (state: Exclude<ResetOffer["state"], "open">) =>
  fail(
    "conflict",
    `This link ${state === "used" ? "was used already" : state === "expired" ? "has expired" : "was revoked"}. Ask an owner for a new one. Nothing was changed.`,
  );

const unknownLink = () => fail("not-found", "There is no such link. Check that the whole link was opened.");
