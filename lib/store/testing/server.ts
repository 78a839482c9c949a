/**
 * The PostgreSQL server of a test run: started by the first test file that needs one, shared by all, stopped at the
 * end. This is also vitest's global set-up, which only names the folder: a run without a database starts none.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

import { endProcess, isAlive, pause, runningPostmaster } from "../embedded/postmaster.ts";
import { startEmbedded } from "../embedded/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServerFolder: string;
  }
}

const PREFIX = "staged-test-";

/** vitest's global set-up; what it returns is the tear-down. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await sweepDeadRuns();
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  // The account that the server runs as must be able to enter.
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, "owner"), String(process.pid));
  project.provide("testServerFolder", folder);
  return () => endRun(folder);
}

/** Connection string of a database on this run's server: STAGED_TEST_DATABASE_URL where it is set, else an own one. */
export async function testServerUrl(): Promise<string> {
  const given = process.env["STAGED_TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") return given;
  const folder = inject("testServerFolder");
  const ready = path.join(folder, "url");
  try {
    mkdirSync(path.join(folder, "starting"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return waitFor(folder, ready);
  }
  try {
    const server = await startEmbedded({ dataFolder: path.join(folder, "data"), unsafe: true });
    writeFileSync(`${ready}.new`, server.url());
    renameSync(`${ready}.new`, ready);
    return server.url();
  } catch (error) {
    writeFileSync(path.join(folder, "failed"), String(error));
    throw error;
  }
}

async function waitFor(folder: string, ready: string): Promise<string> {
  for (let waited = 0; waited < 90_000; waited += 50) {
    if (existsSync(ready)) return readFileSync(ready, "utf8");
    const failed = path.join(folder, "failed");
    if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"));
    await pause(50);
  }
  throw new Error("The test server was not started by the test file that began to");
}

async function endRun(folder: string): Promise<void> {
  const cluster = path.join(folder, "data", "postgres");
  const pid = existsSync(cluster) ? runningPostmaster(cluster) : null;
  // Nothing here needs to survive: the immediate shutdown.
  if (pid !== null) await endProcess(pid, "SIGQUIT", 10_000);
  rmSync(folder, { recursive: true, force: true });
}

/** Runs that were killed leave their server behind. */
async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    const owner = path.join(folder, "owner");
    if (existsSync(owner) && !isAlive(Number(readFileSync(owner, "utf8")))) await endRun(folder);
  }
}
