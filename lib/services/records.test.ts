/** The parsed cache from a change to its new record: what is read, what is not, and what is shown meanwhile. */
import { beforeAll, describe, expect, test } from "vitest";

import { buildWorkbook } from "../formats/xlsx/testing/build.ts";
import { readEvents } from "../events/event.ts";
import { decideAllOf } from "./testing/process.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { withReader } from "./testing/reader.ts";
import { getFreshness } from "./getFreshness.ts";
import { getRecord } from "./getRecord.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { searchRecords } from "./searchRecords.ts";
import { sweepRecords } from "./sweepRecords.ts";
import { synchronizeBranch } from "./synchronize.ts";
import type { Principal } from "./context.ts";

const harness = await createHarness();
const reader = withReader(harness.services);
const { services } = reader;
let mara: Principal;
beforeAll(async () => {
  mara = await harness.person("Mara Lindqvist");
});

/** A sheet `Margins` with a number in B12. */
const margins = (value: number) =>
  buildWorkbook([
    {
      name: "Margins",
      rows: [["Quarter", "Margin"], ...Array.from({ length: 10 }, (_, n) => [`Row ${n + 2}`, n + 100]), ["Q3", value]],
    },
  ]);

const workspaceOf = async (files: Record<string, string | Uint8Array>): Promise<string> => {
  // The harness imports with services of its own: what it asks for is found by the sweep.
  const slug = await harness.workspace(mara, files);
  await sweepRecords(services);
  return slug;
};

const page = { from: 0, count: 10 };

describe("the stale window", () => {
  test("[P2] [S2] B12 is 4.2, edited to 4.6, read as 4.2 stale until the new record stands, and nothing else is read", async () => {
    const slug = await workspaceOf({
      "model.xlsx": margins(4.2),
      "notes.md": "Nothing about margins\n",
      "copy.md": "Nothing about margins\n",
    });
    await reader.run();
    expect([...reader.read].sort(), "the same bytes are read once").toEqual(["model.xlsx", "notes.md"]);
    const { id, sandbox } = await harness.branch(mara, slug);
    const at = { branch: id, path: "model.xlsx", ...page };
    const before = must(await getRecord(services, mara, slug, at));
    expect(before.label.freshness).toBe("current");
    expect(before.pages[0]?.markdown).toContain("| 12 | Q3 | 4.2 |");

    reader.read.splice(0);
    await putFiles(sandbox, {
      "model.xlsx": margins(4.6),
      "notes.md": "Nothing about margins\n",
      "copy.md": "Nothing about margins\n",
    });
    must(await synchronizeBranch(services, mara, slug, id));
    expect([reader.waiting(), reader.read]).toEqual([1, []]);

    const during = must(await getRecord(services, mara, slug, at));
    expect(during.label).toMatchObject({ freshness: "stale", parsedFrom: before.contentHash });
    expect(during.label.current).toBe(during.contentHash);
    expect(during.contentHash).not.toBe(before.contentHash);
    expect(during.pages[0]?.markdown).toContain("| 12 | Q3 | 4.2 |");
    const counts = must(await getFreshness(services, mara, slug, { branch: id }));
    expect(counts.counts).toEqual({ current: 2, stale: 1 });
    expect(counts.others.map(({ path, freshness }) => [path, freshness])).toEqual([["model.xlsx", "stale"]]);
    const old = must(await searchRecords(services, mara, slug, { branch: id, q: "4.2", limit: 10 }));
    expect(old.files.map(({ path, label, hits }) => [path, label.freshness, hits[0]?.locator])).toEqual([
      ["model.xlsx", "stale", "sheet=Margins&cell=B12"],
    ]);

    await reader.run();
    expect(reader.read, "nothing else is read again").toEqual(["model.xlsx"]);
    const after = must(await getRecord(services, mara, slug, at));
    expect(after.label).toMatchObject({ freshness: "current", parsedFrom: during.contentHash });
    expect(after.pages[0]?.markdown).toContain("| 12 | Q3 | 4.6 |");
    expect(must(await searchRecords(services, mara, slug, { branch: id, q: "4.2", limit: 10 })).files).toEqual([]);
    const found = must(await searchRecords(services, mara, slug, { branch: id, q: "4.6", limit: 10 }));
    expect(found.files.map(({ label, hits }) => [label.freshness, hits[0]?.locator])).toEqual([
      ["current", "sheet=Margins&cell=B12"],
    ]);
    // The accepted tree still is what it was, and is found as such.
    const accepted = must(await searchRecords(services, mara, slug, { q: "4.2", limit: 10 }));
    expect(accepted.files.map(({ label }) => [label.freshness, label.current])).toEqual([
      ["current", before.contentHash],
    ]);
    const past = must(await getRecord(services, mara, slug, { ...at, t: 0 }));
    expect([past.version.t, past.contentHash]).toEqual([0, before.contentHash]);
  });

  test("[S4] a point notes the counts of the moment that it was made", async () => {
    const slug = await workspaceOf({ "a.txt": "one\n", "b.txt": "two\n" });
    await reader.run();
    const { id, sandbox } = await harness.branch(mara, slug);
    await putFiles(sandbox, { "a.txt": "three\n", "b.txt": "two\n", "c.txt": "four\n" });
    must(await synchronizeBranch(services, mara, slug, id));
    await reader.run();
    const [entry] = await services.db.journalEntry.findMany({ where: { branchId: id, type: "point" } });
    expect((entry?.body as { freshness?: unknown }).freshness).toEqual({ current: 1, stale: 1, pending: 1 });
    expect(services.caches.branches.get(id)?.points[0]?.freshness).toEqual({ current: 1, stale: 1, pending: 1 });
    expect(must(await getFreshness(services, mara, slug, { branch: id })).counts).toEqual({ current: 3 });
  });
});

