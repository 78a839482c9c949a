/** The worker's share of the parsed cache: reads what is asked for, and looks for what was missed, at start and now and then. */
import type { Jobs } from "../jobs/jobs.ts";
import { PARSE, PARSE_MANY, SWEEP_RECORDS } from "../jobs/queues.ts";
import type { Services } from "../services/context.ts";
import { parseContents } from "../services/parseContents.ts";
import { sweepRecords } from "../services/sweepRecords.ts";

export async function workOnRecords(
  services: Services,
  jobs: Jobs,
  { stopping, onSwept }: { readonly stopping: () => boolean; readonly onSwept: (asked: number) => void },
): Promise<void> {
  await jobs.work(PARSE, (job) => parseContents(services, job, stopping), { concurrency: 2 });
  await jobs.work(PARSE_MANY, (job) => parseContents(services, job, stopping));
  await jobs.work(SWEEP_RECORDS, async () => onSwept(await sweepRecords(services)));
  await jobs.schedule(SWEEP_RECORDS, "*/10 * * * *", {});
  await jobs.enqueue(SWEEP_RECORDS, {}, { singletonKey: "start" });
}
