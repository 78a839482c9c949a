/** 200 seeded edits with known truth: what the diff says is what was done, no cell more and none less. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { makeCase, type EditCase } from "./testing/edit-cases.ts";
import { fileOf, truthOf } from "./testing/edit-files.ts";
import { changesOf, lines } from "./testing/workbooks.ts";

const CASES = 200;

const said = (before: Uint8Array, after: Uint8Array): string[] =>
  lines(changesOf(before, after).filter(({ facet }) => facet !== "recalculated" && facet !== "metadata")).sort();

/** A sorted table may be told as its rows that moved, where no formula tells that references stayed. */
function withoutSort(
  { sorted, after }: EditCase,
  truth: readonly string[],
  found: readonly string[],
): readonly string[] {
  const name = after.sheets.find(({ table }) => table !== null)?.name ?? "";
  const moves = found.filter((line) => line.startsWith(`moved structure ${name}!`));
  if (!sorted || moves.length === 0) return truth;
  return [...truth.filter((line) => !line.startsWith(`modified content ${name}!`)), ...moves].sort();
}

const difference = ({ seed, ops }: EditCase, found: readonly string[], truth: readonly string[]): string => {
  const only = (lines: readonly string[], other: readonly string[]) =>
    lines.filter((line) => !other.includes(line)).join(" | ");
  return `seed ${seed} (${ops.join(", ")}): said but not so: ${only(found, truth)}; missed: ${only(truth, found)}`;
};

describe("seeded edits", () => {
  it(`${CASES} cases: no false change, none missed`, { timeout: 120_000 }, () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < CASES; seed++) {
      const edit = makeCase(seed);
      const found = said(fileOf(edit.before), fileOf(edit.after));
      const truth = withoutSort(edit, truthOf(edit), found);
      if (found.join("\n") !== truth.join("\n")) wrong.push(difference(edit, found, truth));
    }
    expect(wrong).toEqual([]);
  });
});

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import openpyxl"]).status === 0);
const folder = mkdtempSync(path.join(tmpdir(), "edits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each file loaded and saved by openpyxl: other styles, strings, parts, no cached results. */
function saved(files: readonly Uint8Array[]): Uint8Array[] {
  files.forEach((bytes, at) => writeFileSync(path.join(folder, `${at}.xlsx`), bytes));
  const script = [
    "import openpyxl, sys, warnings",
    "warnings.simplefilter('ignore')",
    "for n in range(int(sys.argv[2])):",
    "    openpyxl.load_workbook(f'{sys.argv[1]}/{n}.xlsx').save(f'{sys.argv[1]}/{n}-saved.xlsx')",
  ];
  execFileSync(python ?? "python3", ["-c", script.join("\n"), folder, String(files.length)], { stdio: "pipe" });
  return files.map((_file, at) => readFileSync(path.join(folder, `${at}-saved.xlsx`)));
}

describe.skipIf(python === undefined)(
  `seeded edits saved by openpyxl${python === undefined ? " (not run: no Python with openpyxl)" : ""}`,
  () => {
    it(`${CASES} cases: no false change, none missed`, { timeout: 180_000 }, () => {
      const edits = Array.from({ length: CASES }, (_unused, seed) => makeCase(seed));
      const afters = saved(edits.map(({ after }) => fileOf(after)));
      const wrong = edits.flatMap((edit, seed) => {
        const found = said(fileOf(edit.before), afters[seed] ?? new Uint8Array());
        const truth = withoutSort(edit, truthOf(edit), found);
        return found.join("\n") === truth.join("\n") ? [] : [difference(edit, found, truth)];
      });
      expect(wrong).toEqual([]);
    });
  },
);
