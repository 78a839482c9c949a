/** A backup taken while rows are written, started as a server of its own. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";

import { copyCluster } from "./backup.ts";
import { startEmbedded, type EmbeddedServer } from "./server.ts";

const parent = mkdtempSync(path.join(os.tmpdir(), "staged backup-"));
chmodSync(parent, 0o755);
const started: EmbeddedServer[] = [];
afterAll(async () => {
  for (const server of started) await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function start(name: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataFolder: path.join(parent, name) });
  started.push(server);
  return server;
}

async function connect(server: EmbeddedServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  return client;
}

it("holds all that was acknowledged before it began, without a gap, and its server starts", async () => {
  const server = await start("original");
  const writer = await connect(server);
  await writer.query("CREATE TABLE kept (n serial PRIMARY KEY, filler text)");
  let writing = true;
  let acknowledged = 0;
  const writes = (async () => {
    while (writing) {
      await writer.query("INSERT INTO kept (filler) SELECT repeat('x', 500) FROM generate_series(1, 20)");
      acknowledged += 20;
    }
  })();
  while (acknowledged < 200) await new Promise((resolve) => setImmediate(resolve));

  const before = acknowledged;
  mkdirSync(path.join(parent, "copy"), { mode: 0o755 });
  const copy = await copyCluster(server.url(), path.join(parent, "copy", "postgres"));
  writing = false;
  await writes;
  await writer.end();
  expect(copy.size).toBeGreaterThan(1_000_000);

  const restored = await start("copy");
  const reader = await connect(restored);
  const { rows } = await reader.query<{ rows: number; last: number }>(
    "SELECT count(*)::int AS rows, coalesce(max(n), 0) AS last FROM kept",
  );
  await reader.query("INSERT INTO kept (filler) VALUES ('after')");
  await reader.end();
  expect(rows[0]?.rows).toBe(rows[0]?.last);
  expect(rows[0]?.rows).toBeGreaterThanOrEqual(before);
  expect(rows[0]?.rows).toBeLessThanOrEqual(acknowledged);

  await expect(copyCluster(server.url(), path.join(parent, "copy"))).rejects.toThrow(/is there already/);
  expect(existsSync(path.join(parent, "copy", "postgres", "backup_label"))).toBe(false);
  expect(readdirSync(path.join(parent, "original"))).toContain("postgres");
});
