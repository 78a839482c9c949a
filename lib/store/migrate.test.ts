import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { migrate, MigrationError } from "./migrate.ts";
import { createEmptyDatabase, MIGRATIONS } from "./testing/database.ts";

/** What the project has, in the order of their names. */
const ALL = (await readdir(MIGRATIONS, { withFileTypes: true }))
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .sort();

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: string;

beforeEach(async () => {
  empty = await createEmptyDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "staged-migrations-"));
  await cp(MIGRATIONS, folder, { recursive: true });
});

afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("migrate", () => {
  it("applies what is missing, once, and records it as Prisma does", async () => {
    expect(ALL[0]).toBe("0001_init");
    expect(await migrate(empty.url, folder)).toEqual(ALL);
    expect(await migrate(empty.url, folder)).toEqual([]);
    await addMigration("9000_more", "CREATE TABLE more (id int)");
    expect(await migrate(empty.url, folder)).toEqual(["9000_more"]);
    const rows = await query(
      "SELECT migration_name, checksum, finished_at, applied_steps_count FROM _prisma_migrations",
    );
    expect(rows.map((row) => [row["migration_name"], row["applied_steps_count"]])).toEqual(
      [...ALL, "9000_more"].map((name) => [name, 1]),
    );
    for (const row of rows) expect(row).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it("lets one of several that start at the same moment do it", async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url, folder)));
    expect(applied.flat()).toEqual(ALL);
  });

  it("keeps nothing of a migration that fails, and applies it when it is mended", async () => {
    await addMigration("9000_broken", "CREATE TABLE half (id int); SELECT nonsense");
    await expect(migrate(empty.url, folder)).rejects.toThrow(/9000_broken failed/);
    expect(await query("SELECT to_regclass('half')::text AS half")).toEqual([{ half: null }]);
    await addMigration("9000_broken", "CREATE TABLE half (id int)");
    expect(await migrate(empty.url, folder)).toEqual(["9000_broken"]);
  });

  it("refuses a migration that was changed after it was applied", async () => {
    await addMigration("9000_more", "CREATE TABLE more (id int)");
    await migrate(empty.url, folder);
    await addMigration("9000_more", "CREATE TABLE more (id bigint)");
    await expect(migrate(empty.url, folder)).rejects.toThrow(/9000_more was changed after it was applied/);
  });

  it("refuses a database of a newer version", async () => {
    await addMigration("9000_newer", "CREATE TABLE newer (id int)");
    await migrate(empty.url, folder);
    await expect(migrate(empty.url, MIGRATIONS)).rejects.toThrow(/9000_newer, which this version does not know/);
  });

  it("refuses a migration that would have to go before one that is applied", async () => {
    await addMigration("9000_later", "CREATE TABLE later (id int)");
    await migrate(empty.url, folder);
    await addMigration("8000_earlier", "CREATE TABLE earlier (id int)");
    await expect(migrate(empty.url, folder)).rejects.toThrow(/9000_later but lacks 8000_earlier/);
  });

  it("refuses a migration that another program began and did not finish", async () => {
    await migrate(empty.url, folder);
    await query("UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(migrate(empty.url, folder)).rejects.toThrow(MigrationError);
  });
});
