import { rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { collectBlobs, GRACE_PERIOD } from "../store/blob-register.ts";
import type { BlobStore } from "../store/blobs.ts";
import { readFolder } from "./readFolder.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";

const { services, folder } = await createHarness();
const LARGE = new Uint8Array(3 * 1024 * 1024).fill(7);

/** A folder with these files, and how often bytes were put while it was read. */
async function counted(root: string, files: Readonly<Record<string, string | Uint8Array>>) {
  await putFiles(root, files);
  let puts = 0;
  const put: BlobStore["put"] = (content, options) => {
    puts += 1;
    return services.blobs.put(content, options);
  };
  const read = async () => must(await readFolder({ ...services, blobs: { ...services.blobs, put } }, root));
  return { read, puts: () => puts };
}

/** Reads until the files are old enough for the cache: two seconds after they were written. */
async function trusted({ read, puts }: Awaited<ReturnType<typeof counted>>) {
  for (;;) {
    const before = puts();
    const found = await read();
    if (puts() === before) return found;
  }
}

const ageAll = () => services.db.blob.updateMany({ data: { putAt: new Date(Date.now() - GRACE_PERIOD * 2) } });

it("[V4] stores every file under the hash of its bytes, small and large, and refuses links by name", async () => {
  const root = path.join(folder, "plain");
  const { read } = await counted(root, { "a/small.txt": "small", "large.bin": LARGE, empty: "" });
  await symlink("/etc/passwd", path.join(root, "link"));
  const { files, refused } = await read();
  expect(files).toEqual([
    { path: "a/small.txt", hash: sha256("small"), size: 5 },
    { path: "empty", hash: sha256(""), size: 0 },
    { path: "large.bin", hash: sha256(LARGE), size: LARGE.length },
  ]);
  expect(refused).toEqual([{ path: "link", reason: "a symbolic link" }]);
  for (const { hash, size } of files) expect((await services.blobs.readAll(hash))?.length).toBe(size);
});

it("[M9] reads bytes again where they were collected since", async () => {
  const texts = { "a.txt": "collected one", "b.txt": "collected two" };
  const { read, puts } = await counted(path.join(folder, "collected"), texts);
  const before = await trusted({ read, puts });
  await ageAll();
  await collectBlobs(services.db, services.blobs, new Date());
  expect(await services.blobs.has(sha256("collected one"))).toBe(false);
  expect((await read()).files).toEqual(before.files);
  expect(await services.blobs.has(sha256("collected one"))).toBe(true);
});

it("fails whole where the store is full, and keeps reading nothing", async () => {
  const root = path.join(folder, "full");
  await putFiles(root, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.txt`, `full ${n}`])));
  let puts = 0;
  const put: BlobStore["put"] = () => {
    puts += 1;
    return Promise.resolve({ ok: false, error: { reason: "no-space", detail: "There is no space left" } });
  };
  const read = await readFolder({ ...services, blobs: { ...services.blobs, put } }, root);
  expect(read).toMatchObject({ ok: false, error: { type: "storage-full" } });
  expect(puts).toBeLessThan(20);
});

it("does not read again what it read before, and says what changed", async () => {
  const root = path.join(folder, "again");
  const { read, puts } = await counted(root, { "a.txt": "one", "b.txt": "two" });
  const first = await read();
  const cached = await trusted({ read, puts });
  expect(cached.files).toEqual(first.files);
  const before = puts();
  await ageAll();
  await read();
  expect(puts()).toBe(before);
  const { putAt } = await services.db.blob.findUniqueOrThrow({ where: { hash: sha256("one") } });
  expect(Date.now() - putAt.getTime()).toBeLessThan(GRACE_PERIOD / 2);
  await writeFile(path.join(root, "a.txt"), "three");
  await rm(path.join(root, "b.txt"));
  expect((await read()).files).toEqual([{ path: "a.txt", hash: sha256("three"), size: 5 }]);
});
