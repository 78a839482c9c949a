/** Branches, turns, decisions, stale operations. */
import { z } from "zod";

import { verdictCountSchema } from "./changes.ts";
import {
  actorSchema,
  changeIdSchema,
  hashSchema,
  instantSchema,
  pathSchema,
  personSchema,
  versionSchema,
} from "./common.ts";
import { handedBackSchema } from "./reconcile.ts";

export const branchKindSchema = z.enum(["chat", "review", "evaluation"]).meta({ id: "BranchKind" });

export const branchSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: branchKindSchema,
    user: personSchema,
    version: versionSchema,
    base: hashSchema,
    current: hashSchema,
    /** W_0 is not the accepted tree of the workspace: a rebase is due before the next turn. */
    behind: z.boolean(),
    turns: z.number().int(),
    openTurn: z.object({ turn: z.number().int(), title: z.string() }).nullable(),
    files: z.number().int(),
    changes: verdictCountSchema,
    stale: z.number().int(),
    updatedAt: instantSchema,
  })
  .meta({ id: "Branch" });
export type BranchView = z.infer<typeof branchSchema>;

export const branchListSchema = z
  .object({ branches: z.array(branchSchema), nextCursor: z.string().nullable() })
  .meta({ id: "BranchList" });

export const createBranchSchema = z
  .object({ kind: z.enum(["chat", "review"]), name: z.string().trim().min(1).max(80) })
  .meta({ id: "CreateBranch" });

/** One decision act: one verdict on changes of one path. Undecided again is `clear`. */
export const decideSchema = z
  .object({
    path: pathSchema,
    ids: z.array(changeIdSchema).min(1).max(50_000),
    verdict: z.enum(["accept", "reject", "clear"]),
    reason: z.string().max(2_000).optional(),
    /** W_t's hash of the path as the reviewer saw it: refused with 409 where it is another one now (R1). */
    seen: hashSchema.nullable(),
    /** The newest seq that the reviewer had seen: a contrary decision by somebody else after it is a conflict (R1). */
    seq: z.number().int(),
    /** Take the named contrary decisions of other people into account and answer to them. */
    answers: z.array(z.number().int()).default([]),
    /** A decision over a selection, sheet, file: flagged, unseen and incomplete changes are left out and named (R5). */
    bulk: z.boolean().default(false),
    /** What the chosen changes require, or what requires the rejected ones, is decided along (R3); without it, 409 names it. */
    withRequired: z.boolean().default(false),
  })
  .meta({ id: "Decide" });
export type DecideRequest = z.infer<typeof decideSchema>;

export const leftOutSchema = z
  .object({
    id: changeIdSchema,
    address: z.string(),
    why: z.enum(["flagged", "unseen", "incomplete", "follows", "rejected", "requires-left-out", "requires-outside"]),
  })
  .meta({ id: "LeftOut" });

export const decidedSchema = z
  .object({
    version: versionSchema,
    decided: z.array(changeIdSchema),
    /** Decided along because of R3. */
    along: z.array(changeIdSchema),
    leftOut: z.array(leftOutSchema),
    /** Undo: the seqs of the written decisions. */
    seqs: z.array(z.number().int()),
  })
  .meta({ id: "Decided" });
export type Decided = z.infer<typeof decidedSchema>;

export const seenSchema = z.object({ path: pathSchema, ids: z.array(changeIdSchema).max(50_000) }).meta({ id: "Seen" });

/** A stale operation ("base moved"), or a clash with a person's edit, with its three sides. */
export const staleSchema = z
  .object({
    id: z.string(),
    seq: z.number().int(),
    path: pathSchema,
    toPath: pathSchema.optional(),
    /** How many files it is about; the sides are those of the first. */
    files: z.number().int(),
    kind: z.string(),
    format: z.string(),
    cause: z.enum(["base-moved", "clash"]),
    /** null = absent. */
    base: hashSchema.nullable(),
    accepted: hashSchema.nullable(),
    staged: hashSchema.nullable(),
    actor: actorSchema,
    at: instantSchema,
    turn: z.number().int().nullable(),
    turnTitle: z.string().nullable(),
    /** What made it stale: a promotion, a person's edit. */
    because: z.string(),
    /** How many of the staged changes merge by themselves, and how many are conflicts. Null: cannot be merged. */
    merge: z.object({ merged: z.number().int(), conflicts: z.number().int() }).nullable(),
    /** Handed back, and not answered yet: it stays stale (M6). */
    handedBack: handedBackSchema.nullable(),
  })
  .meta({ id: "Stale" });
export type StaleView = z.infer<typeof staleSchema>;
export const staleListSchema = z
  .object({ version: versionSchema, stale: z.array(staleSchema) })
  .meta({ id: "StaleList" });

export const versionOnlySchema = z.object({ version: versionSchema }).meta({ id: "VersionOnly" });

export const openTurnSchema = z.object({ title: z.string().trim().min(1).max(200) }).meta({ id: "OpenTurn" });
