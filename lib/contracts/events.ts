/** What `/api/events` sends: a version stamp and what to read again. Bodies carry no workspace content. */
import { z } from "zod";

import { pathSchema } from "./common.ts";

export const eventSchema = z
  .object({
    id: z.string(),
    type: z.enum(["workspace", "branch", "decided", "seen", "promoted", "stale", "comparison"]),
    workspace: z.string(),
    branch: z.string().nullable(),
    t: z.number().int().nullable(),
    seq: z.number().int().nullable(),
    path: pathSchema.optional(),
    by: z.string().optional(),
  })
  .meta({ id: "Event" });
export type EventView = z.infer<typeof eventSchema>;
