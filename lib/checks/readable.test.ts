import { describe, expect, it } from "vitest";

import type { Path } from "../core/tree/path.ts";
import { EMPTY_TREE } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { sha256 } from "../shared/sha256.ts";
import type { CheckInput } from "./check.ts";
import { readable } from "./readable.ts";

const [good, bad] = [sha256("good"), sha256("bad")];
const path = "model.xlsx" as Path;

/** A plan of one file: what it was (null: nothing), and what it becomes. */
function planned(base: Hash | null, result: Hash): CheckInput {
  const entry = {
    path,
    basePath: base === null ? null : path,
    mustHold: [{ path, hash: base }],
    result: { kind: "file", hash: result, size: 4 },
    decisions: [],
    leftOut: [],
  } as const;
  return {
    plan: {
      base: good,
      entries: [entry],
      untouched: [],
      planHash: good,
      resultingTree: EMPTY_TREE,
      resultingHash: good,
    },
    taken: [],
    inspect: (_name, hash) =>
      Promise.resolve({
        format: "xlsx",
        error: hash === bad ? { reason: "damaged", detail: "the zip ends too early" } : null,
        formulas: null,
      }),
  };
}

describe("[M1] planned files can be read", () => {
  it.each([
    ["a good file stays good", good, good, "passed", true],
    ["a good file would become a damaged one", good, bad, "failed", true],
    ["a damaged one stays damaged", bad, bad, "warning", false],
    ["a damaged one is new", null, bad, "warning", false],
  ] as const)("%s", async (_name, base, result, outcome, required) => {
    expect(await readable(planned(base, result))).toMatchObject([{ outcome, required }]);
  });
});
