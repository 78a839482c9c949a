/** Every queue there is, so that the two ends of one agree on its name and payload. */
import { z } from "zod";

import type { Queue } from "./jobs.ts";

/** Removes unreferenced blobs after their grace period (M9). */
export const COLLECT_GARBAGE: Queue<Record<string, never>> = {
  name: "collect-garbage",
  payload: z.object({}).strict(),
  retries: 0,
};

const contentSchema = z.object({ hash: z.string(), name: z.string() });

/** Contents that have no record yet, with a path of each: its name tells the format where the content does not. */
const parsePayload = z
  .object({ workspace: z.string(), branch: z.string().nullable(), contents: z.array(contentSchema).min(1) })
  .strict();
export type ParseJob = z.infer<typeof parsePayload>;

/** What was just changed: small, so that it is read soon. */
export const PARSE: Queue<ParseJob> = { name: "parse", payload: parsePayload };

/** Whole imports, which nobody's edit waits behind. */
export const PARSE_MANY: Queue<ParseJob> = { name: "parse-many", payload: parsePayload, expireIn: 4 * 3600 };

/** Looks for contents of accepted trees and branches that were missed, and asks for their records. */
export const SWEEP_RECORDS: Queue<Record<string, never>> = {
  name: "sweep-records",
  payload: z.object({}).strict(),
  retries: 0,
};

const renderPayload = z
  .object({ contentHash: z.string(), renderer: z.string(), extension: z.string(), workspace: z.string() })
  .strict();
/** `workspace`: whose browsers are told when it is over. */
export type RenderJob = z.infer<typeof renderPayload>;

/** Draws one file's pages. A file that cannot be drawn is a state of its own, so a failure is the worker's: once more. */
export const RENDER: Queue<RenderJob> = { name: "render", payload: renderPayload, retries: 1, expireIn: 1800 };
