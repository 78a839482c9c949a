/** Comparing two tables in CSV from disk, against daff reading and comparing them. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import daff from "daff";

import { compareFiles } from "../../lib/formats/compare.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { OURS, packageVersion } from "../machine.ts";
import { sequence, WORDS } from "../random.ts";
import type { Place, Row } from "../row.ts";

const COLUMNS = 10;
const rowsOf = ({ quick }: Place) => (quick ? 2_000 : 100_000);
type Version = "before" | "after";
const fileOf = ({ folder }: Place, version: Version) => path.join(folder, `${version}.csv`);

export const csvDiff: Row = {
  name: "csv-diff",
  title: "Comparing two tables",
  rounds: 3,
  warmUps: 1,
  notes: () => [
    "1 % changed: of a thousand rows six have another cell, two are new and two are gone; the first column is a key. daff gets the rows cut at the commas, which its own reader of CSV would take longer for.",
  ],
  prepare(place) {
    const rows = baseRows(rowsOf(place));
    const write = (version: Version, table: readonly (readonly string[])[]) =>
      writeFileSync(fileOf(place, version), `${table.map((row) => row.join(",")).join("\n")}\n`);
    write("before", rows);
    write("after", edited(rows));
  },
  sides: {
    ours: (place) => ({
      version: OURS,
      async run() {
        const source = (version: Version) => memorySource("table.csv", readFileSync(fileOf(place, version)));
        const { format, complete, changes } = await compareFiles(source("before"), source("after"));
        if (format !== "csv" || !complete) throw new Error("It was not compared as a table");
        return { found: [`${changes.length.toLocaleString("en")} changes found by ${OURS}`] };
      },
    }),
    daff: (place) => ({
      version: `compareTables (${packageVersion("daff")})`,
      run() {
        const table = (version: Version) =>
          readFileSync(fileOf(place, version), "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => line.split(","));
        const output: unknown[][] = [];
        const [before, after] = [new daff.TableView(table("before")), new daff.TableView(table("after"))];
        const alignment = daff.compareTables(before, after).align();
        new daff.TableDiff(alignment, new daff.CompareFlags()).hilite(new daff.TableView(output));
        return { found: [`${(output.length - 2).toLocaleString("en")} lines of daff's output`] };
      },
    }),
  },
  comparisons(place) {
    const work = `${rowsOf(place).toLocaleString("en")} × ${COLUMNS}, 1 % changed`;
    return [{ work, ours: "ours", peer: "daff", aim: 0.5 }];
  },
};

function baseRows(count: number): string[][] {
  const next = sequence(24_680);
  const word = () => WORDS[next(WORDS.length)] ?? "";
  const header = ["id", "name", "city", "amount", "rate", "date", "status", "owner", "note", "code"];
  return [
    header,
    ...Array.from({ length: count }, (_, n) => [
      `A${n}`,
      `${word()} ${word()}`,
      word(),
      `${next(100_000)}.${next(90) + 10}`,
      `0.${next(9_000) + 1_000}`,
      `2024-0${next(9) + 1}-1${next(10)}`,
      ["open", "closed", "waiting"][next(3)] ?? "",
      word(),
      next(3) === 0 ? "" : `${word()} ${word()} ${word()}`,
      `${next(1_000_000)}`,
    ]),
  ];
}

function edited(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const next = sequence(13_579);
  return rows.flatMap((row, n) => {
    const kind = n === 0 ? 999 : next(1000);
    if (kind < 6) {
      const at = 1 + next(COLUMNS - 1);
      return [row.map((value, column) => (column === at ? `${value}9` : value))];
    }
    if (kind < 8) return [[`B${n}`, ...row.slice(1).map((value) => `${value}0`)], row];
    return kind < 10 ? [] : [row];
  });
}
