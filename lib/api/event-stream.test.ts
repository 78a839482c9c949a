/** Open event streams end with what let them open: membership, token, session. Real streams on a real listener. */
import { afterAll, describe, expect, test } from "vitest";

import { createTokenReader } from "../auth/token-principal.ts";
import { openPresence } from "../events/presence.ts";
import { publish } from "../events/publish.ts";
import { openEventListener, type EventListener } from "../events/subscribe.ts";
import { createAgentToken, revokeAgentToken } from "../services/agentTokens.ts";
import type { Principal } from "../services/context.ts";
import { removeMember } from "../services/members.ts";
import { createPasswordReset, resetPassword } from "../services/passwordReset.ts";
import { createHarness, must } from "../services/testing/harness.ts";
import { renameWorkspace, archiveWorkspace } from "../services/workspaceSettings.ts";
import { streamEvents } from "./event-stream.ts";

const harness = await createHarness();
const { services } = harness;
const listener = openEventListener(services.db);
const presence = openPresence(services.db);
afterAll(async () => {
  await listener.close();
  await presence.close();
});

/** What the stream says until it ends; `until` ends it from here when that was said. */
async function open(who: Principal, slug: string, sessionHolds = () => Promise.resolve(true)) {
  const stop = new AbortController();
  const response = must(await streamEvents(services, listener, who, slug, null, stop.signal, sessionHolds, presence));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("A stream has a body");
  let said = "";
  const until = async (text: string) => {
    while (!said.includes(text)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended before ${text}: ${said}`);
      said += value;
    }
  };
  await until(": open");
  return {
    until,
    said: () => said,
    /** Resolves when the server has ended it. */
    ended: async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return said;
        said += value;
      }
    },
    close: () => stop.abort(),
  };
}

async function setting() {
  const [owner, ana] = [await harness.person("Owner"), await harness.person("Ana")];
  const slug = await harness.workspace(owner, { "a.txt": "a\n" });
  await harness.member(slug, ana, "reviewer");
  return { owner, ana, slug };
}

describe("an open stream", () => {
  test("of a removed member ends at once and tells nothing of it; the others' goes on", async () => {
    const { owner, ana, slug } = await setting();
    const [theirs, own] = [await open(ana, slug), await open(owner, slug)];
    must(await renameWorkspace(services, owner, slug, "Q4"));
    await theirs.until('"type":"workspace"');
    must(await removeMember(services, owner, slug, ana.userId));
    expect(await theirs.ended()).not.toContain('"type":"member"');
    await own.until('"type":"member"');
    own.close();
    const again = await streamEvents(
      services,
      listener,
      ana,
      slug,
      null,
      new AbortController().signal,
      () => Promise.resolve(true),
      presence,
    );
    expect(again).toMatchObject({ ok: false, error: { type: "not-found" } });
  });

  test("ends with the workspace", async () => {
    const { owner, ana, slug } = await setting();
    const stream = await open(ana, slug);
    must(await archiveWorkspace(services, owner, slug, "Test"));
    expect(await stream.ended()).not.toContain('"type":');
  });

  test("of an agent ends when its token is revoked", async () => {
    const { owner, slug } = await setting();
    const { token, secret } = must(
      await createAgentToken(services, owner, slug, { name: "Agent", scope: "read", days: 1 }),
    );
    const agent = await createTokenReader(services.db).principalOf(secret);
    if (!agent.ok) throw new Error(agent.error.reason);
    const stream = await open(agent.value, slug);
    must(await revokeAgentToken(services, owner, slug, token.id));
    expect(await stream.ended()).not.toContain('"type":"agent-token"');
  });

  test("of a session ends when a password link ends it", async () => {
    const { owner, ana, slug } = await setting();
    await services.db.session.create({
      data: { id: "s", token: "t", userId: ana.userId, expiresAt: new Date(Date.now() + 1e6) },
    });
    const stream = await open(ana, slug, async () => (await services.db.session.count({ where: { id: "s" } })) > 0);
    const link = must(await createPasswordReset(services, owner, slug, ana.userId));
    await stream.until('"type":"password"');
    const passwords = { hash: (text: string) => Promise.resolve(text), verify: () => Promise.resolve(false) };
    const request = { token: link.path.split("/").at(-1) ?? "", password: "0123456789" };
    must(await resetPassword(services, passwords, request));
    expect((await stream.ended()).split('"type":"password"')).toHaveLength(2);
  });

  test("that was left before it began holds on to nothing", async () => {
    const { owner, slug } = await setting();
    const heard = { subscribed: 0, ended: 0 };
    const counted: EventListener = {
      ...listener,
      subscribe: async (what, onEvent) => {
        const leave = await listener.subscribe(what, onEvent);
        heard.subscribed += 1;
        return () => {
          heard.ended += 1;
          leave();
        };
      },
    };
    const response = must(
      await streamEvents(
        services,
        counted,
        owner,
        slug,
        null,
        AbortSignal.abort(),
        () => Promise.resolve(true),
        presence,
      ),
    );
    expect(await response.text()).not.toContain("data:");
    expect(heard.subscribed).toBe(1);
    expect(heard.ended).toBeGreaterThan(0);
  });

  test("that cannot hear fails, and goes on with nothing", async () => {
    const { owner, slug } = await setting();
    const deaf: EventListener = { ...listener, subscribe: () => Promise.reject(new Error("no database")) };
    const { signal } = new AbortController();
    const response = must(
      await streamEvents(services, deaf, owner, slug, null, signal, () => Promise.resolve(true), presence),
    );
    await expect(response.text()).rejects.toThrow("no database");
  });

  test("ends, to come again and catch up, where nobody can say whether it may hear", async () => {
    const { owner, slug } = await setting();
    const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
    const stream = await open(owner, slug, () => Promise.reject(new Error("no database")));
    await services.db.transaction((tx) => publish(tx, { workspaceId: id, type: "password", body: {} }));
    expect(await stream.ended()).not.toContain('"type":');
  });
});
