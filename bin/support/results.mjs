/** What the test runners counted, from their JSON reports. A runner that ends badly without a report is one failure. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { BUILD } from "./project.mjs";

/** Where a runner writes its report; an earlier one is gone. */
export function reportFile(name) {
  const file = path.join(BUILD, "results", `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

export function readVitest(file, code) {
  const report = read(file);
  if (report === null) return { passed: 0, failed: 1, notRun: [] };
  const files = report.testResults;
  const tests = files.flatMap((result) => result.assertionResults);
  // A file that cannot be loaded has no tests that could fail.
  const broken = files.filter(
    (result) => result.status === "failed" && result.assertionResults.every((test) => test.status !== "failed"),
  );
  return settle(
    tests.map((test) => [test.status, test.fullName]),
    broken.length,
    code,
  );
}

export function readPlaywright(file, code) {
  const report = read(file);
  if (report === null) return { passed: 0, failed: 1, notRun: [] };
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const tests = report.suites
    .flatMap(specs)
    .flatMap((spec) => spec.tests.map((test) => [STATUS[test.status], spec.title]));
  return settle(tests, report.errors.length, code);
}

const STATUS = { expected: "passed", flaky: "passed", skipped: "skipped", unexpected: "failed" };

function settle(tests, broken, code) {
  const count = (status) => tests.filter(([found]) => found === status).length;
  const failed = count("failed") + broken;
  return {
    passed: count("passed"),
    // The runner knows of a failure that is not a test's: an error beside them, or no test at all.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    notRun: tests.filter(([status]) => status !== "passed" && status !== "failed").map(([, name]) => name),
  };
}
