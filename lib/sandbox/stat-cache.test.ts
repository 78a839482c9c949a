import { mkdtempSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { StatCache } from "./stat-cache.ts";

const folder = mkdtempSync(path.join(tmpdir(), "staged-stat-cache-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OLD = Date.UTC(2020, 0, 1);
const NOW = Date.UTC(2026, 0, 1);
/** A file is its version, which all that its inode says depends on. */
const stat = (version: number) => ({
  size: version,
  mtimeMs: OLD + version + 0.25,
  ctimeMs: OLD + version,
  ino: 7 + version,
});
const hash = (at: string, version: number) => sha256(`${at} ${version}`);

const names = fc.constantFrom("a", "a b", "a.b", "a/b", "a/c", "ä", "b", "b/c/d", "z");
const versions = fc.dictionary(names, fc.integer({ min: 0, max: 2 }), { noNullPrototype: true });
const sorted = (files: Readonly<Record<string, number>>) =>
  Object.entries(files).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A scan as the walk does it: asks for every file in order, reads what is not known. Returns what was known. */
async function scan(file: string, files: Readonly<Record<string, number>>): Promise<Record<string, number>> {
  const cache = await StatCache.open(file);
  const known: Record<string, number> = {};
  const unknown: [string, number][] = [];
  for (const [at, version] of sorted(files)) {
    const found = cache.hashOf(at, stat(version));
    if (found === null) unknown.unshift([at, version]);
    else {
      expect(found).toBe(hash(at, version));
      known[at] = version;
    }
  }
  for (const [at, version] of unknown) cache.remember(at, stat(version), hash(at, version), NOW);
  await cache.save();
  return known;
}

it("[S1] knows exactly the files that are as they were in the last scan, from memory and from its file", async () => {
  let runs = 0;
  const property = fc.asyncProperty(fc.array(versions, { minLength: 2, maxLength: 5 }), async (states) => {
    runs += 1;
    let before: Record<string, number> = {};
    for (const [n, state] of states.entries()) {
      const same = Object.fromEntries(Object.entries(state).filter(([at, version]) => before[at] === version));
      const file = path.join(folder, `${runs}.json`);
      if (n > 0) {
        // Another name has nothing in memory.
        const copy = path.join(folder, `${runs}-${n}.json`);
        await copyFile(file, copy);
        expect(await scan(copy, state)).toEqual(same);
      }
      expect(await scan(file, state)).toEqual(same);
      before = state;
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

it("[S1] does not trust a file that was written while, or shortly before, it was read", async () => {
  const file = path.join(folder, "racy.json");
  const cache = await StatCache.open(file);
  cache.remember("a", stat(1), hash("a", 1), OLD + 1_000);
  await cache.save();
  expect((await StatCache.open(file)).hashOf("a", stat(1))).toBeNull();
});
