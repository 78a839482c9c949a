/** A notebook as a screen draws it: the same shape as the format's own view, field by field. */
import { z } from "zod";

/** `left`: characters that were cut off its end. */
const cutTextSchema = z.object({ text: z.string(), left: z.number() });
export type CutText = z.infer<typeof cutTextSchema>;

const outputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stream"), name: z.string(), text: cutTextSchema }),
  z.object({ kind: z.literal("error"), name: z.string(), message: z.string(), trace: cutTextSchema }),
  z.object({ kind: z.literal("text"), mime: z.string(), text: cutTextSchema }),
  z.object({ kind: z.literal("json"), text: cutTextSchema }),
  z.object({
    kind: z.literal("table"),
    rows: z.array(z.array(z.object({ text: z.string(), head: z.boolean() })).readonly()).readonly(),
    rowsLeft: z.number(),
  }),
  /** `part` is what the media address asks for. */
  z.object({ kind: z.literal("picture"), mime: z.string(), part: z.string(), alt: z.string() }),
  z.object({ kind: z.literal("other"), mime: z.string(), characters: z.number() }),
]);
export type NotebookOutput = z.infer<typeof outputSchema>;

const cellSchema = z.object({
  /** From 1, as addresses count. */
  number: z.number(),
  type: z.string(),
  id: z.string().nullable(),
  count: z.number().nullable(),
  source: cutTextSchema,
  outputs: z.array(outputSchema).readonly(),
  outputsLeftOut: z.number(),
  tags: z.array(z.string()).readonly(),
  /** What is folded away: `source`, `outputs`, `cell`. */
  collapsed: z.array(z.string()).readonly(),
});
export type NotebookCellView = z.infer<typeof cellSchema>;

export const notebookViewSchema = z
  .object({
    kind: z.literal("notebook"),
    language: z.string(),
    kernel: z.string().nullable(),
    cells: z.array(cellSchema).readonly(),
    leftOut: z.number(),
  })
  .meta({ id: "NotebookView" });
export type NotebookView = z.infer<typeof notebookViewSchema>;
