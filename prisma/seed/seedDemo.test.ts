/** The demo as it is made, on a database of its own: every moment of the session gives the tree that is recorded. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

import type { Instant, UserId } from "../../lib/core/journal/entry.ts";
import { files } from "../../lib/core/tree/tree.ts";
import { noJobs } from "../../lib/jobs/jobs.ts";
import { inProcessParser } from "../../lib/parsing/parser.ts";
import { noRenderer } from "../../lib/rendering/renderer.ts";
import { createCaches } from "../../lib/services/caches.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { getDelta } from "../../lib/services/getDelta.ts";
import { getMoment } from "../../lib/services/getMoment.ts";
import { listThreads } from "../../lib/services/threadsList.ts";
import { loadTree } from "../../lib/services/trees.ts";
import type { Hash } from "../../lib/shared/brand.ts";
import { sha256 as sha256Of } from "../../lib/shared/sha256.ts";
import { openFileBlobs } from "../../lib/store/file-blobs.ts";
import { createTestDatabase } from "../../lib/store/testing/database.ts";
import { readEntries } from "../../lib/store/journal.ts";
import { seedDemo } from "./main.ts";
import { must } from "./must.ts";
import { readTree } from "./replay.ts";
import { loadHistory, loadReview, loadSession, workspaceFolder } from "./session.ts";

const { database, url } = await createTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "staged-seed-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const started = Date.now();
const slug = await seedDemo({ databaseUrl: url, dataFolder: folder, say: () => undefined });
const seconds = (Date.now() - started) / 1_000;

const workspace = await database.workspace.findUniqueOrThrow({
  where: { slug },
  include: { branches: true, promotions: { orderBy: { number: "asc" } }, threads: true, actionItems: true },
});
const branchOf = (name: string) => workspace.branches.find((branch) => branch.name === name)!;
const agent = branchOf("refresh Q3 numbers");
const entries = await readEntries(database, agent.id, 0, agent.seq);
const { id: userId, name, email } = await database.user.findFirstOrThrow({ where: { name: "Mara Lindqvist" } });
const mara: Principal = { userId: userId as UserId, name, email };
const services: Services = {
  db: database,
  blobs: openFileBlobs(path.join(folder, "blobs")),
  caches: createCaches(),
  parser: inProcessParser,
  jobs: noJobs,
  renderer: noRenderer,
  now: () => new Date().toISOString() as Instant,
  newId: () => randomUUID(),
  dataFolder: folder,
  folderRoots: [],
};

describe(`the demo, made in ${seconds.toFixed(1)} s`, () => {
  const points = entries.flatMap((entry) => (entry.type === "point" ? [{ t: entry.t, tree: entry.current }] : []));

  test("[J3, V2] the tree at every t of the session, and after every promotion, is as recorded", async () => {
    const made = {
      promotions: workspace.promotions.map(({ number, afterTree }) => ({ number, tree: afterTree })),
      points,
    };
    const file = new URL("./trees.json", import.meta.url);
    if (process.env["SEED_RECORD"] === "1") await writeFile(file, `${JSON.stringify(made, null, 2)}\n`);
    expect(made).toEqual(JSON.parse(await readFile(file, "utf8")));
  });

  test("[J1] the trace scrubbed to every t replays the same tree out of the journal", async () => {
    expect(points.length).toBeGreaterThan(25);
    for (const { t, tree } of points) {
      const moment = must(await getMoment(services, mara, slug, agent.id, t), `t ${t}`);
      expect(moment.current, `t ${t}`).toBe(tree);
    }
  });

  test("after the earlier promotions the accepted tree is the committed one, prices included", async () => {
    const tree = await loadTree(services, workspace.acceptedTree as Hash);
    const found = new Map([...files(tree)].map((file) => [String(file.path), String(file.entry.hash)]));
    const committed = [...readTree(workspaceFolder)].map(([name, bytes]) => [name, String(sha256Of(bytes))] as const);
    expect(found).toEqual(new Map([...committed, ["survey/pricing.xlsx", reviewedPrices()]]));
    expect(workspace.promotions).toHaveLength(loadHistory().promotions.length + 1);
  });

  test("one file is stale, threads and things to do are there, and nothing lies ahead of now", async () => {
    const delta = must(await getDelta(services, mara, slug, agent.id), "the delta");
    expect(delta.files.filter(({ state }) => state === "stale").map((file) => file.path)).toEqual([
      "survey/pricing.xlsx",
    ]);
    expect(delta.files.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
    const { threads } = must(await listThreads(services, mara, slug, { branch: agent.id }), "the threads");
    expect(threads.map(({ anchor, place }) => [anchor.fragment, place.state]).sort()).toEqual([
      ["para=51", "here"],
      ["sheet=Revenue&cell=D8", "here"],
      ["slide=4&shape=2", "here"],
      ["slide=5", "here"],
    ]);
    expect(threads.filter(({ resolved }) => resolved !== null)).toHaveLength(1);
    expect(threads.flatMap(({ comments }) => comments.flatMap(({ mentions }) => mentions))).toHaveLength(1);
    expect(workspace.actionItems.map(({ state }) => state)).toEqual(["open", "open"]);
    const times = await database.event.findMany({ where: { workspaceId: workspace.id }, select: { at: true } });
    expect(times.length).toBeGreaterThan(60);
    expect(times.filter(({ at }) => at.getTime() > started)).toEqual([]);
  });

  test("every call is kept with what it was given and how long it took; looking at its own diff shows it", async () => {
    const calls = await database.toolCall.findMany({ where: { branchId: agent.id } });
    expect(calls).toHaveLength(loadSession().turns.reduce((sum, turn) => sum + turn.calls.length, 0));
    expect(calls.filter(({ startedAt, endedAt }) => endedAt === null || endedAt <= startedAt)).toEqual([]);
    const own = calls.filter(({ tool }) => tool === "workspace_diff").map(({ output }) => JSON.stringify(output));
    expect(own).toHaveLength(2);
    for (const text of own) expect(text).toContain("deck/q3-board.pptx  modified: ");
  });
});

const reviewedPrices = () => {
  const { folder: at, files: changed } = loadReview();
  return String(sha256Of(readTree(at).get(changed["survey/pricing.xlsx"]!)!));
};
