/**
 * A deck as a screen draws it: the same shape as the format's own view. Lengths are EMU (914,400 to the inch), sizes of
 * text are points, angles are degrees clockwise, colours are six hex digits. Names, texts and fonts come from the file.
 */
import { z } from "zod";

const colour = z.string().regex(/^[0-9A-F]{6}$/);
const opacity = z.number().min(0).max(1).optional();
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

const fillSchema = z
  .object({
    kind: z.enum(["solid", "gradient", "picture"]),
    colour: colour.optional(),
    opacity,
    angle: z.number().optional(),
    stops: list(z.object({ at: z.number(), colour, opacity })).optional(),
    part: z.string().optional(),
  })
  .meta({ id: "DeckFill" });
export type DeckFill = z.infer<typeof fillSchema>;

const lineSchema = z
  .object({
    colour,
    opacity,
    width: z.number(),
    dashed: z.literal(true).optional(),
    head: z.literal(true).optional(),
    tail: z.literal(true).optional(),
  })
  .meta({ id: "DeckLine" });
export type DeckLine = z.infer<typeof lineSchema>;

const boxSchema = z
  .object({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    rotation: z.number().optional(),
    flipX: z.literal(true).optional(),
    flipY: z.literal(true).optional(),
  })
  .meta({ id: "DeckBox" });

const runSchema = z
  .object({
    text: z.string(),
    size: z.number(),
    colour: colour.optional(),
    font: z.string().optional(),
    bold: z.literal(true).optional(),
    italic: z.literal(true).optional(),
    underline: z.literal(true).optional(),
    strike: z.literal(true).optional(),
    caps: z.literal(true).optional(),
    rise: z.enum(["super", "sub"]).optional(),
  })
  .meta({ id: "DeckRun" });
export type DeckRun = z.infer<typeof runSchema>;

const paragraphSchema = z
  .object({
    level: z.number().int(),
    align: z.enum(["left", "centre", "right", "justify"]),
    bullet: z.string().optional(),
    margin: z.number().optional(),
    indent: z.number().optional(),
    before: z.number().optional(),
    after: z.number().optional(),
    line: z.number().optional(),
    size: z.number(),
    runs: list(runSchema),
  })
  .meta({ id: "DeckParagraph" });
export type DeckParagraph = z.infer<typeof paragraphSchema>;

const textSchema = z
  .object({
    anchor: z.enum(["top", "middle", "bottom"]),
    inset: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly(),
    wrap: z.boolean(),
    turned: z.union([z.literal(90), z.literal(270)]).optional(),
    paragraphs: list(paragraphSchema),
  })
  .meta({ id: "DeckText" });
export type DeckText = z.infer<typeof textSchema>;

const tableSchema = z
  .object({
    columns: list(z.number()),
    rows: list(
      z.object({
        height: z.number(),
        cells: list(
          z.object({
            text: textSchema,
            fill: fillSchema.optional(),
            line: lineSchema.optional(),
            columns: z.number().int().optional(),
            rows: z.number().int().optional(),
            covered: z.literal(true).optional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "DeckTable" });
export type DeckTable = z.infer<typeof tableSchema>;

const pictureSchema = z
  .object({
    part: z.string().nullable(),
    instead: z.string().optional(),
    crop: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly().optional(),
  })
  .meta({ id: "DeckPicture" });
export type DeckPicture = z.infer<typeof pictureSchema>;

const points = list(z.number().nullable());
const chartSchema = z
  .object({
    title: z.string(),
    categories: list(z.string()),
    series: list(
      z.object({
        name: z.string(),
        kind: z.enum(["bar", "line", "area", "pie", "scatter", "other"]),
        colour,
        values: points,
        x: points.optional(),
      }),
    ),
    horizontal: z.literal(true).optional(),
    stacked: z.literal(true).optional(),
    cut: z.literal(true).optional(),
  })
  .meta({ id: "DeckChart" });
export type DeckChart = z.infer<typeof chartSchema>;

const shapeSchema = z
  .object({
    /** As in addresses (`slide=3&shape=7`); null for what no address names. */
    number: z.number().int().nullable(),
    id: z.string(),
    name: z.string(),
    kind: z.enum(["text", "picture", "table", "chart", "line", "group", "other"]),
    box: boxSchema,
    hidden: z.literal(true).optional(),
    placeholder: z.string().optional(),
    geometry: z.string().optional(),
    adjust: list(z.number()).optional(),
    path: z.object({ width: z.number(), height: z.number(), d: z.string().regex(/^[MLCQAZ0-9 .e-]*$/) }).optional(),
    fill: fillSchema.optional(),
    line: lineSchema.optional(),
    text: textSchema.optional(),
    table: tableSchema.optional(),
    picture: pictureSchema.optional(),
    chart: chartSchema.optional(),
    instead: z.string().optional(),
  })
  .meta({ id: "DeckShape" });
export type DeckShape = z.infer<typeof shapeSchema>;

const layoutSchema = z
  .object({ name: z.string(), background: fillSchema.nullable(), shapes: list(shapeSchema) })
  .meta({ id: "DeckLayout" });

const slideSchema = z
  .object({
    /** From 1, in the order of the show. */
    number: z.number().int(),
    part: z.string(),
    title: z.string(),
    hidden: z.boolean(),
    /** Index of its layout; null where it has none. */
    layout: z.number().int().nullable(),
    /** Whether the layout's shapes are shown on it. */
    decorated: z.boolean(),
    /** Null: the layout's. */
    background: fillSchema.nullable(),
    shapes: list(shapeSchema),
    notes: z.string(),
    /** Some shapes, texts or cells are left out: there are too many. */
    cut: z.literal(true).optional(),
  })
  .meta({ id: "DeckSlide" });
export type DeckSlide = z.infer<typeof slideSchema>;

export const deckViewSchema = z
  .object({
    kind: z.literal("deck"),
    width: z.number(),
    height: z.number(),
    layouts: list(layoutSchema),
    slides: list(slideSchema),
  })
  .meta({ id: "DeckView" });
export type DeckView = z.infer<typeof deckViewSchema>;
