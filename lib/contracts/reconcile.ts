/**
 * A stale operation as the reconcile screen shows it (M6): its sides, what changed on each, what merged by itself, what
 * conflicts, and the result of the choices made so far. A preview writes nothing to the branch.
 */
import { z } from "zod";

import { changeSchema, facetSchema, flagSchema, valueSchema } from "./changes.ts";
import { actorSchema, hashSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";

/** `both`: of two files that are in each other's way, the staged one is kept beside the accepted one under another name. */
export const sideChoiceSchema = z.enum(["base", "accepted", "staged", "both"]).meta({ id: "SideChoice" });
export type SideChoice = z.infer<typeof sideChoiceSchema>;

/** By conflict. A conflict that is not named is open, and holds the accepted side. */
export const choicesSchema = z.record(z.string().max(64), sideChoiceSchema).meta({ id: "ReconcileChoices" });
export type Choices = z.infer<typeof choicesSchema>;

/** A path of the operation with both sides as they were shown; null = absent. */
export const shownSideSchema = z
  .object({ path: pathSchema, accepted: hashSchema.nullable(), staged: hashSchema.nullable() })
  .meta({ id: "ShownSide" });
export type ShownSide = z.infer<typeof shownSideSchema>;

export const previewRequestSchema = z
  .object({
    operation: z.string().max(200),
    /** Neighbouring changes count as overlapping. */
    strict: z.boolean().default(false),
    choices: choicesSchema.default({}),
  })
  .meta({ id: "ReconcilePreview" });
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

/** One changed place. `overridden`: metadata that gave way without a question (who saved the file last). */
export const reconcileRowSchema = z
  .object({
    id: z.string(),
    /** Counted in the base; of what only one side has, in that side. */
    address: z.string(),
    facet: facetSchema,
    how: z.enum(["accepted", "staged", "both", "conflict", "overridden"]),
    /** null = nothing is there on that side. */
    base: valueSchema.nullable(),
    accepted: valueSchema.nullable(),
    staged: valueSchema.nullable(),
    /** The conflict that it belongs to. */
    conflict: z.string().nullable(),
    /** Where it is on a side, if that is another place than in the base. */
    acceptedAt: z.string().optional(),
    stagedAt: z.string().optional(),
    /** What the place is called in the file: the text at the head of a worksheet's row. */
    label: z.string().optional(),
    flags: z.array(flagSchema).optional(),
  })
  .meta({ id: "ReconcileRow" });
export type ReconcileRow = z.infer<typeof reconcileRowSchema>;

export const reconcileConflictSchema = z
  .object({
    id: z.string(),
    /** A place in the contents, the file as a whole, or what it is called. */
    about: z.enum(["place", "file", "name"]),
    /** The side that was chosen; null: open. */
    choice: sideChoiceSchema.nullable(),
    options: z.array(sideChoiceSchema),
  })
  .meta({ id: "ReconcileConflict" });
export type ReconcileConflict = z.infer<typeof reconcileConflictSchema>;

/** Changes of one side that the other side does not have: what is lost where the other side is taken whole. */
const lossSchema = z.object({ count: z.number().int(), changes: z.array(changeSchema) });

/** One file of the operation; most operations have one. */
export const reconcileFileSchema = z
  .object({
    /** Where it is in the result, and on each side; null = absent there. */
    path: pathSchema,
    basePath: pathSchema.nullable(),
    acceptedPath: pathSchema.nullable(),
    stagedPath: pathSchema.nullable(),
    format: z.string(),
    base: hashSchema.nullable(),
    accepted: hashSchema.nullable(),
    staged: hashSchema.nullable(),
    /** Why the file can only be taken as a whole. */
    unreadable: z.string().nullable(),
    /** In the base's order, cut at 2,000; `counts` counts all of them. */
    rows: z.array(reconcileRowSchema),
    /** Changes on one side or alike on both, without those of metadata; `rows` are all rows. */
    counts: z.object({
      rows: z.number().int(),
      accepted: z.number().int(),
      staged: z.number().int(),
      both: z.number().int(),
      overridden: z.number().int(),
    }),
    conflicts: z.array(reconcileConflictSchema),
    lost: z.object({ accepted: lossSchema, staged: lossSchema }),
    /** Null: the result is that there is no such file. `beside`: the second file of `both`. */
    result: z.object({
      contentHash: hashSchema.nullable(),
      size: z.number().int(),
      beside: z.object({ path: pathSchema, contentHash: hashSchema }).nullable(),
    }),
  })
  .meta({ id: "ReconcileFile" });
export type ReconcileFile = z.infer<typeof reconcileFileSchema>;

/** Why the operation is stale, in the order in which it happened. */
export const staleStepSchema = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("staged"),
      actor: actorSchema,
      at: instantSchema,
      turn: z.number().int().nullable(),
      turnTitle: z.string().nullable(),
      tool: z.string().nullable(),
      path: pathSchema,
      base: hashSchema.nullable(),
    }),
    z.object({
      kind: z.literal("promoted"),
      number: z.number().int(),
      rollback: z.boolean(),
      by: personSchema,
      at: instantSchema,
      path: pathSchema,
      from: hashSchema.nullable(),
      to: hashSchema.nullable(),
      /** The first few. */
      changes: z.array(changeSchema),
      count: z.number().int(),
    }),
    z.object({
      kind: z.literal("edited"),
      actor: actorSchema,
      at: instantSchema,
      path: pathSchema,
      to: hashSchema.nullable(),
    }),
    z.object({ kind: z.literal("stands"), at: instantSchema, path: pathSchema, on: hashSchema.nullable() }),
  ])
  .meta({ id: "StaleStep" });
