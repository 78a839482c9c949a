/** What is refused with a clear reason, and changes nothing: rows, heads and journals are compared around each refusal. */
import { symlink } from "node:fs/promises";
import path from "node:path";

import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { decideChanges } from "./decideChanges.ts";
import { getDelta } from "./getDelta.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { listStale } from "./listStale.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { planRollback, rollBack } from "./rollBack.ts";
import type { Principal } from "./context.ts";
import { refusing, UNREFERENCED } from "./testing/refused.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { closeTurn, openTurn } from "./turns.ts";
import { writeFile, type WriteFile } from "./writeFile.ts";

const harness = await createHarness();
const { services } = harness;
const refused = refusing(services.db);

const bodyOf = (text: string) => new Blob([text]).stream();

function upload(at: string, text: string, more: Partial<WriteFile> = {}): WriteFile {
  return { path: at, sha256: null, ifMatch: null, ifNoneMatch: "*", announced: null, body: bodyOf(text), ...more };
}

async function scene(
  files: Readonly<Record<string, string | Uint8Array>> = { "a.txt": "one\ntwo\n", "d/x.txt": "x\n" },
) {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, files);
  const { id, sandbox } = await harness.branch(mara, slug);
  return { mara, slug, id, sandbox };
}

async function staged(
  who: Principal,
  slug: string,
  branch: { id: string; sandbox: string },
  files: Readonly<Record<string, string | Uint8Array>>,
) {
  must(await openTurn(services, who, slug, branch.id, { title: "Edit" }));
  await putFiles(branch.sandbox, files);
  must(await closeTurn(services, who, slug, branch.id));
}

describe("paths", () => {
  const ILLEGAL = [
    "../x",
    "/x",
    "a//b",
    "a/./b",
    "x/..",
    "a\u0000b",
    "tab\there",
    "e\u0301.txt",
    "n".repeat(256),
    "d/".repeat(600) + "x",
    "\ud800",
    "",
  ];

  test.each(ILLEGAL)("[V4] %j is not written", async (at) => {
    const { mara, slug, id } = await scene();
    await refused(() => writeFile(services, mara, slug, id, upload(at, "1")), "illegal-path");
  });

  test.each(["A.txt", "D/y.txt", "d/X.TXT", "a.txt/below", "d"])(
    "[V4] %j has no room beside what is there",
    async (at) => {
      const { mara, slug, id } = await scene();
      const failure = await refused(
        () => writeFile(services, mara, slug, id, upload(at, "1")),
        "base-moved",
        UNREFERENCED,
      );
      expect(failure.version?.branch).toBe(id);
    },
  );

  test("[V4] names outside the rule and links keep the turn open, by name, and are never followed", async () => {
    const { mara, slug, id, sandbox } = await scene();
    must(await openTurn(services, mara, slug, id, { title: "Edit" }));
    await putFiles(sandbox, { "e\u0301.txt": "1", "A.txt": "a twin" });
    await symlink("/etc/passwd", path.join(sandbox, "link.txt"));
    const closed = await closeTurn(services, mara, slug, id);
    if (closed.ok) throw new Error("the turn was closed");
    expect(closed.error.type).toBe("illegal-path");
    const said = JSON.stringify(closed.error.details);
    for (const name of ["e\u0301.txt", "link.txt"]) expect(said).toContain(name);
    expect(said).toMatch(/a\.txt/i);
    const { files } = must(await getDelta(services, mara, slug, id));
    expect(files.map(({ path: at }) => at).filter((at) => at !== "a.txt" && at !== "A.txt")).toEqual([]);
  });

  test("[J2, V4] two branches create case twins: the second is stale, neither is overwritten", async () => {
    const { mara, slug, id, sandbox } = await scene();
    const second = await harness.branch(mara, slug);
    await staged(mara, slug, { id, sandbox }, { "New.txt": "first\n" });
    await staged(mara, slug, second, { "new.txt": "second\n" });
    await decideAllOf(services, mara, slug, id, "New.txt", "accept");
    const { planHash } = must(await planPromotion(services, mara, slug, id, {}));
    must(await promote(services, mara, slug, id, { planHash, message: "" }));
    const { stale } = must(await listStale(services, mara, slug, second.id));
    expect(stale.map(({ path: at, staged: side }) => [at, side])).toEqual([["new.txt", sha256("second\n")]]);
  });
});

