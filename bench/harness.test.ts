import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

import type { Measurement, RowResult } from "./harness.ts";
import { describe as described, sectionsOf } from "./results.ts";
import { ROWS } from "./rows/index.ts";
import { textDiff } from "./rows/text-diff.ts";

const project = fileURLToPath(new URL("../", import.meta.url));

const scratch = mkdtempSync(path.join(tmpdir(), "staged-bench-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Bundled as `npm run bench` does, into a place from which packages are found. */
const program = path.join(project, ".build", "bench-test.mjs");
buildSync({
  entryPoints: [path.join(project, "bench", "main.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});

function bench(...args: readonly string[]) {
  const options = { cwd: project, encoding: "utf8", env: { ...process.env, TMPDIR: scratch } } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}

const measured = (ours: number, peer: number, aim: number | null): Measurement => ({
  work: "some work",
  ours: "ours",
  peer: "peer",
  aim,
  missed: "the reason",
  versions: { ours: "ours 1", peer: "peer 2" },
  times: { ours: { minimum: ours / 2, median: ours }, peer: { minimum: peer / 2, median: peer } },
});

function shown(...measurements: readonly Measurement[]): string {
  const place = { folder: "", quick: false, importSize: 512 };
  const result: RowResult = { row: textDiff, place, rounds: 3, measurements, found: ["7 changes"] };
  return described(result, { before: 0, after: 0 });
}

describe("benchmarks", () => {
  it("a small row runs to its end, each side in a process of its own, and leaves nothing behind", () => {
    const written = () =>
      existsSync(`${project}bench/results.md`) ? readFileSync(`${project}bench/results.md`) : null;
    const results = written();
    const { status, stdout, stderr } = bench("text-diff", "--quick");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const rows = stdout.split("\n").filter((line) => line.startsWith("| 2,000 lines"));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/\| [\d,.]+ \([\d,.]+\) \| .+: [\d,.]+ \([\d,.]+\) \| [\d.]+× \| ≤ /);
    expect(readdirSync(scratch).filter((name) => name.startsWith("staged-bench-"))).toEqual([]);
    expect(written()).toEqual(results);
  });

  it("a name that no row has is refused with the names that there are", () => {
    const { status, stderr } = bench("nothing");
    expect(status).toBe(2);
    expect(stderr).toContain(ROWS.map(({ name }) => name).join(", "));
  });

  it("says what was reached, what was not and why, and what could not be measured", () => {
    const text = shown(measured(50, 100, 0.5), measured(51, 100, 0.5), measured(9, 1, null), {
      ...measured(1, 1, 1),
      times: null,
      missing: "peer is not installed",
    });
    const verdicts = text.split("\n").filter((line) => line.startsWith("| some work"));
    expect(verdicts).toEqual([
      "| some work | 50.0 (25.0) | peer 2: 100 (50.0) | 0.50× | ≤ 0.5× | reached |",
      "| some work | 51.0 (25.5) | peer 2: 100 (50.0) | 0.51× | ≤ 0.5× | **not reached** |",
      "| some work | 9.0 (4.5) | peer 2: 1.0 (0.50) | 9.00× | – | for information |",
      "| some work | | peer 2 | | ≤ 1× | not measured: peer is not installed |",
    ]);
    expect(text.match(/the reason/g)).toHaveLength(1);
    expect(text).toContain("- 7 changes");
  });

  it("reads back the sections that it wrote", () => {
    expect([...sectionsOf("# Top\n\nwords\n\n## One\n\n| a |\n- b\n\n## Two\n\nc\n")]).toEqual([
      ["One", "| a |\n- b"],
      ["Two", "c"],
    ]);
  });
});
