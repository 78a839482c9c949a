/**
 * Which slide of before is which slide of after: by what they show, never by their place. Equal slides first (those
 * with the same id before others, otherwise in order), then the most alike pair, again and again, at last what stands alone
 * between the same neighbours. The id of a slide is a
 * hint only, since saving again renumbers it and copying keeps it.
 * Costs slides times slides times words for those that are not equal, counted as work.
 */
import type { Work } from "../../format.ts";
import type { Slide } from "../deck.ts";

export interface SlideTraits {
  readonly slide: Slide;
  /** Equal exactly where the slides mean the same. */
  readonly digest: string;
  /** Words of all texts, and digests of pictures. */
  readonly words: ReadonlyMap<string, number>;
  /** Kinds and names of shapes. */
  readonly shapes: ReadonlyMap<string, number>;
}

export type SlideMatch = readonly [Slide, Slide];

const THRESHOLD = 0.5;
/** For two slides that have nothing else between the same neighbours. */
const LONELY_THRESHOLD = 0.3;
const ID_HINT = 0.25;

export function matchSlides(before: readonly SlideTraits[], after: readonly SlideTraits[], work: Work): SlideMatch[] {
  const matches: SlideMatch[] = [];
  const left = new Set(before);
  const right = new Set(after);
  const take = (a: SlideTraits, b: SlideTraits) => {
    if (!left.delete(a)) return;
    if (right.delete(b)) matches.push([a.slide, b.slide]);
    else left.add(a);
  };
  equalOnes(before, after, take);
  for (const [a, b] of alikeOnes([...left], [...right], work)) take(a, b);
  for (const [a, b] of lonelyOnes(before, after, matches))
    if (a.slide.id === b.slide.id || likeness(a, b) >= LONELY_THRESHOLD) take(a, b);
  return matches;
}

function equalOnes(
  before: readonly SlideTraits[],
  after: readonly SlideTraits[],
  take: (a: SlideTraits, b: SlideTraits) => void,
): void {
  const byDigest = new Map<string, SlideTraits[]>();
  for (const traits of after) {
    const group = byDigest.get(traits.digest);
    if (group === undefined) byDigest.set(traits.digest, [traits]);
    else group.push(traits);
  }
  const used = new Set<SlideTraits>();
  const pair = (a: SlideTraits, b: SlideTraits | undefined) => {
    if (b === undefined) return;
    used.add(a).add(b);
    take(a, b);
  };
  for (const a of before)
    pair(
      a,
      byDigest.get(a.digest)?.find((b) => !used.has(b) && b.slide.id === a.slide.id),
    );
  for (const a of before)
    if (!used.has(a))
      pair(
        a,
        byDigest.get(a.digest)?.find((b) => !used.has(b)),
      );
}

function alikeOnes(
  left: readonly SlideTraits[],
  right: readonly SlideTraits[],
  work: Work,
): [SlideTraits, SlideTraits][] {
  const candidates: { a: SlideTraits; b: SlideTraits; score: number }[] = [];
  for (const a of left)
    for (const b of right) {
      work.remaining -= 1 + a.words.size + a.shapes.size;
      if (work.remaining < 0) return [];
      const score = likeness(a, b);
      if (score >= THRESHOLD) candidates.push({ a, b, score });
    }
  const distance = ({ a, b }: { a: SlideTraits; b: SlideTraits }) => Math.abs(a.slide.number - b.slide.number);
  candidates.sort(
    (x, y) =>
      y.score - x.score ||
      distance(x) - distance(y) ||
      x.a.slide.number - y.a.slide.number ||
      x.b.slide.number - y.b.slide.number,
  );
  return candidates.map(({ a, b }) => [a, b]);
}

/** Slides without a match whose neighbours on both sides are matched with each other. */
function lonelyOnes(
  before: readonly SlideTraits[],
  after: readonly SlideTraits[],
  matches: readonly SlideMatch[],
): [SlideTraits, SlideTraits][] {
  const twin = new Map(matches.map(([a, b]) => [a.number, b.number]));
  const taken = new Set(twin.values());
  return before.flatMap((a): [SlideTraits, SlideTraits][] => {
    const { number } = a.slide;
    const from = number === 1 ? 0 : twin.get(number - 1);
    const to = number === before.length ? after.length + 1 : twin.get(number + 1);
    const b = from === undefined ? undefined : after[from];
    return twin.has(number) || from === undefined || to !== from + 2 || taken.has(from + 1) || b === undefined
      ? []
      : [[a, b]];
  });
}

function likeness(a: SlideTraits, b: SlideTraits): number {
  const shapes = overlap(a.shapes, b.shapes);
  const words = a.words.size === 0 && b.words.size === 0 ? shapes : overlap(a.words, b.words);
  return 0.7 * words + 0.3 * shapes + (a.slide.id === b.slide.id ? ID_HINT : 0);
}

/** Twice what they share over what they have: 1 for equal bags, also for empty ones. */
export function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [shared, total] = [0, 0];
  for (const [key, count] of a) {
    shared += Math.min(count, b.get(key) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 1 : (2 * shared) / total;
}

export function bagOf(words: Iterable<string>): Map<string, number> {
  const bag = new Map<string, number>();
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}
