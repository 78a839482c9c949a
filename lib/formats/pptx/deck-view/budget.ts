/** How much of a deck is drawn at most, counted down while the view is made. What does not fit is left out and said. */
export interface Budget {
  shapes: number;
  characters: number;
  cells: number;
  points: number;
  /** Something did not fit since this was last set to false. */
  cut: boolean;
}

export const newBudget = (): Budget => ({
  shapes: 40_000,
  characters: 2_000_000,
  cells: 40_000,
  points: 40_000,
  cut: false,
});

export function startSlide(budget: Budget): void {
  budget.cut = false;
}

/** Whether `count` more still fit. */
export function spend(budget: Budget, what: Exclude<keyof Budget, "cut">, count = 1): boolean {
  if (budget[what] < count) {
    budget.cut = true;
    return false;
  }
  budget[what] -= count;
  return true;
}
