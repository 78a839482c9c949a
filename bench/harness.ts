/**
 * Runs a row: fixtures in a temporary folder, one child process for each side so that heaps do not mix, all sides in
 * turns so that what else the machine does falls on each. Children are this very program, started with `--side`.
 */
import { fork, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Comparison, Place, Row } from "./row.ts";
import type { Order, Report } from "./side.ts";

export interface Sizes {
  readonly quick: boolean;
  /** Of the import, in MB. */
  readonly importSize: number;
  /** Another number of rounds than the row's own. */
  readonly rounds?: number;
}

export interface Timing {
  readonly minimum: number;
  readonly median: number;
}

export interface Measurement extends Comparison {
  /** null: not measured, `missing` says what is not installed. */
  readonly times: { readonly ours: Timing; readonly peer: Timing } | null;
  readonly missing?: string;
  readonly versions: { readonly ours: string; readonly peer: string };
}

export interface RowResult {
  readonly row: Row;
  readonly place: Place;
  readonly rounds: number;
  readonly measurements: readonly Measurement[];
  readonly found: readonly string[];
}

/** `program`: the file that the children run. */
export async function runRow(row: Row, sizes: Sizes, program: string): Promise<RowResult> {
  const folder = mkdtempSync(path.join(tmpdir(), "staged-bench-"));
  // A database server may run as another account, which must be able to enter.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const place: Place = { folder, quick: sizes.quick, importSize: sizes.importSize };
  const rounds = sizes.rounds ?? (sizes.quick ? 1 : row.rounds);
  const contenders: Contender[] = [];
  try {
    const maker = new Contender(row, "prepare", program);
    await maker.order({ do: "prepare", place });
    await maker.end();
    for (const name of Object.keys(row.sides)) {
      const contender = new Contender(row, name, program);
      contenders.push(contender);
      await contender.open(place);
    }
    const warmUps = sizes.quick ? 0 : (row.warmUps ?? 0);
    for (let round = -warmUps; round < rounds; round += 1)
      for (const contender of contenders) await contender.run(round >= 0);
    return { row, place, rounds, ...conclude(row, place, contenders) };
  } finally {
    for (const contender of contenders) await contender.end();
    remove();
    process.off("exit", remove);
  }
}

class Contender {
  readonly name: string;
  readonly times = new Map<string, number[]>();
  readonly found = new Set<string>();
  version = "";
  missing: string | null = null;
  readonly #child: ChildProcess;

  constructor(row: Row, name: string, program: string) {
    this.name = name;
    const execArgv = [...process.execArgv, "--max-old-space-size=8192"];
    this.#child = fork(program, ["--side", row.name, name], { execArgv, serialization: "advanced" });
  }

  async open(place: Place): Promise<void> {
    const report = await this.order({ do: "open", place });
    if (report.is === "missing") this.missing = report.what;
    if (report.is === "open") this.version = report.version;
  }

  async run(counts: boolean): Promise<void> {
    if (this.missing !== null) return;
    const report = await this.order({ do: "run" });
    if (report.is !== "ran" || !counts) return;
    for (const [part, time] of Object.entries(report.times)) {
      const name = part === "total" ? this.name : `${this.name}.${part}`;
      this.times.set(name, [...(this.times.get(name) ?? []), time]);
    }
    for (const line of report.found) this.found.add(line);
  }

  order(order: Order): Promise<Report> {
    return new Promise((resolve, reject) => {
      const died = (code: number | null, signal: string | null) =>
        reject(new Error(`The side ${this.name} ended (${code ?? signal ?? "?"})`));
      this.#child.once("exit", died);
      this.#child.once("message", (message) => {
        this.#child.off("exit", died);
        const report = message as Report;
        if (report.is === "failed") reject(new Error(`The side ${this.name} failed: ${report.why}`));
        else resolve(report);
      });
      this.#child.send(order);
    });
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        resolve();
        return;
      }
      this.#child.once("exit", () => resolve());
      if (this.#child.connected) this.#child.disconnect();
    });
  }
}

function conclude(row: Row, place: Place, contenders: readonly Contender[]): Pick<RowResult, "measurements" | "found"> {
  const sideOf = (name: string) => contenders.find((contender) => contender.name === name.split(".")[0]);
  const measurements = row.comparisons(place).map((comparison): Measurement => {
    const [ours, peer] = [sideOf(comparison.ours), sideOf(comparison.peer)];
    if (ours === undefined || peer === undefined) throw new Error(`${row.name} compares sides that it does not have`);
    const versions = { ours: ours.version, peer: comparison.peerName ?? peer.version };
    const missing = ours.missing ?? peer.missing;
    if (missing !== null) return { ...comparison, times: null, missing, versions };
    const times = { ours: timing(ours, comparison.ours), peer: timing(peer, comparison.peer) };
    return { ...comparison, times, versions };
  });
  return { measurements, found: contenders.flatMap(({ found }) => [...found]) };
}

function timing({ times }: Contender, name: string): Timing {
  const sorted = [...(times.get(name) ?? [])].sort((a, b) => a - b);
  const [minimum] = sorted;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (minimum === undefined || lower === undefined || upper === undefined)
    throw new Error(`Nothing was measured under the name ${name}`);
  return { minimum, median: (lower + upper) / 2 };
}