export type StaleStep = z.infer<typeof staleStepSchema>;

/** An open action item for it; the operation stays stale meanwhile (M6). */
export const handedBackSchema = z
  .object({ by: personSchema, at: instantSchema, reason: z.string(), to: personSchema.nullable() })
  .meta({ id: "HandedBack" });
export type HandedBack = z.infer<typeof handedBackSchema>;

export const reconcileViewSchema = z
  .object({
    version: versionSchema,
    operation: z.string(),
    cause: z.enum(["base-moved", "clash"]),
    actor: actorSchema,
    sides: z.array(shownSideSchema),
    files: z.array(reconcileFileSchema),
    /** Conflicts without a choice. */
    open: z.number().int(),
    /** Why an end cannot be taken, in a sentence; null: it can. */
    blocked: z.object({ staged: z.string().nullable(), merged: z.string().nullable() }),
    story: z.array(staleStepSchema),
    /** Other changed files of the branch, which are not held up. */
    unaffected: z.number().int(),
    handedBack: handedBackSchema.nullable(),
  })
  .meta({ id: "ReconcileView" });
export type ReconcileView = z.infer<typeof reconcileViewSchema>;

export const reconcileRequestSchema = z
  .object({
    operation: z.string().max(200),
    take: z.enum(["accepted", "staged", "merged"]),
    /** The sides of one path as the person saw them; 409 where they are others now. */
    accepted: hashSchema.nullable(),
    staged: hashSchema.nullable(),
    /** The sides of all paths of the operation, likewise. */
    sides: z.array(shownSideSchema).max(10_000).optional(),
    strict: z.boolean().default(false),
    choices: choicesSchema.default({}),
  })
  .meta({ id: "Reconcile" });
export type ReconcileRequest = z.input<typeof reconcileRequestSchema>;

/** Which file of the operation the uploaded bytes are the result of, and what was seen of it. */
export const correctedQuerySchema = z.object({
  operation: z.string().max(200),
  path: pathSchema,
  accepted: hashSchema.optional(),
  staged: hashSchema.optional(),
  sha256: hashSchema.optional(),
});
