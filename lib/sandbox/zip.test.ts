import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";

import { zipStream, type ZipMember } from "./zip.ts";

const CHUNK = 64 * 1024;

/** A member of random bytes, which do not become fewer; `open` counts those whose source is open. */
function counted(chunks: number, fault?: Error) {
  const count = { opened: 0, open: 0 };
  const member = (path: string): ZipMember => ({
    path,
    size: chunks * CHUNK,
    open: () => {
      count.opened += 1;
      count.open += 1;
      let left = chunks;
      return Promise.resolve(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            if (left > 0) controller.enqueue(randomBytes(CHUNK));
            else {
              count.open -= 1;
              if (fault) controller.error(fault);
              else controller.close();
            }
            left -= 1;
          },
          cancel: () => void (count.open -= 1),
        }),
      );
    },
  });
  return { count, member };
}

describe("a tree as a zip", () => {
  it("opens nothing before it is read, and every member once, one after the other", async () => {
    const { count, member } = counted(4);
    const stream = zipStream([member("a"), member("b"), { path: "empty", size: 0, open: null }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toEqual({ opened: 0, open: 0 });
    const bytes = await new Response(stream).arrayBuffer();
    expect(bytes.byteLength).toBeGreaterThan(8 * CHUNK);
    expect(count).toEqual({ opened: 2, open: 0 });
  });

  it("cancelled within a member, closes it", async () => {
    const { count, member } = counted(400);
    const reader = zipStream([member("a"), member("b")]).getReader();
    await reader.read();
    await reader.read();
    expect(count).toEqual({ opened: 1, open: 1 });
    await reader.cancel();
    await expect.poll(() => count).toEqual({ opened: 1, open: 0 });
  });

  it.each([
    ["fails midway", counted(3, new Error("damaged")).member("a")],
    ["cannot be opened", { path: "a", size: 1, open: () => Promise.reject(new Error("damaged")) }],
    ["is shorter than was said", { ...counted(1).member("a"), size: 2 * CHUNK }],
  ])("a member that %s fails the zip and nothing else", async (_, member) => {
    await expect(new Response(zipStream([member])).arrayBuffer()).rejects.toThrow(/damaged|bytes/u);
  });
});
