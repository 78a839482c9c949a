/**
 * A database of its own for a test file, copied from a migrated template: about 50 ms. Call it at the top of the file,
 * `const { database, url } = await createTestDatabase();`: it is closed and dropped after the file's last test.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll } from "vitest";

import { sha256 } from "../../shared/sha256.ts";
import { openDatabase, type Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { testServerUrl } from "./server.ts";

export interface TestDatabase {
  readonly database: Database;
  readonly url: string;
}

export const MIGRATIONS = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

const LOCK = 20_240_001;

export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createEmptyDatabase(await ensureTemplate());
  const database = openDatabase(url);
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { database, url };
}

/** Without `template`: with nothing in it at all. The caller drops it. */
export async function createEmptyDatabase(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await testServerUrl();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template ?? "template0"}`));
  return {
    url: withDatabase(server, name),
    drop: () => onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Made once a server, named by its migrations. */
async function ensureTemplate(): Promise<string> {
  const server = await testServerUrl();
  const name = `template_${migrationsDigest()}`;
  await onServer(server, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount !== 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}_new`);
    await client.query(`CREATE DATABASE ${name}_new TEMPLATE template0`);
    await migrate(withDatabase(server, `${name}_new`), MIGRATIONS);
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
  });
  return name;
}

function migrationsDigest(): string {
  const names = readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql"));
  return sha256(
    names
      .sort()
      .map((name) => sha256(readFileSync(path.join(MIGRATIONS, name))))
      .join(),
  ).slice(0, 12);
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
