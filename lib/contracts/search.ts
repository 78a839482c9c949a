/** Keyword search over the records of one version: where words stand, with the version and freshness of each hit. */
import { z } from "zod";

import { pathSchema, versionSchema, wholeNumber } from "./common.ts";
import { freshnessCountsSchema, freshnessLabelSchema, whichSchema } from "./records.ts";

export const searchQuerySchema = whichSchema.extend({
  q: z.string().min(1).max(400),
  cursor: z.string().max(200).optional(),
  limit: wholeNumber(1, 50).default(20),
});

/** Parts of `text`, in UTF-16 units, `end` beyond the last. */
export const markSchema = z.object({ start: z.number().int(), end: z.number().int() });

export const searchHitSchema = z
  .object({
    /** Fragment of the address (R7), as exact as the text tells. */
    locator: z.string(),
    /** Plain text around the words. */
    text: z.string(),
    marks: z.array(markSchema),
  })
  .meta({ id: "SearchHit" });
export type SearchHitView = z.infer<typeof searchHitSchema>;

export const foundFileSchema = z
  .object({
    path: pathSchema,
    /** `current` is the content hash; `parsedFrom` what the hits are read from. */
    label: freshnessLabelSchema,
    format: z.string(),
    hits: z.array(searchHitSchema),
    /** There are more places in this file than are listed. */
    more: z.boolean(),
    /** It differs from the accepted file. */
    changed: z.boolean(),
  })
  .meta({ id: "FoundFile" });
export type FoundFile = z.infer<typeof foundFileSchema>;

export const searchSchema = z
  .object({
    version: versionSchema,
    /** What was understood; empty: nothing in it that could be looked for. */
    words: z.array(z.string()),
    files: z.array(foundFileSchema),
    /** Files whose path holds the words, with the first page only; and how many there are. */
    names: z.array(z.object({ path: pathSchema, marks: z.array(markSchema), contentHash: z.string() })),
    namesTotal: z.number().int(),
    /** Of the searched version: what the search could not see yet. */
    freshness: freshnessCountsSchema,
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "Search" });
export type SearchView = z.infer<typeof searchSchema>;