describe("versions", () => {
  test("[B2] a wrong base is refused with both versions, for writing and for deleting", async () => {
    const { mara, slug, id } = await scene();
    const wrong = sha256("older\n");
    const found = sha256("one\ntwo\n");
    for (const body of [bodyOf("mine\n"), "delete"] as const) {
      const request = upload("a.txt", "", { ifNoneMatch: null, ifMatch: `"${wrong}"`, body });
      const failure = await refused(() => writeFile(services, mara, slug, id, request), "base-moved", UNREFERENCED);
      expect([failure.expected, failure.found, failure.version?.branch]).toEqual([wrong, found, id]);
    }
    const created = await refused(
      () => writeFile(services, mara, slug, id, upload("a.txt", "mine\n")),
      "base-moved",
      UNREFERENCED,
    );
    expect([created.expected, created.found]).toEqual([null, found]);
  });

  test.each([{ ifNoneMatch: null }, { ifNoneMatch: null, ifMatch: "*" }, { ifNoneMatch: null, ifMatch: '"abc"' }])(
    "an upload says which version it was made from (%j)",
    async (headers) => {
      const { mara, slug, id } = await scene();
      await refused(() => writeFile(services, mara, slug, id, upload("a.txt", "1", headers)), "invalid-request");
    },
  );

  test("[R1] a decision on another version, on no change, or against somebody else's is refused", async () => {
    const { mara, slug, id, sandbox } = await scene();
    const tomas = await harness.person("Tomas Kerr");
    await harness.member(slug, tomas, "reviewer");
    await staged(mara, slug, { id, sandbox }, { "a.txt": "one\n2\n" });
    const diff = must(await getFileDiff(services, mara, slug, id, { path: "a.txt", limit: 10 }));
    const ids = diff.changes.map((change) => change.id);
    const request = {
      path: "a.txt",
      ids,
      verdict: "accept" as const,
      seen: diff.file.after,
      seq: diff.version.seq ?? 0,
      answers: [],
      bulk: false,
      withRequired: true,
    };
    const other = { ...request, seen: sha256("another") };
    expect((await refused(() => decideChanges(services, mara, slug, id, other), "base-moved")).found).toBe(
      diff.file.after,
    );
    await refused(() => decideChanges(services, mara, slug, id, { ...request, ids: ["0".repeat(32)] }), "base-moved");
    await refused(() => decideChanges(services, mara, slug, id, { ...request, path: "d/x.txt" }), "base-moved");
    must(await decideChanges(services, mara, slug, id, request));
    await refused(
      () => decideChanges(services, tomas, slug, id, { ...request, verdict: "reject" }),
      "decision-contested",
    );
  });
});

describe("uploads", () => {
  test("whose length or hash differ, or that stop, keep nothing at all", async () => {
    const { mara, slug, id } = await scene();
    const write = (more: Partial<WriteFile>) => () =>
      writeFile(services, mara, slug, id, upload("new.txt", "12345", more));
    expect((await refused(write({ announced: 4 }), "too-large")).detail).toMatch(/kept/);
    expect((await refused(write({ announced: 6 }), "length-or-hash-differs")).detail).toMatch(/kept/);
    await refused(write({ sha256: sha256("54321") }), "length-or-hash-differs");
    await refused(write({ sha256: "XYZ" }), "invalid-request");
    await refused(write({ body: stopping() }), "length-or-hash-differs");
    must(await write({ announced: 5, sha256: sha256("12345") })());
  });
});

/** Some bytes, then the client is gone. */
function stopping(): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new Error("connection reset"));
      else controller.enqueue(strToU8("123"));
      sent = true;
    },
  });
}

