/**
 * Where the embedded server's data, binaries and socket go: in the data folder wherever that works, else in a folder
 * that does, said aloud. Started again, the same places are found again.
 */
import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

import { sha256 } from "../../shared/sha256.ts";
import { give, reaches, serverAccount, type Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";

export interface Place {
  readonly account: Account;
  /** PGDATA; may not exist yet. */
  readonly cluster: string;
  readonly log: string;
  readonly binaries: string;
  readonly socketFolder: string;
}

/** Shortest limit of the systems (macOS: 103 bytes) less `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 103 - "/.s.PGSQL.5432".length;

/** What PostgreSQL's list of socket folders takes without quoting. */
const PLAIN = /^[\w/. -]+$/;

const ELSEWHERE = "/var/lib/staged-workspace";

export async function choosePlace(dataFolder: string, binaries: Binaries, say: (line: string) => void): Promise<Place> {
  const data = path.resolve(dataFolder);
  mkdirSync(data, { recursive: true, mode: 0o755 });
  const key = sha256(data).slice(0, 12);
  const elsewhere = path.join(ELSEWHERE, key);
  const used = [data, elsewhere].map((base) => path.join(base, "postgres")).find((cluster) => existsSync(cluster));
  const account = serverAccount(used);
  const base = reaches(account, data) ? data : elsewhere;
  if (base !== data) {
    mkdirSync(base, { recursive: true, mode: 0o755 });
    say(`PostgreSQL runs as uid ${account.uid}, which cannot enter ${data}: its data is in ${base}`);
  }
  return {
    account,
    cluster: path.join(base, "postgres"),
    log: path.join(base, "postgres.log"),
    binaries: reachableBinaries(account, binaries, base, say),
    socketFolder: await socketFolder(account, base, key, say),
  };
}

function reachableBinaries(
  account: Account,
  { folder, version }: Binaries,
  base: string,
  say: (line: string) => void,
): string {
  if (reaches(account, path.join(folder, "bin"))) return folder;
  const copy = path.join(base, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    cpSync(folder, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, copy);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
    say(`PostgreSQL runs as uid ${account.uid}, which cannot enter ${folder}: its program is copied to ${copy}`);
  }
  return copy;
}

/** In the data folder, unless its path is too long or odd, or its file system has no sockets. */
async function socketFolder(account: Account, base: string, key: string, say: (line: string) => void): Promise<string> {
  const preferred = path.join(base, "run");
  if (Buffer.byteLength(preferred) <= LONGEST_SOCKET_FOLDER && PLAIN.test(preferred)) {
    makePrivate(account, preferred);
    if (await takesSockets(preferred)) return preferred;
  }
  const temporary = Buffer.byteLength(os.tmpdir()) <= 60 && PLAIN.test(os.tmpdir()) ? os.tmpdir() : "/tmp";
  const short = path.join(temporary, `staged-${account.uid}-${key}`);
  makePrivate(account, short);
  say(`The path ${preferred} cannot hold a Unix socket: PostgreSQL's is in ${short}`);
  return short;
}

/** Only its owner gets in. A folder that somebody else has put there is not used. */
function makePrivate(account: Account, folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    give(account, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} must be a folder of uid ${account.uid} that nobody else can enter: remove it and start again`,
    );
  }
}

function takesSockets(folder: string): Promise<boolean> {
  const probe = path.join(folder, `probe.${process.pid}`);
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(probe, () => server.close(() => resolve(true)));
  });
}
