import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";

import { serverAccount } from "./account.ts";
import { holdDataFolder } from "./hold.ts";
import { isAlive } from "./postmaster.ts";
import { startEmbedded, type EmbeddedServer } from "./server.ts";

const parent = mkdtempSync(path.join(os.tmpdir(), "staged embedded-"));
chmodSync(parent, 0o755);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const started: EmbeddedServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) if (isAlive(server.pid)) await server.stop();
});

/** Making a cluster takes longest: tests that do not need a fresh one share this. */
const shared = path.join(parent, "shared data");
let count = 0;
const newFolder = () => path.join(parent, `data ${(count += 1)}`);

async function start(dataFolder: string, said: string[] = []): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataFolder, say: (line) => said.push(line) });
  started.push(server);
  return server;
}

async function ask(server: EmbeddedServer, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

describe("embedded PostgreSQL", () => {
  it("starts in a folder with spaces, keeps what was written, and stops", async () => {
    const folder = newFolder();
    const said: string[] = [];
    const first = await start(folder, said);
    expect(first.adopted).toBe(false);
    expect(await ask(first, "SHOW fsync")).toEqual({ fsync: "on" });
    expect(await ask(first, "SHOW listen_addresses")).toEqual({ listen_addresses: "" });
    await ask(first, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(folder);
    expect(second.adopted).toBe(false);
    expect(await ask(second, "SELECT answer FROM kept")).toEqual({ answer: 42 });
    expect(said).toEqual([]);
  });

  it("adopts a server that outlived its starter", async () => {
    const folder = shared;
    const first = await start(folder);
    const second = await start(folder);
    expect(second).toMatchObject({ adopted: true, pid: first.pid });
    await second.stop();
    expect(isAlive(first.pid)).toBe(false);
  });

  it("starts again after a kill -9 of the server, with what was committed", async () => {
    const folder = shared;
    const first = await start(folder);
    await ask(first, "CREATE TABLE survived AS SELECT 42 AS answer");
    process.kill(first.pid, "SIGKILL");
    const second = await start(folder);
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second, "SELECT answer FROM survived")).toEqual({ answer: 42 });
  });

  it("is not misled by a pid file whose number belongs to another program by now", async () => {
    const folder = shared;
    await (await start(folder)).stop();
    writeFileSync(path.join(folder, "postgres", "postmaster.pid"), `${process.pid}\n`);
    expect((await start(folder)).adopted).toBe(false);
  });

  it("is not misled by an initialisation that was interrupted", async () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, "postgres.new-1"), { recursive: true });
    writeFileSync(path.join(folder, "postgres.new-1", "PG_VERSION"), "18\n");
    await start(folder);
    expect(existsSync(path.join(folder, "postgres.new-1"))).toBe(false);
  });

  it("puts its socket elsewhere where the path is too long, and says where", async () => {
    const said: string[] = [];
    const server = await start(path.join(newFolder(), "long".repeat(30)), said);
    expect(await ask(server, "SELECT 1 AS one")).toEqual({ one: 1 });
    expect(said.join()).toMatch(/cannot hold a Unix socket: PostgreSQL's is in /);
    rmSync(new URL(server.url()).searchParams.get("host")!, { recursive: true, force: true });
  });

  it("refuses data of another major version", async () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, "postgres"), { recursive: true });
    writeFileSync(path.join(folder, "postgres", "PG_VERSION"), "13\n");
    await expect(startEmbedded({ dataFolder: folder })).rejects.toThrow(/was made by PostgreSQL 13/);
  });

  it("lets nobody else in", async () => {
    const folder = shared;
    await start(folder);
    for (const name of ["postgres", "run"]) expect(lstatSync(path.join(folder, name)).mode & 0o077).toBe(0);
  });

  it("lets one program at a time hold the data folder, until its connection ends", async () => {
    const server = await start(shared);
    const lost: string[] = [];
    const first = await holdDataFolder(server.url(), () => lost.push("first"));
    expect(await holdDataFolder(server.url(), () => lost.push("second"))).toBeNull();
    await first!.release();
    const third = await holdDataFolder(server.url(), () => lost.push("third"));
    expect(third).not.toBeNull();
    await server.stop();
    expect(lost).toEqual(["third"]);
  });
});

describe.skipIf(process.getuid?.() !== 0)("started by root", () => {
  it("runs as an unprivileged account that owns its data", async () => {
    const folder = shared;
    const server = await start(folder);
    const { uid } = serverAccount();
    expect(uid).not.toBe(0);
    expect(lstatSync(path.join(folder, "postgres")).uid).toBe(uid);
    expect(spawnSync("ps", ["-o", "uid=", "-p", String(server.pid)], { encoding: "utf8" }).stdout.trim()).toBe(
      String(uid),
    );
  });

  it("keeps its data where that account can get, and says where", async () => {
    const closed = newFolder();
    mkdirSync(closed, { mode: 0o700 });
    const said: string[] = [];
    const server = await start(path.join(closed, "data"), said);
    const place = /its data is in (.*)$/m.exec(said.join("\n"))![1]!;
    expect(readFileSync(path.join(place, "postgres", "PG_VERSION"), "utf8")).toBe("18\n");
    await server.stop();
    rmSync(place, { recursive: true });
  });
});
