/**
 * Pages between two matched ones, aligned by their words as one text, so that a paragraph more on one page does not
 * change the pages that it pushes text onto.
 */
import type { Work } from "../../format.ts";
import { markDifferences } from "../../text/myers.ts";
import type { Word } from "../content/words.ts";
import type { Block } from "./units.ts";
import type { FlowPage } from "./flow.ts";

/** Words in a row that tie two pages together; fewer do where they are half of the smaller page. */
const TYING_RUN = 4;

interface Gap {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

interface Side {
  readonly words: Word[];
  /** Of each word: the page it is on, as an index into the gap. */
  readonly pages: number[];
}

/** In order. Null where the budget ran out. */
export function joinGap(before: readonly FlowPage[], after: readonly FlowPage[], gap: Gap, work: Work): Block[] | null {
  if (gap.before.length === 0 && gap.after.length === 0) return [];
  const [left, right] = [sideOf(before, gap.before), sideOf(after, gap.after)];
  const aligned = alignWords(left, right, work);
  if (aligned === null) return null;
  const ties = tiesOf(left, right, aligned, gap);
  const spans = withLoners(spansOf(ties, gap), before, after, gap);
  const marks = aligned.marks(left, right);
  return spans.map((span) => blockOf(span, before, after, gap, marks, ties));
}

function sideOf(pages: readonly FlowPage[], gap: readonly number[]): Side {
  const side: Side = { words: [], pages: [] };
  for (const [at, page] of gap.entries())
    for (const word of pages[page]?.flow ?? []) {
      side.words.push(word);
      side.pages.push(at);
    }
  return side;
}

class WordAlignment {
  readonly gone: Uint8Array;
  readonly came: Uint8Array;

  constructor(gone: Uint8Array, came: Uint8Array) {
    this.gone = gone;
    this.came = came;
  }

  /** Pairs of equal words, by index, in order. */
  *pairs(): Iterable<readonly [number, number]> {
    for (let i = 0, k = 0; i < this.gone.length && k < this.came.length;) {
      if (this.gone[i] === 1) i++;
      else if (this.came[k] === 1) k++;
      else yield [i++, k++];
    }
  }

