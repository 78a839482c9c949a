import { describe, expect, it } from "vitest";

import { openedWhenRead } from "./streams.ts";

/** A source that counts how often it was opened, and how often it ended or was cancelled. */
function counted(chunks: readonly string[], opening: Promise<void> = Promise.resolve()) {
  const count = { opened: 0, ended: 0 };
  const open = async () => {
    count.opened += 1;
    await opening;
    const left = [...chunks];
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = left.shift();
        if (next !== undefined) {
          controller.enqueue(new TextEncoder().encode(next));
          return;
        }
        count.ended += 1;
        controller.close();
      },
      cancel: () => void (count.ended += 1),
    });
  };
  return { count, open };
}

describe("a stream that is opened when it is read", () => {
  it("opens nothing before, and gives every byte", async () => {
    const { count, open } = counted(["one ", "two"]);
    const stream = openedWhenRead(open);
    const response = new Response(stream);
    expect(count).toEqual({ opened: 0, ended: 0 });
    expect(await response.text()).toBe("one two");
    expect(count).toEqual({ opened: 1, ended: 1 });
  });

  it("never read and cancelled, opens nothing", async () => {
    const { count, open } = counted(["one"]);
    await openedWhenRead(open).cancel();
    expect(count).toEqual({ opened: 0, ended: 0 });
  });

  it("cancelled midway, cancels its source", async () => {
    const { count, open } = counted(["one", "two", "three"]);
    const reader = openedWhenRead(open).getReader();
    await reader.read();
    await reader.cancel();
    expect(count).toEqual({ opened: 1, ended: 1 });
  });

  it("cancelled while it opens, cancels its source once that is open", async () => {
    let resolve = (): void => undefined;
    const opening = new Promise<void>((settle) => (resolve = settle));
    const { count, open } = counted(["one"], opening);
    const reader = openedWhenRead(open).getReader();
    const read = reader.read();
    await expect.poll(() => count.opened).toBe(1);
    const cancelled = reader.cancel();
    resolve();
    await cancelled;
    expect((await read).done).toBe(true);
    expect(count).toEqual({ opened: 1, ended: 1 });
  });

  it("that cannot be opened, fails its reader", async () => {
    const stream = openedWhenRead(() => Promise.reject(new Error("it is gone")));
    await expect(new Response(stream).text()).rejects.toThrow("it is gone");
  });
});
