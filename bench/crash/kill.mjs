/**
 * Kills a staging and promoting process a hundred times (or as often as the first argument says) on a database and a
 * folder of its own, and prints how many acknowledged operations were lost. The second argument is the seed.
 */
import path from "node:path";
import { bundleOne } from "../../bin/build.mjs";
import { at, BUILD } from "../../bin/support/project.mjs";

const folder = path.join(BUILD, "crash");
const [stager, run] = ["stager.mjs", "run.mjs"].map((name) => path.join(folder, name));
await bundleOne("lib/services/testing/stager.ts", stager);
await bundleOne("bench/crash/run.ts", run);
const { killCycles } = await import(run);
const [cycles = "100", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
process.exitCode = await killCycles({
  cycles: Number(cycles),
  seed: Number(seed),
  stager,
  migrations: at("prisma", "migrations"),
});
