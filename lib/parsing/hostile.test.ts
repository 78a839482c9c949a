/**
 * What was made to hurt, read as the server reads it: in a process of its own, with 10 s and 512 MB. A refusal names its
 * reason; what its format gives up itself and what is stopped from outside are counted apart.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { memorySource } from "../formats/memory-source.ts";
import type { Parser } from "./parser.ts";
import { openParserPool } from "./parser-pool.ts";
import { heavyFiles, refusedFiles } from "./testing/hostile-files.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** In the checkout, so that it finds its packages. */
const program = path.join(root, ".build", `parser-test-${process.pid}.mjs`);
let parser: Parser;

beforeAll(async () => {
  await build({
    entryPoints: [path.join(import.meta.dirname, "main.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  parser = openParserPool({ program, processes: 1, limits: { seconds: 10, megabytes: 512 } });
});
afterAll(async () => {
  await parser.close();
  rmSync(program, { force: true });
});

const gaveUp: string[] = [];
afterAll(() => {
  process.stdout.write(`stopped from outside: ${gaveUp.length === 0 ? "none" : gaveUp.join("; ")}\n`);
});

describe("hostile files", () => {
  it.each(refusedFiles().map((file) => [file.title, file] as const))("%s is refused by name", async (title, file) => {
    const { error } = await parser.inspect(memorySource(file.name, file.bytes));
    if (error?.reason === "gave-up") gaveUp.push(title);
    // A name that promises another content is told when versions are compared: the content itself is bytes then.
    const compared =
      error === null
        ? await parser.compare(memorySource(file.name, file.bytes), memorySource(file.name, Buffer.from([0])))
        : null;
    const reason = error ?? compared?.unreadable?.error;
    expect(reason?.reason).toMatch(/^(damaged|encrypted|unsupported|limit|not-this-format|gave-up)$/);
    expect(reason?.detail).not.toBe("");
  });

  it.each(heavyFiles().map((file) => [file.title, file] as const))(
    "%s is read or refused, and compared",
    async (title, file) => {
      const after = memorySource(file.name, Buffer.concat([file.bytes, Buffer.from("\n")]));
      const { error } = await parser.inspect(memorySource(file.name, file.bytes));
      if (error?.reason === "gave-up") gaveUp.push(`${title}, read`);
      const compared = await parser.compare(memorySource(file.name, file.bytes), after);
      if (compared.unreadable?.error.reason === "gave-up") gaveUp.push(`${title}, compared`);
      // Bytes behind a package say nothing: no change is right for these.
      if (compared.unreadable === undefined && !/\.(xlsx|docx)$/.test(file.name))
        expect(compared.changes.length).toBeGreaterThan(0);
      else expect(compared.unreadable?.error.detail ?? compared.format).not.toBe("");
    },
  );

  const corpus = process.env["STAGED_CORPUS"] ?? "";
  const files =
    corpus === ""
      ? []
      : readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((file) => /clusterfuzz|poc[-_]/i.test(file));
  it.skipIf(files.length === 0)(
    `real files from fuzzers${files.length === 0 ? " (not run: STAGED_CORPUS is not set)" : ` (${files.length})`}: an answer for each`,
    { timeout: 600_000 },
    async () => {
      for (const file of files) {
        const bytes = readFileSync(path.join(corpus, file));
        const { error } = await parser.inspect(memorySource(path.basename(file), bytes));
        if (error?.reason === "gave-up") gaveUp.push(file);
        if (error !== null) expect(error.detail, file).not.toBe("");
      }
    },
  );
});
