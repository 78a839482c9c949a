/**
 * How row (or column) numbers of one version of a sheet lie in another version: runs that stay together. Numbers
 * outside of every run are gone. The last run of a map has no end, so that empty rows below the data move along.
 */
export interface AxisRun {
  readonly from: number;
  readonly to: number;
  /** `Infinity` for the last run. */
  readonly count: number;
}

export class AxisMap {
  readonly #runs: readonly AxisRun[];

  /** Runs rising in `from`. */
  constructor(runs: readonly AxisRun[]) {
    this.#runs = runs;
  }

  static readonly same = new AxisMap([{ from: 1, to: 1, count: Infinity }]);

  get isSame(): boolean {
    return this.#runs.every((run) => run.from === run.to) && covers(this.#runs);
  }

  /** `null` where `number` is gone. */
  to(number: number): number | null {
    const run = this.#runAt(number);
    return run === undefined || number >= run.from + run.count ? null : number - run.from + run.to;
  }

  /**
   * Where a range lies, as spreadsheet programs move one: an end that is gone moves inwards. `null` where all of it is
   * gone.
   */
  range(first: number, last: number): readonly [number, number] | null {
    const start = this.to(first) ?? this.#next(first);
    const end = this.to(last) ?? this.#previous(last);
    return start === null || end === null || start > end ? null : [start, end];
  }

  /** The map that goes the other way. */
  inverse(): AxisMap {
    const turned = this.#runs.map((run) => ({ from: run.to, to: run.from, count: run.count }));
    return new AxisMap(turned.sort((a, b) => a.from - b.from));
  }

  #runAt(number: number): AxisRun | undefined {
    return this.#runs[this.#indexAt(number)];
  }

  #indexAt(number: number): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.from ?? 0) <= number) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }

  #next(number: number): number | null {
    return this.#runs[this.#indexAt(number) + 1]?.to ?? null;
  }

  #previous(number: number): number | null {
    const run = this.#runAt(number);
    return run === undefined ? null : run.to + Math.min(run.count, number - run.from + 1) - 1;
  }
}

function covers(runs: readonly AxisRun[]): boolean {
  let next = 1;
  for (const run of runs) {
    if (run.from !== next) return false;
    next = run.from + run.count;
  }
  return next === Infinity;
}
