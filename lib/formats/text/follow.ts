/**
 * What becomes of a change of text when its base moves, and when two changes of one base touch. Both count lines of the
 * base; properties of the file (encoding, line ending, final newline) have no place and touch only themselves.
 */
import type { Change, Diff } from "../../core/change/change.ts";
import { linesAddress, textChangeId } from "./changes.ts";

/** Null where the base's own diff changed the lines, or inserted at the very place of an insertion. */
export function followText(change: Change, baseMove: Diff): Change | null {
  const range = baseRange(change);
  if (range === null) return baseMove.changes.some((move) => sameProperty(change, move)) ? null : change;
  let shift = 0;
  for (const move of baseMove.changes) {
    const moved = baseRange(move);
    if (moved === null || move.facet !== "content") {
      if (moved === null && move.before?.type === "file") return null;
      continue;
    }
    if (touches(range, moved, false)) return null;
    if (moved.to <= range.from) shift += afterCount(move) - (moved.to - moved.from);
  }
  const base = linesAddress(range.from + shift, range.to + shift);
  const moved = { ...change, beforeAddress: base };
  return { ...moved, id: textChangeId(moved) };
}

export function textOverlaps(left: Change, right: Change, strict: boolean): boolean {
  const own = baseRange(left);
  const other = baseRange(right);
  if (own === null || other === null) return sameProperty(left, right);
  if (left.facet !== right.facet) return false;
  return touches(own, other, strict);
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Two runs of base lines. Neighbours, and an insertion beside a run, touch only when strict; two insertions at one
 * place always do.
 */
export function touches(left: Range, right: Range, strict: boolean): boolean {
  if (strict) return left.from <= right.to && right.from <= left.to;
  if (left.from === left.to && right.from === right.to) return left.from === right.from;
  return left.from < right.to && right.from < left.to;
}

/** From 0, half open, in the base; null for a change of the whole file. */
function baseRange(change: Change): Range | null {
  const address = change.beforeAddress ?? change.address;
  return address.kind === "lines" ? { from: address.from - 1, to: address.to } : null;
}

function afterCount(change: Change): number {
  return change.kind === "removed" || change.address.kind !== "lines" ? 0 : change.address.to - change.address.from + 1;
}

function sameProperty(left: Change, right: Change): boolean {
  if (left.address.kind !== "file" || right.address.kind !== "file") return false;
  if (left.before?.type !== "properties" || right.before?.type !== "properties") return true;
  const others = right.before.properties;
  return Object.keys(left.before.properties).some((name) => name in others);
}
