/** Members: who may change what, the last owner, and what ends with a membership. */
import { describe, expect, test } from "vitest";

import { newAgentToken } from "../auth/secret.ts";
import { verifyChain } from "../events/publish.ts";
import { readEvents } from "../events/event.ts";
import { createAgentToken } from "./agentTokens.ts";
import type { Principal } from "./context.ts";
import { createInvitation } from "./invitations.ts";
import { acceptInvitation } from "./invitationsAccept.ts";
import { changeRole, leaveWorkspace, listMembers, removeMember } from "./members.ts";
import { archiveWorkspace, listArchived, renameWorkspace, restoreWorkspace } from "./workspaceSettings.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { createHarness, must } from "./testing/harness.ts";
import { workspaceFor } from "./access.ts";

const harness = await createHarness();
const { services } = harness;
const secretOf = (path: string): string => path.split("/").at(-1) ?? "";

async function team() {
  const [ada, ben, cyd] = [await harness.person("Ada"), await harness.person("Ben"), await harness.person("Cyd")];
  const slug = await harness.workspace(ada, { "a.txt": "a\n" });
  await harness.member(slug, ben, "maintainer");
  await harness.member(slug, cyd, "viewer");
  return { ada, ben, cyd, slug };
}

const rolesOf = async (who: Principal, slug: string) =>
  must(await listMembers(services, who, slug)).members.map(({ person, role }) => `${person.name} ${role}`);

describe("roles", () => {
  test("an owner changes them, and the log says what was", async () => {
    const { ada, ben, cyd, slug } = await team();
    must(await changeRole(services, ada, slug, cyd.userId, "reviewer"));
    expect(await rolesOf(cyd, slug)).toEqual(["Ada owner", "Ben maintainer", "Cyd reviewer"]);
    const { id } = must(await workspaceFor(services.db, ada, slug, "owner"));
    const events = await readEvents(services.db, id, 0n);
    expect(events.at(-1)).toMatchObject({
      type: "member",
      actorId: ada.userId,
      body: { act: "role", person: cyd.userId, role: "reviewer", was: "viewer" },
    });
    expect(verifyChain(events)).toBeNull();
    const before = await fingerprint(services.db);
    expect(await changeRole(services, ben, slug, cyd.userId, "viewer")).toMatchObject({
      error: { type: "not-permitted" },
    });
    expect(await changeRole(services, ada, slug, "nobody", "viewer")).toMatchObject({ error: { type: "not-found" } });
    must(await changeRole(services, ada, slug, cyd.userId, "reviewer"));
    expect(await fingerprint(services.db), "the same role again is no event").toEqual(before);
  });

  test("the last owner neither leaves, nor is removed, nor becomes less", async () => {
    const { ada, ben, slug } = await team();
    const before = await fingerprint(services.db);
    const refused = { ok: false, error: { type: "conflict" } };
    expect(await changeRole(services, ada, slug, ada.userId, "maintainer")).toMatchObject(refused);
    expect(await leaveWorkspace(services, ada, slug)).toMatchObject(refused);
    expect(await removeMember(services, ada, slug, ada.userId)).toMatchObject(refused);
    expect(await fingerprint(services.db)).toEqual(before);
    must(await changeRole(services, ada, slug, ben.userId, "owner"));
    must(await leaveWorkspace(services, ada, slug));
    expect(await rolesOf(ben, slug)).toEqual(["Ben owner", "Cyd viewer"]);
  });

  test("of two owners who leave, demote or remove each other at once, one stays", async () => {
    for (const act of ["leave", "demote", "remove"] as const) {
      const { ada, ben, slug } = await team();
      must(await changeRole(services, ada, slug, ben.userId, "owner"));
      const run = (who: Principal, other: Principal) =>
        act === "leave"
          ? leaveWorkspace(services, who, slug)
          : act === "demote"
            ? changeRole(services, who, slug, other.userId, "viewer")
            : removeMember(services, who, slug, other.userId);
      const done = await Promise.all([run(ada, ben), run(ben, ada)]);
      expect(
        done.filter(({ ok }) => ok),
        act,
      ).toHaveLength(1);
      const owners = await services.db.member.count({ where: { workspace: { slug }, role: "owner" } });
      expect(owners, act).toBe(1);
    }
  });
});

