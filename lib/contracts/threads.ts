/**
 * What people say about a place (R7): threads of comments. Text is plain: line breaks, links that the screen finds, and
 * mentions, which stand in it as `<@id>` of a member, so that a new name of a person is shown everywhere.
 */
import { z } from "zod";

import { changeIdSchema, hashSchema, instantSchema, pathSchema, personSchema, versionSchema } from "./common.ts";

/** Characters of one comment. */
export const COMMENT_LIMIT = 4_000;
/** Characters of what a thread quotes. */
export const QUOTE_LIMIT = 200;

const MENTION = /<@([A-Za-z0-9_-]{1,64})>/gu;

/** The text in pieces: what was written, and whom it names. */
export function mentionParts(text: string): readonly ({ readonly text: string } | { readonly id: string })[] {
  const parts: ({ text: string } | { id: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ id: match[1] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Each once, in the order of the text. */
export const mentionedIds = (text: string): string[] => [
  ...new Set(mentionParts(text).flatMap((part) => ("id" in part ? [part.id] : []))),
];

/** NUL, and halves of characters. */
export const UNKEEPABLE = /\0|\p{Cs}/u;

/** What PostgreSQL and people can hold: no NUL, no half of a character; line breaks are `\n`. */
export const plainTextSchema = (limit: number) =>
  z
    .string()
    .max(limit, `at most ${limit.toLocaleString("en-US")} characters`)
    .transform((text) => text.replaceAll(/\r\n?/gu, "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "there is no text")
        .refine((text) => !UNKEEPABLE.test(text), "holds characters that cannot be kept"),
    );

const fragmentSchema = z.string().max(1_000);

export const createThreadSchema = z
  .object({
    /** Null: about the accepted version. */
    branch: z.string().min(1).max(64).nullable(),
    path: pathSchema,
    /** The version that the fragment counts in. */
    contentHash: hashSchema,
    /** Empty: the whole file. */
    fragment: fragmentSchema.default(""),
    changeId: changeIdSchema.optional(),
    /** What stands there, as the person saw it; of a change, the server quotes by itself. */
    quote: z.string().max(QUOTE_LIMIT).optional(),
    text: plainTextSchema(COMMENT_LIMIT),
  })
  .meta({ id: "CreateThread" });
export type CreateThread = z.infer<typeof createThreadSchema>;

export const commentTextSchema = z.object({ text: plainTextSchema(COMMENT_LIMIT) }).meta({ id: "CommentText" });

export const resolveThreadSchema = z.object({ resolved: z.boolean() }).meta({ id: "ResolveThread" });

/** Where a thread's place is at the version that the answer speaks of. */
export const threadPlaceSchema = z
  .discriminatedUnion("state", [
    z.object({
      state: z.literal("here"),
      path: pathSchema,
      /** The version that `fragment` counts in. */
      contentHash: hashSchema,
      fragment: z.string(),
      /** The change that stands there now; null: none. */
      changeId: changeIdSchema.nullable(),
      /** The place is not where it was said. */
      moved: z.boolean(),
    }),
    z.object({
      state: z.literal("gone"),
      /** The file, where it is still there. */
      path: pathSchema.nullable(),
      why: z.enum(["file", "place", "not-compared"]),
    }),
  ])
  .meta({ id: "ThreadPlace" });
export type ThreadPlace = z.infer<typeof threadPlaceSchema>;

export const commentSchema = z
  .object({
    id: z.string(),
    author: personSchema,
    at: instantSchema,
    editedAt: instantSchema.nullable(),
    /** Null: it was deleted, and keeps its place. */
    text: z.string().nullable(),
    mentions: z.array(personSchema),
  })
  .meta({ id: "Comment" });
export type CommentView = z.infer<typeof commentSchema>;

export const threadSchema = z
  .object({
    id: z.string(),
    branch: z.string().nullable(),
    /** As it was said. */
    anchor: z.object({
      path: pathSchema,
      contentHash: hashSchema,
      fragment: z.string(),
      changeId: changeIdSchema.nullable(),
    }),
    quote: z.string().nullable(),
    place: threadPlaceSchema,
    at: instantSchema,
    resolved: z.object({ by: personSchema, at: instantSchema }).nullable(),
    comments: z.array(commentSchema),
    /** Made from it. */
    actionItems: z.array(z.object({ id: z.string(), title: z.string(), state: z.enum(["open", "done", "dismissed"]) })),
  })
  .meta({ id: "Thread" });
export type ThreadView = z.infer<typeof threadSchema>;

export const threadListSchema = z
  .object({
    version: versionSchema,
    /** Open ones first, newest first; at most 500. */
    threads: z.array(threadSchema),
    /** Of all threads of the branch, by where the file is now, or was. */
    files: z.array(z.object({ path: pathSchema, open: z.number().int(), resolved: z.number().int() })),
    /** How many more there are than are listed. */
    more: z.number().int(),
  })
  .meta({ id: "ThreadList" });
export type ThreadList = z.infer<typeof threadListSchema>;

export const threadAnswerSchema = z
  .object({ version: versionSchema, thread: threadSchema })
  .meta({ id: "ThreadAnswer" });
export type ThreadAnswer = z.infer<typeof threadAnswerSchema>;

/** Whom one can mention or give something to do: the members. */
export const peopleListSchema = z
  .object({ people: z.array(personSchema.extend({ role: z.enum(["viewer", "reviewer", "maintainer", "owner"]) })) })
  .meta({ id: "PeopleList" });
