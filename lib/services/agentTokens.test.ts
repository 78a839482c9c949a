/** Agent tokens: whose they are, what they may, and that what they did is told apart from their person (M7). */
import { describe, expect, test } from "vitest";

import { createTokenReader } from "../auth/token-principal.ts";
import { sha256 } from "../shared/sha256.ts";
import { createAgentToken, listAgentTokens, revokeAgentToken } from "./agentTokens.ts";
import { createBranch } from "./branches.ts";
import type { Principal } from "./context.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { listWorkspaces } from "./listWorkspaces.ts";
import { changeRole } from "./members.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { sandboxOf } from "./sandboxes.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { closeTurn, openTurn } from "./turns.ts";
import { writeFile } from "./writeFile.ts";

const harness = await createHarness();
const { services } = harness;

async function setting() {
  const owner = await harness.person("Owner");
  const slug = await harness.workspace(owner, { "a.txt": "one\n" });
  return { owner, slug };
}

async function agentOf(who: Principal, slug: string, scope: "read" | "stage"): Promise<Principal> {
  const { secret } = must(await createAgentToken(services, who, slug, { name: `Agent ${scope}`, scope, days: 7 }));
  const found = await createTokenReader(services.db).principalOf(secret);
  if (!found.ok) throw new Error(found.error.reason);
  return found.value;
}

