/**
 * A copy of a running server's cluster from which a server can be started: PostgreSQL's own procedure for a base backup
 * ("Making a Base Backup Using the Low Level API"), without archiving. What was committed before the copy began is in it,
 * and what was committed while it ran up to its end. Nothing waits for it; the server goes on writing.
 *
 * The log that the copy needs is copied last. Where the server has thrown some of it away by then (a long copy under heavy
 * writing), the copy is refused rather than kept: run it again.
 */
import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { constants } from "node:fs";
import path from "node:path";
import pg from "pg";

import { give, serverAccount, type Account } from "./account.ts";

export interface ClusterCopy {
  /** Bytes. */
  readonly size: number;
  /** Where the log stood when the copy ended: `0/1A2B3C`. */
  readonly end: string;
}

/** Their contents are of no use to another server, or wrong for it. The folders themselves are needed. */
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;

/**
 * @param url of any database of the server
 * @param target a folder that does not exist yet; it becomes PGDATA of the copy
 * @throws where the folder is there, the server does not answer, or the log that is needed is gone
 */
export async function copyCluster(url: string, target: string): Promise<ClusterCopy> {
  if (existsSync(target)) throw new Error(`${target} is there already: a backup goes into a folder of its own`);
  const client = new pg.Client({ connectionString: url, application_name: "staged-backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const source = await value(client, "SELECT current_setting('data_directory')");
    const account = serverAccount(source);
    // The session that starts it must end it: a connection that breaks on the way ends the backup by itself.
    const first = await value(client, "SELECT pg_walfile_name(pg_backup_start('staged', true))");
    let size = copyTree(source, target, account, true);
    const { rows } = await client.query<{ label: string; map: string; end: string; last: string }>(
      `SELECT labelfile AS label, spcmapfile AS map, lsn::text AS end, pg_walfile_name(lsn) AS last
       FROM pg_backup_stop(wait_for_archive => false)`,
    );
    const stopped = rows[0];
    if (stopped === undefined) throw new Error("PostgreSQL did not end the backup");
    size += copyTree(path.join(source, "pg_wal"), path.join(target, "pg_wal"), account, false);
    requireLog(path.join(target, "pg_wal"), first, stopped.last);
    write(target, "backup_label", stopped.label, account);
    if (stopped.map.trim() !== "") write(target, "tablespace_map", stopped.map, account);
    return { size, end: stopped.end };
  } finally {
    await client.end();
  }
}

async function value(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: "array" });
  const found = rows[0]?.[0];
  if (found === undefined) throw new Error(`PostgreSQL does not answer: ${sql}`);
  return found;
}

/** Bytes that were copied. Files that vanish on the way belong to what the log brings back. */
function copyTree(source: string, target: string, account: Account, top: boolean): number {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  chmodSync(target, 0o700);
  give(account, target);
  let size = 0;
  for (const name of readdirSync(source)) {
    if (LEFT_OUT.test(name)) continue;
    const [from, to] = [path.join(source, name), path.join(target, name)];
    const found = lstatSync(from, { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      size += top && EMPTIED.has(name) ? copyFolders(from, to, account) : copyTree(from, to, account, false);
    } else if (found?.isFile() && copied(from, to)) {
      give(account, to);
      size += found.size;
    }
  }
  return size;
}

/** The folders below, without what is in them. */
function copyFolders(source: string, target: string, account: Account): number {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  give(account, target);
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolders(path.join(source, entry.name), path.join(target, entry.name), account);
  return 0;
}

function copied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Both ends of the log that is needed; what lies between them is recycled from its old end only. */
function requireLog(folder: string, first: string, last: string): void {
  for (const segment of [first, last])
    if (!existsSync(path.join(folder, segment)))
      throw new Error(`The log ${segment} was thrown away while the copy ran: run the backup again`);
}

function write(folder: string, name: string, content: string, account: Account): void {
  const file = path.join(folder, name);
  writeFileSync(file, content, { mode: 0o600, flush: true });
  give(account, file);
}
