/**
 * Which slide of before is shown beside which slide of after, and which changes belong to each pair. The comparison
 * decided that: what came, went or moved is a change of its own, and all other slides stand in the same order on both
 * sides. Needs all changes of the file; where they are not all known, slides are paired by number.
 */
import { parseAddress, type Address } from "../../lib/core/address/address.ts";
import type { ReviewedChange } from "../../lib/contracts/changes.ts";

export type SlideMark = "added" | "removed" | "moved" | "modified";

export interface SlidePair {
  /** As in links: the number in after, `b7` for a slide that is only in before. */
  readonly key: string;
  /** From 1; null: not on that side. */
  readonly before: number | null;
  readonly after: number | null;
  /** Null: nothing of it changed. */
  readonly mark: SlideMark | null;
  /** In the order of the comparison. */
  readonly changes: readonly ReviewedChange[];
}

export interface PairedDeck {
  readonly pairs: readonly SlidePair[];
  /** Changes of no slide: masters, properties, other parts. */
  readonly elsewhere: readonly ReviewedChange[];
}

/** Where on a slide a change is, counted on the side that its `address` counts in. */
export interface SlidePlace {
  readonly side: "before" | "after";
  readonly slide: number;
  readonly shape: number | null;
  /** A cell of the shape's table: "B2". */
  readonly cell: string | null;
  readonly notes: boolean;
}

export function placeOf(change: Pick<ReviewedChange, "address" | "kind">): SlidePlace | null {
  return placeIn(change.address, change.kind === "removed" ? "before" : "after");
}

/** The same place in before, where the change has one there. */
export function placeBefore(change: Pick<ReviewedChange, "address" | "beforeAddress" | "kind">): SlidePlace | null {
  if (change.kind === "added") return null;
  return placeIn(change.beforeAddress ?? change.address, "before");
}

function placeIn(fragment: string, side: SlidePlace["side"]): SlidePlace | null {
  const parsed = parseAddress(fragment);
  const address: Address | null = parsed.ok ? parsed.value : null;
  if (address?.kind === "notes") return { side, slide: address.slide, shape: null, cell: null, notes: true };
  if (address?.kind !== "slide") return null;
  return { side, slide: address.slide, shape: address.shape ?? null, cell: address.cell ?? null, notes: false };
}

/** @param before how many slides there are; null: the file is not there */
export function pairSlides(
  before: number | null,
  after: number | null,
  changes: readonly ReviewedChange[],
): PairedDeck {
  const twins = twinsOf(before ?? 0, after ?? 0, changes);
  const byAfter = new Map(twins.map((twin) => [twin.after, twin.before]));
  const byBefore = new Map(twins.map((twin) => [twin.before, twin.after]));
  const own = new Map<string, ReviewedChange[]>();
  const elsewhere: ReviewedChange[] = [];
  for (const change of changes) {
    const place = placeOf(change);
    const key = place === null ? null : keyOf(place, byBefore);
    if (key === null) elsewhere.push(change);
    else own.set(key, [...(own.get(key) ?? []), change]);
  }
  const pair = (was: number | null, is: number | null): SlidePair => {
    const key = is === null ? `b${was ?? 0}` : String(is);
    const found = own.get(key) ?? [];
    return { key, before: was, after: is, mark: markOf(was, is, found), changes: found };
  };
  const pairs = Array.from({ length: after ?? 0 }, (_, n) => pair(byAfter.get(n + 1) ?? null, n + 1));
  for (let was = 1; was <= (before ?? 0); was += 1) {
    if (byBefore.has(was)) continue;
    // Behind the nearest slide that stood in front of it and did not move itself.
    const fronts = pairs.filter(({ before: at, mark }) => at !== null && at < was && mark !== "moved");
    const nearest = Math.max(0, ...fronts.map(({ before: at }) => at ?? 0));
    pairs.splice(pairs.findIndex(({ before: at }) => at === nearest) + 1, 0, pair(was, null));
  }
  return { pairs, elsewhere };
}

function keyOf({ side, slide }: SlidePlace, byBefore: ReadonlyMap<number, number>): string {
  if (side === "after") return String(slide);
  const twin = byBefore.get(slide);
  return twin === undefined ? `b${slide}` : String(twin);
}

const isWhole = (place: SlidePlace | null): place is SlidePlace =>
  place !== null && place.shape === null && !place.notes;

function markOf(was: number | null, is: number | null, changes: readonly ReviewedChange[]): SlideMark | null {
  if (was === null) return "added";
  if (is === null) return "removed";
  if (changes.some((change) => change.kind === "moved" && isWhole(placeOf(change)))) return "moved";
  return changes.length > 0 ? "modified" : null;
}

interface Twin {
  readonly before: number;
  readonly after: number;
}

function twinsOf(before: number, after: number, changes: readonly ReviewedChange[]): Twin[] {
  const [gone, come] = [new Set<number>(), new Set<number>()];
  const moved: Twin[] = [];
  for (const change of changes) {
    const place = placeOf(change);
    if (!isWhole(place) || change.kind === "modified") continue;
    if (change.kind === "removed") gone.add(place.slide);
    else if (change.kind === "added") come.add(place.slide);
    else {
      const from = placeBefore(change)?.slide ?? place.slide;
      gone.add(from);
      come.add(place.slide);
      moved.push({ before: from, after: place.slide });
    }
  }
  const left = numbers(before).filter((number) => !gone.has(number));
  const right = numbers(after).filter((number) => !come.has(number));
  if (left.length !== right.length)
    return numbers(Math.min(before, after)).map((number) => ({ before: number, after: number }));
  return [...moved, ...left.map((number, at) => ({ before: number, after: right[at] ?? number }))];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
