/**
 * Ends of ranges (bookmarks, comments) and references to comments that stand elsewhere in text that stays. One within
 * words that changed goes with those words; any other is a change of its own, told by the words of before around it.
 * What came or went with its paragraph is no move. Costs one look at every mark.
 */
import type { Hunk } from "../../text/line-diff.ts";
import type { Paragraph } from "../blocks.ts";
import type { MarkMove, ParagraphPair } from "./entry.ts";
import type { Mark } from "./marks-of.ts";
import type { Pairing } from "./pairing.ts";

/** In front of a unit, or that many signs into it. */
interface Spot {
  readonly unit: number;
  readonly offset: number;
}

/** @param id of the range in before */
export function movesOf(id: string, before: readonly Mark[], after: readonly Mark[], pairing: Pairing): MarkMove[] {
  const [old, now] = [byKind(before), byKind(after)];
  const moves: MarkMove[] = [];
  for (const kind of new Set([...old.keys(), ...now.keys()])) {
    const [left, right] = [old.get(kind), now.get(kind)];
    const move = moveOf(kind, left, right, pairing);
    if (move !== null) moves.push({ ...move, id });
  }
  return moves;
}

function byKind(marks: readonly Mark[]): ReadonlyMap<string, Mark> {
  const found = new Map<string, Mark>();
  for (const mark of marks) if (!found.has(mark.element.name)) found.set(mark.element.name, mark);
  return found;
}

function moveOf(
  kind: string,
  left: Mark | undefined,
  right: Mark | undefined,
  pairing: Pairing,
): Omit<MarkMove, "id"> | null {
  const own = left === undefined ? undefined : pairing.paired.get(left.paragraph);
  const other = right === undefined ? undefined : pairing.pairedAfter.get(right.paragraph);
  if ((left !== undefined && own === undefined) || (right !== undefined && other === undefined)) return null;
  const from = left === undefined ? null : { part: left.story.part, element: left.element };
  const stood = left === undefined ? null : spotOf(left);
  const what = KINDS[kind] ?? kind;
  const before = left === undefined || stood === null ? null : wordsAround(left.paragraph, stood);
  if (right === undefined || other === undefined) return { from, to: null, what, before, after: null, exact: true };
  const stands = spotOf(right);
  const hunks = hunksOf(other, pairing);
  if (left !== undefined && stood !== null && own === other) {
    const put = expected(stood, hunks);
    if (put.unit === stands.unit && put.offset === stands.offset) return null;
    const change = pairing.words.get(other.before)?.find(({ hunk }) => inside(stood, stands, hunk));
    if (change !== undefined) {
      if (right.inner === 0) change.carried.push({ part: left.story.part, element: left.element, token: right.token });
      return null;
    }
  }
  const { spot, behind } = inBefore(stands, hunks);
  const next = other.before.units[spot.unit];
  const last = other.before.units[spot.unit - 1];
  const at = behind ? (next?.from ?? other.before.tokens.length) : (last?.to ?? next?.from ?? 0);
  const exact = spot.offset === 0 && right.inner === 0;
  const after = wordsAround(other.before, spot);
  return { from, to: { element: right.element, pair: other, at, behind }, what, before, after, exact };
}

const KINDS: Readonly<Record<string, string>> = {
  bookmarkStart: "start",
  bookmarkEnd: "end",
  commentRangeStart: "start",
  commentRangeEnd: "end",
  commentReference: "reference",
};

const hunksOf = (pair: ParagraphPair, { words }: Pairing): readonly Hunk[] =>
  (words.get(pair.before) ?? []).map(({ hunk }) => hunk);

function spotOf({ paragraph: { units, tokens }, token, inner }: Mark): Spot {
  const unit = units.findIndex(({ to }) => to > token);
  const found = units[unit];
  if (found === undefined) return { unit: units.length, offset: 0 };
  const signs = tokens.slice(found.from, Math.max(found.from, token)).reduce((sum, { text }) => sum + text.length, 0);
  return { unit, offset: signs + inner };
}

/** Where a mark of before stands once the words around it have changed and it has stayed. */
function expected({ unit, offset }: Spot, hunks: readonly Hunk[]): Spot {
  let shift = 0;
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    if (unit < beforeFrom) break;
    if (unit < beforeTo || (unit === beforeTo && offset === 0)) {
      const front = unit === beforeFrom && offset === 0 && (beforeFrom < beforeTo || beforeFrom === 0);
      return { unit: front ? afterFrom : afterTo, offset: 0 };
    }
    shift = afterTo - beforeTo;
  }
  return { unit: unit + shift, offset };
}

/** Where a place of after lies in before; `behind` the words that come there. */
function inBefore({ unit, offset }: Spot, hunks: readonly Hunk[]): { spot: Spot; behind: boolean } {
  let shift = 0;
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    if (unit < afterFrom) break;
    if (unit === afterFrom && offset === 0) return { spot: { unit: beforeFrom, offset: 0 }, behind: false };
    if (unit < afterTo || (unit === afterTo && offset === 0))
      return { spot: { unit: beforeTo, offset: 0 }, behind: true };
    shift = beforeTo - afterTo;
  }
  return { spot: { unit: unit + shift, offset }, behind: true };
}

/** Both places lie within, or at an end of, the words that one change replaces. */
const inside = (before: Spot, after: Spot, hunk: Hunk): boolean =>
  within(before, hunk.beforeFrom, hunk.beforeTo) && within(after, hunk.afterFrom, hunk.afterTo);

const within = ({ unit, offset }: Spot, from: number, to: number): boolean =>
  unit >= from && (unit < to || (unit === to && offset === 0));

const AROUND = 24;

function wordsAround({ units }: Paragraph, { unit, offset }: Spot): string {
  const text = units.map((found) => found.text);
  const at = text.slice(0, unit).join("").length + offset;
  const all = text.join("");
  return `${all.slice(Math.max(0, at - AROUND), at)}|${all.slice(at, at + AROUND)}`;
}
