/**
 * How the rows (or columns) of two versions correspond. `toAfter[base]` and `toBefore[after]` are -1 where there is no
 * counterpart. Of the pairs, a longest run that is in order on both sides *stays*; the others *moved*. What is new or
 * moved lies behind its anchor: the last base row in front of it that stays, -1 at the start.
 */
import { longestIncreasing } from "../text/line-diff.ts";

export interface Axis {
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
  /** By number in before. */
  readonly moved: ReadonlySet<number>;
  /** By number in after. */
  readonly anchors: Int32Array;
  /** All in place, nothing new or gone. */
  readonly same: boolean;
}

/** @param toAfter each number of after at most once */
export function axisOf(toAfter: Int32Array, afterCount: number): Axis {
  const toBefore = new Int32Array(afterCount).fill(-1);
  const paired: number[] = [];
  let same = toAfter.length === afterCount;
  toAfter.forEach((after, before) => {
    if (after !== before) same = false;
    if (after < 0) return;
    toBefore[after] = before;
    paired.push(before);
  });
  const anchors = new Int32Array(afterCount);
  if (same) {
    for (let at = 0; at < afterCount; at++) anchors[at] = at;
    return { toAfter, toBefore, moved: new Set(), anchors, same };
  }
  const staying = longestIncreasing(Int32Array.from(paired, (before) => toAfter[before] ?? 0));
  const moved = new Set(paired);
  for (const at of staying) moved.delete(paired[at] ?? -1);
  let anchor = -1;
  for (let after = 0; after < afterCount; after++) {
    const before = toBefore[after] ?? -1;
    if (before >= 0 && !moved.has(before)) anchor = before;
    anchors[after] = anchor;
  }
  return { toAfter, toBefore, moved, anchors, same };
}
