/** The same numbers in every run: a linear congruence, taken from its upper bits. */
export function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const WORDS =
  "alpha beta gamma delta revenue cost margin quarter forecast total value item note plan north south store order".split(
    " ",
  );
