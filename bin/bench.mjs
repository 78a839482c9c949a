/**
 * Runs the benchmarks, each against a peer in the same run; arguments name the rows to run (bench/main.ts).
 * `screens` alone measures the screens on large cases in a browser. They are
 * bundled first, as the program itself is: what is measured is what runs.
 */
import path from "node:path";
import { build, bundleOne } from "./build.mjs";
import { install } from "./install.mjs";
import { runBrowser } from "./support/browser-tests.mjs";
import { BUILD, run } from "./support/project.mjs";

await install();
const [only] = process.argv.slice(2);
if (only === "screens") {
  await build();
  process.exitCode = Number(await runBrowser("bench/screens/playwright.config.ts")) || 0;
} else await measureRows();

async function measureRows() {
  await build({ web: false });
  const program = path.join(BUILD, "bench.mjs");
  await bundleOne("bench/main.ts", program);
  process.exitCode = Number(await run([process.execPath, program, ...process.argv.slice(2)])) || 0;
}
