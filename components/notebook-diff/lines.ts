/** Two texts line by line: what stays, goes and comes, with the words that differ in lines that stand for each other. */
import { diffArrays } from "diff";

import { wordRuns, type WordRun } from "../review/word-diff.ts";

export interface LineRow {
  readonly mark: "same" | "added" | "removed";
  /** From 1; null: not in that version. */
  readonly before: number | null;
  readonly after: number | null;
  readonly runs: readonly WordRun[];
}

/** `count` unchanged lines that are not shown. */
export interface LineFold {
  readonly mark: "fold";
  readonly count: number;
}

/** Beyond this many edits both texts are shown one after the other. */
const MAX_EDITS = 3_000;
const AROUND = 3;
const FOLDED_FROM = 6;

export function lineRows(before: string, after: string): readonly LineRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, now, { maxEditLength: MAX_EDITS }) ?? [
    { value: old, added: false, removed: true },
    { value: now, added: true, removed: false },
  ];
  const rows: LineRow[] = [];
  let [left, right] = [0, 0];
  parts.forEach((part, n) => {
    const [previous, next] = [parts[n - 1], parts[n + 1]];
    part.value.forEach((text, k) => {
      if (part.removed) {
        const twin = next?.added === true ? next.value[k] : undefined;
        const runs = twin === undefined ? plain(text) : wordsIn(text, twin).before;
        rows.push({ mark: "removed", before: ++left, after: null, runs });
      } else if (part.added) {
        const twin = previous?.removed === true ? previous.value[k] : undefined;
        const runs = twin === undefined ? plain(text) : wordsIn(twin, text).after;
        rows.push({ mark: "added", before: null, after: ++right, runs });
      } else rows.push({ mark: "same", before: ++left, after: ++right, runs: plain(text) });
    });
  });
  return rows;
}

const ALIKE = 0.3;

/** Words are marked only in lines that have some of them in common. */
function wordsIn(before: string, after: string): ReturnType<typeof wordRuns> {
  const runs = wordRuns(before, after);
  const shared = runs.before.reduce((sum, { text, changed }) => (changed ? sum : sum + text.trim().length), 0);
  const all = Math.max(before.trim().length, after.trim().length);
  return shared >= all * ALIKE ? runs : { before: plain(before), after: plain(after) };
}

const plain = (text: string): readonly WordRun[] => [{ text, changed: false }];

/** An empty text has no line; a line break at the end begins no new one. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\r?\n$/u, "").split(/\r?\n/u);
}

/** Long stretches that stay, folded. */
export function foldedLines(rows: readonly LineRow[]): readonly (LineRow | LineFold)[] {
  const near = new Set<number>();
  rows.forEach(({ mark }, at) => {
    if (mark === "same") return;
    for (let n = at - AROUND; n <= at + AROUND; n++) near.add(n);
  });
  if (near.size === 0) return rows;
  const found: (LineRow | LineFold)[] = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && !near.has(end)) end++;
    if (end - at >= FOLDED_FROM) {
      found.push({ mark: "fold", count: end - at });
      at = end;
    } else {
      const until = Math.max(end, at + 1);
      found.push(...rows.slice(at, until));
      at = until;
    }
  }
  return found;
}

/** For two columns: what went beside what came in its place. */
export function sideRows(
  rows: readonly (LineRow | LineFold)[],
): readonly (LineFold | { readonly mark: "pair"; readonly left: LineRow | null; readonly right: LineRow | null })[] {
  const found: (LineFold | { mark: "pair"; left: LineRow | null; right: LineRow | null })[] = [];
  let gone: LineRow[] = [];
  let come: LineRow[] = [];
  const flush = () => {
    for (let n = 0; n < Math.max(gone.length, come.length); n++)
      found.push({ mark: "pair", left: gone[n] ?? null, right: come[n] ?? null });
    [gone, come] = [[], []];
  };
  for (const row of rows) {
    if (row.mark === "removed") gone.push(row);
    else if (row.mark === "added") come.push(row);
    else {
      flush();
      found.push(row.mark === "fold" ? row : { mark: "pair", left: row, right: row });
    }
  }
  flush();
  return found;
}
