/** Changes, their values and their verdicts, as answers carry them. Addresses are the fragments of R7 as text. */
import { z } from "zod";

import {
  actorSchema,
  changeIdSchema,
  hashSchema,
  instantSchema,
  pathSchema,
  personSchema,
  versionSchema,
} from "./common.ts";

export const cellScalarSchema = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.null(),
  z.object({ error: z.string() }),
]);

export const cellContentSchema = z
  .object({
    value: cellScalarSchema,
    formula: z.string().optional(),
    numberFormat: z.string().optional(),
    style: z.string().optional(),
    notCalculated: z.literal(true).optional(),
    /** As a person reads it: value and number format together. */
    text: z.string().optional(),
  })
  .meta({ id: "CellContent" });

export const valueSchema = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("text"), text: z.string() }),
    z.object({
      type: z.literal("rich"),
      text: z.string(),
      style: z.string().optional(),
      runs: z.array(z.object({ text: z.string(), format: z.string().optional() })).readonly(),
    }),
    z.object({
      type: z.literal("page"),
      text: z.string(),
      size: z.tuple([z.number(), z.number()]).readonly(),
      marks: z
        .array(
          z.object({ text: z.string(), box: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly() }),
        )
        .readonly(),
      drawing: z.string().optional(),
    }),
    z.object({ type: z.literal("cell"), ...cellContentSchema.shape }),
    z.object({
      type: z.literal("cells"),
      cells: z.record(z.string(), cellContentSchema),
      inFrontOf: z.number().int().optional(),
    }),
    z.object({ type: z.literal("file"), contentHash: hashSchema, size: z.number() }),
    z.object({ type: z.literal("name"), name: z.string() }),
    z.object({
      type: z.literal("properties"),
      properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ])
  .meta({ id: "Value" });

export const facetSchema = z
  .enum(["content", "formula", "format", "structure", "metadata", "recalculated", "unrendered"])
  .meta({ id: "Facet" });
export type FacetName = z.infer<typeof facetSchema>;

export const changeKindSchema = z.enum(["added", "removed", "modified", "moved"]).meta({ id: "ChangeKind" });

export const flagSchema = z
  .enum([
    "formula-overwritten",
    "new-error-value",
    "number-stored-as-text",
    "hidden",
    "external-link",
    "macro",
    "lost-part",
    "not-calculated",
  ])
  .meta({ id: "Flag" });
export type FlagName = z.infer<typeof flagSchema>;

export const changeSchema = z
  .object({
    id: changeIdSchema,
    kind: changeKindSchema,
    facet: facetSchema,
    /** Fragment in the after version; in the before version for what was removed. */
    address: z.string(),
    beforeAddress: z.string().optional(),
    before: valueSchema.optional(),
    after: valueSchema.optional(),
    requires: z.array(changeIdSchema).optional(),
    flags: z.array(flagSchema).optional(),
  })
  .meta({ id: "Change" });
export type ChangeBody = z.infer<typeof changeSchema>;

/** `follows` is a recalculated result: shown, never decided (R3). */
export const verdictStateSchema = z.enum(["pending", "accepted", "rejected", "follows"]).meta({ id: "VerdictState" });
export type VerdictState = z.infer<typeof verdictStateSchema>;

export const verdictSchema = z
  .object({
    state: verdictStateSchema,
    by: personSchema.optional(),
    at: instantSchema.optional(),
    reason: z.string().optional(),
    /** The journal seq of the deciding entry: what a contrary decision answers to. */
    seq: z.number().int().optional(),
    /** Rejected, and staged again by the agent since (R4). */
    restaged: z.boolean().optional(),
    /** Rejected because a change that it requires was rejected (R3). */
    because: changeIdSchema.optional(),
  })
  .meta({ id: "Verdict" });