  marks(left: Side, right: Side): { before: Map<number, Word[]>; after: Map<number, Word[]> } {
    const marked = ({ words, pages }: Side, marks: Uint8Array) => {
      const found = new Map<number, Word[]>();
      for (const [n, word] of words.entries()) {
        if (marks[n] !== 1) continue;
        const page = pages[n] ?? 0;
        const own = found.get(page) ?? [];
        own.push(word);
        found.set(page, own);
      }
      return found;
    };
    return { before: marked(left, this.gone), after: marked(right, this.came) };
  }
}

function alignWords(left: Side, right: Side, work: Work): WordAlignment | null {
  const numbers = new Map<string, number>();
  const numbered = ({ words }: Side) =>
    Int32Array.from(words, ({ text }) => {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    });
  const [own, other] = [numbered(left), numbered(right)];
  const [gone, came] = [new Uint8Array(own.length), new Uint8Array(other.length)];
  return markDifferences(own, other, gone, came, work) ? new WordAlignment(gone, came) : null;
}

/** Words in common, by `before * width + after` (indices into the gap); only of pages that belong together. */
type Ties = ReadonlyMap<number, number>;

function tiesOf(left: Side, right: Side, aligned: WordAlignment, gap: Gap): Ties {
  const width = gap.after.length;
  const found = new Map<number, { count: number; run: number; longest: number; next: readonly [number, number] }>();
  for (const [i, k] of aligned.pairs()) {
    const key = (left.pages[i] ?? 0) * width + (right.pages[k] ?? 0);
    const tie = found.get(key) ?? { count: 0, run: 0, longest: 0, next: [-1, -1] as const };
    const run = tie.next[0] === i && tie.next[1] === k ? tie.run + 1 : 1;
    found.set(key, { count: tie.count + 1, run, longest: Math.max(tie.longest, run), next: [i + 1, k + 1] });
  }
  const counts = (pages: readonly number[]) => {
    const sums = new Map<number, number>();
    for (const page of pages) sums.set(page, (sums.get(page) ?? 0) + 1);
    return sums;
  };
  const [own, other] = [counts(left.pages), counts(right.pages)];
  const ties = new Map<number, number>();
  for (const [key, { count, longest }] of found) {
    const smaller = Math.min(own.get(Math.floor(key / width)) ?? 0, other.get(key % width) ?? 0);
    if (longest >= TYING_RUN || count * 2 >= smaller) ties.set(key, count);
  }
  return ties;
}

/** Half open ranges of indices into the gap. */
interface Span {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

/** Ties in order; two that touch the same page, directly or through others, are one span. */
function spansOf(ties: Ties, gap: Gap): Span[] {
  const width = gap.after.length;
  const spans: { before: [number, number]; after: [number, number] }[] = [];
  for (const key of [...ties.keys()].sort((a, b) => a - b)) {
    const [i, k] = [Math.floor(key / width), key % width];
    let own = { before: [i, i + 1] as [number, number], after: [k, k + 1] as [number, number] };
    for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
      if (last.before[1] <= own.before[0] && last.after[1] <= own.after[0]) break;
      spans.pop();
      own = {
        before: [Math.min(last.before[0], own.before[0]), Math.max(last.before[1], own.before[1])],
        after: [Math.min(last.after[0], own.after[0]), Math.max(last.after[1], own.after[1])],
      };
    }
    spans.push(own);
  }
  return spans;
}

/**
 * Pages without ties: where one of two is without text, and no page without text comes later that would be a better
 * partner, they are partners in order; the others came or went. Two pages with different text never are: which of several
 * belong together would depend on how many of them are taken.
 */
function withLoners(spans: readonly Span[], before: readonly FlowPage[], after: readonly FlowPage[], gap: Gap): Span[] {
  const all: Span[] = [];
  let [i, k] = [0, 0];
  const blankIn = (pages: readonly FlowPage[], own: readonly number[], from: number, to: number) =>
    own.slice(from, to).some((page) => pages[page]?.page.words.length === 0);
  const between = (endBefore: number, endAfter: number): void => {
    while (i < endBefore || k < endAfter) {
      const both = i < endBefore && k < endAfter;
      const [gone, came] = [blankIn(before, gap.before, i, i + 1), blankIn(after, gap.after, k, k + 1)];
      const paired =
        both &&
        ((gone && came) ||
          (gone && !blankIn(after, gap.after, k, endAfter)) ||
          (came && !blankIn(before, gap.before, i, endBefore)));
      if (paired) all.push({ before: [i, ++i], after: [k, ++k] });
      else if (i < endBefore && (!gone || k >= endAfter)) all.push({ before: [i, ++i], after: [k, k] });
      else all.push({ before: [i, i], after: [k, ++k] });
    }
  };
  for (const span of spans) {
    between(span.before[0], span.after[0]);
    all.push(span);
    [i, k] = [span.before[1], span.after[1]];
  }
  between(gap.before.length, gap.after.length);
  return all;
}

function blockOf(
  { before: [b0, b1], after: [a0, a1] }: Span,
  before: readonly FlowPage[],
  after: readonly FlowPage[],
  gap: Gap,
  marks: { before: Map<number, Word[]>; after: Map<number, Word[]> },
  ties: Ties,
): Block {
  const partners: (number | null)[] = [];
  const taken = new Set<number>();
  for (let k = a0; k < a1; k++) {
    const best = bestPartner(ties, gap.after.length, k, b0, b1, taken, b1 - b0 === 1 && a1 - a0 === 1);
    if (best !== null) taken.add(best);
    partners.push(best === null ? null : (gap.before[best] ?? null));
  }
  const [own, other] = [gap.before.slice(b0, b1), gap.after.slice(a0, a1)];
  const byPage = (found: Map<number, Word[]>, from: number, pages: readonly number[]) =>
    new Map(pages.map((page, n) => [page, found.get(from + n) ?? []]));
  const [gone, came] = [byPage(marks.before, b0, own), byPage(marks.after, a0, other)];
  for (const [n, partner] of partners.entries()) {
    const [page, was] = [other[n], partner];
    if (page === undefined || was === null) continue;
    const [left, right] = furnitureMarks(before[was], after[page]);
    gone.set(was, [...left, ...(gone.get(was) ?? [])]);
    came.set(page, [...right, ...(came.get(page) ?? [])]);
  }
  return { kind: "block", before: own, after: other, partners, marks: { before: gone, after: came } };
}

function bestPartner(
  ties: Ties,
  width: number,
  k: number,
  b0: number,
  b1: number,
  taken: ReadonlySet<number>,
  only: boolean,
): number | null {
  if (only) return b0;
  let best: number | null = null;
  let most = 0;
  for (let i = b0; i < b1; i++) {
    const count = ties.get(i * width + k) ?? 0;
    if (count > most && !taken.has(i)) [best, most] = [i, count];
  }
  return best;
}

/** Words of running heads and feet that the other page does not have, as they are or counted on. */
function furnitureMarks(before: FlowPage | undefined, after: FlowPage | undefined): readonly [Word[], Word[]] {
  if (before === undefined || after === undefined) return [[], []];
  const without = (own: FlowPage, other: FlowPage): Word[] => {
    const plain = unmatched(
      own.furniture.map(({ text }) => text),
      other.furniture.map(({ text }) => text),
    );
    const counted = unmatched(own.running, other.running);
    return own.furniture.filter((_, n) => plain.has(n) && counted.has(n));
  };
  return [without(before, after), without(after, before)];
}

/** Positions of what the other list does not have, or not as often. */
function unmatched(own: readonly string[], other: readonly string[]): Set<number> {
  const left = new Map<string, number>();
  for (const text of other) left.set(text, (left.get(text) ?? 0) + 1);
  const found = new Set<number>();
  for (const [n, text] of own.entries()) {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else found.add(n);
  }
  return found;
}
