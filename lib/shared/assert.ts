/** A broken invariant of this program (never of its input): throws with the rule that was broken. */
export function invariant(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${rule}`);
}
