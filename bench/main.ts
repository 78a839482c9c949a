/**
 * `npm run bench -- [row …] [--quick] [--size MB] [--rounds N] [--dry]`: measures the named rows, all without names, and writes
 * bench/results.md. Rows that were not measured keep what is written there; `--quick` and `--dry` write nothing.
 */
import { parseArgs } from "node:util";

import { runRow } from "./harness.ts";
import { load, machineLine } from "./machine.ts";
import { describe, writeResults } from "./results.ts";
import { ROWS } from "./rows/index.ts";
import { serveSide } from "./side.ts";

const DEFAULT_IMPORT_MB = 512;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      size: { type: "string", default: String(DEFAULT_IMPORT_MB) },
      rounds: { type: "string" },
      dry: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.filter((name) => !ROWS.some((row) => row.name === name));
  if (unknown.length > 0) {
    console.error(`There is no row ${unknown.join(", ")}. There are: ${ROWS.map(({ name }) => name).join(", ")}`);
    process.exitCode = 2;
    return;
  }
  const rounds = values.rounds === undefined ? {} : { rounds: Number(values.rounds) };
  const sizes = { quick: values.quick, importSize: Number(values.size), ...rounds };
  console.log(machineLine());
  for (const row of ROWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const before = load();
    console.log(`\n${row.title} …`);
    const result = await runRow(row, sizes, process.argv[1] ?? "");
    const described = describe(result, { before, after: load() });
    console.log(described);
    if (!sizes.quick && !values.dry) writeResults(row.name, described);
  }
}

const [first, rowName, side] = process.argv.slice(2);
if (first === "--side") {
  const row = ROWS.find(({ name }) => name === rowName);
  if (row === undefined || side === undefined) throw new Error(`There is no row ${rowName ?? ""}`);
  serveSide(row, side);
} else {
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  await main();
}
