/** A document as a screen draws it: the same shape as the format's own view, field by field. */
import { z } from "zod";

const look = {
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  caps: z.boolean().optional(),
  hidden: z.boolean().optional(),
  position: z.enum(["super", "sub"]).optional(),
  /** Six hex digits. */
  color: z
    .string()
    .regex(/^[0-9a-f]{6}$/)
    .optional(),
  highlight: z.string().optional(),
  /** Points. */
  size: z.number().optional(),
};
const lookSchema = z.object(look);
export type DocumentLook = z.infer<typeof lookSchema>;

const runSchema = z.object({
  ...look,
  /** As changes quote it; of what is no text, a word in brackets. */
  text: z.string(),
  link: z.string().optional(),
  /** A change that the file itself keeps track of. */
  tracked: z
    .object({ kind: z.enum(["inserted", "deleted"]), author: z.string(), date: z.string().optional() })
    .optional(),
  /** The story of the note that it refers to. */
  note: z.string().optional(),
  comments: z.array(z.string()).readonly().optional(),
  commentMark: z.string().optional(),
  picture: z
    .object({ part: z.string(), width: z.number().optional(), height: z.number().optional(), title: z.string() })
    .optional(),
  break: z.enum(["page", "column"]).optional(),
});
export type DocumentRun = z.infer<typeof runSchema>;

interface PlacedBlock {
  /** The number of its first paragraph in its story, and how many paragraphs are in it. */
  readonly at: number;
  readonly span: number;
}

export interface ParagraphBlock extends PlacedBlock {
  readonly kind: "paragraph";
  readonly style: string;
  /** 0 is the title, 1 to 9 an outline level. */
  readonly heading?: number | undefined;
  readonly align?: "center" | "right" | "justify" | undefined;
  /** Points. */
  readonly indent?: number | undefined;
  readonly list?: { readonly label: string; readonly level: number } | undefined;
  readonly look?: DocumentLook | undefined;
  readonly pageBreak?: true | undefined;
  readonly section?: true | undefined;
  readonly runs: readonly DocumentRun[];
  readonly boxes?: readonly (readonly DocumentBlock[])[] | undefined;
}

export interface DocumentCell {
  readonly columns: number;
  readonly merged?: "top" | "below" | undefined;
  readonly blocks: readonly DocumentBlock[];
}

export interface DocumentRow {
  readonly index: number;
  readonly header?: true | undefined;
  readonly cells: readonly DocumentCell[];
}

export interface TableBlock extends PlacedBlock {
  readonly kind: "table";
  readonly number: number;
  readonly columns: readonly number[];
  readonly rows: readonly DocumentRow[];
}

interface GroupBlock extends PlacedBlock {
  readonly kind: "group";
  readonly blocks: readonly DocumentBlock[];
}

interface OpaqueBlock extends PlacedBlock {
  readonly kind: "opaque";
  readonly what: string;
  readonly text: string;
}

export type DocumentBlock = ParagraphBlock | TableBlock | GroupBlock | OpaqueBlock;

const placed = { at: z.number(), span: z.number() };
const blocksSchema: z.ZodType<readonly DocumentBlock[]> = z.lazy(() => z.array(documentBlockSchema));
const documentBlockSchema = z
  .discriminatedUnion("kind", [
    z.object({
      ...placed,
      kind: z.literal("paragraph"),
      style: z.string(),
      heading: z.number().optional(),
      align: z.enum(["center", "right", "justify"]).optional(),
      indent: z.number().optional(),
      list: z.object({ label: z.string(), level: z.number() }).optional(),
      look: lookSchema.optional(),
      pageBreak: z.literal(true).optional(),
      section: z.literal(true).optional(),
      runs: z.array(runSchema).readonly(),
      boxes: z.array(blocksSchema).readonly().optional(),
    }),
    z.object({
      ...placed,
      kind: z.literal("table"),
      number: z.number(),
      columns: z.array(z.number()).readonly(),
      rows: z
        .array(
          z.object({
            index: z.number(),
            header: z.literal(true).optional(),
            cells: z
              .array(
                z.object({ columns: z.number(), merged: z.enum(["top", "below"]).optional(), blocks: blocksSchema }),
              )
              .readonly(),
          }),
        )
        .readonly(),
    }),
    z.object({ ...placed, kind: z.literal("group"), blocks: blocksSchema }),
    z.object({ ...placed, kind: z.literal("opaque"), what: z.string(), text: z.string() }),
  ])
  .meta({ id: "DocumentBlock" });

const storySchema = z.object({
  /** "" is the body. */
  name: z.string(),
  kind: z.enum(["body", "header", "footer", "footnote", "endnote", "comment"]),
  blocks: blocksSchema,
  author: z.string().optional(),
  date: z.string().optional(),
});
export type DocumentStory = z.infer<typeof storySchema>;

export const documentViewSchema = z
  .object({
    kind: z.literal("document"),
    body: storySchema,
    stories: z.array(storySchema).readonly(),
    /** Paragraphs past the ceiling. */
    leftOut: z.number(),
  })
  .meta({ id: "DocumentView" });
export type DocumentView = z.infer<typeof documentViewSchema>;
