import { symlink, unlink } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { getCallChanges } from "./getCallChanges.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { getMoment, getMomentDiff, lastSeqOf } from "./getMoment.ts";
import { getTrace } from "./getTrace.ts";
import { recordMessage } from "./recordMessage.ts";
import { recordCall, recordToolCall } from "./recordToolCall.ts";
import { scanSandbox } from "./sandboxes.ts";
import { stateOf } from "./branchState.ts";
import { synchronizeOpenTurn } from "./synchronize.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const owner = await harness.person("Owner");

/** A branch with two turns: one that reads and writes twice, one that looks at its own diff and corrects a mistake. */
async function session() {
  const slug = await harness.workspace(owner, { "plan.txt": "one\ntwo\nthree\n", "left.txt": "left\n" });
  const { id, sandbox } = await harness.branch(owner, slug);
  const write = async (files: Record<string, string>, summary: string) => {
    await putFiles(sandbox, files);
    const state = await stateOf(services, services.db, await stored(id));
    const scanned = must(await scanSandbox(services, sandbox, state.openTurn?.held ?? state.current));
    const call = { tool: "python", summary, input: summary, output: "done", seconds: 0 };
    must(await synchronizeOpenTurn(services, owner, slug, id, scanned, call));
  };
  const look = (tool: string) =>
    recordToolCall(services, owner, slug, id, { tool, summary: tool, input: "{}", seconds: 0 }).then(must);
  must(await openTurn(services, owner, slug, id, { title: "Write" }));
  must(await recordMessage(services, owner, slug, id, { role: "person", text: "Please change <b>two</b>." }));
  await look("view");
  await write({ "plan.txt": "one\n2\nthree\n", "left.txt": "right\n" }, "change line 2 and another file");
  await write({ "plan.txt": "one\n2\n3\n", "new.txt": "new\n" }, "change line 3, write a file");
  must(await closeTurn(services, owner, slug, id));
  await decideAllOf(services, owner, slug, id, "new.txt", "accept");
  must(await openTurn(services, owner, slug, id, { title: "Correct" }));
  await look("workspace_diff");
  await write({ "plan.txt": "one\n2\nthree\n" }, "take line 3 back");
  must(await closeTurn(services, owner, slug, id));
  return { slug, id };
}

async function stored(id: string) {
  const { baseTree, kind } = await services.db.branch.findUniqueOrThrow({ where: { id } });
  return { id, kind, baseTree: baseTree as never };
}

