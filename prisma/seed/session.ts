/**
 * The demo's agent session, the reviewer's proposals and what was promoted before, read from the JSON files beside their
 * bytes.
 *
 * Guarantees the shape, nothing more: that the sequence of calls fits the files is what `replay.ts` finds out. Reads
 * from disk when called; malformed JSON throws, since the seed is part of the software.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";

/** The session and where its files lie: `Call.files` values are relative to `folder`. */
export function loadSession(): Located<Session> {
  return load("session", "session.json", sessionSchema);
}

/** Tomas's proposal on a branch of his own, promoted so that the agent's edit of the same file loses its base. */
export function loadReview(): Located<Review> {
  return load("review", "review.json", reviewSchema);
}

/** Tomas's corrections to the minutes of July, proposed on a branch of his own and left open. */
export function loadCorrection(): Located<Correction> {
  return load("correction", "correction.json", correctionSchema);
}

/** What was promoted before the session, oldest first. */
export function loadHistory(): Located<History> {
  return load("history", "history.json", historySchema);
}

/** The accepted tree that all of them start from. */
export const workspaceFolder = new URL("./workspace/", import.meta.url);

export type Located<T> = T & { readonly folder: URL };
export type Session = z.infer<typeof sessionSchema>;
export type Call = z.infer<typeof callSchema>;
export type Review = z.infer<typeof reviewSchema>;
type Correction = z.infer<typeof correctionSchema>;
type History = z.infer<typeof historySchema>;

const path = z.string().min(1);

/** What a call left behind: new bytes by path, exact moves, deletions. A path is in at most one of the three. */
const effects = {
  files: z.record(path, path),
  moves: z.array(z.strictObject({ from: path, to: path })),
  deletes: z.array(path),
};

function call<Tool extends string, Input extends z.ZodType>(tool: Tool, input: Input) {
  return z.strictObject({
    tool: z.literal(tool),
    summary: z.string().min(1),
    input,
    /** What it printed, where it was run outside the application; a view or a diff only the application can answer. */
    output: z.string().optional(),
    ...effects,
  });
}

const callSchema = z.discriminatedUnion("tool", [
  call("python", z.strictObject({ script: z.string().min(1) })),
  call("bash", z.strictObject({ command: z.string().min(1) })),
  call("write_file", z.strictObject({ path, content: z.string() })),
  call(
    "edit_file",
    z.strictObject({ path, edits: z.array(z.strictObject({ old: z.string().min(1), new: z.string() })).min(1) }),
  ),
  call("move", z.strictObject({ from: path, to: path })),
  call("delete", z.strictObject({ path })),
  call("view", z.strictObject({ path, sheet: z.string().optional() })),
  call("grep", z.strictObject({ pattern: z.string().min(1), path })),
  call("workspace_diff", z.strictObject({})),
  call("workspace_file_diff", z.strictObject({ path })),
]);

const branchSchema = z.strictObject({
  kind: z.enum(["chat", "review"]),
  /** The short name of a demo person: "mara" or "tomas". */
  user: z.enum(["mara", "tomas"]),
  name: z.string().min(1),
});

const turnSchema = z.strictObject({
  number: z.int().positive(),
  title: z.string().min(1),
  /** What the person asked for. */
  prompt: z.string().min(1),
  calls: z.array(callSchema).min(1),
  /** What the agent answered when the turn was over. */
  reply: z.string().min(1),
});

const sessionSchema = z.strictObject({ branch: branchSchema, turns: z.array(turnSchema).min(1) });

const cellValue = z.union([z.number(), z.string(), z.null()]);

const reviewSchema = z.strictObject({
  branch: branchSchema,
  /** Why, as the promotion's message. */
  reason: z.string().min(1),
  /** New bytes by path, relative to the review folder. */
  files: z.record(path, path),
  /** The cells that were typed; what is calculated from them follows in the bytes. */
  changes: z.array(z.strictObject({ path, sheet: z.string(), cell: z.string(), before: cellValue, after: cellValue })),
});

const correctionSchema = z.strictObject({
  branch: branchSchema,
  files: z.record(path, path),
  /** What the paragraphs say on both sides; a paragraph and a table cell come on top. */
  changes: z.array(z.strictObject({ path, before: z.string().min(1), after: z.string().min(1) })),
});

const historySchema = z.strictObject({
  promotions: z.array(
    z.strictObject({
      user: branchSchema.shape.user,
      branch: z.string().min(1),
      reason: z.string().min(1),
      /** The bytes that the path had before, relative to the history folder; null: it was not there. After: the tree's. */
      before: z.record(path, path.nullable()),
    }),
  ),
});

function load<T>(name: string, file: string, schema: z.ZodType<T>): Located<T> {
  const folder = new URL(`./${name}/`, import.meta.url);
  const parsed = schema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  return { ...parsed, folder };
}
