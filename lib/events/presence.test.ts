/** Who is here: processes agree over NOTIFY, a silent page is forgotten in bounded time, and no row is written. */
import { afterAll, expect, test, vi } from "vitest";

import { createTestDatabase } from "../store/testing/database.ts";
import { openPresence, type Beat } from "./presence.ts";

const { database } = await createTestDatabase();
let clock = 1_000_000;
const first = openPresence(database, undefined, () => clock);
const second = openPresence(database, undefined, () => clock);
afterAll(() => Promise.all([first.close(), second.close()]));

const beat = (more: Partial<Beat>): Beat => ({
  workspaceId: "w1",
  userId: "u1",
  name: "Mara",
  tab: "tab-0001",
  branch: "b1",
  path: "a.txt",
  leave: false,
  ...more,
});

test("another process hears a beat, a move and a leave; another workspace hears nothing", async () => {
  const [heard, other] = [vi.fn(), vi.fn()];
  const stop = second.watch("w1", heard);
  second.watch("w2", other);
  // Until the other process listens it hears nothing: a page says it again.
  await vi.waitFor(async () => {
    await first.announce(beat({}));
    expect(second.here("w1")).toMatchObject([{ userId: "u1", name: "Mara", path: "a.txt" }]);
  });
  const times = heard.mock.calls.length;
  await first.announce(beat({}));
  await first.announce(beat({ path: "b.txt" }));
  await vi.waitFor(() => expect(second.here("w1")).toMatchObject([{ path: "b.txt" }]));
  expect(heard.mock.calls.length, "the same place again is no news").toBe(times + 1);
  await first.announce(beat({ leave: true }));
  await vi.waitFor(() => expect(second.here("w1")).toEqual([]));
  expect(first.here("w1")).toEqual([]);
  expect(other).not.toHaveBeenCalled();
  stop();
});

test("whoever leaves without a word is forgotten, and watchers are told", async () => {
  const heard = vi.fn();
  first.watch("w1", heard);
  await first.announce(beat({ userId: "u2", tab: "tab-0002" }));
  expect(first.here("w1")).toHaveLength(1);
  clock += 39_000;
  first.sweep();
  expect(first.here("w1")).toHaveLength(1);
  heard.mockClear();
  clock += 2_000;
  expect(first.here("w1")).toEqual([]);
  first.sweep();
  expect(heard).toHaveBeenCalledOnce();
});

test("nothing is kept: no table grows", async () => {
  const rows = async () => {
    const tables = await database.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    let sum = 0;
    for (const { name } of tables) {
      const [row] = await database.$queryRawUnsafe<{ count: number }[]>(`SELECT count(*)::int AS count FROM "${name}"`);
      sum += row?.count ?? 0;
    }
    return sum;
  };
  const before = await rows();
  for (const path of ["a.txt", "b.txt", "c.txt"]) await first.announce(beat({ path }));
  expect(await rows()).toBe(before);
});
