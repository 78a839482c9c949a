/** What `kill.mjs` runs: an own PostgreSQL with fsync on, an own data folder, and both gone afterwards. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { runCrashes } from "../../lib/services/testing/crashes.ts";
import { startEmbedded } from "../../lib/store/embedded/server.ts";
import { migrate } from "../../lib/store/migrate.ts";

export interface KillCycles {
  readonly cycles: number;
  readonly seed: number;
  /** The bundled process that is killed. */
  readonly stager: string;
  readonly migrations: string;
}

/** The exit code. */
export async function killCycles({ cycles, seed, stager, migrations }: KillCycles): Promise<number> {
  console.log(`Killing ${cycles} times, seed ${seed}`);
  const folder = await mkdtemp(path.join(tmpdir(), "staged-kill-"));
  const server = await startEmbedded({ dataFolder: path.join(folder, "server") });
  const started = Date.now();
  try {
    await migrate(server.url(), migrations);
    const command = [process.execPath, stager] as const;
    const run = {
      databaseUrl: server.url(),
      folder: path.join(folder, "data"),
      command: [...command] as const,
      cycles,
      seed,
    };
    const figures = await runCrashes(run);
    const operations = figures.staged + figures.decided + figures.promoted;
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${figures.cycles} cycles in ${seconds} s: ${operations} acknowledged operations ` +
        `(${figures.staged} staged, ${figures.decided} decisions, ${figures.promoted} promotions and rollbacks)`,
    );
    console.log(`${figures.lost} acknowledged operations lost`);
    return figures.lost === 0 ? 0 : 1;
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    console.error(`Again: node bench/crash/kill.mjs ${cycles} ${seed}`);
    return 1;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
