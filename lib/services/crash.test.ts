/** `kill -9` under staging and promotion load; `node bench/crash/kill.mjs` does the same a hundred times. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, expect, test } from "vitest";

import { createTestDatabase } from "../store/testing/database.ts";
import { runCrashes } from "./testing/crashes.ts";

const STAGER = fileURLToPath(new URL("./testing/stager.ts", import.meta.url));
const { url } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "staged-crash-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("killed again and again, nothing that was acknowledged is lost and nothing is half-written", async () => {
  const seed = Number(process.env["STAGED_SEED"] ?? Date.now() % 100_000);
  const cycles = Number(process.env["STAGED_CRASH_CYCLES"] ?? 5);
  const command = [process.execPath, "--import", "tsx", STAGER] as const;
  const figures = await runCrashes({ databaseUrl: url, folder, command: [...command], cycles, seed });
  expect(figures.staged, `seed ${seed}: it was under load`).toBeGreaterThan(0);
  expect(figures.lost, `seed ${seed}`).toBe(0);
  expect(figures.cycles, `seed ${seed}`).toBe(cycles);
}, 600_000);
