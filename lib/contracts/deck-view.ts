/** A deck as a screen draws it: the same shape as the format's own view. */
import { z } from "zod";

export const deckViewSchema = z.object({ kind: z.literal("deck") }).meta({ id: "DeckView" });
export type DeckView = z.infer<typeof deckViewSchema>;
