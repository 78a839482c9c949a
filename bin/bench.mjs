/**
 * Runs the benchmarks, each against a peer in the same run; arguments name the rows to run (bench/main.ts). They are
 * bundled first, as the program itself is: what is measured is what runs.
 */
import path from "node:path";
import { build, bundleOne } from "./build.mjs";
import { install } from "./install.mjs";
import { BUILD, run } from "./support/project.mjs";

await install();
await build({ web: false });
const program = path.join(BUILD, "bench.mjs");
await bundleOne("bench/main.ts", program);
process.exitCode = Number(await run([process.execPath, program, ...process.argv.slice(2)])) || 0;
