/** Every queue there is, so that the two ends of one agree on its name and payload. */
import { z } from "zod";

import type { Queue } from "./jobs.ts";

/** Removes unreferenced blobs after their grace period (M9). */
export const COLLECT_GARBAGE: Queue<Record<string, never>> = {
  name: "collect-garbage",
  payload: z.object({}).strict(),
  retries: 0,
};
