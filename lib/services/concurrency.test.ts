/** Several processes promoting, rolling back and deciding at once on one workspace: the history is linearizable (M2). */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { diffTrees } from "../core/tree/diff.ts";
import { hashAt, type Tree } from "../core/tree/tree.ts";
import { path as legal } from "../core/tree/path.ts";
import type { Hash } from "../shared/brand.ts";
import { lockBranch } from "../store/locks.ts";
import { stateAt, stateOf, type StoredBranch } from "./branchState.ts";
import { createCaches } from "./caches.ts";
import type { StoredPlan } from "./getHistory.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { createHarness, must, putFiles, type Harness } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import type { Job, Said } from "./testing/promoter.ts";
import { loadTree } from "./trees.ts";
import { closeTurn, openTurn } from "./turns.ts";

const PROMOTER = fileURLToPath(new URL("./testing/promoter.ts", import.meta.url));
const FILES = ["a.txt", "b.txt", "notes/c.txt"];
const TEXT = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n");

describe("processes at once", () => {
  test.each([2, 4])(
    "[M2] %d processes: no gap, no lost update, acknowledged is there, refused is not",
    async (processes) => {
      const seed = Number(process.env["STAGED_SEED"] ?? Date.now() % 100_000);
      const harness = await createHarness();
      const owner = await harness.person("Mara Lindqvist");
      const slug = await harness.workspace(owner, Object.fromEntries(FILES.map((file) => [file, `${TEXT}\n`])));
      const shared = await harness.branch(owner, slug);
      const jobs: Job[] = [];
      for (let i = 0; i < processes; i += 1) {
        const person = await harness.person(`Reviewer ${i}`);
        await harness.member(slug, person, "maintainer");
        const own = await harness.branch(person, slug);
        const { services, folder } = harness;
        jobs.push({
          databaseUrl: services.db.url,
          folder,
          slug,
          person: person.userId,
          branches: [own.id, shared.id],
          files: FILES,
          seed: seed + i,
          rounds: 16 / processes,
        });
      }
      const said = await Promise.all(jobs.map(runJob));
      await expectLinearizable(harness, slug, said.flat(), `seed ${seed}`);
    },
  );
});

/** Nothing that the process under test holds in memory counts: everything is read again. */
async function expectLinearizable(harness: Harness, slug: string, said: readonly Said[], seed: string): Promise<void> {
  const services = { ...harness.services, caches: createCaches() };
  const workspace = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
  const history = await services.db.promotion.findMany({
    where: { workspaceId: workspace.id },
    orderBy: { number: "asc" },
  });
  expect(history.length, `${seed}: something was promoted`).toBeGreaterThan(2);
  expect(
    history.map(({ number }) => number),
    seed,
  ).toEqual(history.map((_, i) => i + 1));
  expect([workspace.head, workspace.acceptedTree], seed).toEqual([history.length, history.at(-1)?.afterTree]);
  const had = new Set(TEXT.split("\n"));
  for (const [i, { beforeTree, afterTree, plan, number, kind }] of history.entries()) {
    if (i > 0) expect(beforeTree, `${seed}: ${number} stands on the one before`).toBe(history[i - 1]?.afterTree);
    const [before, after] = [await loadTree(services, beforeTree as Hash), await loadTree(services, afterTree as Hash)];
    const { paths } = plan as unknown as StoredPlan;
    for (const one of paths) {
      expect(hashAt(before, legal(one.path)), `${seed}: ${number} must-hold`).toBe(one.before);
      expect(hashAt(after, legal(one.path)), `${seed}: ${number} result`).toBe(one.after);
    }
    const changed = diffTrees(before, after).map(({ path }) => path as string);
    expect(changed, `${seed}: ${number} changes what its plan says`).toEqual(paths.map(({ path }) => path).sort());
    if (kind !== "promote") continue;
    for (const { path } of paths)
      await expectOnlyNewLines(harness, [before, after], path, had, `${seed}: ${number} ${path}`);
  }
  const acknowledged = said.filter((one) => "number" in one);
  const stored = history.map(({ number, planHash, afterTree }) => `${number} ${planHash} ${afterTree}`);
  // All that is stored was acknowledged, so nothing of what was refused is. By number: a rollback that was undone may be
  // made again, and has the hash of what it changes (R6) a second time.
  expect(acknowledged.map(({ number, planHash, after }) => `${number} ${planHash} ${after}`).sort(), seed).toEqual(
    [...stored].sort(),
  );
  for (const one of said) if (one.what === "refused") expect(["plan-changed", "conflict"], seed).toContain(one.why);
  const events = await services.db.event.findMany({ where: { workspaceId: workspace.id, type: "promoted" } });
  expect(events.length, `${seed}: one event each`).toBe(history.length);
  await expectJournals(harness, workspace.id, seed);
}

