/** The worker process: runs background jobs until it is told to stop, or until the program that started it is gone. */
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import path from "node:path";
import { pino } from "pino";

import type { Instant } from "../core/journal/entry.ts";
import { openJobs } from "../jobs/jobs.ts";
import { COLLECT_GARBAGE, RENDER } from "../jobs/queues.ts";
import { openParserPool } from "../parsing/parser-pool.ts";
import { openRenderer } from "../rendering/open-renderer.ts";
import { createCaches } from "../services/caches.ts";
import { pruneRenderings } from "../services/pruneRenderings.ts";
import { runRendering } from "../services/runRendering.ts";
import { env } from "../shared/env.ts";
import { collectBlobs } from "../store/blob-register.ts";
import { openDatabase } from "../store/database.ts";
import { openFileBlobs } from "../store/file-blobs.ts";
import { workOnRecords } from "./records.ts";

const { databaseUrl, dataFolder, logLevel } = env();
if (databaseUrl === undefined) throw new Error("The worker needs DATABASE_URL: start it with `npm start`");

const log = pino({ name: "worker", level: logLevel });
const database = openDatabase(databaseUrl, { connections: 4 });
const blobs = openFileBlobs(path.join(dataFolder, "blobs"));
const jobs = await openJobs({
  url: databaseUrl,
  supervise: true,
  onError: (error) => log.error(`Job queue: ${String(error)}`),
});

const renderer = openRenderer({ folder: path.join(dataFolder, "renderings") });
await jobs.work(COLLECT_GARBAGE, async () => {
  log.info(await collectBlobs(database, blobs, new Date()), "collected garbage");
  log.info({ renderings: await pruneRenderings({ db: database, renderer }) }, "removed renderings of what is gone");
});
await jobs.schedule(COLLECT_GARBAGE, "17 3 * * *", {});
await jobs.work(RENDER, (job) => runRendering({ db: database, blobs, renderer }, job));

const parser = openParserPool({
  program: path.resolve(".build", "parser.mjs"),
  processes: Math.max(1, Math.min(3, availableParallelism() - 1)),
});
const services = {
  db: database,
  blobs,
  caches: createCaches(),
  parser,
  jobs,
  renderer,
  now: () => new Date().toISOString() as Instant,
  newId: () => randomUUID(),
  dataFolder,
  folderRoots: [],
};
let stopping = false;
await workOnRecords(services, jobs, {
  stopping: () => stopping,
  onSwept: (asked) => log[asked > 0 ? "info" : "debug"]({ asked }, "looked for records that were missing"),
});
log.debug("worker ready");

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await jobs.close();
  await parser.close();
  await database.close();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// The program that started this one is gone: what runs is run again by the next worker.
process.on("disconnect", () => process.exit(1));
