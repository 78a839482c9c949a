import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";

import { createTestDatabase } from "../store/testing/database.ts";
import { addWorkspace } from "../store/testing/rows.ts";
import { lastEvent, readEvents, type Published } from "./event.ts";
import { CHAIN_START, publish, verifyChain, type NewEvent } from "./publish.ts";
import { openEventListener } from "./subscribe.ts";

const { database, url } = await createTestDatabase();
const listener = openEventListener(database);
afterAll(() => listener.close());

const send = (workspaceId: string, type: string, more: Partial<NewEvent> = {}) =>
  database.transaction((tx) => publish(tx, { workspaceId, type, body: { n: 1 }, ...more }));

describe("publish", () => {
  it("[A1] chains the events of a workspace by hash, also from many at once", async () => {
    const workspace = await addWorkspace(database);
    const other = await addWorkspace(database);
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? workspace : other, `e${index}`)));
    const events = await readEvents(database, workspace, 0n);
    expect(events).toHaveLength(10);
    expect(events[0]?.previousHash).toBe(CHAIN_START);
    expect(verifyChain(events)).toBeNull();
    expect((await lastEvent(database, workspace))?.hash).toBe(events.at(-1)?.hash);
  });

  it("[A1] shows an edit, a reorder, a gap and a truncated beginning", async () => {
    const workspace = await addWorkspace(database);
    for (const type of ["a", "b", "c"])
      await send(workspace, type, { actorId: "u", branchId: "b", body: { text: "\0", n: 1.5 } });
    const [a, b, c] = (await readEvents(database, workspace, 0n)) as [Published, Published, Published];
    expect(verifyChain([a, b, c])).toBeNull();
    expect(verifyChain([a, { ...b, body: { text: "x" } }, c])).toEqual({ at: b.id, fault: "hash" });
    expect(verifyChain([a, { ...b, actorId: null }, c])).toEqual({ at: b.id, fault: "hash" });
    expect(verifyChain([a, c, b])).toEqual({ at: c.id, fault: "previous" });
    expect(verifyChain([b, c])).toEqual({ at: b.id, fault: "previous" });
    expect(verifyChain([b, c], a.hash)).toBeNull();
  });

  it("[A1] refuses to change what was published", async () => {
    const workspace = await addWorkspace(database);
    await send(workspace, "a");
    await expect(database.event.updateMany({ where: { workspaceId: workspace }, data: { type: "b" } })).rejects.toThrow(
      /append-only/,
    );
  });

  it("publishes nothing where the transaction does not commit", async () => {
    const workspace = await addWorkspace(database);
    const failing = database.transaction(async (tx) => {
      await publish(tx, { workspaceId: workspace, type: "a", body: null });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await lastEvent(database, workspace)).toBeNull();
  });
});

describe("subscribe", () => {
  it("delivers what comes, once, in order, to everybody", async () => {
    const workspace = await addWorkspace(database);
    const [one, two]: [string[], string[]] = [[], []];
    const stop = await listener.subscribe({ workspaceId: workspace }, (event) => void one.push(event.type));
    await listener.subscribe({ workspaceId: workspace }, (event) => void two.push(event.type));
    const types = Array.from({ length: 30 }, (_, index) => `e${index}`);
    for (const type of types) await send(workspace, type);
    await vi.waitFor(() => expect(two).toEqual(types));
    expect(one).toEqual(types);
    stop();
    await send(workspace, "later");
    await vi.waitFor(() => expect(two.at(-1)).toBe("later"));
    expect(one).toEqual(types);
  });

  it("catches up from an id before it goes on live", async () => {
    const workspace = await addWorkspace(database);
    const first = await send(workspace, "a");
    await send(workspace, "b");
    const seen: string[] = [];
    await listener.subscribe({ workspaceId: workspace, afterId: first.id }, (event) => void seen.push(event.type));
    expect(seen).toEqual(["b"]);
    await send(workspace, "c");
    await vi.waitFor(() => expect(seen).toEqual(["b", "c"]));
  });

  it("does not deliver another workspace's events, nor stop at a listener that throws", async () => {
    const [mine, other] = [await addWorkspace(database), await addWorkspace(database)];
    const errors: unknown[] = [];
    const own = openEventListener(database, (error) => errors.push(error));
    const seen: string[] = [];
    await own.subscribe({ workspaceId: mine }, () => {
      throw new Error("on purpose");
    });
    await own.subscribe({ workspaceId: mine }, (event) => void seen.push(event.type));
    await send(other, "other");
    await send(mine, "a");
    await send(mine, "b");
    await vi.waitFor(() => expect(seen).toEqual(["a", "b"]));
    expect(errors).toHaveLength(2);
    await own.close();
  });

  it("misses nothing while its connection is down", async () => {
    const workspace = await addWorkspace(database);
    const seen: string[] = [];
    const own = openEventListener(database);
    await own.subscribe({ workspaceId: workspace }, (event) => void seen.push(event.type));
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'staged-events'",
    );
    await admin.end();
    for (const type of ["a", "b", "c"]) await send(workspace, type);
    await vi.waitFor(() => expect(seen).toEqual(["a", "b", "c"]), { timeout: 10_000 });
    await own.close();
  });
});
