import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { DamagedBlobError, type BlobStore, type OpenBlob } from "./blobs.ts";
import { openFileBlobs } from "./file-blobs.ts";

const parent = await mkdtemp(path.join(os.tmpdir(), "staged blobs-"));
afterAll(() => rm(parent, { recursive: true }));

let root: string;
let blobs: BlobStore;
beforeEach(async () => {
  root = await mkdtemp(path.join(parent, "store-"));
  blobs = openFileBlobs(root);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const fileOf = (text: string) => path.join(root, sha256(text).slice(0, 2), sha256(text).slice(2, 4), sha256(text));

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(part);
}

async function opened(text: string, store = blobs): Promise<OpenBlob> {
  const blob = await store.open(sha256(text));
  if (blob === null) throw new Error("not there");
  return blob;
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());

/** Changes the bytes on the disk and nothing that the name says. */
async function damage(text: string): Promise<void> {
  await chmod(fileOf(text), 0o600);
  const damaged = await readFile(fileOf(text));
  damaged[0] = (damaged[0] ?? 0) ^ 1;
  await writeFile(fileOf(text), damaged);
}

describe("put", () => {
  it("[V2] keeps bytes once, under their hash", async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await blobs.put(bytes("hello"))).toEqual({ ok: true, value: { hash: sha256("hello"), size: 5 } });
    }
    expect((await filesIn(root)).map((file) => file.name)).toEqual([sha256("hello")]);
    expect(await blobs.has(sha256("hello"))).toBe(true);
    expect(await blobs.readAll(sha256("hello"))).toEqual(bytes("hello"));
    expect(await blobs.readAll(sha256("other"))).toBeNull();
  });

  it("[V2] gives back any bytes, however they were cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 6 }), async (parts) => {
        const whole = Buffer.concat(parts);
        const put = await blobs.put(chunks(...parts), { expected: { hash: sha256(whole), size: whole.length } });
        expect(put).toEqual({ ok: true, value: { hash: sha256(whole), size: whole.length } });
        expect(Buffer.compare((await blobs.readAll(sha256(whole)))!, whole)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it("refuses bytes that are not the announced ones, and keeps nothing", async () => {
    expect(await blobs.put(bytes("hello"), { expected: { hash: sha256("other") } })).toMatchObject({
      error: { reason: "mismatch" },
    });
    expect(await blobs.put(bytes("hello"), { expected: { size: 6 } })).toMatchObject({
      error: { reason: "mismatch", actual: { hash: sha256("hello"), size: 5 } },
    });
    expect(await blobs.put(bytes("hello"), { expected: { size: 4 } })).toEqual({
      ok: false,
      error: { reason: "too-large", limit: 4 },
    });
    expect(await filesIn(root)).toEqual([]);
  });

  it("stops reading what is too large, and lets go of its source", async () => {
    let [pulled, returned] = [0, false];
    async function* endless() {
      try {
        for (;;) {
          pulled += 1;
          yield await Promise.resolve(new Uint8Array(10));
        }
      } finally {
        returned = true;
      }
    }
    expect(await blobs.put(endless(), { maxBytes: 25 })).toEqual({
      ok: false,
      error: { reason: "too-large", limit: 25 },
    });
    expect([pulled, returned]).toEqual([3, true]);
    expect(await filesIn(root)).toEqual([]);
  });

  it("keeps nothing of bytes that stop coming", async () => {
    async function* broken() {
      yield await Promise.resolve(bytes("half"));
      throw new Error("the client went away");
    }
    expect(await blobs.put(broken())).toMatchObject({ error: { reason: "interrupted" } });
    expect(await filesIn(root)).toEqual([]);
  });

  it("stands the same bytes coming from many at once, while they are read", async () => {
    const text = "x".repeat(3_000_000);
    await blobs.put(bytes(text));
    const puts = Array.from({ length: 8 }, () => blobs.put(bytes(text)));
    const reads = Array.from({ length: 8 }, async () => textOf((await opened(text)).stream()));
    expect((await Promise.all(puts)).every((put) => put.ok)).toBe(true);
    for (const read of await Promise.all(reads)) expect(read === text).toBe(true);
    expect(await filesIn(root)).toHaveLength(1);
  });

  it("mends what was damaged when the same bytes come again", async () => {
    await blobs.put(bytes("hello"));
    await damage("hello");
    await expect(blobs.readAll(sha256("hello"))).rejects.toThrow(DamagedBlobError);
    await blobs.put(bytes("hello"));
    expect(await blobs.readAll(sha256("hello"))).toEqual(bytes("hello"));
  });
});

