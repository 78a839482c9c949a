/** What the numbers depend on: machine, its load, programs and their versions. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Missing } from "./row.ts";

export function machineLine(): string {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${cpus.length} × ${cpus[0]?.model.trim() ?? "unknown processor"}, ${memory} GB, ${os.type()} ${os.release()}, Node.js ${process.version}`;
}

/** The load average of the last minute; above the number of processors, something else was running too. */
export const load = (): number => os.loadavg()[0] ?? 0;

/** The first line of what a program says its version is. @throws Missing where it is not installed. */
export function versionOf(program: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Missing(`${program} is not installed`);
  return (stdout.split("\n")[0] ?? "").trim();
}

/** Name and version of an installed package, or of this program. */
export function packageVersion(name?: string): string {
  const folder = name === undefined ? "." : path.join("node_modules", name);
  const found = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  return `${found.name} ${found.version}`;
}

export const OURS = packageVersion();
