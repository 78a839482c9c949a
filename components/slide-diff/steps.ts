/** The order in which J and K go through a deck's changes, and which slide is shown for what is chosen. */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { PairedDeck, SlidePair } from "./slide-pairs.ts";

export interface Step {
  readonly change: ReviewedChange;
  /** Of its slide; null for a change of no slide. */
  readonly key: string | null;
}

/** Slide by slide, at last what belongs to none. @param looked ids that pass the filter */
export function stepsOf({ pairs, elsewhere }: PairedDeck, looked: ReadonlySet<string>): readonly Step[] {
  const steps = [
    ...pairs.flatMap(({ key, changes }) => changes.map((change): Step => ({ change, key }))),
    ...elsewhere.map((change): Step => ({ change, key: null })),
  ];
  return steps.filter(({ change }) => looked.has(change.id) && change.verdict.state !== "follows");
}

/** A slide that is named wins; then the slide of the chosen change; then the first that changed. */
export function shownPair(
  { pairs }: PairedDeck,
  named: string | null,
  current: string | null,
  looked: ReadonlySet<string>,
): SlidePair | undefined {
  return (
    (named === null ? undefined : pairs.find(({ key }) => key === named)) ??
    (current === null ? undefined : pairs.find(({ changes }) => changes.some(({ id }) => id === current))) ??
    pairs.find(({ changes }) => changes.some(({ id }) => looked.has(id))) ??
    pairs[0]
  );
}

export interface Standing {
  readonly current: string | null;
  /** A slide without changes that is looked at. */
  readonly slide: string | null;
  /** A slide that is chosen with all of its changes: the next step is its first. */
  readonly wholeSlide: string | null;
}

/** Null: past the end. */
export function nextStep(steps: readonly Step[], { pairs }: PairedDeck, standing: Standing, by: 1 | -1): Step | null {
  const { current, slide, wholeSlide } = standing;
  const index = steps.findIndex(({ change }) => change.id === current);
  if (slide === null) {
    const onSlide = wholeSlide !== null && steps[index]?.key === wholeSlide;
    if (onSlide && by === 1) return steps[index] ?? null;
    return steps[index === -1 ? (by === 1 ? 0 : steps.length - 1) : index + by] ?? null;
  }
  const place = (key: string | null) => pairs.findIndex((pair) => pair.key === key);
  const here = place(slide);
  const found =
    by === 1
      ? steps.find(({ key }) => key === null || place(key) >= here)
      : steps.findLast(({ key }) => key !== null && place(key) < here);
  return found ?? null;
}
