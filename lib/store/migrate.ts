/**
 * Brings a database to this program's schema at start: applies prisma/migrations in order, each in a transaction of its
 * own, one program at a time, and records them as Prisma does, so that `prisma migrate status` and `deploy` agree.
 * Does not: go back, or touch a database whose recorded migrations are not exactly the first of these.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

import { sha256 } from "../shared/sha256.ts";

/** A database that this program must not touch: newer, changed by hand, or left half-way. The message says what to do. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MigrationError";
  }
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Recorded {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
  readonly rolled_back_at: Date | null;
}

/** The lock that Prisma's own migrate takes. */
const LOCK = 72_707_369;

const CREATE_RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** `folder` is prisma/migrations. Returns the names that were applied now. @throws MigrationError */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: "staged-migrate" });
  await client.connect();
  try {
    // Held by the connection: it ends with it, also where this program is killed.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(CREATE_RECORD);
    const applied = await readRecorded(client);
    requirePrefix(applied, migrations);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: sha256(sql) };
    }),
  );
}

async function readRecorded(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    "SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY migration_name, started_at",
  );
  const standing = rows.filter((row) => row.rolled_back_at === null);
  const half = standing.find((row) => row.finished_at === null);
  if (half !== undefined) {
    throw new MigrationError(
      `Migration ${half.migration_name} was begun by another program and never finished: ` +
        "resolve it with `prisma migrate resolve`, or restore a backup",
    );
  }
  return standing;
}

function requirePrefix(applied: readonly Recorded[], migrations: readonly Migration[]): void {
  for (const [index, { migration_name: name, checksum }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) {
      const known = migrations.some((candidate) => candidate.name === name);
      throw new MigrationError(
        known
          ? `The database has migration ${name} but lacks ${migration?.name ?? "one"} that comes before it`
          : `The database has migration ${name}, which this version does not know: start the newer version, or restore a backup`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied: restore its file, and write a new migration`,
      );
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new MigrationError(`Migration ${name} failed, and nothing of it was kept: ${String(error)}`);
  }
}
