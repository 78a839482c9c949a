import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the migrations lead to exactly schema.prisma", () => {
  const script = fileURLToPath(new URL("./write-migration.mjs", import.meta.url));
  expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
});
