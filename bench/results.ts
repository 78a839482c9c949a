/** Results in words: one section of bench/results.md a row, replaced when that row is measured again. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";

import type { Measurement, RowResult, Timing } from "./harness.ts";
import { machineLine } from "./machine.ts";
import { ROWS } from "./rows/index.ts";

const FILE = "bench/results.md";

const INTRODUCTION = `# Measurements

Written by \`npm run bench\`. Every number stands beside that of a peer which did the same work in the same run, in turns,
each in a process of its own. What counts is the ratio of the medians; the minima show what is noise. Times are
milliseconds. A row that was measured again replaces its section.
`;

export interface Load {
  readonly before: number;
  readonly after: number;
}

/** The section without its heading's marks, readable in a terminal too. */
export function describe(result: RowResult, { before, after }: Load): string {
  const { row, place, rounds, measurements, found } = result;
  const busy = Math.max(before, after) > availableParallelism() ? ": the machine was busy with other work" : "";
  const uncounted = row.warmUps === undefined ? "" : ` after ${row.warmUps} that do not count`;
  const lines = [
    `${machineLine()}; ${new Date().toISOString().slice(0, 10)}; ${rounds} rounds${uncounted}; load average ${before.toFixed(1)} before, ${after.toFixed(1)} after${busy}.`,
    "",
    "| Work | Ours: median (minimum) | Peer: median (minimum) | Ratio | Aim | |",
    "|---|---|---|---|---|---|",
    ...measurements.map(tableRow),
    "",
    ...measurements.flatMap(why),
    ...found.map((line) => `- ${line}`),
    ...row.notes(place).map((line) => `- ${line}`),
  ];
  return lines.join("\n");
}

function tableRow({ work, times, missing, versions, aim }: Measurement): string {
  if (times === null) return `| ${work} | | ${versions.peer} | | ${aimOf(aim)} | not measured: ${missing ?? ""} |`;
  const value = times.ours.median / times.peer.median;
  const verdict = aim === null ? "for information" : value <= aim ? "reached" : "**not reached**";
  return `| ${work} | ${shown(times.ours)} | ${versions.peer}: ${shown(times.peer)} | ${ratio(value)} | ${aimOf(aim)} | ${verdict} |`;
}

function why({ work, times, aim, missed }: Measurement): string[] {
  if (times === null || aim === null || missed === undefined) return [];
  return times.ours.median / times.peer.median <= aim ? [] : [`- Not reached, ${work}: ${missed}`];
}

const aimOf = (aim: number | null) => (aim === null ? "–" : `≤ ${aim.toString()}×`);

const ratio = (value: number) => `${value < 0.1 ? value.toPrecision(2) : value.toFixed(2)}×`;

const shown = ({ median, minimum }: Timing) => `${milliseconds(median)} (${milliseconds(minimum)})`;

const milliseconds = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value >= 1 ? value.toFixed(1) : value.toPrecision(2);

export function writeResults(name: string, described: string): void {
  const sections = existsSync(FILE) ? sectionsOf(readFileSync(FILE, "utf8")) : new Map<string, string>();
  sections.set(titleOf(name), described);
  const known = ROWS.map((row) => row.title).filter((title) => sections.has(title));
  const written = known.map((title) => `## ${title}\n\n${sections.get(title) ?? ""}\n`);
  writeFileSync(FILE, [INTRODUCTION, ...written].join("\n"));
}

const titleOf = (name: string) => ROWS.find((row) => row.name === name)?.title ?? name;

export function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end).trim()];
    }),
  );
}
