/**
 * Whom the embedded server runs as. PostgreSQL refuses to run as root: started by root it runs as an unprivileged
 * account, which must own its data and be able to get to it and to the binaries. A checkout in a closed home folder is
 * out of its reach: `reaches` asks the system rather than guessing from permission bits.
 */
import { spawnSync } from "node:child_process";
import { lchownSync, lstatSync, readFileSync } from "node:fs";

export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** Given to `spawn`: empty where the account is the one that runs this program. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
}

/** `existing`: a data folder that is there already keeps its owner. */
export function serverAccount(existing?: string): Account {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid, spawnAs: {} };
  const owner = existing === undefined ? null : lstatSync(existing);
  const other = owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
  return { ...other, spawnAs: other };
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (line === null) return { uid: 65_534, gid: 65_534 };
  return { uid: Number(line[1]) >>> 0, gid: Number(line[2]) >>> 0 };
}

/** Whether the account can enter `folder`. @throws where no process can be started as that account at all. */
export function reaches(account: Account, folder: string): boolean {
  if (account.spawnAs.uid === undefined) return true;
  const { status, error } = spawnSync("/bin/sh", ["-c", 'cd "$1" && test -r .', "sh", folder], {
    ...account.spawnAs,
    cwd: "/",
    stdio: "ignore",
  });
  if (error !== undefined) {
    throw new Error(
      `PostgreSQL refuses to run as root, and no process can be started as uid ${account.uid} (${error.message}). ` +
        "Start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return status === 0;
}

/** Makes the account the owner of one file or folder. @throws where the file system cannot. */
export function give(account: Account, file: string): void {
  if (account.spawnAs.uid !== undefined) lchownSync(file, account.uid, account.gid);
}
