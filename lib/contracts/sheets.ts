/** A window of a spreadsheet comparison: aligned rows, never the whole sheet. */
import { z } from "zod";

import { cellContentSchema, changeCountSchema, facetSchema, flagSchema, verdictStateSchema } from "./changes.ts";
import { changeIdSchema, pathSchema, versionSchema, wholeNumber } from "./common.ts";

export const sheetSummarySchema = z
  .object({
    sheet: z.string(),
    /** Its name in the base, where that differs; null where the sheet was added. */
    beforeName: z.string().nullable(),
    afterName: z.string().nullable(),
    hidden: z.boolean(),
    changes: changeCountSchema,
    pending: z.number(),
  })
  .meta({ id: "SheetSummary" });
export type SheetSummary = z.infer<typeof sheetSummarySchema>;

/** One side of a grid cell with its display text, made from value and number format. */
export const gridSideSchema = cellContentSchema.extend({ text: z.string() }).meta({ id: "GridSide" });
export type GridSide = z.infer<typeof gridSideSchema>;

export const gridCellSchema = z
  .object({
    /** 0-based index into the answer's `columns`. */
    column: z.number().int(),
    before: gridSideSchema.nullable(),
    staged: gridSideSchema.nullable(),
    /** What would be promoted as things are decided now; null where its result is not known. */
    planned: gridSideSchema.nullable(),
    facet: facetSchema.optional(),
    change: changeIdSchema.optional(),
    /** Further changes of the same cell (a format change beside a content change). */
    others: z.array(changeIdSchema).optional(),
    verdict: verdictStateSchema.optional(),
    flags: z.array(flagSchema).optional(),
  })
  .meta({ id: "GridCell" });
export type GridCell = z.infer<typeof gridCellSchema>;

export const gridRowSchema = z
  .object({
    kind: z.enum(["both", "added", "removed", "moved", "gap"]),
    /** 1-based row number in the base; null where the row is not there. */
    before: z.number().int().nullable(),
    /** 1-based row number in the staged version; null where the row is not there. */
    staged: z.number().int().nullable(),
    /** Of a gap: how many unchanged rows it stands for. */
    hidden: z.number().int().optional(),
    change: changeIdSchema.optional(),
    verdict: verdictStateSchema.optional(),
    /** Whether the row is there in the planned version: an added one where it is accepted, a removed one where it is not. */
    planned: z.boolean(),
    cells: z.array(gridCellSchema),
  })
  .meta({ id: "GridRow" });
export type GridRow = z.infer<typeof gridRowSchema>;

export const gridQuerySchema = z.object({
  path: pathSchema,
  sheet: z.string().optional(),
  rows: z.enum(["changed", "all"]).default("changed"),
  from: wholeNumber(0).default(0),
  count: wholeNumber(1, 500).default(200),
});

export const sheetGridSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    sheets: z.array(sheetSummarySchema),
    sheet: z.string(),
    columns: z.array(
      z.object({ before: z.string().nullable(), staged: z.string().nullable(), width: z.number().optional() }),
    ),
    /** Index of the first row of this window, and how many rows the whole view has. */
    from: z.number().int(),
    totalRows: z.number().int(),
    rows: z.array(gridRowSchema),
  })
  .meta({ id: "SheetGrid" });
export type SheetGridView = z.infer<typeof sheetGridSchema>;