describe("a trace", () => {
  it("[S4] tells turns, messages, calls and points in their order, each point with its trees", async () => {
    const { slug, id } = await session();
    const trace = must(await getTrace(services, owner, slug, id));
    expect(trace.turns.map(({ turn, title }) => [turn, title])).toEqual([
      [1, "Write"],
      [2, "Correct"],
    ]);
    expect(trace.turns[0]?.messages.map(({ role, text }) => [role, text])).toEqual([
      ["person", "Please change <b>two</b>."],
    ]);
    const calls = trace.turns.flatMap(({ calls }) => calls.map(({ kind, t, files }) => [kind, t, files]));
    expect(calls).toEqual([
      ["read", null, 0],
      ["write", 1, 2],
      ["write", 2, 2],
      ["diff", null, 0],
      ["write", 3, 1],
    ]);
    expect(trace.points.map(({ t, turn, cause }) => [t, turn, cause])).toEqual([
      [1, 1, "batch"],
      [2, 1, "batch"],
      [3, 2, "batch"],
    ]);
    expect(trace.points.at(-1)?.current).toBe(trace.version.treeHash);
  });

  it("[S4] shows any t as it was: tree hash, changed files, decisions of that time", async () => {
    const { slug, id } = await session();
    const trace = must(await getTrace(services, owner, slug, id));
    const start = must(await getMoment(services, owner, slug, id, 0));
    expect([start.current, start.files]).toEqual([trace.start.tree, []]);
    const files: string[][] = [];
    for (const point of trace.points) {
      const moment = must(await getMoment(services, owner, slug, id, point.t));
      expect([moment.current, moment.base]).toEqual([point.current, point.base]);
      files.push(moment.files.map(({ path, state }) => `${path} ${state}`));
    }
    expect(files).toEqual([
      ["left.txt pending", "plan.txt pending"],
      ["left.txt pending", "new.txt accepted", "plan.txt pending"],
      ["left.txt pending", "new.txt accepted", "plan.txt pending"],
    ]);
    const { changes } = must(await getMomentDiff(services, owner, slug, id, { t: 2, path: "plan.txt", limit: 10 }));
    expect(changes.map(({ after }) => after)).toMatchObject([{ type: "text", text: "2\n3" }]);
    expect((await getMoment(services, owner, slug, id, 4)).ok).toBe(false);
  });

  it("leads from a call to the changes it made and to the review, and back", async () => {
    const { slug, id } = await session();
    const trace = must(await getTrace(services, owner, slug, id));
    const [, first, second, , third] = trace.turns.flatMap(({ calls }) => calls);
    const made = must(await getCallChanges(services, owner, slug, id, second?.id ?? ""));
    expect(made.files.map(({ path, kind, total }) => [path, kind, total])).toEqual([
      ["plan.txt", "replace", 1],
      ["new.txt", "create", 0],
    ]);
    // Line 3 was taken back: nothing of it is left in the review.
    expect(made.files[0]?.changes.map(({ reviewed }) => reviewed)).toEqual([null]);
    const created = must(await getFileDiff(services, owner, slug, id, { path: "new.txt", limit: 10 }));
    expect(made.files[1]?.reviewed).toBe(created.changes[0]?.id);
    const other = must(await getFileDiff(services, owner, slug, id, { path: "left.txt", limit: 10 }));
    const files = must(await getCallChanges(services, owner, slug, id, first?.id ?? "")).files;
    const reviewed = files.flatMap(({ path, changes }) => changes.map((change) => [path, change.reviewed]));
    expect(reviewed).toEqual([
      ["left.txt", other.changes[0]?.id],
      ["plan.txt", null],
    ]);
    expect(other.origins.map(({ toolCall }) => toolCall?.id)).toEqual([first?.id]);
    const diff = must(await getFileDiff(services, owner, slug, id, { path: "plan.txt", limit: 10 }));
    // What stands there now is the third call's, which made line 2 a change of its own again.
    expect(diff.origins.map(({ toolCall }) => toolCall?.id)).toEqual([third?.id]);
    expect((await getCallChanges(services, owner, slug, id, "none")).ok).toBe(false);
  });
});

it("a call that is reported from outside stages what it changed as its doing; without an open turn it is refused", async () => {
  const slug = await harness.workspace(owner, { "plan.txt": "one\n" });
  const { id, sandbox } = await harness.branch(owner, slug);
  const call = { tool: "python", summary: "write", input: "…", seconds: 2, synchronize: true };
  expect(await recordCall(services, owner, slug, id, call)).toMatchObject({
    ok: false,
    error: { type: "no-open-turn" },
  });
  must(await openTurn(services, owner, slug, id, { title: "Reported" }));
  await putFiles(sandbox, { "plan.txt": "two\n" });
  await symlink("/etc/passwd", path.join(sandbox, "link.txt"));
  const { version, illegal } = must(await recordCall(services, owner, slug, id, call));
  expect([version.t, illegal]).toEqual([1, [expect.stringContaining("link.txt")]]);
  await unlink(path.join(sandbox, "link.txt"));
  expect(
    must(await recordCall(services, owner, slug, id, { ...call, tool: "view", synchronize: false })).version.t,
  ).toBe(1);
  expect(await recordCall(services, owner, slug, id, { ...call, synchronize: false, import: "x" })).toMatchObject({
    ok: false,
    error: { type: "invalid-request" },
  });
  const { calls } = must(await getTrace(services, owner, slug, id)).turns[0]!;
  expect(calls.map(({ tool, kind, t, files }) => [tool, kind, t, files])).toEqual([
    ["python", "write", 1, 1],
    ["view", "read", null, 0],
  ]);
});

it("a moment lasts until the tree changes again", () => {
  const entries = ["turn-opened", "operation", "point", "decision", "turn-closed", "decision", "standing", "point"];
  const journal = entries.map((type, n) => ({ type: type as "point", seq: n + 1 }));
  expect([0, 1, 2].map((t) => lastSeqOf(t, journal))).toEqual([1, 6, 8]);
});
