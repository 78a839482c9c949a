/** What the command line prints with `--json` (interfaces.md). Additive only: other programs read it. */
import { z } from "zod";

import { changeSchema, valueSchema } from "./changes.ts";
import { changeIdSchema, hashSchema, pathSchema } from "./common.ts";

/** A side of a comparison: a file and its hash, a folder and its tree hash; null where there is no file. */
const sideSchema = z.object({ path: z.string(), contentHash: hashSchema.nullable() });

export const diffAnswerSchema = z.strictObject({
  format: z.string(),
  complete: z.boolean(),
  before: sideSchema,
  after: sideSchema,
  changes: z.array(changeSchema.strict()),
  /** Changes of parts that no format can show, apart from the others; decided like any other. */
  unrendered: z.array(z.strictObject({ id: changeIdSchema, part: z.string(), kind: z.string() })),
});

export const applyAnswerSchema = z.strictObject({
  format: z.string(),
  out: z.object({ path: z.string(), contentHash: hashSchema }),
  applied: z.array(changeIdSchema),
});

const takenSchema = z.strictObject({ side: z.enum(["accepted", "staged", "both"]), change: changeSchema.strict() });

export const mergeAnswerSchema = z.strictObject({
  /** Null: the accepted side of a conflict is that there is no file; nothing was written. */
  merged: z.object({ path: z.string(), contentHash: hashSchema }).nullable(),
  conflicts: z.array(
    z.strictObject({
      id: z.string(),
      address: z.string(),
      base: valueSchema.nullable(),
      accepted: valueSchema.nullable(),
      staged: valueSchema.nullable(),
      /** All changes of both sides that wait for the answer; absent where the whole file, or a run of lines, is asked for. */
      held: z.array(takenSchema).optional(),
    }),
  ),
  taken: z.array(takenSchema),
  /** Metadata that both sides changed, and of which the other side's was kept. */
  overridden: z.array(takenSchema),
});

export const parseAnswerSchema = z.strictObject({
  format: z.string(),
  contentHash: hashSchema,
  parser: z.string(),
  pages: z.array(z.strictObject({ locator: z.string(), markdown: z.string() })),
});

const leftOutSchema = z.array(z.strictObject({ path: z.string(), reason: z.string() }));

export const scanAnswerSchema = z.strictObject({
  treeHash: hashSchema,
  entries: z.array(
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("file"), path: pathSchema, contentHash: hashSchema, size: z.number().int() }),
      z.strictObject({ kind: z.literal("folder"), path: pathSchema }),
    ]),
  ),
  illegal: leftOutSchema,
  refused: leftOutSchema,
});
