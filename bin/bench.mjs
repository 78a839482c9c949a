/** Runs the benchmarks, each against a peer in the same run; arguments name the ones to run. */
import { existsSync } from "node:fs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { at, installed, run, say } from "./support/project.mjs";

await install();
await build({ web: false });
if (!existsSync(at("bench", "main.ts"))) {
  say("There are no benchmarks in this checkout");
  process.exitCode = 1;
} else {
  process.exitCode = Number(await run(installed("tsx/dist/cli.mjs", "bench/main.ts", ...process.argv.slice(2)))) || 0;
}
