/** What `/api/events` sends: a version stamp and what to read again. Bodies carry no workspace content. */
import { z } from "zod";

import { pathSchema } from "./common.ts";

export const eventSchema = z
  .object({
    id: z.string(),
    type: z.enum([
      "workspace",
      "branch",
      "decided",
      "seen",
      "promoted",
      "stale",
      "comparison",
      "thread",
      "action-item",
      "review-request",
      "member",
      "invitation",
      "agent-token",
      "password",
      "records",
      "rendering",
    ]),
    workspace: z.string(),
    branch: z.string().nullable(),
    t: z.number().int().nullable(),
    seq: z.number().int().nullable(),
    path: pathSchema.optional(),
    by: z.string().optional(),
    /** Of decisions: on how many changes, and what. */
    verdict: z.enum(["accept", "reject", "clear"]).optional(),
    count: z.number().int().optional(),
    /** Of a thread, action item or review request: which, what became of it, and where in the file it is. */
    subject: z.string().optional(),
    what: z.string().optional(),
    fragment: z.string().optional(),
  })
  .meta({ id: "Event" });
export type EventView = z.infer<typeof eventSchema>;
