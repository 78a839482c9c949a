/** Links that are used once: invitations and password links. Passwords are "hashed" by a prefix here. */
import { describe, expect, test } from "vitest";

import type { Instant } from "../core/journal/entry.ts";
import { changePassword } from "./account.ts";
import type { Principal, Services } from "./context.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";
import { acceptInvitation, joinByInvitation, lookAtInvitation } from "./invitationsAccept.ts";
import { listMembers } from "./members.ts";
import { createPasswordReset, lookAtReset, resetPassword } from "./passwordReset.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { createHarness, must } from "./testing/harness.ts";

const harness = await createHarness();
const { services } = harness;
const passwords = {
  hash: (password: string) => Promise.resolve(`hashed ${password}`),
  verify: (password: string, hash: string) => Promise.resolve(hash === `hashed ${password}`),
};
const secretOf = ({ path }: { path: string }): string => path.split("/").at(-1) ?? "";
const later = (days: number): Services => ({
  ...services,
  now: () => new Date(Date.now() + days * 86_400_000).toISOString() as Instant,
});
/** The first account owns the server. */
const first = await harness.person("First");

async function setting() {
  const owner = await harness.person("Owner");
  const slug = await harness.workspace(owner, { "a.txt": "a\n" });
  return { owner, slug };
}

const invite = async (owner: Principal, slug: string, email?: string) =>
  must(
    await createInvitation(services, owner, slug, {
      role: "reviewer",
      days: 7,
      ...(email === undefined ? {} : { email }),
    }),
  );

describe("an invitation", () => {
  test("makes a signed-in person a member, once; only a hash is kept", async () => {
    const { owner, slug } = await setting();
    const link = await invite(owner, slug);
    const secret = secretOf(link);
    const row = await services.db.invitation.findUniqueOrThrow({ where: { id: link.id } });
    expect(JSON.stringify(row)).not.toContain(secret);
    const [ana, bob] = [await harness.person("Ana"), await harness.person("Bob")];
    expect(must(await lookAtInvitation(services, ana, secret))).toMatchObject({
      state: "open",
      role: "reviewer",
      by: "Owner",
    });
    expect(must(await acceptInvitation(services, ana, secret))).toEqual({ workspace: slug });
    expect(must(await lookAtInvitation(services, ana, secret)).state).toBe("member");
    const told = must(await lookAtInvitation(services, bob, secret));
    expect(told).toMatchObject({ state: "used", workspace: null, role: null, by: null, email: null });
    expect(await acceptInvitation(services, bob, secret)).toMatchObject({ error: { type: "conflict" } });
    const { invitations } = must(await listInvitations(services, owner, slug, { limit: 10 }));
    expect(invitations).toMatchObject([{ state: "used", usedBy: { name: "Ana" } }]);
    expect(JSON.stringify(invitations)).not.toContain(row.tokenHash);
  });

  test("of ten who open it together, one becomes a member", async () => {
    const { owner, slug } = await setting();
    const secret = secretOf(await invite(owner, slug));
    const people = await Promise.all(Array.from({ length: 10 }, (_, index) => harness.person(`P${index}`)));
    const done = await Promise.all(people.map((who) => acceptInvitation(services, who, secret)));
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(must(await listMembers(services, owner, slug)).members).toHaveLength(2);
  });

  test("is not spent by a member who opens it", async () => {
    const { owner, slug } = await setting();
    const secret = secretOf(await invite(owner, slug));
    expect(await acceptInvitation(services, owner, secret)).toMatchObject({ error: { type: "conflict" } });
    must(await acceptInvitation(services, await harness.person("Ana"), secret));
  });

  test("expires, is revoked, is for one address, is unknown: each says so and changes nothing", async () => {
    const { owner, slug } = await setting();
    const [expired, revoked, addressed] = [
      await invite(owner, slug),
      await invite(owner, slug),
      await invite(owner, slug, "ana@example.test"),
    ];
    must(await revokeInvitation(services, owner, slug, revoked.id));
    const ana = await harness.person("Ana");
    const before = await fingerprint(services.db);
    expect(must(await lookAtInvitation(later(8), ana, secretOf(expired))).state).toBe("expired");
    expect(await acceptInvitation(later(8), ana, secretOf(expired))).toMatchObject({ error: { type: "conflict" } });
    expect(must(await lookAtInvitation(services, null, secretOf(revoked))).state).toBe("revoked");
    expect(await acceptInvitation(services, ana, secretOf(revoked))).toMatchObject({ error: { type: "conflict" } });
    expect(await acceptInvitation(services, ana, secretOf(addressed))).toMatchObject({
      error: { type: "not-permitted" },
    });
    for (const secret of ["", "x", "x".repeat(43)])
      expect(await lookAtInvitation(services, ana, secret)).toMatchObject({ error: { type: "not-found" } });
    expect(await fingerprint(services.db)).toEqual(before);
  });

  test("makes an account for somebody new, together with the membership or not at all", async () => {
    const { owner, slug } = await setting();
    const secret = secretOf(await invite(owner, slug));
    const before = await fingerprint(services.db);
    const taken = { token: secret, name: "Ana", email: ` ${owner.email.toUpperCase()}`, password: "0123456789" };
    expect(await joinByInvitation(services, passwords, taken)).toMatchObject({ error: { type: "name-taken" } });
    expect(await fingerprint(services.db), "neither spent nor half an account").toEqual(before);
    must(await joinByInvitation(services, passwords, { ...taken, email: "New@example.test" }));
    const user = await services.db.user.findUniqueOrThrow({
      where: { email: "new@example.test" },
      include: { accounts: true, memberships: true },
    });
    expect(user.accounts).toMatchObject([
      { accountId: user.id, providerId: "credential", password: "hashed 0123456789" },
    ]);
    expect(user.memberships).toMatchObject([{ role: "reviewer" }]);
    expect(await joinByInvitation(services, passwords, { ...taken, email: "b@example.test" })).toMatchObject({
      error: { type: "conflict" },
    });
  });
});

