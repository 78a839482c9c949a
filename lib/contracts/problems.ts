/** Problems as of RFC 9457, with a stable `type`. */
import { z } from "zod";

import { hashSchema, versionSchema } from "./common.ts";

export const PROBLEM_TYPES = [
  "invalid-request",
  "not-signed-in",
  "not-permitted",
  "not-found",
  "method-not-allowed",
  "base-moved",
  "plan-changed",
  "decision-contested",
  "not-closed",
  "not-decidable",
  "illegal-path",
  "blocked-by-check",
  "turn-open",
  "no-open-turn",
  "length-or-hash-differs",
  "too-large",
  "archive-refused",
  "import-unconfirmed",
  "import-gone",
  "unreadable",
  "apply-refused",
  "origin-refused",
  "promotion-needs-a-person",
  "conflict",
  "storage-full",
  "internal",
  "rate-limited",
  "name-taken",
] as const;

export const problemTypeSchema = z.enum(PROBLEM_TYPES).meta({ id: "ProblemType" });
export type ProblemType = z.infer<typeof problemTypeSchema>;

export const problemSchema = z
  .object({
    type: z.string().describe("`urn:staged:problem:` and the name"),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    /** Of a 409 on a version: the hash that the request named, and the one that holds now; null = absent. */
    expected: hashSchema.nullable().optional(),
    found: hashSchema.nullable().optional(),
    version: versionSchema.optional(),
    /** Field errors, ids, paths: what exactly. */
    details: z.array(z.object({ where: z.string(), what: z.string() })).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problemSchema>;