describe("what is asked for", () => {
  test("[S2] what the queue did not take is asked for where somebody looks, once", async () => {
    const slug = await harness.workspace(mara, { "missed.txt": "missed\n" });
    expect(must(await getFreshness(services, mara, slug, {})).counts).toEqual({ pending: 1 });
    must(await getFreshness(services, mara, slug, {}));
    expect(reader.waiting()).toBe(1);
    await reader.run();
    expect(must(await getFreshness(services, mara, slug, {})).counts).toEqual({ current: 1 });
    expect(reader.waiting()).toBe(0);
  });

  test("[S2] a promotion of bytes that were read asks for nothing; part of a change is read", async () => {
    const slug = await workspaceOf({ "a.txt": "one\ntwo\nthree\n" });
    await reader.run();
    const { id, sandbox } = await harness.branch(mara, slug);
    await putFiles(sandbox, { "a.txt": "ONE\ntwo\nthree\n" });
    must(await synchronizeBranch(services, mara, slug, id));
    await reader.run();
    reader.read.splice(0);
    await decideAllOf(services, mara, slug, id, "a.txt", "accept");
    const { planHash } = must(await planPromotion(services, mara, slug, id, {}));
    must(await promote(services, mara, slug, id, { planHash, message: "" }));
    expect(reader.waiting()).toBe(0);
    expect(must(await getFreshness(services, mara, slug, {})).counts).toEqual({ current: 1 });
    expect(await sweepRecords(services), "nothing is missing").toBe(0);
  });

  test("[P4] what cannot be read says why, and is not read again", async () => {
    const slug = await workspaceOf({ "broken.xlsx": Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0]), "x.bin": "\0\0\0" });
    await reader.run();
    const failed = must(await getRecord(services, mara, slug, { path: "broken.xlsx", ...page }));
    expect([failed.label.freshness, failed.label.parsedFrom, failed.pages]).toEqual(["failed", null, []]);
    expect(failed.reason).toMatch(/^(damaged|not-this-format|limit|unsupported)/);
    const other = must(await getRecord(services, mara, slug, { path: "x.bin", ...page }));
    expect(other.label.freshness).toBe("unsupported");
    reader.read.splice(0);
    await sweepRecords(services);
    await reader.run();
    expect(reader.read).toEqual([]);
  });

  test("[P4] what is given up twice is failed for good; where the worker stops, it is not", async () => {
    const slug = await workspaceOf({ "slow.txt": "slow\n" });
    const { parseContents } = await import("./parseContents.ts");
    const hash = must(await getRecord(services, mara, slug, { path: "slow.txt", ...page })).contentHash;
    const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
    let asked = 0;
    const parser = {
      ...services.parser,
      records: () => {
        asked += 1;
        const error = { reason: "gave-up", detail: "it took longer than 60 s" } as const;
        return Promise.resolve({ format: "bytes", pages: [], error, cut: false } as const);
      },
    };
    const job = { workspace: id, branch: null, contents: [{ hash, name: "slow.txt" }] };
    await expect(parseContents({ ...services, parser }, job, () => true)).rejects.toThrow(/Stopped/);
    expect(must(await getRecord(services, mara, slug, { path: "slow.txt", ...page })).label.freshness).toBe("pending");
    await parseContents({ ...services, parser }, job);
    await parseContents({ ...services, parser }, job);
    expect(asked).toBe(3);
    const failed = must(await getRecord(services, mara, slug, { path: "slow.txt", ...page }));
    expect([failed.label.freshness, failed.reason]).toEqual(["failed", "gave-up: it took longer than 60 s"]);
  });

  test("[P1] a name that tells the format makes a record of its own, with its own places", async () => {
    const text = "Region,Amount\nNorth,4711\n";
    const slug = await workspaceOf({ "a.csv": text, "a.txt": text });
    await reader.run();
    const found = must(await searchRecords(services, mara, slug, { q: "4711", limit: 10 }));
    expect(found.files.map(({ path, hits }) => [path, hits[0]?.locator]).sort()).toEqual([
      ["a.csv", "cell=B2"],
      ["a.txt", "L2"],
    ]);
  });

  test("[A1] who asked is told when it is read", async () => {
    const slug = await workspaceOf({ "told.txt": "told\n" });
    await reader.run();
    const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
    const events = await readEvents(services.db, id, 0n);
    expect(events.map(({ type }) => type)).toEqual(["workspace", "records"]);
  });
});
