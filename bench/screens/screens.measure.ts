/**
 * Interaction to next paint and DOM size of the screens on large cases, in the production build with the processor slowed
 * down four times. It asserts only that each screen does its work; the figures are printed and written to
 * bench/screens.md.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Locator, Page } from "@playwright/test";

import { address, expect, test } from "../../e2e/support/fixtures.ts";
import { call, importedWorkspace } from "../../e2e/support/staged.ts";
import { lines, manyFiles, pages, workbook } from "./large-files.ts";

const SLOWED = 4;
const AIM = 100;

interface Figures {
  readonly name: string;
  /** Milliseconds from the address to the screen's own content. */
  readonly ready: number;
  /** Milliseconds from the key to the next paint, of each interaction. */
  readonly paints: readonly number[];
  readonly nodes: number;
}

const measured: Figures[] = [];
test.afterAll(() => {
  if (measured.length === 0) return;
  const text = report(measured);
  process.stdout.write(`\n${text}\n`);
  writeFileSync("bench/screens.md", text);
});

test("large cases", async ({ mara }) => {
  const files = new Map<string, Uint8Array>();
  const staged = new Map<string, Uint8Array>();
  const add = (name: string, { before, after }: { before: Uint8Array; after: Uint8Array }) => {
    files.set(name, before);
    staged.set(name, after);
  };
  add("numbers.xlsx", workbook());
  add("pages.pdf", await pages());
  add("lines.txt", lines());
  const { slug, branch } = await stagedByTurn(mara, "Large files", files, staged);
  const review = (name: string) => `/w/${slug}/branches/${branch}/review?path=${encodeURIComponent(name)}`;

  await measure(mara, "10,000 changed cells", review("numbers.xlsx"), mara.getByRole("tab", { name: /Numbers/u }), "j");
  await measure(mara, "300-page PDF", review("pages.pdf"), mara.getByRole("group", { name: "Decide" }), "j");
  await measure(mara, "50,000-line file", review("lines.txt"), mara.getByText(/hunks|Hunk \d/u).first(), "j");
});

test("many changed files", async ({ mara }) => {
  const before = manyFiles("reports", 5_000, (n) => `report ${n}\nkept\n`);
  const after = manyFiles("reports", 5_000, (n) => `report ${n}\nchanged\n`);
  const { slug, branch } = await stagedByTurn(mara, "Many changes", before, after);
  const ready = mara.getByRole("treeitem").first();
  await measure(mara, "5,000 changed files", `/w/${slug}/branches/${branch}/review`, ready, "n");
});

test("a large tree", async ({ mara }) => {
  const files = manyFiles("archive", 50_000, (n) => `${n}\n`);
  const slug = await importedWorkspace(mara, "Large tree", files, PATIENCE);
  const tree = mara.getByRole("treeitem").first();
  await measure(mara, "tree of 50,000 files", `/w/${slug}/files`, tree, "ArrowDown", () => tree.focus());
});

/** Changed through a sandbox, as an agent's program would: one synchronization for all files. */
async function stagedByTurn(
  page: Page,
  name: string,
  before: ReadonlyMap<string, Uint8Array>,
  after: ReadonlyMap<string, Uint8Array>,
): Promise<{ slug: string; branch: string }> {
  const slug = await importedWorkspace(page, name, before, PATIENCE);
  const at = `/api/workspaces/${slug}/branches`;
  const started = await call(page, "POST", at, { data: { kind: "chat", name: "large" } });
  const { id } = (await started.json()) as { id: string };
  const opened = await call(page, "POST", `${at}/${id}/turn`, { data: { title: "Large changes" }, timeout: PATIENCE });
  const { folder } = (await opened.json()) as { folder: string };
  for (const [file, bytes] of after) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  await call(page, "DELETE", `${at}/${id}/turn`, { timeout: PATIENCE });
  await indexed(page, slug, id);
  return { slug, branch: id };
}

/** The worker parses what was staged meanwhile: what it takes of the processor is no part of a screen's time. */
async function indexed(page: Page, slug: string, branch: string): Promise<void> {
  const waiting = async (): Promise<number> => {
    const answer = await call(page, "GET", `/api/workspaces/${slug}/freshness?branch=${branch}`, { timeout: PATIENCE });
    const { counts } = (await answer.json()) as { counts: { pending?: number; stale?: number } };
    return (counts.pending ?? 0) + (counts.stale ?? 0);
  };
  await expect.poll(waiting, { timeout: PATIENCE, intervals: [2_000] }).toBe(0);
}

/** Milliseconds for one request over large files. */
const PATIENCE = 600_000;
const INTERACTIONS = 40;

async function measure(
  page: Page,
  name: string,
  at: string,
  ready: Locator,
  key: string,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await page.addInitScript(() => {
    const found: number[] = [];
    (globalThis as { paints?: number[] }).paints = found;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "keydown") found.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const started = performance.now();
  await page.goto(`${address()}${at}`);
  await expect(ready).toBeVisible({ timeout: 300_000 });
  const readyAfter = performance.now() - started;
  await before();
  for (let n = 0; n < INTERACTIONS; n += 1) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
  }
  const slow = await page.evaluate(() => (globalThis as { paints?: number[] }).paints ?? []);
  const nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
  // What painted within a frame is not reported by the browser.
  const fast = Array.from({ length: Math.max(0, INTERACTIONS - slow.length) }, () => 16);
  measured.push({ name, ready: readyAfter, paints: [...slow, ...fast].sort((a, b) => a - b), nodes });
  await session.detach();
}

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.ceil(sorted.length * q) - 1] ?? 0;

function report(all: readonly Figures[]): string {
  const rows = all.map(({ name, ready, paints, nodes }) => {
    const p75 = quantile(paints, 0.75);
    const verdict = p75 <= AIM ? "reached" : "**not reached**";
    return `| ${name} | ${(ready / 1000).toFixed(1)} s | ${Math.round(quantile(paints, 0.5))} ms | ${Math.round(p75)} ms | ${Math.round(paints.at(-1) ?? 0)} ms | ≤ ${AIM} ms | ${verdict} | ${nodes.toLocaleString("en")} |`;
  });
  return [
    "# Screens on large cases",
    "",
    `Written by \`npm run bench -- screens\` on ${new Date().toISOString().slice(0, 10)}: the production build in headless Chromium, the processor slowed down ${SLOWED} times, ${INTERACTIONS} key presses a screen. A paint within 16 ms counts as 16. Nothing else runs: what was staged is parsed before.`,
    "",
    "| Screen | Ready after | Key to paint: median | p75 | longest | Aim (p75) | | DOM elements |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
