/** What a screen draws of one version of a file. */
import { z } from "zod";

import { hashSchema, pathSchema, versionSchema } from "./common.ts";
import { deckViewSchema } from "./deck-view.ts";
import { documentViewSchema } from "./document-view.ts";
import { notebookViewSchema } from "./notebook-view.ts";

export const fileViewSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    contentHash: hashSchema,
    format: z.string(),
    /** Null: this format is drawn by other means, or it cannot be read. */
    view: z.discriminatedUnion("kind", [deckViewSchema, documentViewSchema, notebookViewSchema]).nullable(),
    /** Why it cannot be read, for people. */
    unreadable: z.string().optional(),
  })
  .meta({ id: "FileView" });
export type FileViewAnswer = z.infer<typeof fileViewSchema>;
