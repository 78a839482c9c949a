import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": here("./") } },
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "prisma/**/*.test.ts"],
    pool: "forks",
    globalSetup: ["lib/store/testing/server.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
  },
});
