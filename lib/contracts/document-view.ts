/** A document as a screen draws it: the same shape as the format's own view. */
import { z } from "zod";

export const documentViewSchema = z.object({ kind: z.literal("document") }).meta({ id: "DocumentView" });
export type DocumentView = z.infer<typeof documentViewSchema>;