describe("files that cannot be read", () => {
  test("a workbook that is none is shown as bytes, with the reason", async () => {
    const { mara, slug, id, sandbox } = await scene({ "m.xlsx": zipSync({ "no.txt": strToU8("1") }) });
    await staged(mara, slug, { id, sandbox }, { "m.xlsx": new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 3]) });
    const { file, changes } = must(await getFileDiff(services, mara, slug, id, { path: "m.xlsx", limit: 10 }));
    expect(file.format).toBe("bytes");
    expect(JSON.stringify(file)).toMatch(/before|after/);
    expect(changes.length).toBe(1);
    const { files } = must(await getDelta(services, mara, slug, id));
    expect(files.map(({ path: at, format }) => [at, format])).toEqual([["m.xlsx", "bytes"]]);
  });
});

describe("promotions", () => {
  async function ready() {
    const one = await scene({ "a.txt": "one\ntwo\n", "b.txt": "b\n" });
    await staged(one.mara, one.slug, one, { "a.txt": "one\n2\n" });
    await decideAllOf(services, one.mara, one.slug, one.id, "a.txt", "accept");
    return { ...one, plan: must(await planPromotion(services, one.mara, one.slug, one.id, {})) };
  }

  const promoteElsewhere = async (mara: Principal, slug: string, files: Readonly<Record<string, string>>) => {
    const other = await harness.branch(mara, slug);
    await staged(mara, slug, other, files);
    for (const at of Object.keys(files)) await decideAllOf(services, mara, slug, other.id, at, "accept");
    const { planHash } = must(await planPromotion(services, mara, slug, other.id, {}));
    must(await promote(services, mara, slug, other.id, { planHash, message: "" }));
  };

  test("[M2] whose base moved between plan and confirm change nothing", async () => {
    const { mara, slug, id, plan } = await ready();
    await promoteElsewhere(mara, slug, { "a.txt": "another\n" });
    const confirm = () => promote(services, mara, slug, id, { planHash: plan.planHash, message: "" });
    const failure = await refused(confirm, "plan-changed");
    expect([failure.expected, failure.version?.branch]).toEqual([plan.planHash, id]);
    expect(failure.found).not.toBe(plan.planHash);
  });

  test("[R6] a promotion elsewhere in the tree voids no plan", async () => {
    const { mara, slug, id, plan } = await ready();
    await promoteElsewhere(mara, slug, { "b.txt": "B\n" });
    const { promotion } = must(await promote(services, mara, slug, id, { planHash: plan.planHash, message: "" }));
    expect([promotion.number, promotion.planHash]).toEqual([2, plan.planHash]);
  });

  test("[R6] of another plan, of nothing, and of what a decision changed since change nothing", async () => {
    const { mara, slug, id, plan } = await ready();
    await refused(() => promote(services, mara, slug, id, { planHash: "0".repeat(64), message: "" }), "plan-changed");
    await decideAllOf(services, mara, slug, id, "a.txt", "reject");
    await refused(() => promote(services, mara, slug, id, { planHash: plan.planHash, message: "" }), "plan-changed");
    const empty = must(await planPromotion(services, mara, slug, id, {}));
    await refused(() => promote(services, mara, slug, id, { planHash: empty.planHash, message: "" }), "conflict");
  });

  test("[M7] by a role that may not change nothing", async () => {
    const { mara, slug, id, plan } = await ready();
    const tomas = await harness.person("Tomas Kerr");
    await harness.member(slug, tomas, "reviewer");
    const request = { planHash: plan.planHash, message: "" };
    await refused(() => promote(services, tomas, slug, id, request), "not-permitted");
    must(await promote(services, mara, slug, id, request));
    const back = must(await planRollback(services, tomas, slug, 1));
    const rollback = { planHash: back.planHash, leaveOutConflicts: false, message: "" };
    await refused(() => rollBack(services, tomas, slug, 1, rollback), "not-permitted");
    await refused(() => rollBack(services, mara, slug, 1, { ...rollback, planHash: plan.planHash }), "plan-changed");
    await refused(() => rollBack(services, mara, slug, 7, rollback), "not-found");
    must(await rollBack(services, mara, slug, 1, rollback));
    await refused(() => rollBack(services, mara, slug, 1, rollback), "plan-changed");
  });
});
