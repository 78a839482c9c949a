/** Text diff: 100,000 lines, 1 % changed, both files from disk, against git and jsdiff. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { diffLines } from "diff";

import { compareFiles } from "../../lib/formats/compare.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { OURS, packageVersion, versionOf } from "../machine.ts";
import { sequence, WORDS } from "../random.ts";
import type { Place, Row } from "../row.ts";

const linesOf = ({ quick }: Place) => (quick ? 2_000 : 100_000);
const fileOf = ({ folder }: Place, side: "before" | "after") => path.join(folder, `${side}.txt`);

export const textDiff: Row = {
  name: "text-diff",
  title: "Text diff",
  rounds: 9,
  warmUps: 5,
  notes: () => ["Ours and jsdiff run in a process that is already running; git starts anew each time, as it is used."],
  prepare(place) {
    const lines = baseLines(linesOf(place));
    writeFileSync(fileOf(place, "before"), `${lines.join("\n")}\n`);
    writeFileSync(fileOf(place, "after"), `${edited(lines).join("\n")}\n`);
  },
  sides: {
    ours: (place) => ({
      version: OURS,
      async run() {
        const { changes } = await compareFiles(sourceOf(place, "before"), sourceOf(place, "after"));
        return { found: [`${changes.length.toLocaleString("en")} changes found by ${OURS}`] };
      },
    }),
    git: (place) => ({
      version: `git diff --no-index --histogram (${versionOf("git", "--version")})`,
      run() {
        const args = ["diff", "--no-index", "--histogram", fileOf(place, "before"), fileOf(place, "after")];
        const { status } = spawnSync("git", args, { maxBuffer: 1 << 28 });
        if (status !== 1) throw new Error(`git diff ended with ${String(status)}`);
        return {};
      },
    }),
    jsdiff: (place) => ({
      version: `diffLines (${packageVersion("diff")})`,
      run() {
        diffLines(readFileSync(fileOf(place, "before"), "utf8"), readFileSync(fileOf(place, "after"), "utf8"));
        return {};
      },
    }),
  },
  comparisons(place) {
    const work = `${linesOf(place).toLocaleString("en")} lines, 1 % changed`;
    return [
      { work, ours: "ours", peer: "git", aim: 1 },
      { work, ours: "ours", peer: "jsdiff", aim: 0.5 },
    ];
  },
};

function sourceOf(place: Place, side: "before" | "after") {
  return memorySource("file.txt", readFileSync(fileOf(place, side)));
}

function baseLines(count: number): string[] {
  const next = sequence(12_345);
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 4 + next(9) }, () => WORDS[next(WORDS.length)]).join(" ");
    return next(100) < 15 ? "" : next(2) === 0 ? words : `${words} ${next(100_000)}`;
  });
}

/** Of a thousand lines four are changed, three inserted, three deleted. */
function edited(lines: readonly string[]): string[] {
  const next = sequence(54_321);
  return lines.flatMap((line) => {
    const kind = next(1000);
    if (kind < 4) return [`${line} edited`];
    if (kind < 7) return [`new ${next(1_000_000)}`, line];
    return kind < 10 ? [] : [line];
  });
}