describe("a password link", () => {
  const sessionOf = (who: Principal) =>
    services.db.session.create({
      data: {
        id: services.newId(),
        token: services.newId(),
        userId: who.userId,
        expiresAt: new Date(Date.now() + 1e6),
      },
    });
  const sessions = (who: Principal) => services.db.session.count({ where: { userId: who.userId } });

  test("sets the password once, within a day, and ends all sessions", async () => {
    const { owner, slug } = await setting();
    const ana = await harness.person("Ana");
    await harness.member(slug, ana, "reviewer");
    await sessionOf(ana);
    const first = must(await createPasswordReset(services, owner, slug, ana.userId));
    const link = must(await createPasswordReset(services, owner, slug, ana.userId));
    expect(must(await lookAtReset(services, secretOf(first))).state, "there is one at a time").toBe("revoked");
    expect(must(await lookAtReset(services, secretOf(link)))).toMatchObject({ state: "open", email: ana.email });
    const before = await fingerprint(services.db);
    expect(must(await lookAtReset(later(2), secretOf(link)))).toEqual({ state: "expired", name: null, email: null });
    expect(await resetPassword(later(2), passwords, { token: secretOf(link), password: "0123456789" })).toMatchObject({
      error: { type: "conflict" },
    });
    expect(await fingerprint(services.db)).toEqual(before);
    const use = () => resetPassword(services, passwords, { token: secretOf(link), password: "0123456789" });
    const done = await Promise.all([use(), use(), use()]);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await sessions(ana)).toBe(0);
    const account = await services.db.account.findFirstOrThrow({ where: { userId: ana.userId } });
    expect(account.password).toBe("hashed 0123456789");
  });

  test("is for people of whose every workspace one is an owner; never for oneself or the server's owner", async () => {
    const { owner, slug } = await setting();
    const other = await setting();
    const ana = await harness.person("Ana");
    for (const place of [slug, other.slug]) await harness.member(place, ana, "reviewer");
    await harness.member(slug, first, "viewer");
    for (const who of [ana, first, owner])
      expect(await createPasswordReset(services, owner, slug, who.userId)).toMatchObject({
        error: { type: "not-permitted" },
      });
    const { members } = must(await listMembers(services, owner, slug));
    expect(members.every(({ resetRefused }) => resetRefused !== null)).toBe(true);
    expect(JSON.stringify(members), "another's workspace is not named").not.toContain(other.slug);
    // Archived ones count: an account that was taken over would have them when they are restored.
    await services.db.workspace.update({ where: { slug: other.slug }, data: { archivedAt: new Date() } });
    expect(await createPasswordReset(services, owner, slug, ana.userId)).toMatchObject({ ok: false });
    await harness.member(other.slug, owner, "owner");
    must(await createPasswordReset(services, owner, slug, ana.userId));
    await services.db.member.updateMany({
      where: { userId: first.userId, workspace: { slug } },
      data: { role: "owner" },
    });
    must(await createPasswordReset(services, first, slug, owner.userId));
  });

  test("that its maker could not make any more opens nothing", async () => {
    const { owner, slug } = await setting();
    const ana = await harness.person("Ana");
    await harness.member(slug, ana, "reviewer");
    const link = must(await createPasswordReset(services, owner, slug, ana.userId));
    await harness.workspace(ana, { "private.txt": "p\n" });
    expect(must(await lookAtReset(services, secretOf(link))).state).toBe("revoked");
    expect(await resetPassword(services, passwords, { token: secretOf(link), password: "0123456789" })).toMatchObject({
      error: { type: "conflict" },
    });
  });

  test("the own password needs the current one, tries are limited, other sessions end", async () => {
    const ana = await harness.person("Ana");
    await services.db.account.create({
      data: { id: "a", userId: ana.userId, accountId: ana.userId, providerId: "credential", password: "hashed old" },
    });
    const { id } = await sessionOf(ana);
    await sessionOf(ana);
    const change = (current: string) =>
      changePassword(services, passwords, ana, { current, next: "0123456789" }, () => Promise.resolve(id));
    expect(await change("wrong")).toMatchObject({ error: { type: "not-permitted" } });
    expect(await sessions(ana)).toBe(2);
    must(await change("old"));
    expect(await services.db.session.findMany({ where: { userId: ana.userId } })).toMatchObject([{ id }]);
    for (let tries = 0; tries < 9; tries += 1) await change("wrong");
    expect(await change("0123456789")).toMatchObject({ error: { type: "rate-limited" } });
  });
});
