import { defineConfig } from "@playwright/test";

import browser from "../../playwright.config.ts";

/** The screens on large cases, measured rather than tested: the same server and browser as the browser tests. */
export default defineConfig({
  ...browser,
  testDir: ".",
  testMatch: "*.measure.ts",
  outputDir: "../../test-results/screens-bench",
  globalSetup: "../../e2e/support/global-setup.ts",
  timeout: 1_200_000,
  // A trace draws the whole document again after every key.
  use: { ...browser.use, trace: "off" },
});
