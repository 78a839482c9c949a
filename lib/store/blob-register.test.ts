import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { blobSizes, collectBlobs, GRACE_PERIOD, referenceBlobs, refreshBlobs, storeBlob } from "./blob-register.ts";
import { openFileBlobs } from "./file-blobs.ts";
import { createTestDatabase } from "./testing/database.ts";

const { database } = await createTestDatabase();
const root = await mkdtemp(path.join(os.tmpdir(), "staged-register-"));
const blobs = openFileBlobs(root);
afterAll(() => rm(root, { recursive: true }));
beforeEach(() => database.blob.deleteMany());

const bytes = (text: string) => new TextEncoder().encode(text);
const store = (text: string) => storeBlob(database, blobs, bytes(text));
const reference = (...texts: string[]) => database.transaction((tx) => referenceBlobs(tx, texts.map(sha256)));
const collect = () => collectBlobs(database, blobs, new Date());

/** As if the last put had been so long ago, in milliseconds. */
const age = (text: string, by: number) =>
  database.blob.update({ where: { hash: sha256(text) }, data: { putAt: new Date(Date.now() - by) } });

describe("[M9] garbage collection", () => {
  it("removes unreferenced blobs after the grace period, and nothing else", async () => {
    for (const text of ["old", "young", "kept"]) await store(text);
    expect(await reference("kept")).toEqual([]);
    await age("old", GRACE_PERIOD + 1_000);
    await age("kept", GRACE_PERIOD + 1_000);
    await age("young", GRACE_PERIOD - 60_000);
    expect(await collect()).toEqual({ blobs: 1, bytes: 3, leftovers: 0 });
    expect(await Promise.all(["old", "young", "kept"].map((text) => blobs.has(sha256(text))))).toEqual([
      false,
      true,
      true,
    ]);
    expect([...(await blobSizes(database, ["old", "kept"].map(sha256))).entries()]).toEqual([[sha256("kept"), 4]]);
  });

  it("starts the grace period again when the same bytes are put again", async () => {
    await store("again");
    await age("again", GRACE_PERIOD + 1_000);
    await store("again");
    expect(await collect()).toMatchObject({ blobs: 0 });
    expect(await reference("again")).toEqual([]);
  });

  it("refuses a reference to what is unknown or may be collected any moment", async () => {
    await store("aging");
    await age("aging", GRACE_PERIOD / 2 + 1_000);
    expect((await reference("aging", "unknown")).sort()).toEqual([sha256("aging"), sha256("unknown")].sort());
    await store("aging");
    expect(await reference("aging")).toEqual([]);
    await age("aging", GRACE_PERIOD * 2);
    expect(await reference("aging")).toEqual([]);
  });

  it("starts the grace period again for what is still there, without its bytes", async () => {
    for (const text of ["held", "lost"]) await store(text);
    await age("held", GRACE_PERIOD * 2);
    await blobs.delete(sha256("lost"));
    expect([...(await refreshBlobs(database, blobs, ["held", "lost", "never put"].map(sha256)))]).toEqual([
      sha256("held"),
    ]);
    expect(await collect()).toMatchObject({ blobs: 0 });
    expect(await reference("held")).toEqual([]);
  });

  it("keeps no reference of a transaction that does not commit", async () => {
    await store("text");
    const failing = database.transaction(async (tx) => {
      await referenceBlobs(tx, [sha256("text")]);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    await age("text", GRACE_PERIOD + 1_000);
    expect(await collect()).toMatchObject({ blobs: 1 });
  });

  it("never takes what is referenced or put at the same moment", async () => {
    for (let round = 0; round < 15; round += 1) {
      const text = `race ${round}`;
      await store(text);
      await age(text, GRACE_PERIOD + 1_000);
      const referenceAfterPut = async () => {
        const put = await store(text);
        return put.ok ? reference(text) : [sha256(text)];
      };
      const [missing] = await Promise.all([referenceAfterPut(), collect()]);
      expect(missing).toEqual([]);
      expect(await blobs.readAll(sha256(text))).toEqual(bytes(text));
    }
  });
});
