import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { createTestDatabase } from "../store/testing/database.ts";
import { openJobs, type Queue } from "./jobs.ts";

const { url } = await createTestDatabase();
const errors: unknown[] = [];
const jobs = await openJobs({ url, supervise: true, onError: (error) => errors.push(error) });
afterAll(() => jobs.close());

const queue = (name: string, more: Partial<Queue<{ n: number }>> = {}): Queue<{ n: number }> => ({
  name,
  payload: z.object({ n: z.number() }),
  ...more,
});

describe("jobs", () => {
  it("runs what was enqueued before and after the worker came", async () => {
    const numbers = queue("numbers");
    expect(await jobs.enqueue(numbers, { n: 1 })).toBe(true);
    expect(await jobs.enqueue(numbers, { n: 2 })).toBe(true);
    const seen: number[] = [];
    await jobs.work(numbers, ({ n }) => Promise.resolve(void seen.push(n)), { concurrency: 2 });
    await jobs.enqueue(numbers, { n: 3 });
    await vi.waitFor(() => expect([...seen].sort()).toEqual([1, 2, 3]), { timeout: 20_000 });
  });

  it("keeps one waiting job a key", async () => {
    const keyed = queue("keyed");
    expect(await jobs.enqueue(keyed, { n: 1 }, { singletonKey: "a" })).toBe(true);
    expect(await jobs.enqueue(keyed, { n: 2 }, { singletonKey: "a" })).toBe(false);
    expect(await jobs.enqueue(keyed, { n: 3 }, { singletonKey: "b" })).toBe(true);
    const seen: number[] = [];
    await jobs.work(keyed, ({ n }) => Promise.resolve(void seen.push(n)));
    await vi.waitFor(() => expect([...seen].sort()).toEqual([1, 3]), { timeout: 20_000 });
    expect(await jobs.enqueue(keyed, { n: 4 }, { singletonKey: "a" })).toBe(true);
  });

  it("runs a job again that failed", async () => {
    const failing = queue("failing", { retries: 1, retryPause: 0 });
    await jobs.enqueue(failing, { n: 1 });
    let runs = 0;
    await jobs.work(failing, () => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("on purpose")) : Promise.resolve();
    });
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 30_000 });
  });

  it("refuses a payload that is not the queue's", async () => {
    await expect(jobs.enqueue(queue("checked"), { n: "one" } as never)).rejects.toThrow(/expected number/);
  });

  it("lets several processes open it at once", async () => {
    const others = await Promise.all(
      [1, 2, 3].map(() => openJobs({ url, supervise: false, onError: () => undefined })),
    );
    const shared = queue("shared");
    await Promise.all(others.map((other, n) => other.enqueue(shared, { n })));
    const seen: number[] = [];
    await jobs.work(shared, ({ n }) => Promise.resolve(void seen.push(n)));
    await vi.waitFor(() => expect([...seen].sort()).toEqual([0, 1, 2]), { timeout: 20_000 });
    await Promise.all(others.map((other) => other.close()));
    expect(errors).toEqual([]);
  });
});
