/** A notebook as a screen draws it: the same shape as the format's own view. */
import { z } from "zod";

export const notebookViewSchema = z.object({ kind: z.literal("notebook") }).meta({ id: "NotebookView" });
export type NotebookView = z.infer<typeof notebookViewSchema>;
