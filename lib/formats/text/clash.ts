/**
 * Where the changes of two sides meet, in lines of the base, and what that means. Pure geometry and comparison: nothing
 * is written here.
 */
import type { Change } from "../../core/change/change.ts";
import { lineBytes, type TextDocument } from "./document.ts";
import { touches, type Range } from "./follow.ts";
import type { Hunk } from "./line-diff.ts";
import type { TextChange } from "./changes.ts";
import type { TextComparison } from "./comparison.ts";

/** One side beside the base. */
export interface Branch {
  readonly doc: TextDocument;
  readonly comparison: TextComparison;
  readonly changes: readonly TextChange[];
}

/**
 * Base lines `from..to` that one side or both changed, and what they became. `lines`: equally many on all three sides,
 * see `parts`. `deleted`: both deleted, and nobody edited.
 */
export interface Clash extends Range {
  readonly outcome: "accepted" | "staged" | "both" | "deleted" | "lines" | "conflict";
  readonly accepted: Range;
  readonly staged: Range;
  readonly changes: readonly Change[];
  readonly parts: readonly Clash[];
}

/** In base order; an insertion comes before a run that starts at its place. */
export function clashes(base: TextDocument, accepted: Branch, staged: Branch, strict: boolean): Clash[] {
  const groups = grouped([...placed(accepted, "accepted"), ...placed(staged, "staged")].sort(inBaseOrder), strict);
  const position = { accepted: 0, staged: 0 };
  return groups.map((group) => {
    const from = Math.min(...group.map(({ hunk }) => hunk.beforeFrom));
    const to = Math.max(...group.map(({ hunk }) => hunk.beforeTo));
    const lines = (side: "accepted" | "staged") => {
      const own = group.filter((entry) => entry.side === side);
      const start = from + position[side];
      for (const { hunk } of own) position[side] = hunk.afterTo - hunk.beforeTo;
      return { from: start, to: to + position[side] };
    };
    const sides = { from, to, accepted: lines("accepted"), staged: lines("staged") };
    const changes = group.map(({ change }) => change);
    return { ...sides, ...judged(base, accepted, staged, sides, group, strict), changes };
  });
}

interface Placed {
  readonly side: "accepted" | "staged";
  readonly hunk: Hunk;
  readonly change: Change;
}

function placed({ changes }: Branch, side: Placed["side"]): Placed[] {
  return changes.flatMap(({ change, piece }) => (piece.type === "hunk" ? [{ side, hunk: piece.hunk, change }] : []));
}

function inBaseOrder(left: Placed, right: Placed): number {
  return left.hunk.beforeFrom - right.hunk.beforeFrom || left.hunk.beforeTo - right.hunk.beforeTo;
}

/** Hunks that touch, directly or through others. Those of one side never touch each other. */
function grouped(entries: readonly Placed[], strict: boolean): Placed[][] {
  const groups: Placed[][] = [];
  const range = ({ hunk }: Placed): Range => ({ from: hunk.beforeFrom, to: hunk.beforeTo });
  for (const entry of entries) {
    const group = groups.at(-1);
    const meets = group?.some((other) => other.side !== entry.side && touches(range(other), range(entry), strict));
    if (group && meets) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

type Sides = Pick<Clash, "from" | "to" | "accepted" | "staged">;

function judged(
  base: TextDocument,
  accepted: Branch,
  staged: Branch,
  sides: Sides,
  group: readonly Placed[],
  strict: boolean,
): Pick<Clash, "outcome" | "parts"> {
  const only = group.every(({ side }) => side === group[0]?.side) ? group[0]?.side : undefined;
  if (only) return { outcome: only, parts: [] };
  const text = (doc: TextDocument, { from, to }: Range) =>
    Array.from({ length: to - from }, (_, n) => lineBytes(doc, from + n));
  const left = text(accepted.doc, sides.accepted);
  const right = text(staged.doc, sides.staged);
  if (left.length === right.length && left.every((line, n) => line.equals(right[n] ?? line)))
    return { outcome: "both", parts: [] };
  if (group.every(({ hunk }) => hunk.afterFrom === hunk.afterTo)) return { outcome: "deleted", parts: [] };
  const origin = text(base, sides);
  const sameCount = origin.length === left.length && origin.length === right.length;
  if (strict || !sameCount) return { outcome: "conflict", parts: [] };
  return { outcome: "lines", parts: lineParts(sides, origin, left, right, group) };
}

/** Runs of lines with the same outcome. */
function lineParts(
  sides: Sides,
  origin: readonly Buffer[],
  left: readonly Buffer[],
  right: readonly Buffer[],
  group: readonly Placed[],
): Clash[] {
  const parts: Clash[] = [];
  origin.forEach((line, n) => {
    const [own, other] = [left[n] ?? line, right[n] ?? line];
    const outcome = own.equals(other)
      ? "both"
      : other.equals(line)
        ? "accepted"
        : own.equals(line)
          ? "staged"
          : "conflict";
    const last = parts.at(-1);
    if (last?.outcome === outcome) {
      parts[parts.length - 1] = {
        ...last,
        to: last.to + 1,
        accepted: longer(last.accepted),
        staged: longer(last.staged),
      };
      return;
    }
    const one = (from: number): Range => ({ from: from + n, to: from + n + 1 });
    const range = one(sides.from);
    const touched = group.filter(({ hunk }) => hunk.beforeFrom <= range.from && range.from < hunk.beforeTo);
    parts.push({
      ...range,
      outcome,
      accepted: one(sides.accepted.from),
      staged: one(sides.staged.from),
      changes: touched.map(({ change }) => change),
      parts: [],
    });
  });
  return parts;
}

function longer({ from, to }: Range): Range {
  return { from, to: to + 1 };
}
