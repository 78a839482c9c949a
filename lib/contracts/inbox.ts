/** What waits for a person, in one workspace or in all of theirs; and who is here. */
import { z } from "zod";

import { changeIdSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";

const common = {
  /** Names the entry: the same thing that waits has the same key. */
  key: z.string(),
  /** Which version it speaks of (V3). */
  version: versionSchema,
  workspaceName: z.string(),
  branch: z.object({ id: z.string(), name: z.string(), user: personSchema }).nullable(),
  at: instantSchema,
};

const place = {
  path: pathSchema.nullable(),
  fragment: z.string().nullable(),
  changeId: changeIdSchema.nullable(),
};

export const inboxEntrySchema = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("review-request"),
      ...common,
      request: z.string(),
      by: personSchema,
      message: z.string(),
      t: z.number().int(),
      superseded: z.boolean(),
      pending: z.number().int(),
      flagged: z.number().int(),
    }),
    z.object({ kind: z.literal("stale"), ...common, path: pathSchema, files: z.number().int() }),
    z.object({
      kind: z.literal("mention"),
      ...common,
      ...place,
      thread: z.string(),
      comment: z.string(),
      by: personSchema,
      /** The comment's text, cut; mentions stand in it as ids. */
      text: z.string(),
      mentions: z.array(personSchema),
      read: z.boolean(),
    }),
    z.object({
      kind: z.literal("action-item"),
      ...common,
      ...place,
      item: z.string(),
      title: z.string(),
      by: personSchema,
    }),
    z.object({
      kind: z.literal("changes"),
      ...common,
      path: pathSchema.nullable(),
      pending: z.number().int(),
      flagged: z.number().int(),
      files: z.number().int(),
    }),
  ])
  .meta({ id: "InboxEntry" });
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

export const inboxSchema = z
  .object({
    /** Newest first within what waits; read mentions last. */
    entries: z.array(inboxEntrySchema),
    /** Entries that wait: read mentions do not. */
    waiting: z.number().int(),
    /** How many more there are than are listed. */
    more: z.number().int(),
  })
  .meta({ id: "Inbox" });
export type Inbox = z.infer<typeof inboxSchema>;

/** Mentions by their comments; absent: all of the workspace, or of all workspaces. */
export const markMentionsSchema = z
  .object({ comments: z.array(z.string().max(64)).max(500).optional(), read: z.boolean() })
  .meta({ id: "MarkMentions" });
export const markedSchema = z.object({ marked: z.number().int() }).meta({ id: "Marked" });

export const presenceBeatSchema = z
  .object({
    /** Of the open page: one person may have several. */
    tab: z.string().regex(/^[A-Za-z0-9-]{8,64}$/u),
    branch: z.string().max(64).nullable(),
    path: pathSchema.nullable(),
    /** The page is being left. */
    leave: z.boolean().default(false),
  })
  .meta({ id: "PresenceBeat" });
export type PresenceBeat = z.infer<typeof presenceBeatSchema>;

/** Who is where in a workspace now. Kept nowhere: it is what was heard in the last seconds. */
export const presenceSchema = z
  .object({
    people: z.array(
      personSchema.extend({ branch: z.string().nullable(), path: pathSchema.nullable(), since: instantSchema }),
    ),
  })
  .meta({ id: "Presence" });
export type Presence = z.infer<typeof presenceSchema>;
