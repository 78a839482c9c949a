/**
 * The whole core against an independent model: random interleavings of turns, edits of people, decisions, partial
 * promotions, rebases, reconciliations and rollbacks on several branches of one workspace.
 */
import fc from "fast-check";
import { expect, test } from "vitest";

import { arbitraryActions, runInterleaving, type Tally } from "./testing/interleaving.ts";

const CASES = Number(process.env["STAGED_MODEL_CASES"] ?? 500);

test("[J2, J3, J4, S1, S4, R1, R4, M1, M3, M4, M5] property: every interleaving is what the rules say", () => {
  const tally: Tally = new Map();
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 3 }), arbitraryActions, (branches, actions) => {
      runInterleaving(actions, branches, tally);
    }),
    { numRuns: CASES, endOnFailure: false },
  );
  for (const what of ["met, with a clash", "rebase", "found stale by a rebase", "rollback after later work"])
    expect(tally.get(what) ?? 0, `it happened: ${what}`).toBeGreaterThan(0);
  console.info(
    [...tally]
      .sort()
      .map(([what, count]) => `${count} ${what}`)
      .join(" · "),
  );
});
