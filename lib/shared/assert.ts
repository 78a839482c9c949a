/** Compile-time proof that a union was handled in full; at run time a value outside it throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** A broken invariant of this program (never of its input): throws with the rule that was broken. */
export function invariant(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${rule}`);
}
