import { expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { loadDirectories, saveDirectories } from "./directories.ts";
import { createTestDatabase } from "./testing/database.ts";

const { database } = await createTestDatabase();

const objects = (count: number, salt: string) =>
  new Map(
    Array.from({ length: count }, (_, index) => {
      const bytes = new TextEncoder().encode(`${salt}${index}`);
      return [sha256(bytes), bytes] as const;
    }),
  );

it("[V1] gives back the bytes of a hash, and leaves out what is not there", async () => {
  const saved = objects(1_234, "a");
  await saveDirectories(database, saved);
  const loaded = await loadDirectories(database, [...saved.keys(), sha256("not there")]);
  expect(loaded.size).toBe(1_234);
  for (const [hash, bytes] of saved) expect(loaded.get(hash)).toEqual(bytes);
});

it("saves the same objects again, and from many at once", async () => {
  const saved = objects(300, "b");
  await Promise.all([1, 2, 3, 4].map(() => database.transaction((tx) => saveDirectories(tx, saved))));
  expect((await loadDirectories(database, saved.keys())).size).toBe(300);
});

it("[V1] refuses bytes under another hash, going in and coming out", async () => {
  const wrong = new Map([[sha256("right"), new TextEncoder().encode("wrong")]]);
  await expect(saveDirectories(database, wrong)).rejects.toThrow(/saved under its own hash/);
  await database.directory.create({ data: { hash: sha256("right"), bytes: new TextEncoder().encode("wrong") } });
  await expect(loadDirectories(database, [sha256("right")])).rejects.toThrow(/holds the bytes it is named by/);
});
