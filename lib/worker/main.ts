/** The worker process: runs background jobs until it is told to stop, or until the program that started it is gone. */
import path from "node:path";
import { pino } from "pino";

import { openJobs } from "../jobs/jobs.ts";
import { COLLECT_GARBAGE } from "../jobs/queues.ts";
import { env } from "../shared/env.ts";
import { collectBlobs } from "../store/blob-register.ts";
import { openDatabase } from "../store/database.ts";
import { openFileBlobs } from "../store/file-blobs.ts";

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

await jobs.work(COLLECT_GARBAGE, async () => {
  log.info(await collectBlobs(database, blobs, new Date()), "collected garbage");
});
await jobs.schedule(COLLECT_GARBAGE, "17 3 * * *", {});
log.debug("worker ready");

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await jobs.close();
  await database.close();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// The program that started this one is gone: what runs is run again by the next worker.
process.on("disconnect", () => process.exit(1));
