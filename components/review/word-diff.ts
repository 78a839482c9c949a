import { diffArrays } from "diff";

import { wordsOf } from "../../lib/core/text/words.ts";

/** A run of one side's text, and whether the other side has it too. */
export interface WordRun {
  readonly text: string;
  readonly changed: boolean;
}

/** Beyond this many characters of both sides together, or edits, the two are shown without emphasis. */
const MAX_CHARACTERS = 20_000;
const MAX_EDITS = 2_000;

/** Both sides cut into runs that are the same and runs that are not, by words and whole numbers; a side that is absent is empty. */
export function wordRuns(before: string, after: string): { before: readonly WordRun[]; after: readonly WordRun[] } {
  const plain = (text: string): WordRun[] => (text === "" ? [] : [{ text, changed: false }]);
  if (before === "" || after === "" || before.length + after.length > MAX_CHARACTERS)
    return { before: plain(before), after: plain(after) };
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_EDITS });
  if (parts === undefined) return { before: plain(before), after: plain(after) };
  return {
    before: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value.join(""), changed: removed })),
    after: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value.join(""), changed: added })),
  };
}