describe("a token", () => {
  test("is kept as a hash, shown as a prefix, listed to its person and to owners, revoked by both", async () => {
    const { owner, slug } = await setting();
    const ana = await harness.person("Ana");
    await harness.member(slug, ana, "reviewer");
    const { token, secret } = must(
      await createAgentToken(services, ana, slug, { name: " Writer ", scope: "stage", days: 7 }),
    );
    const row = await services.db.agentToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(row.tokenHash).toBe(sha256(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(token).toMatchObject({ name: "Writer", prefix: secret.slice(0, 12), state: "active", lastUsedAt: null });
    must(await createAgentToken(services, owner, slug, { name: "Own", scope: "read", days: null }));
    expect(must(await listAgentTokens(services, ana, slug)).tokens.map(({ name }) => name)).toEqual(["Writer"]);
    const all = must(await listAgentTokens(services, owner, slug)).tokens;
    expect(all.map(({ name }) => name).sort()).toEqual(["Own", "Writer"]);
    const others = all.find(({ name }) => name === "Own")?.id ?? "";
    expect(await revokeAgentToken(services, ana, slug, others)).toMatchObject({ error: { type: "not-found" } });
    must(await revokeAgentToken(services, owner, slug, token.id));
    expect(await createTokenReader(services.db).principalOf(secret)).toEqual({
      ok: false,
      error: { reason: "revoked" },
    });
  });

  test("of a viewer reads; a member who becomes a viewer stages no more", async () => {
    const { owner, slug } = await setting();
    const ana = await harness.person("Ana");
    await harness.member(slug, ana, "reviewer");
    const agent = await agentOf(ana, slug, "stage");
    must(await createBranch(services, agent, slug, { kind: "chat", name: "one" }));
    must(await changeRole(services, owner, slug, ana.userId, "viewer"));
    expect(await createBranch(services, agent, slug, { kind: "chat", name: "two" })).toMatchObject({
      error: { type: "not-permitted" },
    });
    expect(await createAgentToken(services, ana, slug, { name: "x", scope: "stage", days: 7 })).toMatchObject({
      error: { type: "not-permitted" },
    });
  });

  test("last used is written at most once a minute; past the failures only known tokens are heard", async () => {
    const { owner, slug } = await setting();
    const { token, secret } = must(
      await createAgentToken(services, owner, slug, { name: "x", scope: "read", days: 7 }),
    );
    const other = must(await createAgentToken(services, owner, slug, { name: "y", scope: "read", days: 7 }));
    let now = Date.now();
    const reader = createTokenReader(services.db, () => now);
    const lastUsed = async () =>
      (await services.db.agentToken.findUniqueOrThrow({ where: { id: token.id } })).lastUsedAt?.getTime();
    await reader.principalOf(secret);
    expect(await lastUsed()).toBe(now);
    const start = now;
    now += 30_000;
    await reader.principalOf(secret);
    expect(await lastUsed()).toBe(start);
    now += 31_000;
    await reader.principalOf(secret);
    expect(await lastUsed()).toBe(now);
    for (let tries = 0; tries < 60; tries += 1) await reader.principalOf(`nonsense ${tries}`);
    expect(await reader.principalOf("more nonsense")).toMatchObject({ error: { reason: "too-many" } });
    expect(await reader.principalOf(other.secret), "one that never worked here").toMatchObject({ ok: false });
    expect(await reader.principalOf(secret)).toMatchObject({ ok: true });
    now += 61_000;
    expect(await reader.principalOf(other.secret)).toMatchObject({ ok: true });
  });
});

describe("what an agent does with a token", () => {
  test("[M7] it stages in its workspace on its person's chat branches, and neither promotes nor sees others", async () => {
    const { owner, slug } = await setting();
    const elsewhere = await harness.workspace(owner, { "b.txt": "b\n" });
    const [agent, reader] = [await agentOf(owner, slug, "stage"), await agentOf(owner, slug, "read")];
    expect(must(await listWorkspaces(services, agent, { limit: 10 })).workspaces.map((one) => one.slug)).toEqual([
      slug,
    ]);
    expect(await createBranch(services, agent, elsewhere, { kind: "chat", name: "x" })).toMatchObject({
      error: { type: "not-found" },
    });
    expect(await createBranch(services, reader, slug, { kind: "chat", name: "x" })).toMatchObject({
      error: { type: "not-permitted" },
    });
    expect(await createBranch(services, agent, slug, { kind: "review", name: "x" })).toMatchObject({
      error: { type: "not-permitted" },
    });
    const review = await harness.branch(owner, slug, "review");
    expect(await openTurn(services, agent, slug, review.id, { title: "T" })).toMatchObject({
      error: { type: "not-permitted" },
    });
    const chat = await harness.branch(owner, slug, "chat");
    must(await openTurn(services, agent, slug, chat.id, { title: "T" }));
    await putFiles(sandboxOf(services, { id: chat.id, folder: null }), { "a.txt": "two\n" });
    must(await closeTurn(services, agent, slug, chat.id));
    await decideAllOf(services, owner, slug, chat.id, "a.txt", "accept");
    const { planHash } = must(await planPromotion(services, owner, slug, chat.id, {}));
    expect(await promote(services, agent, slug, chat.id, { planHash, message: "" })).toMatchObject({
      error: { type: "not-permitted" },
    });
  });

  test("is its own in the provenance and in the log, for its person", async () => {
    const { owner, slug } = await setting();
    const agent = await agentOf(owner, slug, "stage");
    const { id } = must(await createBranch(services, agent, slug, { kind: "chat", name: "one" }));
    const body = (text: string) => new Blob([text]).stream();
    const write = { path: "b.txt", sha256: null, ifMatch: null, ifNoneMatch: "*", announced: null };
    must(await writeFile(services, agent, slug, id, { ...write, body: body("by the agent\n") }));
    must(await writeFile(services, owner, slug, id, { ...write, path: "c.txt", body: body("by the person\n") }));
    const originOf = async (path: string) =>
      must(await getFileDiff(services, owner, slug, id, { path, limit: 10 })).origins[0]?.actor;
    expect(await originOf("b.txt")).toEqual({ kind: "agent", id: owner.userId, name: "Owner", token: "Agent stage" });
    expect(await originOf("c.txt")).toEqual({ kind: "person", id: owner.userId, name: "Owner" });
    const events = await services.db.event.findMany({ where: { branchId: id }, orderBy: { id: "asc" } });
    expect(events.map(({ body: said }) => (said as { token?: string }).token)).toEqual([
      agent.token?.id,
      agent.token?.id,
      undefined,
    ]);
    const entries = await services.db.journalEntry.findMany({ where: { branchId: id, type: "operation" } });
    expect(entries.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ["agent", owner.userId],
      ["person", owner.userId],
    ]);
  });
});
