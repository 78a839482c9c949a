/** A file as pages that a printer would show, and how far the making of them is. */
import { z } from "zod";

import { hashSchema, pathSchema, versionSchema } from "./common.ts";

/**
 * `absent`: nobody asked for it yet. `unavailable`: the server has not got the programs; `reason` says what to install.
 * `failed` and `cancelled` may be asked for again.
 */
export const renderingStateSchema = z
  .enum(["absent", "queued", "running", "done", "failed", "cancelled", "unavailable"])
  .meta({ id: "RenderingState" });

export const renderingSchema = z
  .object({
    version: versionSchema,
    path: pathSchema,
    contentHash: hashSchema,
    state: renderingStateSchema,
    /** Names programs and settings: part of the address of a page, which never changes under it. */
    renderer: z.string(),
    /** "LibreOffice 7.4.7", for people. */
    program: z.string(),
    /** Pages that can be had, and in all; null: not known yet. */
    pagesDone: z.number().int(),
    pageCount: z.number().int().nullable(),
    /** In points, in order; as many as are, or will be, drawn. */
    pages: z.array(z.object({ width: z.number(), height: z.number() })),
    /** How many are worked on before this one; null: it is not waiting. */
    ahead: z.number().int().nullable(),
    /** Why it failed or cannot be had, for people. */
    reason: z.string().nullable(),
  })
  .meta({ id: "Rendering" });
export type RenderingView = z.infer<typeof renderingSchema>;

/** Extensions (lower case, with the dot) of what can be rendered. */
export const RENDERED_EXTENSIONS: ReadonlySet<string> = new Set(
  "docx docm doc odt rtf pptx pptm ppt odp xlsx xlsm xls ods pdf".split(" ").map((name) => `.${name}`),
);

export const renderedExtension = (path: string): string | null => {
  const extension = /\.[^./]+$/u.exec(path)?.[0].toLowerCase() ?? "";
  return RENDERED_EXTENSIONS.has(extension) ? extension : null;
};
