/** Something to be done, by a person or by the agent of a branch; and review requests (B4). */
import { z } from "zod";

import { changeIdSchema, hashSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";
import { plainTextSchema, UNKEEPABLE } from "./threads.ts";

const TITLE_LIMIT = 200;
const BODY_LIMIT = 4_000;
const OUTCOME_LIMIT = 1_000;

export const actionItemStateSchema = z.enum(["open", "done", "dismissed"]).meta({ id: "ActionItemState" });

export const createActionItemSchema = z
  .object({
    title: plainTextSchema(TITLE_LIMIT),
    body: plainTextSchema(BODY_LIMIT).optional(),
    /** The agent of the branch, or a member by id. */
    assignee: z.union([z.literal("agent"), z.object({ person: z.string().min(1).max(64) })]),
    /** What it is about; absent: the branch as a whole. */
    path: pathSchema.optional(),
    contentHash: hashSchema.optional(),
    fragment: z.string().max(1_000).optional(),
    changeId: changeIdSchema.optional(),
    thread: z.string().max(64).optional(),
    /** The stale operation that is handed back (M6): it stays stale. */
    operation: z.string().max(64).optional(),
  })
  .meta({ id: "CreateActionItem" });
export type CreateActionItem = z.input<typeof createActionItemSchema>;

export const changeActionItemSchema = z
  .object({
    state: actionItemStateSchema,
    /** What was done, or why not. */
    outcome: plainTextSchema(OUTCOME_LIMIT).optional(),
  })
  .meta({ id: "ChangeActionItem" });

export const actionItemSchema = z
  .object({
    id: z.string(),
    branch: z.string().nullable(),
    title: z.string(),
    body: z.string().nullable(),
    path: pathSchema.nullable(),
    contentHash: hashSchema.nullable(),
    fragment: z.string().nullable(),
    changeId: changeIdSchema.nullable(),
    thread: z.string().nullable(),
    operation: z.string().nullable(),
    /** `staged:` address of what it is about (R7); null: nothing in particular. */
    address: z.string().nullable(),
    state: actionItemStateSchema,
    createdBy: personSchema,
    createdAt: instantSchema,
    /** Null: the agent of the branch. */
    assignee: personSchema.nullable(),
    closed: z.object({ by: personSchema, at: instantSchema, outcome: z.string().nullable() }).nullable(),
  })
  .meta({ id: "ActionItem" });
export type ActionItemView = z.infer<typeof actionItemSchema>;

export const actionItemListSchema = z
  .object({ version: versionSchema, items: z.array(actionItemSchema), more: z.number().int() })
  .meta({ id: "ActionItemList" });

export const actionItemAnswerSchema = z
  .object({ version: versionSchema, item: actionItemSchema })
  .meta({ id: "ActionItemAnswer" });

export const submitSchema = z
  .object({
    message: z
      .string()
      .max(2_000, "at most 2,000 characters")
      .refine((text) => !UNKEEPABLE.test(text), "holds characters that cannot be kept")
      .default(""),
    /** A member by id; absent: whoever may review. */
    reviewer: z.string().min(1).max(64).optional(),
    /** The version as the person saw it: refused with 409 where the branch is another one by now. */
    treeHash: hashSchema,
  })
  .meta({ id: "Submit" });

export const reviewRequestSchema = z
  .object({
    id: z.string(),
    /** What was handed over: it stays so, whatever the branch does. */
    t: z.number().int(),
    seq: z.number().int(),
    treeHash: hashSchema,
    message: z.string(),
    by: personSchema,
    /** Null: whoever may review. */
    reviewer: personSchema.nullable(),
    at: instantSchema,
    /** `superseded`: the branch is at a later point with other content, or was handed over again. */
    state: z.enum(["open", "superseded", "closed"]),
    closed: z.object({ by: personSchema, at: instantSchema }).nullable(),
  })
  .meta({ id: "ReviewRequest" });
export type ReviewRequestView = z.infer<typeof reviewRequestSchema>;

export const reviewRequestListSchema = z
  .object({ version: versionSchema, requests: z.array(reviewRequestSchema) })
  .meta({ id: "ReviewRequestList" });
export const reviewRequestAnswerSchema = z
  .object({ version: versionSchema, request: reviewRequestSchema })
  .meta({ id: "ReviewRequestAnswer" });
