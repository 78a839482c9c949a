/**
 * What an alignment of rows or columns is: which numbers of `before` are gone and which of `after` are new. Everything
 * else lies in order on both sides, so that these two lists say all: maps in both directions are derived from them.
 */
import { AxisMap, type AxisRun } from "../axis-map.ts";

export interface Alignment {
  /** Numbers in before, rising. */
  readonly removed: readonly number[];
  /** Numbers in after, rising. */
  readonly added: readonly number[];
  /** Of these, what is gone here and new there as a whole: before → after. */
  readonly moved?: ReadonlyMap<number, number>;
}

export const SAME_ALIGNMENT: Alignment = { removed: [], added: [] };

export interface AlignedRun {
  readonly kind: "same" | "removed" | "added";
  /** For "added": the number in before in front of which it lies. For "removed" `after` likewise. */
  readonly before: number;
  readonly after: number;
  /** 1 for removed and added; `Infinity` for the last run. */
  readonly count: number;
}

/** In order; what is gone comes in front of what is new at the same place. */
export function* alignedRuns(alignment: Alignment): Generator<AlignedRun> {
  let before = 1;
  let after = 1;
  let r = 0;
  let a = 0;
  for (;;) {
    const nextRemoved = alignment.removed[r] ?? Infinity;
    const nextAdded = alignment.added[a] ?? Infinity;
    if (nextRemoved === before) {
      yield { kind: "removed", before, after, count: 1 };
      before++;
      r++;
    } else if (nextAdded === after) {
      yield { kind: "added", before, after, count: 1 };
      after++;
      a++;
    } else {
      const count = Math.min(nextRemoved - before, nextAdded - after);
      yield { kind: "same", before, after, count };
      if (count === Infinity) return;
      before += count;
      after += count;
    }
  }
}

export interface AxisMaps {
  readonly toAfter: AxisMap;
  readonly toBefore: AxisMap;
  /** The number in before in front of which a new number of after lies. */
  anchorOf(after: number): number;
}

export function axisMaps(alignment: Alignment): AxisMaps {
  const runs: AxisRun[] = [];
  const anchors = new Map<number, number>();
  for (const run of alignedRuns(alignment)) {
    if (run.kind === "same") runs.push({ from: run.before, to: run.after, count: run.count });
    else if (run.kind === "added") anchors.set(run.after, run.before);
  }
  const toAfter = new AxisMap(runs, alignment.moved);
  return { toAfter, toBefore: toAfter.inverse(), anchorOf: (after) => anchors.get(after) ?? after };
}

export interface PartialMaps {
  /** before → result: what stays, where. */
  readonly fromBefore: AxisMap;
  /** after → result: aligned numbers and chosen new ones. */
  readonly fromAfter: AxisMap;
  readonly runs: readonly ResultRun[];
}

/** A stretch of the result: from before (with its twin in after, if any) or new from after. */
export interface ResultRun {
  readonly result: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly count: number;
  /** `after` is where it lies on the other side, out of order. */
  readonly moved?: true;
}

/** The result of taking only some of an alignment: what is gone but not taken stays, what moved and is not taken, too. */
export function partialMaps(
  alignment: Alignment,
  takesRemoved: (before: number) => boolean,
  takesAdded: (after: number) => boolean,
): PartialMaps {
  const runs: ResultRun[] = [];
  const moved = { before: new Map<number, number>(), after: new Map<number, number>() };
  const cameFrom = new Map([...(alignment.moved ?? [])].map(([from, to]) => [to, from]));
  let result = 1;
  const put = (before: number | null, after: number | null, count: number) => {
    runs.push({ result, before, after, count });
    result += count;
  };
  /** One that is elsewhere on the other side: its twin is known, but lies in no order. */
  const putMoved = (before: number, after: number, taken: boolean) => {
    moved[taken ? "before" : "after"].set(taken ? before : after, result);
    runs.push({ result, before: taken ? null : before, after, count: 1, moved: true });
    result++;
  };
  for (const run of alignedRuns(alignment)) {
    if (run.kind === "same") put(run.before, run.after, run.count);
    else if (run.kind === "removed") {
      const target = alignment.moved?.get(run.before);
      if (takesRemoved(run.before)) continue;
      if (target === undefined) put(run.before, null, 1);
      else putMoved(run.before, target, false);
    } else if (takesAdded(run.after)) {
      const source = cameFrom.get(run.after);
      if (source === undefined) put(null, run.after, 1);
      else putMoved(source, run.after, true);
    }
  }
  const side = (key: "before" | "after") =>
    new AxisMap(
      runs.flatMap((run) => {
        const from = run[key];
        const outOfOrder = key === "after" && run.moved === true && run.before !== null;
        return from === null || outOfOrder ? [] : [{ from, to: run.result, count: run.count }];
      }),
      moved[key],
    );
  return { fromBefore: side("before"), fromAfter: side("after"), runs };
}
