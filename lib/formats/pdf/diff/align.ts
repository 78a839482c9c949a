/**
 * Which pages of two versions belong together. Pages that look alike are matched first, in order; the same page at
 * another place has moved. What is left between matched pages is aligned by the words of the whole gap: pages that share
 * words form a block, which text may have flowed through from page to page. Pages without a partner came or went.
 *
 * Units stand in the order of the base, what is new in front of what it precedes. Every page of either version is in
 * exactly one unit (a moved page in two: where it was and where it is).
 */
import type { Work } from "../../format.ts";
import { markDifferences } from "../../text/myers.ts";
import type { FlowPage } from "./flow.ts";
import { joinGap } from "./gap.ts";
import type { Unit } from "./units.ts";

/** Null where the budget ran out. */
export function alignPages(before: readonly FlowPage[], after: readonly FlowPage[], work: Work): Unit[] | null {
  const [goneMarks, newMarks] = [new Uint8Array(before.length), new Uint8Array(after.length)];
  const [own, other] = [
    { pages: before, marks: goneMarks },
    { pages: after, marks: newMarks },
  ];
  if (!matchInOrder(own, other, work)) return null;
  const moved = movedPages(own, other);
  const units: Unit[] = [];
  for (let i = 0, k = 0; i < before.length || k < after.length;) {
    const gap: { before: number[]; after: number[] } = { before: [], after: [] };
    const extra: Unit[] = [];
    for (; i < before.length && goneMarks[i] === 1; i++) {
      const to = moved.to.get(i);
      if (to === undefined) gap.before.push(i);
      else extra.push({ kind: "out", before: i, after: to });
    }
    for (; k < after.length && newMarks[k] === 1; k++) {
      const from = moved.from.get(k);
      if (from === undefined) gap.after.push(k);
      else extra.push({ kind: "in", before: from, after: k });
    }
    const blocks = joinGap(before, after, gap, work);
    if (blocks === null) return null;
    units.push(...inOrder([...blocks, ...extra]));
    if (i < before.length && k < after.length) units.push({ kind: "same", before: i++, after: k++ });
  }
  return units;
}

interface Side {
  readonly pages: readonly FlowPage[];
  /** 1 where a page has no partner in order. */
  readonly marks: Uint8Array;
}

/** Exactly equal pages first; between those, pages that are equal but for page numbers that count on. */
const KEYS: readonly ((page: FlowPage) => string)[] = [({ page }) => page.look, ({ key }) => key];

/** False where the budget ran out. Marks start as zeros. */
function matchInOrder(left: Side, right: Side, work: Work): boolean {
  left.marks.fill(1);
  right.marks.fill(1);
  for (const keyOf of KEYS) {
    const numbers = new Map<string, number>();
    const numbered = (pages: readonly FlowPage[]) => Int32Array.from(pages, (page) => numberOf(numbers, keyOf(page)));
    const [own, other] = [numbered(left.pages), numbered(right.pages)];
    for (let i = 0, k = 0; i < own.length || k < other.length; i++, k++) {
      const [fromI, fromK] = [i, k];
      while (i < own.length && left.marks[i] === 1) i++;
      while (k < other.length && right.marks[k] === 1) k++;
      const [gone, came] = [new Uint8Array(i - fromI), new Uint8Array(k - fromK)];
      if (!markDifferences(own.subarray(fromI, i), other.subarray(fromK, k), gone, came, work)) return false;
      left.marks.set(gone, fromI);
      right.marks.set(came, fromK);
    }
  }
  return true;
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}

interface Moves {
  /** By where they were, where they are, and the other way round. */
  readonly to: Map<number, number>;
  readonly from: Map<number, number>;
}

/** Pages that are once among the unmatched ones of each side. */
function movedPages(left: Side, right: Side): Moves {
  const moves: Moves = { to: new Map(), from: new Map() };
  for (const keyOf of KEYS) {
    const once = ({ pages, marks }: Side, done: ReadonlyMap<number, number>): Map<string, number> => {
      const places = new Map<string, number>();
      for (const [at, page] of pages.entries()) {
        const key = keyOf(page);
        if (marks[at] === 1 && !done.has(at)) places.set(key, places.has(key) ? -1 : at);
      }
      return places;
    };
    const [sources, targets] = [once(left, moves.to), once(right, moves.from)];
    for (const [key, source] of sources) {
      const target = targets.get(key) ?? -1;
      if (source < 0 || target < 0) continue;
      moves.to.set(source, target);
      moves.from.set(target, source);
    }
  }
  return moves;
}

const beforeOf = (unit: Unit): number | null =>
  unit.kind === "in" ? null : unit.kind === "block" ? (unit.before[0] ?? null) : unit.before;
const afterOf = (unit: Unit): number | null =>
  unit.kind === "out" ? null : unit.kind === "block" ? (unit.after[0] ?? null) : unit.after;

/** What has pages on both sides keeps its order; between those, what went comes before what came. */
function inOrder(units: readonly Unit[]): Unit[] {
  const left = units.filter((unit) => beforeOf(unit) !== null).sort((a, b) => (beforeOf(a) ?? 0) - (beforeOf(b) ?? 0));
  const right = units.filter((unit) => afterOf(unit) !== null).sort((a, b) => (afterOf(a) ?? 0) - (afterOf(b) ?? 0));
  const ordered: Unit[] = [];
  let at = 0;
  for (const unit of left) {
    if (afterOf(unit) === null) {
      ordered.push(unit);
      continue;
    }
    for (let next = right[at]; next !== undefined && next !== unit; next = right[++at]) ordered.push(next);
    ordered.push(unit);
    at++;
  }
  return [...ordered, ...right.slice(at)];
}
