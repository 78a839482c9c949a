/**
 * The whole core against an independent model: random interleavings of turns, edits of people, decisions, partial
 * promotions, rebases, reconciliations and rollbacks on several branches of one workspace.
 */
import fc from "fast-check";
import { expect, test } from "vitest";

import { arbitraryActions, runInterleaving, type Action, type Tally } from "./testing/interleaving.ts";

const CASES = Number(process.env["STAGED_MODEL_CASES"] ?? 800);

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
  const counted = [...tally].sort().map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`${CASES} interleavings: ${counted.join(" · ")}\n`);
});

/** Histories that failed once, as they were shrunk: kind, branch, and the three numbers that it chose with. */
const FOUND: readonly (readonly [string, readonly (readonly [Action["kind"], number, number, number, number])[]])[] = [
  [
    "[R4] a move and a creation at its old place are rejected together",
    [
      ["person", 0, 14, 32, 2],
      ["turn", 0, 0, 16, 12],
      ["reject", 0, 0, 0, 0],
      ["turn", 0, 0, 0, 0],
    ],
  ],
  [
    "[R1] a rejected creation, where the file that was there before is promoted as moved",
    [
      ["person", 0, 25, 16, 1],
      ["person", 0, 0, 77, 2],
      ["person", 0, 56, 0, 1],
      ["accept", 0, 0, 0, 0],
      ["reject", 0, 0, 38, 0],
      ["promote", 0, 0, 0, 0],
    ],
  ],
  [
    "[R1] an accepted creation that moves away and comes back",
    [
      ["agent", 0, 12, 0, 5],
      ["accept", 0, 0, 0, 0],
      ["agent", 0, 0, 0, 4],
      ["agent", 0, 0, 0, 5],
      ["agent", 0, 0, 1, 32],
    ],
  ],
  [
    "[S1] a clash of an earlier turn is reconciled while one on the same path is open",
    [
      ["turn", 0, 0, 0, 12],
      ["agent", 0, 0, 0, 0],
      ["person", 0, 4, 1, 23],
      ["agent", 0, 0, 3, 96],
      ["accept", 0, 0, 0, 0],
      ["promote", 0, 0, 0, 0],
      ["rollback", 0, 0, 0, 0],
      ["close", 0, 0, 0, 0],
      ["meet", 0, 10, 0, 0],
      ["reconcile", 0, 0, 0, 0],
    ],
  ],
];

test.each(FOUND)("%s", (_name, steps) => {
  const tally: Tally = new Map();
  runInterleaving(
    steps.map(([kind, branch, a, b, c]) => ({ kind, branch, a, b, c })),
    2,
    tally,
  );
  expect([...tally.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(steps.length);
});