/**
 * A promotion puts lines in that nobody had before; a line that comes back would be a lost update. What it does not
 * change is there after it, since the lines are as many.
 */
async function expectOnlyNewLines(
  { services }: Harness,
  [before, after]: readonly [Tree, Tree],
  path: string,
  had: Set<string>,
  say: string,
): Promise<void> {
  const [left, right] = [await linesAt(services, before, path), await linesAt(services, after, path)];
  expect(right.length, say).toBe(left.length);
  for (const [i, line] of right.entries()) {
    if (line === left[i]) continue;
    expect(had.has(line), `${say}: "${line}" comes back`).toBe(false);
    had.add(line);
  }
}

async function linesAt(services: Harness["services"], tree: Tree, path: string): Promise<string[]> {
  const hash = hashAt(tree, legal(path));
  const bytes = hash === null ? null : await services.blobs.readAll(hash);
  expect(bytes, `bytes of ${path} are there`).not.toBeNull();
  return Buffer.from(bytes ?? [])
    .toString()
    .split("\n");
}

/** J4: every journal replays from its first entry, and stands where its branch says. */
async function expectJournals({ services }: Harness, workspaceId: string, seed: string): Promise<void> {
  const fresh = { ...services, caches: createCaches() };
  for (const branch of await services.db.branch.findMany({ where: { workspaceId } })) {
    const state = await stateOf(fresh, fresh.db, branch as unknown as StoredBranch);
    expect(state.seq, seed).toBe(branch.seq);
    expect(await fresh.db.journalEntry.count({ where: { branchId: branch.id } }), seed).toBe(branch.seq);
  }
}

function runJob(job: Job): Promise<Said[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", PROMOTER, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: Said[] = [];
    let errors = "";
    createInterface({ input: child.stdout }).on("line", (line) => said.push(JSON.parse(line) as Said));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 && said.at(-1)?.what === "done") resolve(said);
      else reject(new Error(`a promoter (seed ${job.seed}) ended with ${code ?? "a signal"}: ${errors}`));
    });
  });
}

test("[B1] a turn that opens while the branch is promoted never stands on an older accepted tree", async () => {
  const harness = await createHarness();
  const { services } = harness;
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "a.txt": `${TEXT}\n` });
  const { id, sandbox } = await harness.branch(mara, slug);
  must(await openTurn(services, mara, slug, id, { title: "Edit" }));
  await putFiles(sandbox, { "a.txt": `${TEXT.replace("line 3", "third").replace("line 10", "tenth")}\n` });
  must(await closeTurn(services, mara, slug, id));
  const decided = await decideAllOf(services, mara, slug, id, "a.txt", "accept");
  expect(decided?.ok).toBe(true);
  const plan = must(await planPromotion(services, mara, slug, id, {}));

  // Both wait for the branch, the promotion first: it holds the head by then, which the turn has read before.
  const { promoted, opened } = await services.db.transaction(async (tx) => {
    await lockBranch(tx, id);
    const first = promote(services, mara, slug, id, { planHash: plan.planHash, message: "" });
    await waitingFor(harness, 1);
    const second = openTurn(services, mara, slug, id, { title: "Next" });
    await waitingFor(harness, 2);
    return { promoted: { is: first }, opened: { is: second } };
  });
  must(await promoted.is);
  must(await opened.is);
  const branch = await services.db.branch.findUniqueOrThrow({ where: { id } });
  const state = await stateAt({ ...services, caches: createCaches() }, branch as unknown as StoredBranch, branch.seq);
  const { acceptedTree } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
  const accepted = await loadTree(services, acceptedTree as Hash);
  expect(diffTrees(state.base, accepted)).toEqual([]);
  expect(state.stale).toEqual([]);
});

/** Polls until so many sessions wait for a lock of this database. */
async function waitingFor({ services }: Harness, count: number): Promise<void> {
  for (;;) {
    const [row] = await services.db.$queryRaw<{ waiting: bigint }[]>`
      SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (Number(row?.waiting ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
