/**
 * The shortest edit between two sequences of integers, in linear space (Myers, "An O(ND) Difference Algorithm and Its
 * Variations", 1986, section 4b). Marks what is not in common.
 *
 * Two brakes. Past `maxCost` edits a box is cut at the furthest point reached instead of at the middle of a shortest
 * path: still a right answer, no longer the shortest. Past the work budget the box is marked changed as a whole and the
 * answer is coarse. Both count steps, so the same input gives the same answer everywhere.
 */
import type { Work } from "../format.ts";

/** A box: positions `before[left0..left1)` against `after[right0..right1)`. */
export interface Box {
  readonly left0: number;
  readonly left1: number;
  readonly right0: number;
  readonly right1: number;
}

/** @returns false where the budget ran out. Marks are 1 for "not in common"; both arrays start as zeros. */
export function markDifferences(
  before: Int32Array,
  after: Int32Array,
  markBefore: Uint8Array,
  markAfter: Uint8Array,
  work: Work,
): boolean {
  const reach = new Reach(before.length + after.length);
  const boxes: Box[] = [{ left0: 0, left1: before.length, right0: 0, right1: after.length }];
  let complete = true;
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const { left0, left1, right0, right1 } = trimmed(box, before, after);
    work.remaining -= box.left1 - box.left0 - (left1 - left0) + 1;
    const cut =
      left0 < left1 && right0 < right1 ? middle(before, after, { left0, left1, right0, right1 }, reach, work) : null;
    if (cut === null) {
      markBefore.fill(1, left0, left1);
      markAfter.fill(1, right0, right1);
      if (left0 < left1 && right0 < right1) complete = false;
    } else {
      boxes.push(
        { left0: cut.left, left1, right0: cut.right, right1 },
        { left0, left1: cut.left, right0, right1: cut.right },
      );
    }
  }
  return complete;
}

/** Without what both sides have in common at the ends. */
export function trimmed(box: Box, before: Int32Array, after: Int32Array): Box {
  let { left0, left1, right0, right1 } = box;
  while (left0 < left1 && right0 < right1 && before[left0] === after[right0]) {
    left0++;
    right0++;
  }
  while (left0 < left1 && right0 < right1 && before[left1 - 1] === after[right1 - 1]) {
    left1--;
    right1--;
  }
  return { left0, left1, right0, right1 };
}

/** Furthest `left` reached on each diagonal, from the top and from the bottom. Diagonal `k` sits at `k + origin`. */
class Reach {
  readonly down: Int32Array;
  readonly up: Int32Array;
  readonly maxCost: number;
  readonly origin: number;
  constructor(length: number) {
    this.maxCost = Math.max(256, Math.ceil(Math.sqrt(length)) * 2);
    this.origin = this.maxCost + 2;
    this.down = new Int32Array(2 * this.origin + 1);
    this.up = new Int32Array(2 * this.origin + 1);
  }
}

/** A point on a good path through the box, or null where the budget ran out. Neither corner: both sides differ there. */
function middle(
  before: Int32Array,
  after: Int32Array,
  box: Box,
  reach: Reach,
  work: Work,
): { left: number; right: number } | null {
  const { left0, right0 } = box;
  const n = box.left1 - left0;
  const m = box.right1 - right0;
  const delta = n - m;
  const odd = (delta & 1) !== 0;
  const { down, up, origin } = reach;
  down[origin + 1] = 0;
  up[origin + 1] = 0;
  const last = Math.min(Math.ceil((n + m) / 2), reach.maxCost);
  for (let cost = 0; cost <= last; cost++) {
    // Diagonals beyond the box cannot lead to its far corner.
    const low = -cost + 2 * Math.max(0, cost - m);
    const high = cost - 2 * Math.max(0, cost - n);
    for (let k = low; k <= high; k += 2) {
      let x =
        k === -cost || (k !== cost && at(down, origin + k - 1) < at(down, origin + k + 1))
          ? at(down, origin + k + 1)
          : at(down, origin + k - 1) + 1;
      const from = x;
      while (x < n && x - k < m && before[left0 + x] === after[right0 + x - k]) x++;
      work.remaining -= x - from + 1;
      down[origin + k] = x;
      if (odd && Math.abs(delta - k) < cost && x + at(up, origin + delta - k) >= n)
        return { left: left0 + x, right: right0 + x - k };
    }
    for (let k = low; k <= high; k += 2) {
      let x =
        k === -cost || (k !== cost && at(up, origin + k - 1) < at(up, origin + k + 1))
          ? at(up, origin + k + 1)
          : at(up, origin + k - 1) + 1;
      const from = x;
      while (x < n && x - k < m && before[left0 + n - 1 - x] === after[right0 + m - 1 - (x - k)]) x++;
      work.remaining -= x - from + 1;
      up[origin + k] = x;
      if (!odd && Math.abs(delta - k) <= cost && x + at(down, origin + delta - k) >= n)
        return { left: left0 + n - x, right: right0 + m - (x - k) };
    }
    if (work.remaining < 0) return null;
  }
  return furthest(box, down, origin, last);
}

/** Where the search from the top got closest to the far corner; null where it got nowhere. */
function furthest(box: Box, down: Int32Array, origin: number, cost: number): { left: number; right: number } | null {
  const n = box.left1 - box.left0;
  const m = box.right1 - box.right0;
  let best = { left: 0, right: 0 };
  for (let k = -cost + 2 * Math.max(0, cost - m); k <= cost - 2 * Math.max(0, cost - n); k += 2) {
    const left = Math.min(at(down, origin + k), n, m + k);
    const right = left - k;
    if (right < 0 || (left === n && right === m)) continue;
    if (left + right > best.left + best.right) best = { left, right };
  }
  if (best.left + best.right === 0) return null;
  return { left: box.left0 + best.left, right: box.right0 + best.right };
}

function at(array: Int32Array, index: number): number {
  return array[index] ?? 0;
}
