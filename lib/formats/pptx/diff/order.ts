/** Which of the things that two versions have in common kept their order, and where the others came in. */
import { longestRising } from "../../xlsx/diff/sequence.ts";

export interface Numbered {
  readonly number: number;
}

export interface Couple<T extends Numbered> {
  readonly before: T;
  readonly after: T;
}

export interface Arrangement<T extends Numbered> {
  /** Couples in the order of after that others were moved around. */
  readonly still: ReadonlySet<Couple<T>>;
  /** The last couple that kept its place in front of something of after; `undefined` at the beginning. */
  anchor(after: T): Couple<T> | undefined;
}

export function arrange<T extends Numbered>(couples: readonly Couple<T>[]): Arrangement<T> {
  const byBefore = [...couples].sort((a, b) => a.before.number - b.before.number);
  const byNumber = new Map(couples.map((couple) => [couple.before.number, couple]));
  const rising = longestRising(byBefore.map(({ before, after }) => [before.number, after.number] as const));
  const kept = rising.flatMap(([before]) => byNumber.get(before) ?? []);
  return {
    still: new Set(kept),
    anchor: (after) => kept.findLast((couple) => couple.after.number < after.number),
  };
}
