/**
 * An edit of a paragraph, told from how it was and is: signs `from..to)` became `put`. Works on values alone, so that two
 * edits of one paragraph by different people can be laid over each other.
 */
import type { RichValue } from "./values.ts";
import { textOfRuns } from "./values.ts";

type Sign = readonly [string, string];

export interface RichEdit {
  readonly from: number;
  readonly to: number;
  readonly put: readonly Sign[];
}

const signsOf = ({ runs }: RichValue): Sign[] =>
  runs.flatMap(({ text, format }): Sign[] => {
    // A piece without a text of its own (a field's code) is one sign.
    const signs = text === "" ? [""] : Array.from(text);
    return signs.map((sign) => [sign, format ?? ""]);
  });

const same = (a: Sign | undefined, b: Sign | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

export function editOf(before: RichValue, after: RichValue): RichEdit {
  const [old, now] = [signsOf(before), signsOf(after)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && same(old[start], now[start])) start++;
  let end = 0;
  while (end < most - start && same(old[old.length - 1 - end], now[now.length - 1 - end])) end++;
  return { from: start, to: old.length - end, put: now.slice(start, now.length - end) };
}

export function edited(value: RichValue, { from, to, put }: RichEdit): RichValue {
  const signs = signsOf(value);
  return fromSigns(value, [...signs.slice(0, from), ...put, ...signs.slice(to)]);
}

function fromSigns({ style }: RichValue, signs: readonly Sign[]): RichValue {
  const runs: { text: string; readonly format?: string }[] = [];
  for (const [text, format] of signs) {
    const last = runs.at(-1);
    if (last !== undefined && (last.format ?? "") === format) last.text += text;
    else runs.push(format === "" ? { text } : { text, format });
  }
  return { type: "rich", text: textOfRuns(runs), ...(style === undefined ? {} : { style }), runs };
}

/** `edit` as it counts once `done` was made; `null` where both touch the same signs. */
export function editAfter(edit: RichEdit, done: RichEdit): RichEdit | null {
  if (edit.to <= done.from && !(edit.to === done.from && edit.from === edit.to && done.from === done.to)) return edit;
  if (edit.from < done.to || (edit.from === edit.to && done.from === done.to && edit.from === done.from)) return null;
  const shift = done.put.length - (done.to - done.from);
  return { ...edit, from: edit.from + shift, to: edit.to + shift };
}

/**
 * Whether two edits of one paragraph are so close that they would be seen as one: no word stands between them.
 */
export function editsTouch(value: RichValue, a: RichEdit, b: RichEdit): boolean {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  if (second.from <= first.to) return true;
  const between = signsOf(value).slice(first.to, second.from);
  const text = between.map(([sign]) => sign).join("");
  // A word that only half lies between is part of an edit.
  return !/(?:^|[^\p{L}\p{N}\p{M}_'’])[\p{L}\p{N}\p{M}_'’]+(?=$|[^\p{L}\p{N}\p{M}_'’])/u.test(text.slice(1, -1));
}