describe("the end of a membership", () => {
  test("takes tokens and open links along, so that no later invitation brings them back", async () => {
    const { ada, ben, slug } = await team();
    must(await changeRole(services, ada, slug, ben.userId, "owner"));
    const dan = await harness.person("Dan");
    const token = must(await createAgentToken(services, ben, slug, { name: "t", scope: "read", days: null })).token;
    const byBen = must(await createInvitation(services, ben, slug, { role: "owner", days: 7 }));
    const forBen = must(await createInvitation(services, ada, slug, { role: "viewer", days: 7 }));
    must(await removeMember(services, ada, slug, ben.userId));
    expect(await acceptInvitation(services, dan, secretOf(byBen.path))).toMatchObject({ error: { type: "conflict" } });
    must(await acceptInvitation(services, ben, secretOf(forBen.path)));
    const row = await services.db.agentToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(row.revokedAt).not.toBeNull();
    const claim = { ...token, workspaceId: row.workspaceId };
    expect(await workspaceFor(services.db, { ...ben, token: claim }, slug, "viewer")).toMatchObject({
      error: { type: "not-found" },
    });
  });

  test("a link for the address of a removed member ends; one that a former owner made ends with the role", async () => {
    const { ada, ben, slug } = await team();
    const dan = await harness.person("Dan");
    await harness.member(slug, dan, "owner");
    const link = must(await createInvitation(services, dan, slug, { role: "viewer", days: 7 }));
    must(await changeRole(services, ada, slug, dan.userId, "maintainer"));
    expect(await acceptInvitation(services, await harness.person("Eve"), secretOf(link.path))).toMatchObject({
      error: { type: "conflict" },
    });
    must(await removeMember(services, ada, slug, ben.userId));
    const again = must(await createInvitation(services, ada, slug, { role: "viewer", email: ben.email, days: 7 }));
    must(await acceptInvitation(services, ben, secretOf(again.path)));
  });
});

describe("the workspace itself", () => {
  test("is renamed by an owner; the address stays", async () => {
    const { ada, ben, slug } = await team();
    expect(must(await renameWorkspace(services, ada, slug, " Q4 ")).name).toBe("Q4");
    expect(must(await workspaceFor(services.db, ben, slug, "viewer"))).toMatchObject({ slug, name: "Q4" });
    expect(await renameWorkspace(services, ben, slug, "Q5")).toMatchObject({ error: { type: "not-permitted" } });
  });

  test("is archived only where its name is typed, is then there for nobody, and comes back whole", async () => {
    const { ada, ben, slug } = await team();
    const { hash, prefix } = newAgentToken();
    const { id: workspaceId } = must(await workspaceFor(services.db, ada, slug, "owner"));
    const token = { id: services.newId(), name: "t", workspaceId, scope: "read" as const };
    await services.db.agentToken.create({ data: { ...token, userId: ada.userId, prefix, tokenHash: hash } });
    expect(await archiveWorkspace(services, ada, slug, "Tes")).toMatchObject({ error: { type: "conflict" } });
    expect(await archiveWorkspace(services, ben, slug, "Test")).toMatchObject({ error: { type: "not-permitted" } });
    must(await archiveWorkspace(services, ada, slug, "Test"));
    for (const who of [ada, ben, { ...ada, token }])
      expect(await workspaceFor(services.db, who, slug, "viewer")).toMatchObject({ error: { type: "not-found" } });
    const archivedOf = async (who: Principal) =>
      must(await listArchived(services, who)).workspaces.filter((one) => one.slug === slug).length;
    expect([await archivedOf(ada), await archivedOf(ben)]).toEqual([1, 0]);
    expect(await restoreWorkspace(services, ben, slug)).toMatchObject({ error: { type: "not-found" } });
    expect(await restoreWorkspace(services, { ...ada, token }, slug)).toMatchObject({ error: { type: "not-found" } });
    expect(must(await restoreWorkspace(services, ada, slug)).files).toBe(1);
    expect(await archivedOf(ada)).toBe(0);
    expect(await rolesOf(ben, slug)).toEqual(["Ada owner", "Ben maintainer", "Cyd viewer"]);
  });
});
