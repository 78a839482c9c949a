/** The browser tests, with the browser that is there: the system's Chromium, else Playwright's own. */
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { at, installed, run, say } from "./project.mjs";
import { readPlaywright, reportFile } from "./results.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const HINT = "no browser found: install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH";

export async function runBrowserTests() {
  if (!existsSync(at("playwright.config.ts"))) return { passed: 0, failed: 0, notRun: ["there are no browser tests"] };
  const executable = findBrowser() ?? (await installBrowser());
  if (executable === null) {
    say(HINT);
    return { passed: 0, failed: 0, notRun: [HINT] };
  }
  const output = reportFile("browser");
  const code = await run(installed("@playwright/test/cli.js", "test", "--reporter=list,json"), {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: output, ...(executable === "" ? {} : { CHROMIUM_PATH: executable }) },
  });
  return readPlaywright(output, code);
}

/** Another suite with the same browser; its exit code, 1 where there is no browser. */
export async function runBrowser(config) {
  const executable = findBrowser() ?? (await installBrowser());
  if (executable === null) {
    say(HINT);
    return 1;
  }
  return run(installed("@playwright/test/cli.js", "test", "--config", config, "--reporter=list"), {
    env: executable === "" ? {} : { CHROMIUM_PATH: executable },
  });
}

/** The path of an installed browser, or null. */
function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(isProgram);
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return found ?? (isProgram(mac) ? mac : null);
}

/** "" where Playwright has got its own; null where it could not. */
async function installBrowser() {
  say("No Chromium found: trying Playwright's own …");
  const code = await run(installed("@playwright/test/cli.js", "install", "chromium"), { quiet: true });
  return code === 0 ? "" : null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