/** A file system of 2 MB, where this user may mount one. */
function mountTiny(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(path.join(parent, "tiny-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
  return status === 0 ? folder : null;
}

describe("a full disk", () => {
  const tiny = mountTiny();
  afterAll(() => {
    if (tiny !== null) spawnSync("umount", [tiny]);
  });

  it.skipIf(tiny === null)("is a clear error, leaves nothing half-written, and a retry works", async () => {
    const full = openFileBlobs(tiny!);
    await full.put(bytes("before"));
    async function* large() {
      for (let index = 0; index < 30; index += 1) yield await Promise.resolve(new Uint8Array(100_000));
    }
    expect(await full.put(large())).toEqual({
      ok: false,
      error: { reason: "no-space", detail: `There is no space left for ${tiny!}` },
    });
    expect((await filesIn(tiny!)).map((file) => file.name)).toEqual([sha256("before")]);
    expect(await full.put(bytes("after"))).toMatchObject({ ok: true });
  });
});

describe("open", () => {
  it("reads at random, and streams whole or in part", async () => {
    await blobs.put(bytes("0123456789"));
    const blob = await opened("0123456789");
    expect(blob).toMatchObject({ contentHash: sha256("0123456789"), size: 10 });
    expect(await blob.read(3, 4)).toEqual(bytes("3456"));
    expect(await blob.read(10, 0)).toEqual(bytes(""));
    await expect(blob.read(8, 3)).rejects.toThrow(RangeError);
    await blob.close();
    expect(await textOf((await opened("0123456789")).stream())).toBe("0123456789");
    expect(await textOf((await opened("0123456789")).stream({ start: 2, end: 5 }))).toBe("234");
    expect(await textOf((await opened("0123456789")).stream({ start: 5, end: 5 }))).toBe("");
  });

  it("streams an empty blob", async () => {
    await blobs.put(bytes(""));
    expect(await textOf((await opened("")).stream())).toBe("");
  });

  it("[V2] hands out no damaged bytes by random reads or ranges, and never the end of a damaged whole", async () => {
    const text = "y".repeat(2_500_000);
    await blobs.put(bytes(text));
    await damage(text);
    await expect((await opened(text)).read(5, 1)).rejects.toThrow(DamagedBlobError);
    await expect(textOf((await opened(text)).stream({ start: 1, end: 2 }))).rejects.toThrow(DamagedBlobError);
    let received = 0;
    const whole = async () => {
      for await (const chunk of (await opened(text)).stream()) received += chunk.byteLength;
    };
    await expect(whole()).rejects.toThrow(DamagedBlobError);
    expect(received).toBeLessThan(text.length);
  });

  it("[V2] verifies again where the file is another one than it was", async () => {
    await blobs.put(bytes("hello"));
    await (await opened("hello")).read(1, 1);
    await damage("hello");
    await utimes(fileOf("hello"), 1, 1);
    await expect((await opened("hello")).read(1, 1)).rejects.toThrow(DamagedBlobError);
  });

  it("can be cancelled and closed more than once", async () => {
    await blobs.put(bytes("hello"));
    const blob = await opened("hello");
    await blob.stream().cancel();
    await blob.close();
    await blob.close();
    await expect(blob.read(0, 1)).rejects.toThrow();
  });
});

describe("delete and sweep", () => {
  it("deletes once", async () => {
    await blobs.put(bytes("hello"));
    expect(await blobs.delete(sha256("hello"))).toBe(true);
    expect(await blobs.delete(sha256("hello"))).toBe(false);
    expect(await blobs.has(sha256("hello"))).toBe(false);
  });

  it("removes what crashed uploads left, and only what is old enough", async () => {
    expect(await blobs.sweep(new Date())).toBe(0);
    await blobs.put(bytes("hello"));
    const leftover = path.join(root, "incoming", "left");
    await writeFile(leftover, "half");
    expect(await blobs.sweep(new Date(Date.now() - 60_000))).toBe(0);
    await utimes(leftover, 1, 1);
    expect(await blobs.sweep(new Date(Date.now() - 60_000))).toBe(1);
    expect((await filesIn(root)).map((file) => file.name)).toEqual([sha256("hello")]);
  });
});
