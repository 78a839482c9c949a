/** 200 seeded edits with known truth: what the diff says is what was done, no cell more and none less. */
import { describe, expect, it } from "vitest";

import { makeCase, type EditCase } from "./testing/edit-cases.ts";
import { fileOf, truthOf } from "./testing/edit-files.ts";
import { changesOf, lines } from "./testing/workbooks.ts";

const CASES = 200;

const said = (before: Uint8Array, after: Uint8Array): string[] =>
  lines(changesOf(before, after).filter(({ facet }) => facet !== "recalculated" && facet !== "metadata")).sort();

/** A sorted table may be told as its rows that moved, where no formula tells that references stayed. */
function withoutSort({ sorted, after }: EditCase, truth: readonly string[], found: readonly string[]): readonly string[] {
  const name = after.sheets.find(({ table }) => table !== null)?.name ?? "";
  const moves = found.filter((line) => line.startsWith(`moved structure ${name}!`));
  if (!sorted || moves.length === 0) return truth;
  return [...truth.filter((line) => !line.startsWith(`modified content ${name}!`)), ...moves].sort();
}

describe("seeded edits", () => {
  it(`${CASES} cases: no false change, none missed`, { timeout: 120_000 }, () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < CASES; seed++) {
      const edit = makeCase(seed);
      const found = said(fileOf(edit.before), fileOf(edit.after));
      const truth = withoutSort(edit, truthOf(edit), found);
      if (found.join("\n") !== truth.join("\n"))
        wrong.push(
          `seed ${seed} (${edit.ops.join(", ")}): said but not so: ${found.filter((line) => !truth.includes(line)).join(" | ")}; missed: ${truth.filter((line) => !found.includes(line)).join(" | ")}`,
        );
    }
    expect(wrong).toEqual([]);
  });
});
