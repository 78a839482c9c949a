/** Every queue there is, so that the two ends of one agree on its name and payload. */
import { z } from "zod";

import type { Queue } from "./jobs.ts";

/** Compares two versions of a file and keeps the result. */
export const COMPARE: Queue<{ path: string; beforeHash: string; afterHash: string }> = {
  name: "compare",
  payload: z.object({ path: z.string(), beforeHash: z.string(), afterHash: z.string() }),
};

/** Removes unreferenced blobs after their grace period (M9). */
export const COLLECT_GARBAGE: Queue<Record<string, never>> = {
  name: "collect-garbage",
  payload: z.object({}).strict(),
  retries: 0,
};
