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

const NONE: ReadonlyMap<number, number> = new Map();

export class AxisMap {
  readonly #runs: readonly AxisRun[];
  readonly #moved: ReadonlyMap<number, number>;

  /**
   * Runs rising in `from`.
   * @param moved numbers outside of every run that lie somewhere else, out of order
   */
  constructor(runs: readonly AxisRun[], moved: ReadonlyMap<number, number> = NONE) {
    this.#runs = runs;
    this.#moved = moved;
  }

  static readonly same = new AxisMap([{ from: 1, to: 1, count: Infinity }]);

  get isSame(): boolean {
    return this.#moved.size === 0 && this.#runs.every((run) => run.from === run.to) && covers(this.#runs);
  }

  /** `null` where `number` is gone. */
  to(number: number): number | null {
    const moved = this.#moved.get(number);
    if (moved !== undefined) return moved;
    return this.#kept(number);
  }

  /**
   * Where a range lies, as spreadsheet programs move one: an end that is gone moves inwards. `null` where all of it is
   * gone. What moved elsewhere counts as gone, unless it still touches what the range holds.
   */
  range(first: number, last: number): readonly [number, number] | null {
    if (first === last && this.#moved.has(first)) return [this.to(first) ?? first, this.to(first) ?? first];
    const start = this.#kept(first) ?? this.#next(first);
    const end = this.#kept(last) ?? this.#previous(last);
    const kept = start === null || end === null || start > end ? null : ([start, end] as const);
    return this.#moved.size > 0 ? this.#withMoved(first, last, kept) : kept;
  }

  /** The range with its moved members, as far as they lie next to it. */
  #withMoved(first: number, last: number, kept: readonly [number, number] | null): readonly [number, number] | null {
    const targets = new Set<number>();
    for (const [from, to] of this.#moved) if (from >= first && from <= last) targets.add(to);
    if (targets.size === 0) return kept;
    let [start, end] = kept ?? [Math.min(...targets), Math.min(...targets)];
    while (targets.has(start - 1)) start--;
    while (targets.has(end + 1)) end++;
    return [start, end];
  }

  /** The map that goes the other way. */
  inverse(): AxisMap {
    const turned = this.#runs.map((run) => ({ from: run.to, to: run.from, count: run.count }));
    const back = new Map([...this.#moved].map(([from, to]) => [to, from]));
    return new AxisMap(
      turned.sort((a, b) => a.from - b.from),
      back,
    );
  }

  #kept(number: number): number | null {
    const run = this.#runAt(number);
    return run === undefined || number >= run.from + run.count ? null : number - run.from + run.to;
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
