/** The parsed cache: how fresh texts are, the texts, and the versions of one file. */
import { z } from "zod";

import { changeCountSchema, changeSchema } from "./changes.ts";
import {
  actorSchema,
  hashSchema,
  instantSchema,
  pageQuerySchema,
  pathSchema,
  versionSchema,
  wholeNumber,
} from "./common.ts";

export const freshnessStateSchema = z
  .enum(["current", "stale", "pending", "failed", "unsupported"])
  .meta({ id: "FreshnessState" });
export type FreshnessState = z.infer<typeof freshnessStateSchema>;

/** Goes with every piece of parsed text (P2). */
export const freshnessLabelSchema = z
  .object({
    path: pathSchema,
    /** The content that the text was read from; null: there is no text. */
    parsedFrom: hashSchema.nullable(),
    current: hashSchema,
    parsedAt: instantSchema.nullable(),
    /** When the file became what it is; null: it was there from the beginning, or that was not asked for. */
    sourceUpdatedAt: instantSchema.nullable(),
    freshness: freshnessStateSchema,
  })
  .meta({ id: "FreshnessLabel" });
export type FreshnessLabelView = z.infer<typeof freshnessLabelSchema>;

/** Which version: the accepted tree, a branch, one of its points, or a tree by its hash. */
export const whichSchema = z.object({
  branch: z.string().optional(),
  t: wholeNumber(0).optional(),
  tree: hashSchema.optional(),
});

/** Files by state; a state without files is not named. */
export const freshnessCountsSchema = z.partialRecord(freshnessStateSchema, z.number().int());
export type FreshnessCountsView = z.infer<typeof freshnessCountsSchema>;

export const freshnessSchema = z
  .object({
    version: versionSchema,
    counts: freshnessCountsSchema,
    /** Files whose text is not current, at most 200; `reason` says why one cannot be read. */
    others: z.array(freshnessLabelSchema.extend({ reason: z.string().nullable() })),
    othersTotal: z.number().int(),
  })
  .meta({ id: "Freshness" });
export type FreshnessView = z.infer<typeof freshnessSchema>;

export const recordQuerySchema = whichSchema.extend({
  path: pathSchema,
  v: hashSchema.optional(),
  from: wholeNumber(0).default(0),
  count: wholeNumber(1, 50).default(10),
});

export const recordSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    contentHash: hashSchema,
    label: freshnessLabelSchema,
    /** Null: not known before it was read. */
    format: z.string().nullable(),
    /** Why it cannot be read, or what is left out. */
    reason: z.string().nullable(),
    /** Pages of the whole text, and the ones asked for. */
    pageCount: z.number().int(),
    from: z.number().int(),
    pages: z.array(z.object({ locator: z.string(), markdown: z.string() })),
  })
  .meta({ id: "Record" });
export type RecordView = z.infer<typeof recordSchema>;

/** How a version of a file came to be. */
export const fileStepSchema = z
  .object({
    /** Null: it was deleted. */
    contentHash: hashSchema.nullable(),
    /** What the file was called then. */
    path: pathSchema,
    size: z.number().int().nullable(),
    /** Null: with the creation of the workspace, whose time is `createdAt` of it. */
    at: instantSchema,
    by: actorSchema.nullable(),
    how: z.enum(["import", "turn", "edit", "reconcile", "apply-rejections", "residual", "promotion", "rollback"]),
    /** It was moved here from this path. */
    fromPath: pathSchema.optional(),
    branch: z.object({ id: z.string(), name: z.string() }).nullable(),
    seq: z.number().int().nullable(),
    /** The point of the branch that holds it first. */
    t: z.number().int().nullable(),
    turn: z.number().int().nullable(),
    turnTitle: z.string().nullable(),
    tool: z.string().nullable(),
    /** One line of the tool call, or the message of the promotion. */
    summary: z.string(),
    promotion: z.number().int().nullable(),
    /** Staged against a base that has moved since (J2). */
    stale: z.boolean(),
  })
  .meta({ id: "FileStep" });
export type FileStep = z.infer<typeof fileStepSchema>;

export const fileHistorySchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    /** Of the shown version, and of the accepted tree; null: not there. */
    shown: hashSchema.nullable(),
    accepted: hashSchema.nullable(),
    /** Newest first. */
    steps: z.array(fileStepSchema),
  })
  .meta({ id: "FileHistory" });
export type FileHistoryView = z.infer<typeof fileHistorySchema>;

/** Any two versions of one file, read only. */
export const fileComparisonSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    before: hashSchema,
    after: hashSchema,
    format: z.string(),
    complete: z.boolean(),
    unreadable: z.string().nullable(),
    counts: changeCountSchema,
    changes: z.array(changeSchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "FileComparison" });
export type FileComparisonView = z.infer<typeof fileComparisonSchema>;

export const sheetWindowQuerySchema = whichSchema.extend({
  path: pathSchema,
  v: hashSchema.optional(),
  sheet: z.string().optional(),
  from: wholeNumber(0).default(0),
  count: wholeNumber(1, 500).default(200),
});

/** A window of one sheet of one version: rows as they are, never the whole sheet. */
export const sheetWindowSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    contentHash: hashSchema,
    sheets: z.array(z.object({ sheet: z.string(), hidden: z.boolean(), rows: z.number().int() })),
    sheet: z.string(),
    /** Letters; of a table with a header, `header` is what its first row says there. */
    columns: z.array(z.object({ letters: z.string(), header: z.string().optional() })),
    from: z.number().int(),
    totalRows: z.number().int(),
    rows: z.array(
      z.object({
        /** As the file counts, from 1. */
        number: z.number().int(),
        cells: z.array(
          z.object({
            /** 0-based index into `columns`. */
            column: z.number().int(),
            text: z.string(),
            formula: z.string().optional(),
            /** The formula's result is not known: `text` is empty then. */
            notCalculated: z.boolean().optional(),
            /** A number or a date stands to the right. */
            number: z.boolean().optional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "SheetWindow" });
export type SheetWindowView = z.infer<typeof sheetWindowSchema>;

export const versionListSchema = z
  .object({
    version: versionSchema,
    /** Of the named branch, newest first; empty where none is named. */
    points: z.array(
      z.object({
        t: z.number().int(),
        seq: z.number().int(),
        treeHash: hashSchema,
        at: instantSchema,
        cause: z.enum(["start", "batch", "edit", "reconciliation", "rebase", "promotion", "rejection"]),
        turn: z.number().int().nullable(),
        freshness: freshnessCountsSchema.nullable(),
      }),
    ),
    /** What was accepted, newest first. */
    promotions: z.array(
      z.object({
        number: z.number().int(),
        treeHash: hashSchema,
        at: instantSchema,
        kind: z.enum(["import", "promote", "rollback"]),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "VersionList" });
export type VersionListView = z.infer<typeof versionListSchema>;

export const comparisonQuerySchema = pageQuerySchema.extend({
  path: pathSchema,
  before: hashSchema,
  after: hashSchema,
  limit: wholeNumber(1, 5_000).default(2_000),
});
