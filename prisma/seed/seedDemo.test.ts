/** The demo as it is made, on a database of its own: every moment of the session gives the tree that is recorded. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

import { createTestDatabase } from "../../lib/store/testing/database.ts";
import { readEntries } from "../../lib/store/journal.ts";
import { seedDemo } from "./main.ts";

const { database, url } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "staged-seed-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const started = Date.now();
const slug = await seedDemo({ databaseUrl: url, dataFolder: folder, say: () => undefined });
const seconds = (Date.now() - started) / 1_000;

const workspace = await database.workspace.findUniqueOrThrow({
  where: { slug },
  include: { branches: true, promotions: { orderBy: { number: "asc" } } },
});
const branchOf = (name: string) => workspace.branches.find((branch) => branch.name === name)!;
const agent = branchOf("refresh Q3 numbers");
const entries = await readEntries(database, agent.id, 0, agent.seq);

describe(`the demo, made in ${seconds.toFixed(1)} s`, () => {
  test("[J3, V2] the tree at every t of the session, and after every promotion, is as recorded", async () => {
    const made = {
      promotions: workspace.promotions.map(({ number, afterTree }) => ({ number, tree: afterTree })),
      points: entries.flatMap((entry) => (entry.type === "point" ? [{ t: entry.t, tree: entry.current }] : [])),
    };
    const file = new URL("./trees.json", import.meta.url);
    if (process.env["SEED_RECORD"] === "1") await writeFile(file, `${JSON.stringify(made, null, 2)}\n`);
    expect(made).toEqual(JSON.parse(await readFile(file, "utf8")));
  });
});
