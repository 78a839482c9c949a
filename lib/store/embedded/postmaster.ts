/** What `postmaster.pid` says: whether a server is running on a cluster, and whether the file is left from a crash. */
import { readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";

const PID_FILE = "postmaster.pid";

/** The pid of the server that runs on this cluster; null: none. A stale file is removed. */
export function runningPostmaster(cluster: string): number | null {
  const file = path.join(cluster, PID_FILE);
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && commandOf(pid).includes("postgres")) return pid;
  // After a crash the number may belong to another program by now, which PostgreSQL itself would not notice.
  rmSync(file, { force: true });
  return null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !/^State:\s+Z/m.test(readOr(`/proc/${pid}/status`, ""));
}

function commandOf(pid: number): string {
  const command = readOr(`/proc/${pid}/cmdline`, "");
  if (command !== "") return command;
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}

/** Signals and waits until the process is gone; false: it still is not. */
export async function endProcess(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
    throw error;
  }
  for (let waited = 0; waited < milliseconds; waited += 25) {
    if (!isAlive(pid)) return true;
    await pause(25);
  }
  return !isAlive(pid);
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
