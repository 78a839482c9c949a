/**
 * What a word is, for the index and for questions alike. PostgreSQL is only given finished words: its own parsers take
 * signs, hyphens and addresses for parts of words, so that a cell's 4.2 would not always be found.
 *
 * - Text is decomposed (NFKD), marks are taken away and letters made small: `É` is `e`, `ﬁ` is `fi`.
 * - A word is a run of letters and digits. `.` and `,` belong to it between two digits: `4.2`, `1,234.5`; every other
 *   sign ends it, also in front of a number: `-4.2 %` is `4.2`, `foo_bar` is `foo` and `bar` beside each other.
 * - A number is also known without its group signs (`1,234.5` as `1234.5`) and without letters behind it (`4.2m` as `4.2`).
 * - Scripts that put no space between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are words of one character.
 * - In a table's lines the number of the row, and the letters of the columns, are no words: they are where, not what.
 * - More than `MAX_WORD` characters are cut, and so found by their beginning.
 */
import type { TextPage } from "../parsing/records.ts";

export interface Word {
  readonly text: string;
  /** Where it is in the text that it was taken from, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Other spellings at the same place. */
  readonly also: readonly string[];
}

const MAX_WORD = 64;
/** What a `tsvector` holds: positions up to this one, and so many of one word. */
const MAX_POSITION = 16_383;
const MAX_PLACES = 255;

const WORDS = /[\p{L}\p{N}\p{M}]+(?:[.,](?<=\p{Nd}.)(?=\p{Nd})[\p{L}\p{N}\p{M}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(WORDS)) {
    if (UNSPACED.test(run)) words.push(...unspaced(run, index));
    else add(words, run, index);
  }
  return words;
}

function add(words: Word[], run: string, start: number): void {
  const text = folded(run);
  if (text !== "") words.push({ text, start, end: start + run.length, also: otherSpellings(text) });
}

function unspaced(run: string, index: number): Word[] {
  const words: Word[] = [];
  let plain = "";
  let at = index;
  for (const character of run) {
    if (UNSPACED.test(character)) {
      if (plain !== "") add(words, plain, at - plain.length);
      plain = "";
      add(words, character, at);
    } else plain += character;
    at += character.length;
  }
  if (plain !== "") add(words, plain, at - plain.length);
  return words;
}

/** Decomposition may give characters that are no letters: those go. */
const folded = (run: string): string =>
  run
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.,]/gu, "")
    .slice(0, MAX_WORD);

function otherSpellings(text: string): string[] {
  const number = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?/.exec(text)?.[0] ?? /^\d+(?:[.,]\d+)*/.exec(text)?.[0];
  if (number === undefined) return [];
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number) ? number.replaceAll(",", "") : number;
  return [...new Set([number, plain])].filter((one) => one !== text);
}

/** The words of a page, without what only says where in a table something is. */
export function wordsOfPage({ locator, markdown }: TextPage, position: number): Word[] {
  if (!/(?:^|&)(?:sheet|cell)=[^&]*$/.test(locator) || /^cell=\d+$/.test(locator)) return wordsOf(markdown);
  const words: Word[] = [];
  for (const { 0: line, index } of markdown.matchAll(/[^\n]+/g)) {
    const skipped = /^\|[ \d]*\|/.exec(line)?.[0].length ?? 0;
    const header = skipped > 0 && !/\d/.test(line.slice(0, skipped));
    // A header is repeated on every page of a table: it counts on the first.
    if (header && position > 0) continue;
    const own = wordsOf(line.slice(skipped)).filter(
      ({ start }) => !header || !isColumnLetters(line.slice(skipped), start),
    );
    for (const word of own)
      words.push({ ...word, start: word.start + index + skipped, end: word.end + index + skipped });
  }
  return words;
}

/** `| A: Region |` and `| A |`: the letters in front of the colon or the bar. */
const isColumnLetters = (line: string, start: number): boolean =>
  (start === 1 || line.slice(start - 2, start) === "| ") && /^[A-Z]{1,3}(?:: | \|)/.test(line.slice(start));

/** As PostgreSQL reads a `tsvector`: words and their positions. Empty where there is no word. */
export function vectorOf(words: readonly Word[]): string {
  const places = new Map<string, number[]>();
  for (const [at, { text, also }] of words.entries()) {
    const position = Math.min(at + 1, MAX_POSITION);
    for (const spelling of [text, ...also]) {
      const known = places.get(spelling) ?? [];
      if (known.length < MAX_PLACES && known.at(-1) !== position) known.push(position);
      places.set(spelling, known);
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}
