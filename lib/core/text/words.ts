/**
 * What a text is compared by, in files and on the screen: words, blanks, and single other signs. A number is one word with
 * its separators (10.5, 1,204.00, 2026-09-30, 12:30), so that no difference ever cuts through it.
 */
const LETTERS = "[\\p{L}\\p{N}\\p{M}_'’]+";
/** What can stand inside of a number, a date or a time, between two digits. */
const SEPARATOR = "[.,:/\\u00a0\\u202f-]";

/** @param before alternatives that are tried first */
export const wordPattern = (before = ""): RegExp =>
  new RegExp(`${before}${LETTERS}(?:(?<=\\p{Nd})${SEPARATOR}(?=\\p{Nd})${LETTERS})*|[ \\t\\r\\n]+|[^]`, "gu");

const WORDS = wordPattern();

/** Put together they are the text. */
export const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

const WORD = new RegExp(`^${LETTERS}(?:${SEPARATOR}${LETTERS})*$`, "u");
const IN_NUMBER = new RegExp(`^${SEPARATOR}$`, "u");

export const isWord = (text: string): boolean => WORD.test(text);

/** Whether a sign stands inside of a number, between what comes before and behind it. */
export const joinsNumber = (before: string, sign: string, behind: string): boolean =>
  IN_NUMBER.test(sign) && /\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(behind);
