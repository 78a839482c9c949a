/** How numbers (of rows, columns, cells of a notebook) moved: from what went and what came. From 0. */
export class Shift {
  readonly gone: number[] = [];
  readonly come: number[] = [];
  readonly moved = new Map<number, number>();
  #set = new Set<number>();

  moves(from: number, to: number): void {
    this.gone.push(from);
    this.come.push(to);
    this.moved.set(from, to);
  }

  sorted(): this {
    this.gone.sort((a, b) => a - b);
    this.come.sort((a, b) => a - b);
    this.#set = new Set(this.gone);
    return this;
  }

  /** Null where it is gone. */
  to(number: number): number | null {
    const moved = this.moved.get(number);
    if (moved !== undefined) return moved;
    return this.#set.has(number) ? null : this.#staying(number);
  }

  /** Of the place in front of `number`. */
  inFrontOf(number: number): number {
    let anchor = number - 1;
    while (anchor >= 0 && this.#set.has(anchor)) anchor--;
    return anchor < 0 ? 0 : this.#staying(anchor) + 1;
  }

  /** Where a number lies that is neither gone nor moved. */
  #staying(number: number): number {
    let at = number - below(this.gone, number);
    for (const come of this.come) {
      if (come > at) break;
      at++;
    }
    return at;
  }
}

/** How many of the rising numbers are smaller. */
function below(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const half = (low + high) >>> 1;
    if ((numbers[half] ?? 0) < number) low = half + 1;
    else high = half;
  }
  return low;
}
