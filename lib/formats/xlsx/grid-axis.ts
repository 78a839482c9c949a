/** Rows or columns of two versions as one list, by position: found by binary search, nothing is made for the whole sheet. */
import { alignedRuns, type AlignedRun, type Alignment } from "./diff/alignment.ts";

export interface DisplayLine {
  readonly kind: "both" | "added" | "removed";
  readonly before: number | null;
  readonly after: number | null;
}

export class DisplayAxis {
  readonly length: number;
  readonly #runs: readonly (AlignedRun & { readonly at: number })[];

  /** `lastBefore` and `lastAfter`: the last numbers that say something. */
  constructor(alignment: Alignment, lastBefore: number, lastAfter: number) {
    const runs: (AlignedRun & { at: number })[] = [];
    let at = 0;
    for (const run of alignedRuns(alignment)) {
      const rest = Math.max(lastBefore - run.before + 1, lastAfter - run.after + 1, 0);
      const count = run.kind === "same" && run.count === Infinity ? rest : run.count;
      if (count > 0) runs.push({ ...run, count, at });
      at += count;
    }
    this.#runs = runs;
    this.length = at;
  }

  slice(from: number, to: number): DisplayLine[] {
    const lines: DisplayLine[] = [];
    let index = this.#search((run) => run.at, from);
    for (let at = Math.max(0, from); at < Math.min(to, this.length); at++) {
      while (index + 1 < this.#runs.length && (this.#runs[index + 1]?.at ?? Infinity) <= at) index++;
      const run = this.#runs[Math.max(0, index)];
      if (run === undefined) break;
      const offset = at - run.at;
      lines.push({
        kind: run.kind === "same" ? "both" : run.kind,
        before: run.kind === "added" ? null : run.before + offset,
        after: run.kind === "removed" ? null : run.after + offset,
      });
    }
    return lines;
  }

  /** The position of a number of one side; -1 where it is not shown. */
  indexOf(side: "before" | "after", number: number): number {
    const absent = side === "before" ? "added" : "removed";
    for (let index = this.#search((run) => run[side], number); index >= 0; index--) {
      const run = this.#runs[index];
      if (run === undefined || run.kind === absent) continue;
      const offset = number - run[side];
      return offset >= 0 && offset < run.count ? run.at + offset : -1;
    }
    return -1;
  }

  /** The last run whose key is at most `wanted`. */
  #search(key: (run: AlignedRun & { readonly at: number }) => number, wanted: number): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const run = this.#runs[middle];
      if (run !== undefined && key(run) <= wanted) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }
}
