/**
 * Installs what is needed and runs everything, also after a stage that failed. Every stage without tests of its own
 * counts as one. Arguments name the stages to run. The last line is `N passed, N failed`.
 */
import { install } from "./install.mjs";
import { build } from "./build.mjs";
import { openSecondServer } from "./support/second-server.mjs";
import { runBrowserTests } from "./support/browser-tests.mjs";
import { installed, run, say } from "./support/project.mjs";
import { readVitest, reportFile } from "./support/results.mjs";

const passed = { passed: 1, failed: 0 };
const failed = { passed: 0, failed: 1 };

/** A stage that a command's exit code decides. */
const checks =
  (...commands) =>
  async () => {
    const codes = [];
    for (const command of commands) codes.push(await run(command));
    return codes.every((code) => code === 0) ? passed : failed;
  };

const STAGES = [
  ["prepare", async () => (await build({ web: false }), passed)],
  ["format", checks(installed("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."))],
  ["lint", checks(installed("eslint/bin/eslint.js", "."))],
  ["types", checks(installed("next/dist/bin/next", "typegen"), installed("typescript/bin/tsc", "--noEmit", "-p", "."))],
  [
    "layers",
    checks(
      installed(
        "dependency-cruiser/bin/dependency-cruise.mjs",
        "--config",
        ".dependency-cruiser.cjs",
        "app",
        "bench",
        "bin",
        "components",
        "e2e",
        "lib",
        "prisma",
      ),
    ),
  ],
  ["dead code", checks(installed("knip/bin/knip.js"))],
  ["tests", () => runVitest("tests", [], {})],
  ["tests on a second PostgreSQL", runOnSecondServer],
  ["build", async () => (await build(), passed)],
  ["browser", () => runBrowserTests()],
];

async function main(wanted) {
  const started = Date.now();
  const rows = [];
  rows.push(await stage("install", async () => (await install(), passed)));
  for (const [name, work] of STAGES) {
    if (wanted.length === 0 || name === "prepare" || wanted.includes(name)) rows.push(await stage(name, work));
  }
  report(rows, Date.now() - started);
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
  say(`${total("passed")} passed, ${total("failed")} failed`);
  process.exit(total("failed") === 0 ? 0 : 1);
}

async function stage(name, work) {
  say(`\n── ${name} ──`);
  const started = Date.now();
  try {
    return { name, notRun: [], ...(await work()), took: Date.now() - started };
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { name, notRun: [], ...failed, took: Date.now() - started };
  }
}

async function runVitest(name, filters, env) {
  const output = reportFile(name);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const code = await run(installed("vitest/vitest.mjs", "run", ...reporters, ...filters), {
    env: { NODE_ENV: "test", ...env },
  });
  return readVitest(output, code);
}

/** The store's promises hold on any PostgreSQL, not only on the bundled one. */
async function runOnSecondServer() {
  const server = await openSecondServer();
  say(`On ${server.name}`);
  try {
    const folders = [
      "lib/store",
      "lib/events",
      "lib/jobs",
      "--exclude=lib/store/embedded/**",
      "--exclude=lib/store/file-blobs*",
    ];
    return await runVitest("second", folders, { STAGED_TEST_DATABASE_URL: server.url });
  } finally {
    await server.close();
  }
}

function report(rows, took) {
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9);
  say("\nStage                             passed  failed     time");
  for (const row of rows) {
    const counts = `${String(row.passed).padStart(7)} ${String(row.failed).padStart(7)}`;
    say(`${row.name.padEnd(32)} ${counts}${seconds(row.took)}${row.failed > 0 ? "  FAILED" : ""}`);
  }
  say(`${"".padEnd(48)}${seconds(took)}`);
  const notRun = rows.flatMap((row) => row.notRun.map((what) => `${row.name}: ${what}`));
  if (notRun.length > 0) say(`\nNot run:\n${notRun.map((line) => `  ${line}`).join("\n")}`);
  say("");
}

// What runs ends with this program ("exit" in project.mjs and second-server.mjs), which a signal alone would not do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

await main(process.argv.slice(2));
