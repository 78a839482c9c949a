/** All checks, in the order in which they are shown. */
import type { CheckView } from "../contracts/promotions.ts";
import { calculated } from "./calculated.ts";
import type { CheckInput } from "./check.ts";
import { flagged } from "./flagged.ts";
import { readable } from "./readable.ts";

const CHECKS = [readable, calculated, flagged];

export async function runChecks(input: CheckInput): Promise<CheckView[]> {
  const results: CheckView[] = [];
  for (const check of CHECKS) results.push(...(await check(input)));
  return results;
}

export const blocks = (checks: readonly CheckView[]): boolean =>
  checks.some(({ required, outcome }) => required && outcome === "failed");
