/**
 * The PostgreSQL that comes with the program: started on a data folder, reached through a Unix socket that nobody but
 * its owner can open, fsync on. A server that outlived its starter is adopted. Stop it: it does not end by itself.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import pg from "pg";

import { give } from "./account.ts";
import { findBinaries, type Binaries } from "./binaries.ts";
import { choosePlace, type Place } from "./place.ts";
import { endProcess, isAlive, pause, runningPostmaster } from "./postmaster.ts";

export interface EmbeddedServer {
  readonly pid: number;
  /** It was running already when this was called. */
  readonly adopted: boolean;
  /** Connection string of a database on it; the default one is made where it is missing. */
  url(database?: string): string;
  /** Ends its connections and the server; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Lines for the person who started it: where things are, if not where expected. */
  readonly say?: (line: string) => void;
  /** Tests only: nothing is flushed, so that a power cut loses everything. */
  readonly unsafe?: boolean;
  /** Another installation than the bundled one. */
  readonly binaries?: Binaries;
  /** Also listens here on the loopback interface, for programs that speak TCP only; needs a password. */
  readonly tcp?: { readonly port: number; readonly password: string };
}

const USER = "staged";
const DATABASE = "staged";
const START_LIMIT = 60_000;
const STOP_LIMIT = 20_000;
const LOG_LIMIT = 10 * 1024 * 1024;

/** The port also names the socket's file. */
interface Site extends Place {
  readonly port: number;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder, say = () => undefined } = options;
  const binaries = options.binaries ?? findBinaries();
  const place = { ...(await choosePlace(dataFolder, binaries, say)), port: options.tcp?.port ?? 5432 };
  if (!existsSync(path.join(place.cluster, "PG_VERSION"))) initialise(place, binaries, options);
  requireSameMajor(place, binaries);
  const { pid, adopted } = await adoptOrStart(place, options);
  await ensureDatabase(place, DATABASE);
  return {
    pid,
    adopted,
    url: (database = DATABASE) => connectionString(place, database, options.tcp),
    async stop() {
      // INT is PostgreSQL's fast shutdown, QUIT the immediate one, from which the next start recovers.
      if (await endProcess(pid, "SIGINT", STOP_LIMIT)) return;
      if (!(await endProcess(pid, "SIGQUIT", STOP_LIMIT))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    },
  };
}

function connectionString({ socketFolder }: Site, database: string, tcp: EmbeddedOptions["tcp"]): string {
  if (tcp !== undefined)
    return `postgresql://${USER}:${encodeURIComponent(tcp.password)}@127.0.0.1:${tcp.port}/${database}`;
  return `postgresql://${USER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** In a folder beside, then renamed: an interrupted one leaves no half cluster behind. */
function initialise(place: Site, { major }: Binaries, { unsafe, tcp }: EmbeddedOptions): void {
  const parent = path.dirname(place.cluster);
  for (const name of readdirSync(parent)) {
    if (name.startsWith("postgres.new-")) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const fresh = `${place.cluster}.new-${process.pid}`;
  mkdirSync(fresh, { mode: 0o700 });
  chmodSync(fresh, 0o700);
  give(place.account, fresh);
  const { status, stderr, error } = spawnSync(
    path.join(place.binaries, "bin", "initdb"),
    [
      ...["-D", fresh, "-U", USER, "--encoding=UTF8"],
      ...(Number(major) >= 17 ? ["--locale-provider=builtin", "--locale=C.UTF-8"] : ["--locale=C"]),
      ...["--auth-local=trust", `--auth-host=${tcp === undefined ? "reject" : "scram-sha-256"}`, "--no-instructions"],
      ...(unsafe === true ? ["--no-sync"] : []),
    ],
    { ...place.account.spawnAs, cwd: "/", env: ENVIRONMENT, encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`PostgreSQL's initdb failed: ${error?.message ?? stderr}`);
  }
  renameSync(fresh, place.cluster);
}

function requireSameMajor({ cluster }: Site, { major }: Binaries): void {
  const found = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  if (found !== major) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${found}, this is ${major}: restore a dump into an empty data folder (docs/operations.md)`,
    );
  }
}

async function adoptOrStart(place: Site, options: EmbeddedOptions): Promise<{ pid: number; adopted: boolean }> {
  const deadline = performance.now() + START_LIMIT;
  for (let attempt = 1; ; attempt += 1) {
    const running = runningPostmaster(place.cluster);
    const pid = running ?? spawnServer(place, options);
    const failure = await waitUntilReady(place, pid, deadline);
    if (failure === null) {
      if (options.tcp !== undefined) await setPassword(place, options.tcp.password);
      return { pid, adopted: running !== null };
    }
    // Gone again: it was shutting down, somebody else was first, or memory of a killed one was not free yet.
    if (attempt === 5 || performance.now() > deadline) throw new Error(`PostgreSQL did not start: ${failure}`);
    await pause(200 * attempt);
  }
}

function spawnServer(place: Site, { unsafe, tcp }: EmbeddedOptions): number {
  const tooLong = existsSync(place.log) && statSync(place.log).size > LOG_LIMIT;
  const log = openSync(place.log, tooLong ? "w" : "a", 0o600);
  const settings = {
    listen_addresses: tcp === undefined ? "" : "127.0.0.1",
    port: place.port,
    unix_socket_directories: place.socketFolder,
    unix_socket_permissions: "0700",
    max_connections: 100,
    fsync: unsafe === true ? "off" : "on",
    synchronous_commit: unsafe === true ? "off" : "on",
    full_page_writes: unsafe === true ? "off" : "on",
    timezone: "UTC",
    log_timezone: "UTC",
  };
  const child = spawn(
    path.join(place.binaries, "bin", "postgres"),
    ["-D", place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // Detached: Ctrl-C in the terminal must not reach it before those that still use it have ended.
    { ...place.account.spawnAs, cwd: "/", env: ENVIRONMENT, detached: true, stdio: ["ignore", log, log] },
  );
  closeSync(log);
  child.unref();
  child.on("error", () => undefined);
  if (child.pid === undefined)
    throw new Error(`PostgreSQL's program cannot be started: ${place.binaries}/bin/postgres`);
  return child.pid;
}

/** null: it answers. A text: it ended, with the end of its log. */
async function waitUntilReady(place: Site, pid: number, deadline: number): Promise<string | null> {
  for (;;) {
    const client = socketClient(place, "postgres");
    try {
      await client.connect();
      return null;
    } catch (error) {
      if (!isAlive(pid)) return lastLines(place.log);
      if (performance.now() > deadline) return `no answer within ${START_LIMIT / 1000} s (${String(error)})`;
      await pause(30);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function socketClient({ socketFolder, port }: Site, database: string): pg.Client {
  const client = new pg.Client({ host: socketFolder, port, user: USER, database, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  return client;
}

async function ensureDatabase(place: Site, database: string): Promise<void> {
  await onServer(place, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  });
}

async function setPassword(place: Site, password: string): Promise<void> {
  await onServer(place, (client) => client.query(`ALTER ROLE ${USER} PASSWORD ${client.escapeLiteral(password)}`));
}

async function onServer(place: Site, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = socketClient(place, "postgres");
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const lastLines = (log: string) => readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n");

/** All that the server is given: none of the caller's PG* or LC_* settings reaches it. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};
