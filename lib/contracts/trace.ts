/** A branch's session as a timeline: turns, messages, tool calls, points; and what stood at one of the points. */
import { z } from "zod";

import { branchKindSchema } from "./branches.ts";
import { changedFileSchema, changeSchema, verdictCountSchema } from "./changes.ts";
import { actorSchema, hashSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";

/** `read` changed nothing, `write` made a point, `diff` looked at the branch's own changes. */
export const callKindSchema = z.enum(["read", "write", "diff"]).meta({ id: "CallKind" });

export const traceCallSchema = z
  .object({
    id: z.string(),
    tool: z.string(),
    /** One line for people; empty where the agent gave none. */
    summary: z.string(),
    input: z.string(),
    /** Null: it answered nothing. */
    output: z.string().nullable(),
    /** Characters left out of input and output together. */
    cut: z.number().int(),
    kind: callKindSchema,
    startedAt: instantSchema,
    /** Null: it had not ended. */
    endedAt: instantSchema.nullable(),
    /** The point that it made; null: it changed nothing. */
    t: z.number().int().nullable(),
    /** Files that its operations touched. */
    files: z.number().int(),
  })
  .meta({ id: "TraceCall" });
export type TraceCall = z.infer<typeof traceCallSchema>;

export const traceMessageSchema = z
  .object({ id: z.string(), role: z.enum(["person", "agent"]), text: z.string(), at: instantSchema })
  .meta({ id: "TraceMessage" });
export type TraceMessage = z.infer<typeof traceMessageSchema>;

/** A point of the branch: both trees as they were from then on (S4). */
export const tracePointSchema = z
  .object({
    t: z.number().int(),
    seq: z.number().int(),
    at: instantSchema,
    cause: z.enum(["batch", "edit", "reconciliation", "rebase", "promotion", "rejection"]),
    actor: actorSchema,
    base: hashSchema,
    current: hashSchema,
    /** The call that made it; null: a person or an event of the workspace did. */
    toolCall: z.string().nullable(),
    /** The turn that it was made in; null: between turns. */
    turn: z.number().int().nullable(),
    /** Files by the state of their record at that time; null: not noted. */
    freshness: z.record(z.string(), z.number()).nullable(),
  })
  .meta({ id: "TracePoint" });
export type TracePoint = z.infer<typeof tracePointSchema>;

export const traceTurnSchema = z
  .object({
    turn: z.number().int(),
    title: z.string(),
    openedAt: instantSchema,
    /** Null: it is open. */
    closedAt: instantSchema.nullable(),
    messages: z.array(traceMessageSchema),
    calls: z.array(traceCallSchema),
  })
  .meta({ id: "TraceTurn" });
export type TraceTurn = z.infer<typeof traceTurnSchema>;

export const traceSchema = z
  .object({
    version: versionSchema,
    branch: z.object({ id: z.string(), name: z.string(), kind: branchKindSchema, user: personSchema }),
    /** The branch as it was created: t = 0. */
    start: z.object({ at: instantSchema, tree: hashSchema }),
    turns: z.array(traceTurnSchema),
    points: z.array(tracePointSchema),
  })
  .meta({ id: "Trace" });
export type TraceView = z.infer<typeof traceSchema>;

/** The branch as it was at one t, with the decisions that had been taken until the next point. */
export const momentSchema = z
  .object({
    version: versionSchema,
    t: z.number().int(),
    /** Of the last entry before the next point. */
    seq: z.number().int(),
    base: hashSchema,
    current: hashSchema,
    files: z.array(changedFileSchema),
    totals: verdictCountSchema.extend({ files: z.number().int(), stale: z.number().int() }),
  })
  .meta({ id: "Moment" });
export type MomentView = z.infer<typeof momentSchema>;

/** One change that a call made, and where it stands in the review now. */
export const callChangeSchema = changeSchema
  .extend({
    path: pathSchema,
    /** The change of the review that came from this call at this place; null: none is left. */
    reviewed: z.string().nullable(),
  })
  .meta({ id: "CallChange" });

export const callChangesSchema = z
  .object({
    version: versionSchema,
    call: z.string(),
    files: z.array(
      z.object({
        path: pathSchema,
        /** Where it was moved to; absent: it was not moved. */
        toPath: pathSchema.optional(),
        kind: z.string(),
        before: hashSchema.nullable(),
        after: hashSchema.nullable(),
        format: z.string(),
        /** Where it came, went or moved: the change of the review for that; null: none is left. */
        reviewed: z.string().nullable(),
        /** All changes of the file in this call, of which the first are told. */
        total: z.number().int(),
        changes: z.array(callChangeSchema),
      }),
    ),
  })
  .meta({ id: "CallChanges" });
export type CallChangesView = z.infer<typeof callChangesSchema>;

const MAX_TEXT = 1_000_000;

/** A tool call of the open turn. With `synchronize` what it left in the sandbox is staged as its doing. */
export const recordCallSchema = z
  .object({
    tool: z.string().trim().min(1).max(100),
    summary: z.string().max(500).default(""),
    input: z.string().max(MAX_TEXT).default(""),
    output: z.string().max(MAX_TEXT).optional(),
    /** How long it took. */
    seconds: z.number().min(0).max(86_400).default(0),
    synchronize: z.boolean().default(false),
    /** With `synchronize`: a confirmed import that stands for the sandbox, for an agent that works elsewhere. */
    import: z.string().optional(),
  })
  .meta({ id: "RecordCall" });
export type RecordCall = z.infer<typeof recordCallSchema>;

export const callRecordedSchema = z
  .object({
    version: versionSchema,
    /** With `synchronize`: names, links and devices in the sandbox that are not staged, and keep the turn open (V4). */
    illegal: z.array(z.string()),
  })
  .meta({ id: "CallRecorded" });
export type CallRecorded = z.infer<typeof callRecordedSchema>;

export const recordMessageSchema = z
  .object({ role: z.enum(["person", "agent"]), text: z.string().min(1).max(100_000) })
  .meta({ id: "RecordMessage" });