/** Where a change came from: operation, tool call, turn (the evidence chain). */
export const originSchema = z
  .object({
    seq: z.number().int(),
    operation: z.string(),
    kind: z.string(),
    actor: actorSchema,
    at: instantSchema,
    baseHash: hashSchema.nullable(),
    resultHash: hashSchema.nullable(),
    turn: z.number().int().nullable(),
    turnTitle: z.string().nullable(),
    toolCall: z
      .object({ id: z.string(), tool: z.string(), summary: z.string(), input: z.string(), seconds: z.number() })
      .nullable(),
  })
  .meta({ id: "Origin" });
export type Origin = z.infer<typeof originSchema>;

export const reviewedChangeSchema = changeSchema
  .extend({ verdict: verdictSchema, seen: z.boolean(), originSeq: z.number().int().nullable() })
  .meta({ id: "ReviewedChange" });
export type ReviewedChange = z.infer<typeof reviewedChangeSchema>;

/** Counts of changes in one path, by sign; `follows` are recalculated results. */
export const changeCountSchema = z
  .object({
    modified: z.number(),
    added: z.number(),
    removed: z.number(),
    moved: z.number(),
    follows: z.number(),
    unrendered: z.number(),
  })
  .meta({ id: "ChangeCount" });
export type ChangeCounts = z.infer<typeof changeCountSchema>;

export const verdictCountSchema = z
  .object({ accepted: z.number(), rejected: z.number(), pending: z.number(), flagged: z.number(), unseen: z.number() })
  .meta({ id: "VerdictCount" });
export type VerdictCounts = z.infer<typeof verdictCountSchema>;

export const fileStateSchema = z
  .enum(["pending", "partial", "accepted", "rejected", "stale"])
  .meta({ id: "FileState" });
export type FileState = z.infer<typeof fileStateSchema>;

export const pathChangeKindSchema = z
  .enum(["created", "deleted", "modified", "moved", "folder-created", "folder-deleted"])
  .meta({ id: "PathChangeKind" });

/** One row of the changed-files tree: a path of Δ_t, or a stale operation's path. */
export const changedFileSchema = z
  .object({
    path: pathSchema,
    /** Where it was moved from; absent where it was not moved. */
    fromPath: pathSchema.optional(),
    kind: pathChangeKindSchema,
    format: z.string(),
    before: hashSchema.nullable(),
    after: hashSchema.nullable(),
    state: fileStateSchema,
    complete: z.boolean(),
    /** Why the file is reviewed as bytes although its name says otherwise. */
    unreadable: z.string().optional(),
    changes: changeCountSchema,
    verdicts: verdictCountSchema,
    turns: z.array(z.number().int()),
    /** A delete and a create that look alike: for display only (J6). */
    looksLike: pathSchema.optional(),
  })
  .meta({ id: "ChangedFile" });
export type ChangedFile = z.infer<typeof changedFileSchema>;

export const deltaSchema = z
  .object({
    version: versionSchema,
    /** W_0 and W_t. */
    base: hashSchema,
    current: hashSchema,
    files: z.array(changedFileSchema),
    totals: verdictCountSchema.extend({ files: z.number(), filesDecided: z.number(), stale: z.number() }),
  })
  .meta({ id: "Delta" });
export type DeltaView = z.infer<typeof deltaSchema>;

export const fileDiffSchema = z
  .object({
    version: versionSchema,
    file: changedFileSchema,
    changes: z.array(reviewedChangeSchema),
    /** Every origin that a change of this file names by `originSeq`. */
    origins: z.array(originSchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "FileDiff" });
export type FileDiffView = z.infer<typeof fileDiffSchema>;

/** The three texts of a text file, each absent (null) where the file is. `planned` is what would be promoted. */
export const textViewSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    before: z.string().nullable(),
    staged: z.string().nullable(),
    planned: z.string().nullable(),
    plannedHash: hashSchema.nullable(),
    language: z.string(),
    truncated: z.boolean(),
  })
  .meta({ id: "TextView" });
export type TextView = z.infer<typeof textViewSchema>;
