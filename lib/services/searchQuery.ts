/**
 * What a person typed, as a question to the index and as a matcher for texts, which mean the same.
 * All words must be there, in any order. `"so"` in quotes: beside each other, and so is what holds a sign (`foo-bar`).
 * `word*` and the last word while it is being typed: by their beginning. `-word`: not there.
 */
import type { Word } from "./searchWords.ts";
import { wordsOf } from "./searchWords.ts";

export interface Clause {
  /** Beside each other, in this order. */
  readonly words: readonly string[];
  /** The last word by its beginning. */
  readonly prefix: boolean;
  readonly not: boolean;
}

const MAX_CLAUSES = 16;
const MAX_WORDS = 32;

/** Null: nothing in it that could be looked for. */
export function parseQuery(text: string): readonly Clause[] | null {
  const clauses: Clause[] = [];
  for (const found of text.matchAll(/(-?)(?:"([^"]*)("?)|([^\s"]+))/gu)) {
    const [whole, minus = "", quoted, closed, bare] = found;
    const words = wordsOf(quoted ?? bare ?? "")
      .slice(0, MAX_WORDS)
      .map((word) => word.text);
    if (words.length === 0) continue;
    const typing = found.index + whole.length === text.length && minus === "";
    const prefix = bare === undefined ? typing && closed === "" : bare.endsWith("*") || typing;
    clauses.push({ words, prefix, not: minus !== "" });
    if (clauses.length === MAX_CLAUSES) break;
  }
  return clauses.some(({ not }) => !not) ? clauses : null;
}

/** As PostgreSQL reads a `tsquery`. */
export const tsQueryOf = (clauses: readonly Clause[]): string =>
  clauses
    .map(({ words, prefix, not }) => {
      const phrase = words.map((word, at) => `'${word}'${prefix && at === words.length - 1 ? ":*" : ""}`).join(" <-> ");
      return `${not ? "!" : ""}(${phrase})`;
    })
    .join(" & ");

export interface Match {
  readonly start: number;
  readonly end: number;
  /** Which clause. */
  readonly clause: number;
}

/** Where each clause that must be there is, in the order of the text. Null: one of them is not, or one is that must not be. */
export function matchesOf(clauses: readonly Clause[], words: readonly Word[]): readonly Match[] | null {
  const matches: Match[] = [];
  for (const [clause, { words: wanted, prefix, not }] of clauses.entries()) {
    const found = phraseMatches(words, wanted, prefix).map((match) => ({ ...match, clause }));
    if (found.length > 0 === not) return null;
    matches.push(...found);
  }
  return matches.sort((a, b) => a.start - b.start);
}

function phraseMatches(words: readonly Word[], wanted: readonly string[], prefix: boolean): Omit<Match, "clause">[] {
  const found: Omit<Match, "clause">[] = [];
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    const all = wanted.every((word, n) => isWord(words[at + n], word, prefix && n === wanted.length - 1));
    const [first, last] = [words[at], words[at + wanted.length - 1]];
    if (all && first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end });
  }
  return found;
}

function isWord(word: Word | undefined, wanted: string, prefix: boolean): boolean {
  if (word === undefined) return false;
  const same = prefix ? (text: string) => text.startsWith(wanted) : (text: string) => text === wanted;
  return same(word.text) || word.also.some(same);
}
