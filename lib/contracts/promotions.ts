/** Commit plans, promotions, rollbacks, history. */
import { z } from "zod";

import { changeIdSchema, hashSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";

export const checkSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    outcome: z.enum(["passed", "failed", "warning"]),
    required: z.boolean(),
    detail: z.string(),
    path: pathSchema.optional(),
  })
  .meta({ id: "Check" });
export type CheckView = z.infer<typeof checkSchema>;

export const planEntrySchema = z
  .object({
    path: pathSchema,
    fromPath: pathSchema.optional(),
    format: z.string(),
    action: z.enum(["create", "replace", "delete", "move", "create-folder", "delete-folder"]),
    /** The hash that the accepted tree must hold at the path; null = absent. */
    mustHold: hashSchema.nullable(),
    result: hashSchema.nullable(),
    decisions: z.array(changeIdSchema),
    stillPending: z.number().int(),
    rejected: z.number().int(),
    /** Why something stays behind, in words. */
    why: z.array(z.string()),
  })
  .meta({ id: "PlanEntry" });
export type PlanEntryView = z.infer<typeof planEntrySchema>;

export const planSchema = z
  .object({
    version: versionSchema,
    planHash: hashSchema,
    /** The accepted tree before, and as it would be. */
    before: hashSchema,
    after: hashSchema,
    entries: z.array(planEntrySchema),
    /** Paths that were accepted in part or whole and still cannot be promoted, with the reason. */
    refused: z.array(z.object({ path: pathSchema, reason: z.string(), larger: z.array(changeIdSchema) })),
    staysBehind: z.array(
      z.object({ path: pathSchema, pending: z.number().int(), rejected: z.number().int(), why: z.string() }),
    ),
    checks: z.array(checkSchema),
    blocked: z.boolean(),
  })
  .meta({ id: "Plan" });
export type PlanView = z.infer<typeof planSchema>;

export const planRequestSchema = z
  .object({ paths: z.array(pathSchema).optional(), turns: z.array(z.number().int()).optional() })
  .meta({ id: "PlanRequest", description: "Nothing chosen means everything accepted." });

export const promoteSchema = planRequestSchema
  .extend({ planHash: hashSchema, message: z.string().trim().max(500).default("") })
  .meta({ id: "Promote" });

export const promotionSchema = z
  .object({
    number: z.number().int(),
    kind: z.enum(["promotion", "rollback"]),
    rollsBack: z.array(z.number().int()),
    /** Number of the rollback that took this one back; null where it stands. */
    rolledBackBy: z.number().int().nullable(),
    author: personSchema,
    message: z.string(),
    at: instantSchema,
    branch: z.object({ id: z.string(), name: z.string(), user: personSchema }).nullable(),
    planHash: hashSchema,
    before: hashSchema,
    after: hashSchema,
    paths: z.array(
      z.object({
        path: pathSchema,
        fromPath: pathSchema.optional(),
        before: hashSchema.nullable(),
        after: hashSchema.nullable(),
        changes: z.number().int(),
      }),
    ),
    checks: z.array(checkSchema),
    /** Head of the audit chain after this promotion (A1). */
    auditHead: hashSchema,
  })
  .meta({ id: "Promotion" });
export type PromotionView = z.infer<typeof promotionSchema>;

export const historySchema = z
  .object({ version: versionSchema, promotions: z.array(promotionSchema), nextCursor: z.string().nullable() })
  .meta({ id: "History" });
export type HistoryView = z.infer<typeof historySchema>;

export const promotedSchema = z.object({ version: versionSchema, promotion: promotionSchema }).meta({ id: "Promoted" });

export const rollbackPlanSchema = z
  .object({
    version: versionSchema,
    planHash: hashSchema,
    number: z.number().int(),
    before: hashSchema,
    after: hashSchema,
    entries: z.array(
      z.object({
        path: pathSchema,
        fromPath: pathSchema.optional(),
        mustHold: hashSchema.nullable(),
        result: hashSchema.nullable(),
        how: z.enum(["inverse", "merged"]),
      }),
    ),
    conflicts: z.array(z.object({ path: pathSchema, reason: z.string() })),
  })
  .meta({ id: "RollbackPlan" });
export type RollbackPlanView = z.infer<typeof rollbackPlanSchema>;

export const rollbackRequestSchema = z
  .object({
    planHash: hashSchema,
    /** True: paths in conflict are left out by name. False: any conflict stops it. */
    leaveOutConflicts: z.boolean().default(false),
    message: z.string().trim().max(500).default(""),
  })
  .meta({ id: "RollBack" });
