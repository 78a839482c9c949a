import { describe, expect, it } from "vitest";

import { isUniqueViolation } from "./database.ts";
import { lockBranch, lockBranches, lockWorkspace } from "./locks.ts";
import { createTestDatabase } from "./testing/database.ts";
import { addBranch, addUser, addWorkspace } from "./testing/rows.ts";

const { database } = await createTestDatabase();

describe("transaction", () => {
  it("keeps nothing of work that throws", async () => {
    const failing = database.transaction(async (tx) => {
      await tx.setting.create({ data: { key: "half", value: 1 } });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await database.setting.findUnique({ where: { key: "half" } })).toBeNull();
  });

  it("runs again what lost against another under Serializable", async () => {
    await database.setting.create({ data: { key: "counter", value: 0 } });
    const increment = () =>
      database.transaction(
        async (tx) => {
          const { value } = await tx.setting.findUniqueOrThrow({ where: { key: "counter" } });
          await tx.setting.update({ where: { key: "counter" }, data: { value: Number(value) + 1 } });
        },
        { isolation: "Serializable", attempts: 50 },
      );
    await Promise.all(Array.from({ length: 6 }, increment));
    expect((await database.setting.findUniqueOrThrow({ where: { key: "counter" } })).value).toBe(6);
  });

  it("runs again what a deadlock ended", async () => {
    const [a, b] = [await addWorkspace(database), await addWorkspace(database)];
    const bothHoldOne = barrier(2);
    const cross = async (first: string, second: string) => {
      let attempt = 0;
      await database.transaction(async (tx) => {
        attempt += 1;
        await lockWorkspace(tx, first);
        if (attempt === 1) await bothHoldOne();
        await lockWorkspace(tx, second);
      });
      return attempt;
    };
    const attempts = await Promise.all([cross(a, b), cross(b, a)]);
    expect(attempts.sort()).toEqual([1, 2]);
  });

  it("tells a unique violation from other errors", async () => {
    await database.setting.create({ data: { key: "once", value: 1 } });
    const again = database.setting.create({ data: { key: "once", value: 2 } });
    await expect(again).rejects.toSatisfy(isUniqueViolation);
    expect(isUniqueViolation(new Error("other"))).toBe(false);
  });
});

describe("row locks", () => {
  it("give null where there is no such row", async () => {
    await database.transaction(async (tx) => {
      expect(await lockWorkspace(tx, "none")).toBeNull();
      expect(await lockBranch(tx, "none")).toBeNull();
      expect(await lockBranches(tx, ["none"])).toEqual([]);
    });
  });

  it("[M2] make read-then-write on a workspace head one step", async () => {
    const id = await addWorkspace(database);
    const advance = () =>
      database.transaction(async (tx) => {
        const workspace = await lockWorkspace(tx, id);
        await tx.workspace.update({ where: { id }, data: { head: workspace!.head + 1 } });
      });
    await Promise.all(Array.from({ length: 8 }, advance));
    expect((await database.workspace.findUniqueOrThrow({ where: { id } })).head).toBe(8);
  });

  it("do not stop others from referring to the locked row", async () => {
    const id = await addWorkspace(database);
    const userId = await addUser(database);
    await database.transaction(async (tx) => {
      await lockWorkspace(tx, id);
      // Through another connection, while the lock is held.
      await addBranch(database, id, userId);
    });
    expect(await database.branch.count({ where: { workspaceId: id } })).toBe(1);
  });

  it("return branches in the order of their ids", async () => {
    const id = await addWorkspace(database);
    const userId = await addUser(database);
    const ids = await Promise.all([1, 2, 3].map(() => addBranch(database, id, userId)));
    const locked = await database.transaction((tx) => lockBranches(tx, ids));
    expect(locked.map((branch) => branch.id)).toEqual([...ids].sort());
    expect(locked[0]).toMatchObject({ workspaceId: id, userId, kind: "chat", seq: 0 });
  });
});

/** Resolves for all when `count` have called it. */
function barrier(count: number): () => Promise<void> {
  let release: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) release();
    return open;
  };
}
