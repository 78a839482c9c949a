import { describe, expect, it } from "vitest";

import type { ChangeId } from "../core/change/change.ts";
import { applyFiles, compareFiles } from "./compare.ts";
import { DEFAULT_LIMITS, type Source } from "./format.ts";
import { memorySource } from "./memory-source.ts";

const source = (content: string | Uint8Array, name = "a.txt"): Source =>
  memorySource(name, typeof content === "string" ? Buffer.from(content) : content);
const hasText = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

async function apply(before: Source | null, after: Source | null, pick: (n: number) => boolean) {
  const { changes } = await compareFiles(before, after);
  const result = await applyFiles(
    before,
    after,
    changes.filter((_, n) => pick(n)).map(({ id }) => id),
  );
  return result.ok ? hasText(result.value) : result.error;
}

describe("an absent side", () => {
  it("a created text may be taken without its contents; a deletion is one change", async () => {
    expect(await apply(null, source("a\n"), () => true)).toBe("a\n");
    expect(await apply(null, source("a\n"), (n) => n === 0)).toBe("");
    expect(await apply(null, source("a\n"), () => false)).toBeNull();
    expect(await apply(source("a\n"), null, () => true)).toBeNull();
    expect(await apply(source("a\n"), null, () => false)).toBe("a\n");
    expect((await compareFiles(null, null)).changes).toEqual([]);
  });

  it("[R3] what is no text is created as a whole", async () => {
    const blob = source(Buffer.from([0, 1, 2]), "a.bin");
    expect(await apply(null, blob, (n) => n === 0)).toMatchObject({ reason: "not-closed" });
    expect((await applyFiles(null, blob, ["0".repeat(32) as ChangeId])).ok).toBe(false);
  });
});

describe("what cannot be read by its format is compared as bytes", () => {
  it("two formats", async () => {
    expect(await compareFiles(source("text\n"), source(Buffer.from([0, 1, 2])))).toMatchObject({
      format: "bytes",
      complete: true,
      changes: [{ before: { type: "file" } }],
    });
  });

  it("a file past a limit, with the limit's name and the side", async () => {
    const limits = { ...DEFAULT_LIMITS, maxBytes: 10 };
    const compared = await compareFiles(source("short\n"), source("a longer text than that\n"), { limits });
    expect(compared).toMatchObject({
      format: "bytes",
      unreadable: { side: "after", error: { reason: "limit", limit: "maxBytes" } },
    });
    const manyLines = await compareFiles(source("\n".repeat(50)), source("a\n"), {
      limits: { ...DEFAULT_LIMITS, maxCells: 20 },
    });
    expect(manyLines).toMatchObject({
      format: "bytes",
      unreadable: { side: "before", error: { reason: "limit", limit: "maxCells" } },
    });
  });

  it("a NUL behind the first bytes, and applies as a whole", async () => {
    const [before, after] = [source(`${"a\n".repeat(5000)}\0`), source("b\n".repeat(5000))];
    const compared = await compareFiles(before, after);
    expect(compared).toMatchObject({
      format: "bytes",
      unreadable: { side: "before", error: { reason: "not-this-format" } },
    });
    const all = await applyFiles(
      before,
      after,
      compared.changes.map(({ id }) => id),
    );
    expect(all.ok && hasText(all.value)).toBe("b\n".repeat(5000));
  });

  it("content decides, not the name", async () => {
    expect((await compareFiles(source("a\n", "a.xlsx"), source("b\n", "a.xlsx"))).format).toBe("text");
    expect((await compareFiles(source("%PDF-1.7\na\n", "a.txt"), source("%PDF-1.7\nb\n", "a.txt"))).format).toBe(
      "bytes",
    );
  });
});

describe("[R3] a diff that is not complete allows decisions on the whole file only", () => {
  it("each change requires all others", async () => {
    const rows = (factor: number, kinds: number) =>
      Array.from({ length: 4000 }, (_, n) => `row ${(n * factor) % kinds}\n`).join("");
    const [before, after] = [source(rows(7919, 13).trimEnd()), source(rows(104_729, 11))];
    const { complete, changes } = await compareFiles(before, after, { work: { remaining: 18_000 } });
    expect(complete).toBe(false);
    expect(changes.length).toBeGreaterThan(1);
    const byId = new Map(changes.map((change) => [change.id, change]));
    const reached = new Set<string>();
    for (let id = changes[0]?.id; id !== undefined && !reached.has(id); id = byId.get(id)?.requires?.[0])
      reached.add(id);
    expect(reached.size).toBe(changes.length);
  });
});

describe("hostile text is answered within its budget", () => {
  const MB = 1024 * 1024;
  it.each<[string, () => [Uint8Array, Uint8Array]]>([
    ["nothing but line ends", () => [Buffer.alloc(4 * MB, "\n"), Buffer.alloc(3 * MB, "\n")]],
    ["one line", () => [Buffer.alloc(32 * MB, "a"), Buffer.alloc(32 * MB, "b")]],
    [
      "two lines that alternate differently",
      () => [Buffer.from("a\nb\n".repeat(100_000)), Buffer.from("b\nb\na\n".repeat(80_000))],
    ],
    ["every line new", () => [lines(200_000, 1), lines(200_000, 7)]],
    [
      "the same lines in reverse",
      () => [
        lines(100_000, 1),
        Buffer.from(Buffer.from(lines(100_000, 1)).toString().split("\n").reverse().join("\n")),
      ],
    ],
    ["few different lines at random", () => [noise(150_000, 3), noise(150_000, 5)]],
    ["nothing against much", () => [Buffer.alloc(0), lines(300_000, 1)]],
  ])(
    "%s",
    async (_name, make) => {
      const [before, after] = make().map((bytes) => source(bytes)) as [Source, Source];
      const { format, changes } = await compareFiles(before, after);
      expect(format).toBe("text");
      expect(changes.length).toBeGreaterThan(0);
    },
    10_000,
  );
});

function lines(count: number, step: number): Uint8Array {
  return Buffer.from(Array.from({ length: count }, (_, n) => `line ${n} ${step}`).join("\n"));
}

function noise(count: number, seed: number): Uint8Array {
  let state = seed;
  return Buffer.from(
    Array.from({ length: count }, () => `${(state = Math.imul(state, 48_271) >>> 0) % 20}\n`).join(""),
  );
}
