/** When two values, and two looks, are the same to who reads them. */
import type { CellScalar } from "../../../core/change/change.ts";
import type { Comparison } from "./comparison.ts";

/** Whether two styles are seen alike: one may name a colour of the theme that the other writes out. */
export function shownAlike({ before, after }: Comparison, a: number, b: number): boolean {
  const [old, now] = [before.styles, after.styles];
  // Under another theme, what names its colours follows it: then only the names say whether a person changed them.
  return old.palette.scheme === now.palette.scheme && old.shown(a) === now.shown(b);
}

/** Numbers to the 15 digits that spreadsheet programs keep and show: some writers round the rest away. */
export const sameScalar = (a: CellScalar, b: CellScalar): boolean =>
  a === b ||
  (typeof a === "number" && typeof b === "number" && sameNumber(a, b)) ||
  (typeof a === "object" && typeof b === "object" && a !== null && b !== null && a.error === b.error);

const sameNumber = (a: number, b: number): boolean =>
  shownNumber(a) === shownNumber(b) ||
  // On both sides of the edge of what is rounded up.
  (!Number.isInteger(a) && !Number.isInteger(b) && Math.abs(a - b) <= Math.abs(a) * 1e-15);

const shownNumber = (number: number): number => (Number.isInteger(number) ? number : Number(number.toPrecision(15)));
