/**
 * A paragraph cut into what stays, goes and comes, each piece with the change that it belongs to. Changes of words quote
 * the whole paragraph before and after themselves alone: where they differ is their place. Where they do not fit together
 * (equal words that could be cut in several ways), both texts are compared word by word, and the pieces belong to all.
 */
import { wordsOf } from "../../lib/core/text/words.ts";
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DocumentRun, ParagraphBlock } from "../../lib/contracts/document-view.ts";
import { wordRuns } from "../review/word-diff.ts";
import { textOf } from "./align.ts";

/** `formatBefore` and `format` are the same words in both looks. */
export type Mark = "same" | "added" | "removed" | "formatBefore" | "format";

export interface Segment {
  readonly run: DocumentRun;
  readonly mark: Mark;
  /** Null: of none, or of several that cannot be told apart. */
  readonly change: ReviewedChange | null;
}

interface Hunk {
  /** Characters of the text before. */
  readonly from: number;
  readonly to: number;
  /** How many characters come. */
  readonly put: number;
  readonly look: boolean;
  readonly change: ReviewedChange;
}

/** @param taken which changes are shown as done; the text of others stays as it was */
export function segmentsOf(
  before: ParagraphBlock,
  after: ParagraphBlock,
  changes: readonly ReviewedChange[],
  taken: (change: ReviewedChange) => boolean = () => true,
): readonly Segment[] {
  const words = changes.filter(isWords);
  // A comparison that was broken off explains nothing: what differs is shown all the same.
  if (words.length === 0)
    return textOf(before) === textOf(after)
      ? whole(after.runs, "same", null)
      : byWords(before, after, words, () => true);
  const hunks = hunksOf(textOf(before), textOf(after), words);
  return hunks === null ? byWords(before, after, words, taken) : byHunks(before, after, hunks, taken);
}

export const whole = (runs: readonly DocumentRun[], mark: Mark, change: ReviewedChange | null): readonly Segment[] =>
  runs.map((run) => ({ run, mark, change }));

export const isWords = ({ kind, before, after }: ReviewedChange): boolean =>
  kind === "modified" && before?.type === "rich" && after?.type === "rich";

function byHunks(
  before: ParagraphBlock,
  after: ParagraphBlock,
  hunks: readonly Hunk[],
  taken: (change: ReviewedChange) => boolean,
): readonly Segment[] {
  const found: Segment[] = [];
  let [left, right] = [0, 0];
  for (const { from, to, put, look, change } of hunks) {
    const start = right + from - left;
    found.push(...whole(cut(after.runs, right, start), "same", null));
    if (!taken(change)) found.push(...whole(cut(before.runs, from, to), "same", null));
    else if (look) {
      found.push(...whole(cut(before.runs, from, to), "formatBefore", change));
      found.push(...whole(cut(after.runs, start, start + put), "format", change));
    } else {
      found.push(...whole(cut(before.runs, from, to), "removed", change));
      found.push(...whole(cut(after.runs, start, start + put), "added", change));
    }
    left = to;
    right = start + put;
  }
  found.push(...whole(cut(after.runs, right, Number.POSITIVE_INFINITY), "same", null));
  return found;
}

function byWords(
  before: ParagraphBlock,
  after: ParagraphBlock,
  words: readonly ReviewedChange[],
  taken: (change: ReviewedChange) => boolean,
): readonly Segment[] {
  const [only, ...others] = words;
  const change = others.length === 0 ? (only ?? null) : null;
  if (words.length > 0 && !words.some(taken)) return whole(before.runs, "same", null);
  const sides = wordRuns(textOf(before), textOf(after));
  const found: Segment[] = [];
  let [left, right] = [0, 0];
  const gone = sides.before.filter(({ text }) => text !== "");
  const come = sides.after.filter(({ text }) => text !== "");
  while (gone.length + come.length > 0) {
    const [old, now] = [gone[0], come[0]];
    if (old?.changed === true || now === undefined) {
      if (old === undefined) break;
      found.push(...whole(cut(before.runs, left, left + old.text.length), "removed", change));
      left += old.text.length;
      gone.shift();
    } else {
      found.push(...whole(cut(after.runs, right, right + now.text.length), now.changed ? "added" : "same", change));
      right += now.text.length;
      come.shift();
      if (!now.changed) {
        left += now.text.length;
        gone.shift();
      }
    }
  }
  return found;
}

/** In order; null where they do not make one text of the other. */
function hunksOf(before: string, after: string, words: readonly ReviewedChange[]): readonly Hunk[] | null {
  const hunks = words.map(hunkOf).sort((a, b) => a.from - b.from || a.to - b.to);
  let made = "";
  let at = 0;
  let right = 0;
  for (const { from, to, put } of hunks) {
    if (from < at || to > before.length) return null;
    made += before.slice(at, from);
    right += from - at;
    made += after.slice(right, right + put);
    right += put;
    at = to;
  }
  made += before.slice(at);
  return made === after ? hunks : null;
}

type Rich = Extract<NonNullable<ReviewedChange["before"]>, { type: "rich" }>;
function hunkOf(change: ReviewedChange): Hunk {
  const [old, now] = [piecesOf(change.before as Rich), piecesOf(change.after as Rich)];
  let start = 0;
  while (start < old.length && start < now.length && same(old[start], now[start])) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && same(old[old.length - 1 - end], now[now.length - 1 - end])) end++;
  const text = (pieces: readonly Piece[], from: number, to: number) =>
    pieces
      .slice(from, to)
      .map((piece) => piece.text)
      .join("");
  const from = text(old, 0, start).length;
  const gone = text(old, start, old.length - end);
  const come = text(now, start, now.length - end);
  return { from, to: from + gone.length, put: come.length, look: gone === come && gone !== "", change };
}

interface Piece {
  readonly text: string;
  readonly format: string;
}

const piecesOf = ({ runs }: Rich): Piece[] =>
  runs.flatMap(({ text, format = "" }) => wordsOf(text).map((word) => ({ text: word, format })));

const same = (left: Piece | undefined, right: Piece | undefined) =>
  left?.text === right?.text && left?.format === right?.format;

/** Runs of a range of characters; marks without a text go with what follows them. */
export function cut(runs: readonly DocumentRun[], from: number, to: number): readonly DocumentRun[] {
  const found: DocumentRun[] = [];
  let at = 0;
  for (const run of runs) {
    const end = at + run.text.length;
    if (run.text === "" ? at >= from && at < to : end > from && at < to) {
      const text = run.text.slice(Math.max(0, from - at), to - at);
      found.push(text.length === run.text.length ? run : { ...run, text });
    }
    at = end;
  }
  return found;
}
